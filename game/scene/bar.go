package scene

import (
	"dango/game/drawlist"
	"dango/game/input"
	"dango/game/layout"
	"dango/session"
)

// BarMode says where there is a bar.
type BarMode uint8

const (
	BarOff    BarMode = iota
	BarAuto           // on a monitor with a notch alone
	BarAlways         // on any
)

// Bar says how the bar at the top of a monitor behaves, and what happens over full-screen windows.
type Bar struct {
	Mode     BarMode
	Monitor  string // its name; "" or one that is not there: the pet's
	Hide     bool   // pet and bar keep away from a monitor that is covered
	Requests bool   // but for what asks something
}

const (
	barRow     = 28
	barPad     = 8
	barPadX    = 12
	barRadius  = 14
	wideTop    = 9 // above the head of a card in the list
	beadSize   = 8
	unfoldWait = 12 // a pointer that passes by does not unfold it: 200 ms
	foldWait   = 24 // nor does one that slips off for a moment fold it
)

// bar is the strip at the top of a monitor that tells what the leader does. It unfolds into the list of all sessions.
type bar struct {
	Bar
	apart   bool // it has a window of its own: see Options.BarApart
	monitor input.Monitor
	used    bool // there is a bar on this monitor
	on      bool // it is on show
	open    bool // unfolded
	pinned  bool // by a click; stays so until the next one
	over    bool // the pointer is on it
	onList  bool // and there on the list: nothing may move under it
	since   uint64

	cards  []*bubble // the sessions, newest first, each a twin of one beside the pet
	first  float32   // how far the list is scrolled
	full   float32   // height of the list
	room   float32   // how much of it can be seen at once
	reveal *bubble   // a card that has just come
	grip   float32   // the pointer, from the thumb's top

	tells      rowWords
	width      float32 // that the words want
	to         layout.BarPlace
	move       motion
	fade       fading
	list, last []drawlist.Quad
	dirty      bool
}

// SetBar changes the bar's behaviour from now on.
func (s *Scene) SetBar(b Bar) { s.bar.Bar, s.stale = b, true }

// seat finds the bar's monitor and whether pet and bar may be there.
func (s *Scene) seat(all []input.Monitor) {
	if len(all) > 0 {
		pets := s.monitor(all)
		s.bar.monitor = *pets
		for i := range all {
			if m := &all[i]; m.Name == s.bar.Monitor || s.bar.Monitor == "" && s.bar.Mode == BarAuto && !m.Notch.Empty() {
				s.bar.monitor = *m
				break
			}
		}
		s.covered = pets.Covered
	}
	b := &s.bar
	used := b.Mode == BarAlways || b.Mode == BarAuto && !b.monitor.Notch.Empty()
	if used != b.used {
		b.used, s.stale = used, true
		b.cards = nil
		if used && s.snap != nil {
			s.reconcileBar(s.snap)
		}
	}
	asks := s.asking()
	on := used && s.visible && !s.dragging && !(b.Hide && b.monitor.Covered && !(b.Requests && asks))
	away := b.Hide && s.covered && !(b.Requests && asks && !on)
	if on != b.on || away != s.away {
		if !on && (b.over || s.menuIn(true)) {
			s.inside = false // a window that goes away does not say that the pointer has left it
		}
		if !on && s.menu.inBar {
			s.closeMenu()
		}
		b.on, s.away, s.stale = on, away, true
		if away {
			s.letGo()
		}
	}
}

// asking says whether any card waits for the user.
func (s *Scene) asking() bool {
	for _, b := range s.bubbles {
		if b.waits() {
			return true
		}
	}
	return false
}

// waits says whether a card can be answered.
func (b *bubble) waits() bool {
	return b.req != nil && !b.dead && b.req.Life == session.Offered && !b.answered()
}

// Shown says whether anything but the bar is on show: it is visible, and neither keeps away from a full-screen window nor
// hides because nothing happens.
func (s *Scene) Shown() bool { return s.visible && !s.away && !s.asleep }

// unfold opens and closes the list. changed: it looks different now.
func (s *Scene) unfold() (changed bool) {
	b := &s.bar
	was := b.open
	asks := b.asks()
	switch {
	case !b.on:
		b.open, b.pinned, b.since = false, false, 0
	case b.pinned || asks || s.heldOpen():
		b.open, b.since = true, 0
	case b.over == b.open:
		b.since = 0
	case b.since == 0:
		b.since = max(s.tick, 1)
	case s.tick >= b.since+b.patience():
		b.open, b.since = b.over, 0
	}
	if b.open && !was {
		b.first = 0
		for _, c := range b.cards {
			c.guard = s.tick + guardTicks
		}
	}
	return b.open != was
}

// heldOpen says whether the keyboard or the hand has hold of something in the bar.
func (s *Scene) heldOpen() bool {
	on := s.focused.on
	return s.Keyboard() && on != nil && on.inBar || s.pressed.part.ofBar() || s.pressed.bubble != nil && s.pressed.bubble.inBar
}

// patience is how long the pointer must be there, or gone, until the bar follows.
func (b *bar) patience() uint64 { return pick[uint64](b.open, foldWait, unfoldWait) }

// asks says whether a card of the bar's waits that the user has not folded away.
func (b *bar) asks() bool {
	for _, c := range b.cards {
		if c.waits() && c.folded != c.req.ID {
			return true
		}
	}
	return false
}

// clickBar unfolds the list for as long as the user likes, or folds it with what it asks.
func (s *Scene) clickBar() {
	b := &s.bar
	if !b.pinned && !b.asks() {
		b.pinned = true
		return
	}
	b.pinned, b.open, b.since = false, false, never
	for _, c := range b.cards {
		if c.req != nil {
			c.folded = c.req.ID
		}
	}
}

// never is a tick that does not come while a pointer stays where it is: who folds the bar wants it folded.
const never = 1 << 62

// overBar notes where the pointer is, as seen from the bar.
func (s *Scene) overBar() (changed bool) {
	b := &s.bar
	over, onList := b.over, b.onList
	b.over, b.onList = false, false
	if b.on && s.inside && !s.dragging {
		b.over = b.surface(s.tick).Contains(s.at)
		b.onList = b.over && b.open && b.to.List.Contains(s.at)
	}
	if !b.over && b.since >= never {
		b.since = 0
	}
	return over != b.over || onList != b.onList
}

// surface is where the bar is now.
func (b *bar) surface(tick uint64) drawlist.Rect { return b.move.at(tick) }

// moving says whether the bar is under way.
func (b *bar) moving(tick uint64) bool {
	if b.fade.moving(tick) || b.move.moving(tick) {
		return true
	}
	for _, c := range b.cards {
		if c.fade.moving(tick) || c.move.moving(tick) {
			return true
		}
	}
	return false
}

// seen says whether anything of the bar is on show.
func (b *bar) seen(tick uint64) bool { return b.fade.at(tick) > 0 }

// BarViewport is what a window of the bar's own must cover, in the world, on whole device pixels; empty while there is
// no bar, and where it is a part of Viewport.
func (s *Scene) BarViewport() drawlist.Rect {
	if !s.bar.apart {
		return drawlist.Rect{}
	}
	return s.paint.snap(s.barCover())
}

// barCover is the bar with its shadow and its menu, now and at the end of its motion.
func (s *Scene) barCover() drawlist.Rect {
	b := &s.bar
	if !b.seen(s.tick) && !b.fade.moving(s.tick) {
		return drawlist.Rect{}
	}
	r := b.move.to
	if b.move.moving(s.tick) {
		r = r.Union(b.move.from)
	}
	c := shadowed(r).Intersect(b.monitor.Bounds)
	if c.Y < r.Y { // it hangs from an edge
		c.H, c.Y = c.H-(r.Y-c.Y), r.Y
	}
	if s.menuIn(true) {
		c = c.Union(shadowed(s.menu.rect).Intersect(b.monitor.Bounds))
	}
	return c
}

// BarInput appends the rectangles of the bar that take clicks, in the world.
func (s *Scene) BarInput(dst []drawlist.Rect) []drawlist.Rect {
	if !s.bar.on {
		return dst
	}
	dst = append(dst, s.paint.snap(s.bar.surface(s.tick)))
	if s.menuIn(true) {
		dst = append(dst, s.menu.rect)
	}
	return dst
}

// BarDirty says that the bar's picture is not the one last appended by AppendBar.
func (s *Scene) BarDirty() bool { return s.bar.dirty }

// AppendBar appends what the bar's own window shows to dst, back to front, in world coordinates.
func (s *Scene) AppendBar(dst []drawlist.Quad) []drawlist.Quad {
	s.bar.last = append(s.bar.last[:0], s.bar.list...)
	s.bar.dirty = false
	return append(dst, s.bar.list...)
}

// nextBar is the tick at which the bar next changes by itself, but for words about time.
func (s *Scene) nextBar(next uint64) uint64 {
	b := &s.bar
	if b.on && b.since != 0 && b.since < never {
		next = min(next, b.since+b.patience())
	}
	return next
}
