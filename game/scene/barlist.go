package scene

import (
	"slices"

	"dango/game/drawlist"
	"dango/game/layout"
	"dango/session"
)

// reconcileBar takes a new snapshot into the bar: its cards are kept by key, newest first.
func (s *Scene) reconcileBar(snap *session.Snapshot) {
	b := &s.bar
	if !b.used {
		return
	}
	for _, c := range b.cards {
		c.seen = false
	}
	for i, v := range snap.Sessions {
		c := b.card(v.Key)
		if c == nil {
			c = &bubble{key: v.Key, inBar: true, width: layout.BarWidth - 2*barPad, private: s.private, small: s.veil.ghost || s.veil.quiet}
			b.cards = append(b.cards, c)
		}
		c.rank = i
		s.take(c, v)
	}
	for _, c := range b.cards {
		if !c.seen && !c.dead {
			s.kill(c)
		}
	}
	slices.SortStableFunc(b.cards, func(a, c *bubble) int { return a.rank - c.rank })
	s.retellBar()
}

// card is the one of a session; nil when there is none.
func (b *bar) card(key session.Key) *bubble {
	for _, c := range b.cards {
		if c.key == key {
			return c
		}
	}
	return nil
}

// twin is the other card of a session: that of the bar, or that beside the pet. nil when there is none.
func (s *Scene) twin(b *bubble) *bubble {
	if b.inBar {
		return s.byKey[b.key]
	}
	return s.bar.card(b.key)
}

// agree has the other card of a session know what was answered on this one.
func (s *Scene) agree(b *bubble) {
	t := s.twin(b)
	if t == nil || t.asks() != b.asks() {
		return
	}
	t.sent, t.decision, t.sentAt = b.sent, b.decision, b.sentAt
	t.stale()
}

// each calls f for every bubble: those beside the pet, and those of the bar.
func (s *Scene) each(f func(*bubble)) {
	for _, b := range s.bubbles {
		f(b)
	}
	for _, b := range s.bar.cards {
		f(b)
	}
}

// arrangeBar gives the bar and its cards their places.
func (s *Scene) arrangeBar() {
	b := &s.bar
	s.buryBar()
	s.fadeBar()
	if !b.used {
		return
	}
	s.unfold()
	in := layout.Bar{
		Bounds: b.monitor.Bounds, Work: b.monitor.Work, Notch: b.monitor.Notch, Row: barRow, Pad: barPad, Words: s.barWidth(), Open: b.open,
	}
	anchor, held := s.heldCard()
	in.List = s.listCards(in.Room())
	old := b.to
	b.to = in.Place()
	b.to.All, b.to.Row, b.to.List = s.paint.snap(b.to.All), s.paint.snap(b.to.Row), s.paint.snap(b.to.List)
	switch {
	case anchor != nil:
		b.first = anchor.move.to.Y - held
	case b.open:
		if c := s.toReveal(); c != nil {
			b.first = c.move.to.Y
		}
		b.reveal = nil
	}
	b.scrollTo(b.first)
	if b.to.All != old.All {
		ticks := s.length(moveTicks)
		if old.All.Empty() || !b.seen(s.tick) {
			ticks = 0
		}
		b.move = motion{from: b.move.at(s.tick), to: b.to.All, start: s.tick, ticks: ticks}
	}
}

// toReveal is the card that the list had better show: one that has just come, else the first that waits for the user while
// none that does is in view. It is nil when nothing should move.
func (s *Scene) toReveal() (c *bubble) {
	b := &s.bar
	if b.reveal != nil || b.pinned || b.onList || s.scrolled || s.pressed.part != partNone {
		return b.reveal
	}
	for _, k := range b.cards {
		switch {
		case !k.waits():
		case s.inList(k):
			return nil
		case c == nil:
			c = k
		}
	}
	return c
}

// listCards gives the cards their places in the list, from its top left, and the list's height. room is how much of it
// can be seen at once.
func (s *Scene) listCards(room float32) float32 {
	b := &s.bar
	var y float32
	for _, c := range b.cards {
		if room != b.room {
			c.measured = false
		}
		if !b.open {
			c.shown, c.fade = false, fading{}
			continue
		}
		if !c.measured {
			s.measureIn(c, room)
		}
		if y > 0 {
			y += layout.Gap
		}
		s.place(c, drawlist.Rect{Y: y, W: c.width, H: c.height})
		y += c.height
	}
	b.full, b.room = y, room
	return y
}

// place sends a card of the bar to its place in the list.
func (s *Scene) place(c *bubble, to drawlist.Rect) {
	switch {
	case c.dead:
		c.move = motion{from: to, to: to}
	case !c.shown:
		c.shown, c.move = true, motion{from: to, to: to}
		c.fade = fading{to: 1}
		if s.bar.move.to == s.bar.to.All && !s.bar.move.moving(s.tick) && s.bar.open { // the list is there already
			c.fade = fading{to: 1, start: s.tick, ticks: s.length(fadeTicks)}
		}
		c.guard = max(c.guard, s.tick+guardTicks)
	case !near(to, c.move.to):
		c.guard = max(c.guard, s.tick+guardTicks)
		c.move = motion{from: c.move.at(s.tick), to: to, start: s.tick, ticks: s.length(moveTicks)}
		if s.bar.onList {
			c.move.ticks = 0 // together with the list's scrolling, so that what is under the pointer stays
		}
	}
}

// measureIn measures a card so that it can be seen as a whole in a list that is room high: its body gives way.
func (s *Scene) measureIn(c *bubble, room float32) {
	c.cut = 0
	s.measure(c)
	if over := c.height - room; over > 0 && c.req != nil && !c.body.Empty() {
		c.cut = over
		s.measure(c)
	}
}

// heldCard is the card under the pointer, and where in the list's view it is.
func (s *Scene) heldCard() (c *bubble, at float32) {
	c = s.hover.bubble
	if c == nil || !c.inBar || !s.bar.onList || s.scrolled || !c.shown {
		return nil, 0
	}
	return c, c.move.to.Y - s.bar.first
}

// buryBar drops cards that have faded. A hole stays for as long as the pointer is on the list.
func (s *Scene) buryBar() {
	b := &s.bar
	b.cards = slices.DeleteFunc(b.cards, func(c *bubble) bool {
		return c.dead && !c.seen && !(b.open && (b.onList || c.fade.moving(s.tick)))
	})
}

// fadeBar lets the bar come and go.
func (s *Scene) fadeBar() {
	b := &s.bar
	if to := pick[float32](b.on, 1, 0); b.fade.to != to {
		b.fade = fading{from: b.fade.at(s.tick), to: to, start: s.tick, ticks: s.length(fadeTicks)}
	}
}

// scrollable is how far the list can be scrolled.
func (b *bar) scrollable() float32 { return max(0, b.full-b.to.List.H) }

func (b *bar) scrollTo(y float32) { b.first = min(max(y, 0), b.scrollable()) }

// scrollBar moves the list by hand.
func (s *Scene) scrollBar(by float32) {
	s.bar.scrollTo(s.bar.first + by)
	s.scrolled = true
}

// thumb is that of the list's scroll bar; empty when all is seen.
func (b *bar) thumb() drawlist.Rect {
	room, view := b.scrollable(), b.to.List
	if room <= 0 || !b.open {
		return drawlist.Rect{}
	}
	track := view.H - 8
	h := max(18, track*view.H/b.full)
	return drawlist.Rect{X: view.X + view.W + 2.5, Y: view.Y + 4 + (track-h)*b.first/room, W: 3, H: h}
}

// dragThumb scrolls so that the thumb's top is at y.
func (b *bar) dragThumb(y float32) {
	if way := b.to.List.H - 8 - b.thumb().H; way > 0 {
		b.scrollTo((y - b.to.List.Y - 4) / way * b.scrollable())
	}
}

// origin is where the places of a bubble are counted from: the pet, or the list's scrolled top left.
func (s *Scene) origin(b *bubble) drawlist.Point {
	if !b.inBar {
		return s.pet
	}
	l := s.bar.to.List
	return drawlist.Point{X: l.X, Y: l.Y - s.paint.px(s.bar.first)}
}

// inList says whether a card of the bar's can be seen, at least the half of it.
func (s *Scene) inList(c *bubble) bool {
	r := s.goal(c)
	return s.bar.on && s.bar.open && c.shown && !c.dead && r.Intersect(s.bar.to.List).H >= r.H/2
}

// hitBar finds what of the bar is at p. ok is false beside it.
func (s *Scene) hitBar(p drawlist.Point) (t target, ok bool) {
	b := &s.bar
	if !b.on || !b.surface(s.tick).Contains(p) {
		return target{}, false
	}
	row := drawlist.Rect{X: b.to.All.X, Y: b.to.All.Y, W: b.to.All.W, H: b.to.Row.Y + b.to.Row.H - b.to.All.Y}
	if th := b.thumb(); !th.Empty() && (drawlist.Rect{X: th.X - 3, Y: th.Y - 4, W: th.W + 8, H: th.H + 8}).Contains(p) {
		return target{part: partBarThumb}, true
	}
	if !b.open || row.Contains(p) {
		return target{part: partBar}, true
	}
	if b.to.List.Contains(p) {
		for _, c := range b.cards {
			if r := s.box(c); c.shown && !c.dead && r.Contains(p) {
				return c.hit(p, r), true
			}
		}
	}
	return target{part: partBarGround}, true
}

// showInList scrolls the list until a card is seen.
func (s *Scene) showInList(c *bubble) {
	l := s.bar.to.List
	s.bar.scrollTo(min(max(s.bar.first, c.move.to.Y+c.move.to.H-l.H), c.move.to.Y))
}
