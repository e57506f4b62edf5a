package layout

import "dango/game/drawlist"

// Around places bubbles as Place does, but so that one of them stays where it is: the pointer rests on it. anchor is its
// index and at its place so far. It keeps the edge that is nearer to the pet, however high it has become, unless the work
// area ends there; the column keeps its side, and may cover the pet meanwhile.
//
// From s.First on as many bubbles are shown as fit between the anchor and the edges of the work area, s.Max at most,
// those at the pet's end first. A chip for which there is no room is left out, and its count is 0.
func Around(dst []Placed, heights []float32, s Stack, anchor int, at drawlist.Rect) ([]Placed, Plan) {
	up := s.Prev != Below
	if h := heights[anchor]; up {
		at.Y += at.H - h
	}
	at.H = heights[anchor]
	at = Inside(at, s.Work)
	above, below := at.Y-s.Work.Y, s.Work.Y+s.Work.H-at.Y-at.H
	near, far := below, above
	if !up {
		near, far = above, below
	}
	first, used := anchor, float32(0)
	for first > max(s.First, 0) && used+heights[first-1]+Gap+s.chip(first > 1) <= near {
		first--
		used += heights[first] + Gap
	}
	last, room := anchor, used // room is what the chip at the pet's end would need beside the rest
	for used = 0; last+1 < len(heights) && (s.Max <= 0 || last-first+1 < s.Max) &&
		used+heights[last+1]+Gap+s.chip(last+2 < len(heights)) <= far; {
		last++
		used += heights[last] + Gap
	}
	plan := Plan{Side: s.Prev, First: first}
	col := column{x: at.X, w: s.Width, up: up, y: at.Y - room}
	if up {
		col.y = at.Y + at.H + room
	}
	if first > 0 && room+s.chip(true) <= near {
		plan.Before = first
		back := column{x: col.x, w: col.w, up: !up, y: col.y}
		back.y += sign(up) * Gap
		plan.Near = back.next(s.Chip)
	}
	for i := first; i <= last; i++ {
		dst = append(dst, Placed{i, col.next(heights[i])})
	}
	if rest := len(heights) - 1 - last; rest > 0 && used+s.chip(true) <= far {
		plan.After = rest
		plan.Far = col.next(s.Chip)
	}
	return dst, plan
}

// chip is how much of a column a chip takes, if there is one.
func (s Stack) chip(is bool) float32 {
	if is {
		return s.Chip + Gap
	}
	return 0
}

// sign points away from a column that grows upwards, or not.
func sign(up bool) float32 {
	if up {
		return 1
	}
	return -1
}
