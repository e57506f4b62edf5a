package scene

import (
	"math"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/session"
	"dango/sprite"
)

// A press on the pet becomes a drag after this much motion, or after being held this long (220 ms).
const (
	dragPixels = 4
	dragTicks  = 13
)

// part is what the pointer can be over.
type part uint8

const (
	partNone part = iota
	partPet
	partCard
	partCross
	partBody
	partButton
	partThumb // of a body's scroll bar
	partCount // of the sessions, on the pet
	partNear  // the chip at the pet's end
	partFar
	partSlider // the thumb of the column's scroll bar
	partMenu
	partItem
	partBar       // its row
	partBarThumb  // of its list
	partBarGround // beside its cards
)

// ofBar says whether it is the bar's, and none of its cards.
func (p part) ofBar() bool { return p >= partBar && p <= partBarGround }

// target is one such thing.
type target struct {
	part   part
	bubble *bubble
	index  int
}

// onBar says whether it is a part of the bar.
func (t target) onBar() bool { return t.part.ofBar() || t.bubble != nil && t.bubble.inBar }

// pointer is what the hand does.
type pointer struct {
	at       drawlist.Point
	inside   bool // over our window
	hover    target
	pressed  target // where the left button went down; zero when it is up
	pressAt  drawlist.Point
	pressed0 uint64 // tick of the press

	taps taps

	armed    bool // pressed on the pet, not yet a drag
	dragging bool
	trail    trail
	flying   bool // thrown, and not landed
	flight   motion
	clicked  clicked
	grab     drawlist.Point // the pointer, from the pet's top left
	lastX    float32
	run      float32 // way gone in one direction since it last turned
	grip     float32 // the pointer, from the thumb's top
	onStack  bool    // the pointer is on the column: nothing may move under it
	scrolled bool    // this step: the user moved the column
	scrolling
}

// point handles what the pointer did since the last step.
func (s *Scene) point(events []input.Event) {
	s.scrolled = false
	for i := range events {
		e := &events[i]
		at := s.when(e)
		if e.Kind.Keyboard() {
			s.key(e)
			continue
		}
		if e.Kind == input.Leave {
			s.inside, s.menu.left = false, s.tick
			continue
		}
		dy := e.At.Y - s.at.Y
		s.at, s.inside, s.menu.left = e.At, true, 0
		s.pull(dy)
		switch {
		case e.Kind == input.Press && e.Button == input.Left:
			s.press(e, at)
		case e.Kind == input.Press && e.Button == input.Middle:
			s.middlePress(at)
		case e.Kind == input.Press && e.Button == input.Right:
			s.rightPress()
		case e.Kind == input.Release && e.Button == input.Left:
			s.release(at)
		case e.Kind == input.Wheel:
			s.wheel(e.Wheel, e.Mods)
		}
		s.drag(at)
	}
	s.drag(s.tick)
}

// when is the tick at which something happened: since the last step, which may be a while ago on a busy machine.
func (s *Scene) when(e *input.Event) uint64 {
	if e.Tick == 0 {
		return s.tick
	}
	return max(s.stepped, min(e.Tick, s.tick))
}

func (s *Scene) press(e *input.Event, at uint64) {
	t := s.hit(e.At)
	if s.menu.open && t.part != partItem && t.part != partMenu {
		s.closeMenu()
		return
	}
	s.pressed, s.pressAt, s.pressed0 = t, e.At, at
	s.focused.ring, s.focused.typing = false, false
	s.pulled, s.pulls = 0, false
	switch {
	case t.part == partSlider:
		s.grip = e.At.Y - s.thumb().Y
	case t.part == partBarThumb:
		s.bar.grip = e.At.Y - s.bar.thumb().Y
	case t.part == partThumb:
		s.grip = e.At.Y - t.bubble.bar(s.box(t.bubble)).Y
	case s.deaf(t):
	case t.part == partButton && t.bubble.buttons[t.index].look == lookField:
		s.focusOn(t.bubble, t.bubble.buttons[t.index].control)
		s.pressField(e)
	}
	if s.armed = t.part == partPet; s.armed {
		s.land() // caught
	}
	s.grab = drawlist.Point{X: e.At.X - s.pet.X, Y: e.At.Y - s.pet.Y}
}

// drag turns a press on the pet into a drag, and moves the pet during one. now is when the hand was where it is.
func (s *Scene) drag(now uint64) {
	if s.armed {
		way := math.Hypot(float64(s.at.X-s.pressAt.X), float64(s.at.Y-s.pressAt.Y))
		if way >= dragPixels || now >= s.pressed0+dragTicks {
			s.armed, s.dragging, s.lastX, s.run = false, true, s.pressAt.X, 0
			s.trail = trail{}
			s.player.Drag(sprite.Jumping)
		}
	}
	if s.pressed.part == partBarThumb {
		s.bar.dragThumb(s.at.Y - s.bar.grip)
		s.scrolled = true
	} else if b := s.pressed.bubble; b != nil && s.pressed.part == partThumb {
		b.dragBar(s.box(b), s.at.Y-s.grip)
	} else if s.pressed.part == partSlider {
		s.dragThumb(s.at.Y - s.grip)
	} else if s.pressed.part == partButton && s.focused.typing && s.at != s.pressAt {
		s.stretchTo(s.at)
	}
	if !s.dragging {
		return
	}
	s.pet = drawlist.Point{X: s.at.X - s.grab.X, Y: s.at.Y - s.grab.Y}
	s.trail.note(s.at, now)
	dx := s.at.X - s.lastX
	s.lastX = s.at.X
	if dx*s.run < 0 {
		s.run = 0
	}
	s.run += dx
	if s.run >= dragPixels {
		s.player.Drag(sprite.RunningRight)
	} else if s.run <= -dragPixels {
		s.player.Drag(sprite.RunningLeft)
	}
}

func (s *Scene) release(at uint64) {
	t := s.pressed
	s.pressed, s.armed = target{}, false
	if s.dragging {
		s.dragging = false
		if !s.manner.Snap || !s.throw(at) {
			s.player.Drop()
			s.wish.Moved = true
		}
		return
	}
	if f := s.openField(); f != nil && t.part == partButton && f.selected() != "" {
		s.wish.Select = f.selected()
	}
	if t.part == partNone || s.pulls || s.hit(s.at) != t {
		return
	}
	s.click(t)
}

// click does what was clicked. Cards do not listen while they are new or have just moved.
func (s *Scene) click(t target) {
	if s.deaf(t) {
		return
	}
	switch t.part {
	case partPet:
		s.poke()
	case partItem:
		s.choose(t.index)
	case partBar:
		s.clickBar()
	case partCount:
		s.SetCollapsed(!s.collapsed)
		s.wish.Collapse = true
	case partFar:
		s.scroll(len(s.placed))
	case partNear:
		s.scroll(-len(s.placed))
	case partCross:
		for _, b := range [...]*bubble{t.bubble, s.twin(t.bubble)} {
			if b != nil {
				b.dismissed = true
				s.kill(b)
			}
		}
		s.commands = append(s.commands, session.Command{Kind: session.Dismiss, Key: t.bubble.key})
	case partButton:
		if k := &t.bubble.buttons[t.index]; !k.off && k.look != lookField {
			s.perform(t.bubble, k.control)
		}
	case partCard, partBody:
		if t.bubble == &s.tally {
			s.SetCollapsed(false)
			s.wish.Collapse = true
			return
		}
		s.visit(t.bubble.key)
	}
}

// visit goes to the terminal of a session. What has finished there is seen then.
func (s *Scene) visit(key session.Key) {
	s.wish.Jump = key
	if b := s.byKey[key]; b != nil && b.s != nil && b.s.State == session.Review {
		s.commands = append(s.commands, session.Command{Kind: session.MarkSeen, Key: key})
	}
}

// deaf says that a card does not listen to the pointer: it is new, has just moved or changed, or goes.
func (s *Scene) deaf(t target) bool {
	b := t.bubble
	return b != nil && (s.pressed0 < max(b.guard, b.hush) || b.dead)
}

// dragBar scrolls so that the thumb's top is at y.
func (b *bubble) dragBar(card drawlist.Rect, y float32) {
	bar, view := b.bar(card), b.body.Translate(card.X, card.Y)
	if way := view.H - 12 - bar.H; way > 0 {
		b.scrollTo((y - view.Y - 6) / way * b.scrollable())
	}
}

// hit finds what is on top at p.
func (s *Scene) hit(p drawlist.Point) target {
	if s.menu.open && s.menu.rect.Contains(p) {
		return s.menu.hit(p)
	}
	if t, ok := s.hitBar(p); ok {
		return t
	}
	if s.away {
		return target{}
	}
	if s.plan.Before > 0 && chip(s.plan.Near).Inset(-chipSlack).Contains(p) {
		return target{part: partNear}
	}
	if s.plan.After > 0 && chip(s.plan.Far).Inset(-chipSlack).Contains(p) {
		return target{part: partFar}
	}
	if s.onThumb(p) {
		return target{part: partSlider}
	}
	for _, b := range s.column {
		r := s.box(b)
		if b.line {
			r = s.lineRect(r)
		}
		if b.shown && !b.dead && r.Contains(p) {
			return b.hit(p, r)
		}
	}
	if s.countRect().Inset(-countSlack).Contains(p) {
		return target{part: partCount}
	}
	if s.onPet(p) {
		return target{part: partPet}
	}
	return target{}
}

func (b *bubble) hit(p drawlist.Point, card drawlist.Rect) target {
	if b.line {
		return target{part: partCard, bubble: b}
	}
	if b.cross(card).Contains(p) {
		return target{part: partCross, bubble: b}
	}
	if bar := b.bar(card); !bar.Empty() && (drawlist.Rect{X: bar.X - 5, Y: bar.Y - 4, W: bar.W + 10, H: bar.H + 8}).Contains(p) {
		return target{part: partThumb, bubble: b}
	}
	for i := range b.buttons {
		if _, seen := b.where(i, card); seen.Contains(p) {
			return target{part: partButton, bubble: b, index: i}
		}
	}
	if b.req != nil && b.body.Translate(card.X, card.Y).Contains(p) {
		return target{part: partBody, bubble: b}
	}
	return target{part: partCard, bubble: b}
}

// look finds out what the pointer is over after everything has its place.
func (s *Scene) look() (changed bool) {
	old, was := s.hover, s.onStack
	moved := s.overBar()
	s.hover, s.onStack = target{}, false
	if s.inside && !s.dragging {
		s.hover = s.hit(s.at)
		s.onStack = !s.bar.over && s.stackRect().Contains(s.at)
	}
	return moved || old != s.hover || was != s.onStack
}
