package layout

import "dango/game/drawlist"

// How large the bar is, in logical pixels.
const (
	BarWidth  = 560 // unfolded, at most
	barLeast  = 184 // folded
	barMost   = 400
	barMargin = 16 // to the monitor's sides
	barPart   = 4  // unfolded it takes this part of the monitor's height at most
)

// Bar is what the place of the bar at the top of a monitor depends on.
type Bar struct {
	Bounds drawlist.Rect // of the monitor
	Work   drawlist.Rect
	Notch  drawlist.Rect // empty: none, and the bar hangs from the work area's upper edge
	Row    float32       // height of the row that is always seen
	Words  float32       // width that this row would like
	Open   bool          // the list is unfolded
	List   float32       // its height
	Pad    float32       // around the list, at both sides and below
}

// BarPlace is where the parts of the bar are.
type BarPlace struct {
	All  drawlist.Rect // its surface; around a notch that lies in it
	Row  drawlist.Rect
	List drawlist.Rect // what of the list is seen; empty while it is folded
}

// Place finds the place of the bar, in the middle of the upper edge.
func (b Bar) Place() (p BarPlace) {
	top := b.Work.Y
	if !b.Notch.Empty() {
		top = b.Notch.Y
	}
	side := max(b.Bounds.W-2*barMargin, 0)
	w := clamp(b.Words, max(barLeast, b.Notch.W), barMost)
	if b.Open {
		w = BarWidth
	}
	w = min(w, side)
	middle := b.Bounds.X + b.Bounds.W/2
	if !b.Notch.Empty() {
		middle = b.Notch.X + b.Notch.W/2
	}
	p.Row = drawlist.Rect{X: middle - w/2, Y: top + b.Notch.H, W: w, H: b.Row}
	p.All = drawlist.Rect{X: p.Row.X, Y: top, W: w, H: b.Notch.H + b.Row}
	if !b.Open {
		return p
	}
	room := b.Bounds.H/barPart - p.All.H - b.Pad
	p.List = drawlist.Rect{X: p.Row.X + b.Pad, Y: p.Row.Y + b.Row, W: w - 2*b.Pad, H: max(0, min(b.List, room))}
	p.All.H += p.List.H + b.Pad
	return p
}

// Room is how high the list can get.
func (b Bar) Room() float32 { return max(0, b.Bounds.H/barPart-b.Notch.H-b.Row-b.Pad) }
