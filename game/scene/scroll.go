package scene

import (
	"math"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/game/layout"
)

// The column's own scroll bar lies beside it. It is seen while the pointer is on the column.
const (
	barGap   = 2
	barWidth = 4
	barReach = 14 // how far from the column it takes clicks
	barLeast = 28
)

// scrolling is how the user moves the column.
type scrolling struct {
	spun   float32 // of the wheel, less than a notch
	pulled float32 // way that the hand has gone since the column last moved with it
	pulls  bool    // a press on a bubble has become a drag of the column
}

// notch is how far one notch of the wheel scrolls a body.
const notch = 40

// wheel scrolls what the pointer is on: a body that has more, else the column. Up is towards what is further up. Parts of
// a notch, as touchpads send them, add up.
func (s *Scene) wheel(notches float32, m input.Mods) {
	t := s.hit(s.at)
	switch {
	case t.part == partPet && m&input.Ctrl != 0:
		s.resize(notches)
		return
	case t.part == partItem || t.part == partMenu:
		s.menu.scrollTo(s.menu.scroll - notches*menuHigh)
		return
	}
	if b := t.bubble; b != nil && b.scrollable() > 0 && b.body.Translate(s.box(b).X, s.box(b).Y).Contains(s.at) {
		was := b.scroll
		b.scrollTo(b.scroll - notches*notch)
		if !b.inBar || b.scroll != was { // in the bar's list, what is more lies behind the body's end
			return
		}
	}
	if b := t.bubble; b != nil && b.inBar || t.part.ofBar() {
		s.scrollBar(-notches * notch)
		return
	}
	if !s.stackRect().Contains(s.at) && t.part != partNear && t.part != partFar {
		return
	}
	if s.spun*notches < 0 {
		s.spun = 0
	}
	whole := math.Trunc(float64(s.spun + notches))
	s.spun += notches - float32(whole)
	s.scroll(s.outwards(int(whole)))
}

// outwards turns steps towards the top of the screen into steps away from the pet.
func (s *Scene) outwards(n int) int {
	if s.plan.Side == layout.Below {
		return -n
	}
	return n
}

func (s *Scene) scroll(n int) {
	if n != 0 {
		s.first, s.scrolled = s.first+n, true
	}
}

// scrolls says whether there is more than is shown.
func (s *Scene) scrolls() bool { return s.plan.Before+s.plan.After > 0 }

// columnRect is the whole column, holes and all.
func (s *Scene) columnRect() (r drawlist.Rect) {
	for _, b := range s.column {
		if b.shown {
			r = r.Union(s.goal(b))
		}
	}
	return r
}

// stackRect is the column with its scroll bar.
func (s *Scene) stackRect() drawlist.Rect {
	r := s.columnRect()
	if s.scrolls() && !r.Empty() {
		r.W += barReach
	}
	return r
}

// gaps appends what lies between bubbles that are shown. A wheel there is not for who is below.
func (s *Scene) gaps(dst []drawlist.Rect) []drawlist.Rect {
	if s.collapsed || len(s.placed) < 2 {
		return dst
	}
	if r := s.stackRect(); !r.Empty() {
		dst = append(dst, s.paint.snap(r))
	}
	return dst
}

// thumb is the part of the column's scroll bar that can be dragged; empty when all bubbles are shown.
func (s *Scene) thumb() drawlist.Rect {
	track := s.columnRect()
	if !s.scrolls() || track.Empty() {
		return drawlist.Rect{}
	}
	hidden, shown := s.plan.Before+s.plan.After, len(s.placed)
	h := max(barLeast, track.H*float32(shown)/float32(shown+hidden))
	at := s.plan.After // how many are hidden above it
	if s.plan.Side == layout.Below {
		at = s.plan.Before
	}
	y := track.Y + (track.H-h)*float32(at)/float32(hidden)
	return drawlist.Rect{X: track.X + track.W + barGap, Y: y, W: barWidth, H: h}
}

// onThumb says whether p takes hold of it.
func (s *Scene) onThumb(p drawlist.Point) bool {
	r := s.thumb()
	r.X, r.W = r.X-barGap, barReach
	return r.H > 0 && r.Contains(p)
}

// dragThumb scrolls so that the thumb's top is at y.
func (s *Scene) dragThumb(y float32) {
	track, bar := s.columnRect(), s.thumb()
	way := track.H - bar.H
	if way <= 0 {
		return
	}
	hidden := s.plan.Before + s.plan.After
	first := min(max(int(math.Round(float64((y-track.Y)/way*float32(hidden)))), 0), hidden) // as many are hidden above
	if s.plan.Side != layout.Below {
		first = hidden - first
	}
	s.scroll(first - s.first)
}

// pull moves the column with the hand that has pressed on a bubble: by one bubble for each bubble's height.
func (s *Scene) pull(dy float32) {
	b := s.pressed.bubble
	if b == nil || b.line || s.pressed.part != partCard && s.pressed.part != partBody || b.scrollable() > 0 ||
		!b.inBar && !s.scrolls() || b.inBar && s.bar.scrollable() == 0 {
		return
	}
	s.pulled += dy
	if !s.pulls && max(s.pulled, -s.pulled) < dragPixels {
		return
	}
	s.pulls = true
	if b.inBar {
		s.scrollBar(-s.pulled)
		s.pulled = 0
		return
	}
	for step := s.stride(s.pulled > 0); max(s.pulled, -s.pulled) >= step; step = s.stride(s.pulled > 0) {
		s.scroll(s.outwards(pick(s.pulled > 0, 1, -1)))
		s.pulled -= pick(s.pulled > 0, step, -step)
	}
}

// stride is how far the hand has to go for the next bubble: as far as that one is high.
func (s *Scene) stride(down bool) float32 {
	i := s.first - 1 // the one that comes at the pet's end
	if s.outwards(pick(down, 1, -1)) > 0 {
		i = s.first + len(s.placed)
	}
	if i < 0 || i >= len(s.heights) {
		return chipHeight + layout.Gap
	}
	return s.heights[i] + layout.Gap
}

// paintThumb paints the column's scroll bar while the pointer is on the column.
func (s *Scene) paintThumb() {
	r := s.thumb()
	held := s.pressed.part == partSlider
	if r.Empty() || !s.onStack && !held {
		return
	}
	p, c := &s.paint, s.colors
	p.box(p.shape.slider, r, pick(held || s.hover.part == partSlider, c.text, c.faint))
	p.box(p.shape.sliderLine, r.Inset(-1), c.card)
}
