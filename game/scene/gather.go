package scene

import "dango/game/layout"

// gather brings the bubbles that ask something next to the pet when they lie too far apart to be on the screen at once: one
// that is not goes to its terminal before anybody has seen it. The others come behind them. While somebody is at the column, the
// order stays.
func (s *Scene) gather(in *layout.Stack) {
	if !s.busy() && !s.dragging {
		apart := s.apart(in)
		for _, b := range s.bubbles {
			want := apart && b.req != nil
			if want && !b.pulled {
				in.First, s.reveal = 0, nil
			} else if b.pulled && !want && s.reveal == nil {
				s.reveal = s.asker()
			}
			b.pulled = want
		}
		s.mixed = apart
	}
	if !s.mixed {
		return
	}
	for i := 1; i < len(s.column); i++ {
		for j := i; j > 0 && s.column[j].pulled && !s.column[j-1].pulled; j-- {
			s.column[j], s.column[j-1] = s.column[j-1], s.column[j]
			s.heights[j], s.heights[j-1] = s.heights[j-1], s.heights[j]
		}
	}
}

// asker is a bubble that asks something; nil when none does.
func (s *Scene) asker() *bubble {
	for _, b := range s.column {
		if b.req != nil && !b.dead {
			return b
		}
	}
	return nil
}

// apart says whether others stand between bubbles that ask, and so many that these cannot all be shown, however low their
// bodies are.
func (s *Scene) apart(in *layout.Stack) bool {
	first, last, n := -1, -1, 0
	for i, b := range s.column {
		if b.req != nil && !b.dead {
			first, last = pick(first < 0, i, first), i
			n++
		}
	}
	if n < 2 || last-first+1 == n {
		return false
	}
	need := float32(2 * (chipHeight + layout.Gap))
	for i, b := range s.column[first : last+1] {
		need += s.heights[first+i] + layout.Gap
		if b.req != nil {
			need += b.gave - max(0, b.tall-leastShared)
		}
	}
	return last-first >= s.most || need > in.Room()
}
