package scene

import (
	"math"
	"slices"

	"dango/game/layout"
)

// leastShared is the body that a card keeps when others need room: a question and its first option, four lines of a plan.
const leastShared = 72

// giveWay lowers the bodies of cards, the highest first, when not all that ask something have room at once: one that is
// not on the screen goes to its terminal. Nobody may be at the column meanwhile.
func (s *Scene) giveWay(in *layout.Stack) {
	limit := s.bodyLimit(in)
	for i, b := range s.column {
		if b.limit == limit {
			continue
		}
		if b.limit = limit; b.req == nil || b.gave == 0 && (limit == 0 || b.tall <= limit) {
			continue
		}
		s.measureIn(b, s.tallest())
		b.hush = max(b.hush, s.tick+guardTicks)
		s.heights[i] = b.height
	}
}

// bodyLimit is how high bodies may be so that all cards have room; 0 = as high as they like, also when that is hopeless.
func (s *Scene) bodyLimit(in *layout.Stack) float32 {
	first, last, over := -1, -1, -in.Room()
	s.bodies = s.bodies[:0]
	for i, b := range s.column {
		if b.req != nil && !b.dead {
			first, last = pick(first < 0, i, first), i
			s.bodies = append(s.bodies, b.tall)
		}
	}
	if len(s.bodies) < 2 || last-first >= s.most {
		return 0
	}
	for i, b := range s.column[first : last+1] {
		over += s.heights[first+i] + b.gave + layout.Gap
	}
	over += float32(pick(first > 0, 1, 0)+pick(last < len(s.column)-1, 1, 0))*(in.Chip+layout.Gap) - layout.Gap
	if over <= 0 {
		return 0
	}
	slices.Sort(s.bodies)
	var sum float32
	for n := len(s.bodies) - 1; ; n-- { // those from n on give way, to the same height
		sum += s.bodies[n]
		limit := (sum - over) / float32(len(s.bodies)-n)
		if n == 0 || limit >= s.bodies[n-1] {
			return pick(limit < leastShared, 0, float32(math.Floor(float64(limit))))
		}
	}
}
