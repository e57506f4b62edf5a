package scene

import (
	"encoding/json"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/game/layout"
	"dango/session"
	"dango/session/event"
)

// keyboard is what keys act on.
type keyboard struct {
	ring   bool // the global shortcut has been pressed: keys move a ring
	typing bool // a field is open
	on     *bubble
	at     control // zero: the card itself
}

// Keyboard says whether the scene wants keys: while a text field is open, or keys move the focus ring. The window takes
// the keyboard only then, and gives it back to whoever had it.
func (s *Scene) Keyboard() bool {
	return s.focused.ring || s.focused.typing || s.menu.open && s.menu.keys
}

// Caret is where text would go in, in the world: an input method shows its candidates below. Empty without a field.
func (s *Scene) Caret() drawlist.Rect {
	f := s.openField()
	if f == nil {
		return drawlist.Rect{}
	}
	r, first, ok := s.fieldPlace()
	if !ok {
		return drawlist.Rect{}
	}
	t := s.fieldText(f, r.W)
	line, x := t.Caret(f.shownCaret())
	return caretRect(t, line-first, x, r.X+fieldPadX, r.Y+fieldPadY)
}

// Explain says on the bubble of a session why its terminal could not be brought to the front; nothing when why is empty.
func (s *Scene) Explain(key session.Key, why string) {
	for _, b := range [...]*bubble{s.byKey[key], s.bar.card(key)} {
		if b == nil || b.explained == why {
			continue
		}
		b.explained, b.measured, s.stale = why, false, true
		b.reword()
	}
}

// Visited tells the agent that the page which a request asks for is open in the user's browser.
func (s *Scene) Visited(v Visit) {
	if b := s.byKey[v.Key]; b != nil && b.asks() == v.Request && !b.answered() {
		s.decide(b, event.Answer{Decision: event.Allow, UpdatedInput: json.RawMessage(`{}`)})
		s.stale = true
	}
}

// openField is the field that is edited; nil when none is.
func (s *Scene) openField() *field {
	if !s.focused.typing || s.focused.on == nil {
		return nil
	}
	return s.focused.on.field(s.focused.at)
}

// fieldPlace is where the open field is in the world, and the first line of it that is seen.
func (s *Scene) fieldPlace() (r drawlist.Rect, first int, ok bool) {
	b, f := s.focused.on, s.openField()
	for i := range b.buttons {
		if b.buttons[i].control == s.focused.at {
			r, _ = b.where(i, s.box(b))
			line, _ := s.fieldText(f, r.W).Caret(f.shownCaret())
			return r, max(0, line-fieldLines+1), true
		}
	}
	return r, 0, false
}

// ringOn says whether the focus ring is around a control.
func (s *Scene) ringOn(b *bubble, c control) bool {
	return s.focused.ring && s.focused.on == b && s.focused.at == c
}

// focusOn puts the keyboard on a control, and opens it when it is a field.
func (s *Scene) focusOn(b *bubble, c control) {
	s.focused.on, s.focused.at = b, c
	s.focused.typing = b.field(c) != nil
	if c.act == actOther {
		s.own(b)
	}
	b.show(c)
	if b.inBar {
		s.showInList(b)
	}
}

// own makes the user's own words the answer, once there are any.
func (s *Scene) own(b *bubble) {
	d := b.draft
	q, r := &d.asks[d.page], &d.given[d.page]
	was := r.other
	r.other = !r.field.empty() || len(q.options) == 0
	if r.other && !was && !q.multi {
		clear(r.chosen)
	}
	for c := range s.sharers(b) {
		c.stale()
	}
}

// caretTo puts the caret of the open field where the pointer is.
func (s *Scene) caretTo(p drawlist.Point, keep bool) {
	f := s.openField()
	if f == nil {
		return
	}
	if r, first, ok := s.fieldPlace(); ok {
		t := s.fieldText(f, r.W)
		line := first + int((p.Y-r.Y-fieldPadY)/t.LineHeight())
		f.to(f.fromShown(t.Nearest(line, p.X-r.X-fieldPadX)), keep)
	}
}

// middlePress pastes what was selected elsewhere.
func (s *Scene) middlePress(at uint64) {
	t := s.hit(s.at)
	s.pressed0 = at
	if t.part != partButton || s.deaf(t) || t.bubble.buttons[t.index].look != lookField || t.bubble.buttons[t.index].off {
		return
	}
	s.focusOn(t.bubble, t.bubble.buttons[t.index].control)
	s.caretTo(s.at, false)
	s.wish.Paste = FromSelection
}

// key handles one event of the keyboard's.
func (s *Scene) key(e *input.Event) {
	switch e.Kind {
	case input.Summon:
		s.summon()
	case input.Vanish:
		s.SetGhost(!s.veil.ghost)
		s.wish.Ghost = true
	case input.Blur:
		s.focused.ring, s.focused.typing = false, false
		if s.menu.keys {
			s.closeMenu()
		}
	case input.Composing:
		if f := s.openField(); f != nil {
			f.compose(e.Text, e.Caret)
			s.composes = f
			s.edited()
		}
	case input.Typed:
		if f := s.openField(); f != nil {
			f.put(e.Text)
			s.edited()
		}
	case input.KeyPress:
		s.remeasure()
		switch {
		case s.menu.open && s.menu.keys:
			s.steerMenu(e)
		case s.typed(e):
		case s.Keyboard():
			s.steer(e)
		}
	}
}

// remeasure brings cards up to date with the key before, which may have come in the same step: what it opened can be
// reached by the next.
func (s *Scene) remeasure() {
	for _, b := range s.column {
		if b.shown && !b.dead && !b.line && !b.measured {
			s.measureIn(b, s.tallest())
		}
	}
	for _, b := range s.bar.cards {
		if b.shown && !b.dead && !b.measured {
			s.measureIn(b, s.bar.room)
		}
	}
}

// typed gives a key to the open field. false: it has no use for it.
func (s *Scene) typed(e *input.Event) bool {
	f := s.openField()
	if f == nil {
		return false
	}
	r, _, ok := s.fieldPlace()
	if !ok || !f.key(e, s.fieldText(f, r.W), &s.wish) {
		return false
	}
	s.edited()
	return true
}

// edited brings the card up to date with its field.
func (s *Scene) edited() {
	b := s.focused.on
	if s.focused.at.act == actOther {
		s.own(b)
	}
	for c := range s.sharers(b) {
		c.measured = false
	}
}

// summon turns the ring on, at what is most urgent, or off.
//
// An open menu gets the keyboard instead, and when there is nothing else to act on, the menu opens.
func (s *Scene) summon() {
	switch {
	case s.menu.open && !s.menu.keys:
		s.menu.keys = true
		s.menu.first()
		return
	case s.menu.open:
		s.closeMenu()
		return
	case s.focused.ring:
		s.focused.ring, s.focused.typing = false, false
		return
	}
	if s.visible && !s.takeRing() {
		s.summonMenu()
	}
}

// takeRing puts the ring on the most urgent bubble. false: there is none.
func (s *Scene) takeRing() bool {
	var on *bubble
	for _, b := range s.cards() {
		if !b.shown || b.dead || b.answered() && b.sent == b.req.ID || b.inBar && on != nil && on.key == b.key { // that is the same, beside the pet
			continue
		}
		if on == nil || b.s.State < on.s.State || b.s.State == on.s.State && b.s.Leader {
			on = b
		}
	}
	if on == nil {
		return false
	}
	s.focused = keyboard{ring: true, on: on, at: on.draft.start()}
	return true
}

// ringTo puts the ring on a control of its card.
func (s *Scene) ringTo(c control) {
	if s.focused.ring {
		s.focused.at = c
	}
}

// ringOnwards takes the ring from a card that has just been answered to the most urgent one that asks still, unless the
// next request of the same session comes there. Where it arrives, or stays, the key that has answered does nothing more
// when it is held down or pressed twice.
func (s *Scene) ringOnwards(b *bubble) {
	if !s.focused.ring || s.focused.on != b {
		return
	}
	if _, of, _ := b.turn(); of > 1 {
		b.guard = max(b.guard, s.tick+guardTicks)
		return
	}
	was := s.focused
	if s.takeRing(); s.focused.on.req == nil || s.focused.on.answered() {
		s.focused = was
	}
	s.focused.on.guard = max(s.focused.on.guard, s.tick+guardTicks)
}

// steer does what a key means outside fields, and what a field leaves to others.
func (s *Scene) steer(e *input.Event) {
	b := s.focused.on
	back := e.Mods&input.Shift != 0
	switch e.Key {
	case input.KeyEscape:
		s.escape(b)
	case input.KeyTab:
		s.move(pick(back, -1, 1))
	case input.KeyDown, input.KeyRight:
		s.move(1)
	case input.KeyUp, input.KeyLeft:
		s.move(-1)
	case input.KeyPageDown, input.KeyPageUp:
		if b != nil {
			b.scrollTo(b.scroll + pick(e.Key == input.KeyPageDown, b.body.H, -b.body.H)*.9)
		}
	case input.KeyEnter, input.KeySpace:
		s.activate(b, s.focused.at)
	case input.KeyMenu:
		s.summonMenu()
	default:
		if e.Key >= '1' && e.Key <= '9' && e.Mods&(input.Ctrl|input.Alt|input.Super) == 0 {
			s.digit(b, int(e.Key-'1'))
		}
	}
}

// summonMenu opens the menu for the keyboard, beside the pet.
func (s *Scene) summonMenu() {
	r := s.bodyRect()
	s.openMenu(drawlist.Point{X: r.X + r.W/2, Y: r.Y + r.H/2}, true, false)
	s.menu.first()
}

// steerMenu does what a key means in the menu.
func (s *Scene) steerMenu(e *input.Event) {
	m := &s.menu
	switch e.Key {
	case input.KeyEscape, input.KeyLeft, input.KeyBackspace:
		switch {
		case len(m.page) > 0:
			s.back()
		case e.Key == input.KeyEscape:
			s.closeMenu()
		}
	case input.KeyMenu:
		s.closeMenu()
	case input.KeyDown:
		m.move(1)
	case input.KeyUp:
		m.move(-1)
	case input.KeyTab:
		m.move(pick(e.Mods&input.Shift != 0, -1, 1))
	case input.KeyHome:
		m.on = -1
		m.move(1)
	case input.KeyEnd:
		m.on = 0
		m.move(-1)
	case input.KeyRight:
		if m.rows[m.on].to != "" {
			s.choose(m.on)
		}
	case input.KeyEnter, input.KeySpace:
		s.choose(m.on)
	}
}

// escape leaves the innermost thing that is open.
func (s *Scene) escape(b *bubble) {
	typing := s.focused.typing
	s.focused.typing = false
	switch {
	case b != nil && b.draft.mode != modeMain && s.tick >= b.guard && !b.answered():
		s.perform(b, control{act: actClose})
	case !typing:
		s.focused.ring = false
	}
}

// activate does what Enter means. Cards that are new do not listen to it either.
func (s *Scene) activate(b *bubble, c control) {
	if b == nil || b.dead {
		return
	}
	if b.field(c) != nil && s.focused.typing { // who types here has seen the card
		s.perform(b, control{act: pick(c.act == actReason, actDeny, actForward)})
		return
	}
	if s.tick < b.guard {
		return
	}
	if b.field(c) != nil {
		s.focusOn(b, c)
		return
	}
	if c == (control{}) {
		s.wish.Jump = b.key
		return
	}
	for i := range b.buttons {
		if k := &b.buttons[i]; k.control == c && !k.off {
			s.perform(b, c)
			s.onwards(b, c)
			return
		}
	}
}

// digit chooses the option, or the offer, of that number.
func (s *Scene) digit(b *bubble, n int) {
	if b == nil || b.dead || s.tick < b.guard {
		return
	}
	for _, k := range b.buttons {
		if (k.act == actPick || k.act == actOffer) && k.arg == n && !k.off {
			s.focusOn(b, k.control)
			s.perform(b, k.control)
			s.onwards(b, k.control)
			return
		}
	}
}

// onwards puts the ring on the way forwards once the only answer to a question is chosen.
func (s *Scene) onwards(b *bubble, c control) {
	if c.act == actPick && !b.draft.asks[b.draft.page].multi {
		s.focused.at = control{act: actForward}
	}
}

// move takes the ring to the next or the last thing that can be pressed, through all cards from the screen's top down.
func (s *Scene) move(by int) {
	s.focused.ring = true
	s.stops = s.stops[:0]
	now := -1
	for i := range s.column {
		s.stopAt(s.column[pick(s.plan.Side == layout.Below, i, len(s.column)-1-i)])
	}
	for _, b := range s.bar.cards {
		s.stopAt(b)
	}
	for i, t := range s.stops {
		if t == (stop{s.focused.on, s.focused.at}) {
			now = i
		}
	}
	if n := len(s.stops); n > 0 {
		t := s.stops[(now+by+n)%n]
		s.focusOn(t.b, t.c)
	}
}

// stopAt has the ring stop at a card and at all that can be pressed there.
func (s *Scene) stopAt(b *bubble) {
	if !b.shown || b.dead {
		return
	}
	s.stops = append(s.stops, stop{b, control{}})
	for _, k := range b.buttons {
		if !k.off {
			s.stops = append(s.stops, stop{b, k.control})
		}
	}
}

// stop is a place of the ring.
type stop struct {
	b *bubble
	c control
}

// refocus takes the keyboard off what is gone.
func (s *Scene) refocus() {
	if f := s.composes; f != nil && s.openField() != f {
		f.compose("", 0) // what was not handed over is gone
		s.composes = nil
	}
	b := s.focused.on
	if b == nil {
		s.focused = keyboard{}
		return
	}
	if b.dead || !b.shown || !s.visible {
		s.focused.on, s.focused.typing, s.focused.at = nil, false, control{}
		if s.focused.ring {
			s.focused.ring = false
			s.takeRing()
		}
		return
	}
	for i := range b.buttons {
		if b.buttons[i].control == s.focused.at && !b.buttons[i].off {
			return
		}
	}
	s.focused.at, s.focused.typing = control{}, false
}
