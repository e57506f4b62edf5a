package scene

import (
	"math"

	"dango/game/drawlist"
)

const (
	margin      = 8  // between cards and the edge of the work area
	viewStep    = 32 // the viewport grows by whole steps
	shrinkTicks = 90 // and shrinks when it has been too large for 1.5 s and nothing is touched
	petMargin   = 4
)

// viewport is the part of the world that the window covers, as seen from the pet: a drag moves it as it is.
type viewport struct {
	rel   drawlist.Rect
	since uint64 // tick since when it has been too large; 0 = it is not
}

// cover makes the viewport hold everything that is shown now and at the end of all motions.
func (s *Scene) cover() {
	need := s.needed().Translate(-s.pet.X, -s.pet.Y)
	grown := drawlist.Rect{X: floorTo(need.X), Y: floorTo(need.Y)}
	grown.W, grown.H = -floorTo(-need.X-need.W)-grown.X, -floorTo(-need.Y-need.H)-grown.Y
	v := &s.view
	switch {
	case v.rel.Union(need) != v.rel:
		v.rel, v.since = v.rel.Union(grown), 0
	case grown == v.rel:
		v.since = 0
	case s.onStack || s.dragging || s.pressed.part != partNone || s.menu.open:
		v.since = s.tick
	case v.since == 0:
		v.since = s.tick
	case s.tick >= v.since+shrinkTicks:
		v.rel, v.since = grown, 0
	}
}

// needed is what is shown, with shadows, in the world.
func (s *Scene) needed() drawlist.Rect {
	var bar drawlist.Rect
	if !s.bar.apart {
		bar = s.barCover()
	}
	if !s.Shown() {
		return bar.Union(drawlist.Rect{X: s.pet.X, Y: s.pet.Y, W: 1, H: 1})
	}
	r := s.cellRect().Inset(-petMargin).Union(bar)
	for _, b := range s.column {
		if b.shown || b.fade.moving(s.tick) {
			r = r.Union(shadowed(s.box(b))).Union(shadowed(s.goal(b)))
		}
	}
	if c := s.countRect(); !c.Empty() {
		r = r.Union(c.Inset(-chipReach))
	}
	if s.plan.Before > 0 {
		r = r.Union(shadowed(s.plan.Near))
	}
	if s.plan.After > 0 {
		r = r.Union(shadowed(s.plan.Far))
	}
	if s.menuIn(false) {
		r = r.Union(shadowed(s.menu.rect))
	}
	return r
}

func shadowed(r drawlist.Rect) drawlist.Rect {
	const up, down = shadowReach - shadowDrop, shadowReach + shadowDrop
	return drawlist.Rect{X: r.X - shadowReach, Y: r.Y - up, W: r.W + 2*shadowReach, H: r.H + up + down}
}

func floorTo(v float32) float32 { return float32(math.Floor(float64(v)/viewStep)) * viewStep }

// Viewport is what the window must cover, in the world, on whole device pixels: the pet alone, or the pet with its
// bubbles. It grows in steps before something is shown there and shrinks late, and it stays on the pet's monitor
// except during a drag.
func (s *Scene) Viewport() drawlist.Rect {
	r := s.view.rel.Translate(s.pet.X, s.pet.Y)
	if !s.dragging {
		if c := r.Intersect(s.bounds); !c.Empty() {
			r = c
		}
	}
	return s.paint.snap(r)
}

// Input appends the rectangles that take clicks, in the world: what is drawn and solid.
func (s *Scene) Input(dst []drawlist.Rect) []drawlist.Rect {
	if !s.bar.apart {
		dst = s.BarInput(dst)
	}
	if !s.Shown() {
		return dst
	}
	dst = s.petRegion(dst)
	if r := s.countRect(); !r.Empty() {
		dst = append(dst, r.Inset(-countSlack))
	}
	for _, b := range s.column {
		switch {
		case b.line && b.shown:
			dst = append(dst, s.lineRect(s.paint.snap(s.box(b))))
		case b.shown && !b.dead:
			dst = append(dst, s.paint.snap(s.box(b)))
		}
	}
	dst = s.gaps(dst)
	if s.plan.Before > 0 {
		dst = append(dst, chip(s.plan.Near).Inset(-chipSlack))
	}
	if s.plan.After > 0 {
		dst = append(dst, chip(s.plan.Far).Inset(-chipSlack))
	}
	if s.menuIn(false) {
		dst = append(dst, s.menu.rect)
	}
	return dst
}
