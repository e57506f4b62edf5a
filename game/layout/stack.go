// Package layout places things on the desktop. It is pure: rectangles in, rectangles out.
//
// Coordinates are logical pixels of the world, origin at the first monitor's top left.
package layout

import "dango/game/drawlist"

// Gap is the distance between two bubbles and between the pet and the first one.
const Gap = 6

// Side is where the bubbles are, seen from the pet.
type Side uint8

const (
	Above Side = iota
	Below
	Left
	Right
	sides
)

// Stack is what the placement depends on.
type Stack struct {
	Pet   drawlist.Rect
	Work  drawlist.Rect // work area of the pet's monitor
	Width float32       // of every bubble
	Chip  float32       // height of the line that says how many are hidden, at either end
	Max   int           // how many are shown at once; ≤ 0 = as many as fit
	First int           // how many are scrolled away at the pet's end
	Prev  Side          // the side of the last placement: kept for as long as it is as good as another
	Kept  bool          // Prev is valid
	Stay  bool          // Prev is kept however little room it has: somebody has his hand on the column
}

// Placed is one bubble's place. Index counts from the pet outwards.
type Placed struct {
	Index int
	Rect  drawlist.Rect
}

// Plan is the rest of the answer.
type Plan struct {
	Side   Side
	First  int           // Stack.First, brought into range
	Before int           // bubbles hidden at the pet's end
	After  int           // bubbles hidden at the far end
	Near   drawlist.Rect // where Before is told; empty when nothing is hidden there
	Far    drawlist.Rect // the same for After
}

// Place puts bubbles of the given heights, in order from the pet outwards, in a column beside the pet, and appends
// those that are shown to dst. A warm caller allocates nothing.
//
// Bubbles and chips never overlap each other, and they stay inside Work if one bubble with both chips fits there. They
// do not overlap the pet if there is room for that on any side. Above the pet the first index is the lowest; below and
// beside it is the nearest too.
func Place(dst []Placed, heights []float32, s Stack) ([]Placed, Plan) {
	plan := Plan{Side: s.side(heights)}
	if len(heights) == 0 {
		return dst, plan
	}
	room := s.room(plan.Side)
	first, n := window(heights, s, room)
	plan.First, plan.Before, plan.After = first, first, len(heights)-first-n

	up := plan.Side != Below
	col := column{x: s.left(plan.Side), w: s.Width, up: up}
	total := s.length(heights, first, n)
	switch plan.Side {
	case Above:
		col.y = clamp(s.Pet.Y-Gap, s.Work.Y+total, s.Work.Y+s.Work.H)
	case Below:
		col.y = clamp(s.Pet.Y+s.Pet.H+Gap, s.Work.Y, s.Work.Y+s.Work.H-total)
	default:
		col.y = clamp(s.Pet.Y+s.Pet.H, s.Work.Y+total, s.Work.Y+s.Work.H)
	}
	if plan.Before > 0 {
		plan.Near = col.next(s.Chip)
	}
	for i := first; i < first+n; i++ {
		dst = append(dst, Placed{i, col.next(heights[i])})
	}
	if plan.After > 0 {
		plan.Far = col.next(s.Chip)
	}
	return dst, plan
}

// Reveal gives the First nearest to s.First with which bubble i is shown.
func Reveal(heights []float32, s Stack, i int) int {
	room := s.room(s.side(heights))
	for {
		first, n := window(heights, s, room)
		switch {
		case i < first:
			s.First = i
			return i
		case i < first+n || first+n >= len(heights):
			return first
		}
		s.First = first + 1
	}
}

// window chooses the bubbles that are shown: from s.First on, as many as fit, and never a hole at the far end.
func window(heights []float32, s Stack, room float32) (first, n int) {
	fits := func(first, n int) bool {
		return n == 1 || (s.Max <= 0 || n <= s.Max) && s.length(heights, first, n) <= room
	}
	first = min(max(s.First, 0), len(heights)-1)
	for n = 1; first+n < len(heights) && fits(first, n+1); n++ {
	}
	for first > 0 && first+n == len(heights) && fits(first-1, n+1) {
		first, n = first-1, n+1
	}
	return first, n
}

// length is the height of n bubbles from first on, with gaps and the chips that they need.
func (s Stack) length(heights []float32, first, n int) float32 {
	l := float32(n-1) * Gap
	for _, h := range heights[first : first+n] {
		l += h
	}
	if first > 0 {
		l += s.Chip + Gap
	}
	if first+n < len(heights) {
		l += s.Chip + Gap
	}
	return l
}

// room is how high a column may be on a side.
func (s Stack) room(side Side) float32 {
	switch side {
	case Above:
		return max(0, s.Pet.Y-Gap-s.Work.Y)
	case Below:
		return max(0, s.Work.Y+s.Work.H-s.Pet.Y-s.Pet.H-Gap)
	}
	return s.Work.H
}

// Room is how high a column may be at most, whatever side it is on.
func (s Stack) Room() float32 {
	if s.beside(Left) || s.beside(Right) {
		return s.Work.H
	}
	return max(s.room(Above), s.room(Below))
}

// beside says whether a column has room to the left or right of the pet.
func (s Stack) beside(side Side) bool {
	if side == Left {
		return s.Pet.X-Gap-s.Width >= s.Work.X
	}
	return s.Pet.X+s.Pet.W+Gap+s.Width <= s.Work.X+s.Work.W
}

// side chooses where the column goes: where all that should be shown fits, above before below before beside; else
// where most does.
func (s Stack) side(heights []float32) Side {
	if len(heights) == 0 {
		return Above
	}
	first, n := window(heights, s, s.Work.H)
	need := s.length(heights, first, n)
	fits := func(side Side) bool {
		return s.room(side) >= need && (side == Above || side == Below || s.beside(side))
	}
	if s.Kept && (s.Stay || fits(s.Prev)) {
		return s.Prev
	}
	best, most := Above, s.room(Above)
	for side := Above; side < sides; side++ {
		if fits(side) {
			return side
		}
		if r := s.room(side); r > most && (side == Below || side > Below && s.beside(side)) {
			best, most = side, r
		}
	}
	return best
}

// left is the column's left edge: over the pet's middle, or beside the pet.
func (s Stack) left(side Side) float32 {
	x := s.Pet.X + (s.Pet.W-s.Width)/2
	switch side {
	case Left:
		x = s.Pet.X - Gap - s.Width
	case Right:
		x = s.Pet.X + s.Pet.W + Gap
	}
	return clamp(x, s.Work.X, s.Work.X+s.Work.W-s.Width)
}

// column hands out places from y on, upwards or downwards.
type column struct {
	x, y, w float32
	up      bool
}

func (c *column) next(h float32) drawlist.Rect {
	r := drawlist.Rect{X: c.x, Y: c.y, W: c.w, H: h}
	if c.up {
		r.Y -= h
		c.y -= h + Gap
	} else {
		c.y += h + Gap
	}
	return r
}

// Inside moves r into area, the top left corner being more important than the bottom right one.
func Inside(r, area drawlist.Rect) drawlist.Rect {
	r.X = clamp(r.X, area.X, area.X+area.W-r.W)
	r.Y = clamp(r.Y, area.Y, area.Y+area.H-r.H)
	return r
}

// clamp brings v between low and high; low wins.
func clamp(v, low, high float32) float32 { return max(low, min(v, high)) }
