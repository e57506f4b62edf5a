package scene

import (
	"math"
	"slices"

	"dango/game/drawlist"
	"dango/game/layout"
	"dango/session"
)

const (
	chipHeight = 22
	chipWidth  = 96
	chipSlack  = 3 // it takes clicks in the gaps around it too, which makes it 28 high
)

// DefaultVisible is how many bubbles are shown at once, unless SetVisibleBubbles says otherwise.
const DefaultVisible = 5

// reconcile takes a new snapshot: bubbles are kept by key, oldest first.
func (s *Scene) reconcile(snap *session.Snapshot) {
	s.snap = snap
	for _, b := range s.bubbles {
		b.seen = false
	}
	for _, v := range snap.Sessions {
		b := s.byKey[v.Key]
		if b == nil {
			b = &bubble{key: v.Key, order: v.StartedAt, private: s.private, small: s.veil.ghost || s.veil.quiet, width: cardWidth}
			s.byKey[v.Key] = b
			s.bubbles = append(s.bubbles, b)
		}
		s.take(b, v)
	}
	for _, b := range s.bubbles {
		if !b.seen && !b.dead {
			s.kill(b)
		}
	}
	s.sort()
	s.recount(snap.Sessions)
	s.reconcileBar(snap)
	s.forget()
}

// take gives a bubble its session as it is now. One that was dismissed stays away until the keeper has heard of it.
func (s *Scene) take(b *bubble, v *session.Session) {
	b.seen = true
	if b.dead && b.dismissed && s.tick < b.deadAt+sentTicks {
		return
	}
	b.dead, b.dismissed = false, false
	s.adopt(b, v)
}

// adopt gives a bubble a new version of its session. A card that it has not shown before is shown, and not clicked yet.
func (s *Scene) adopt(b *bubble, v *session.Session) {
	if b.adopt(v, s.drafts, s.now, s.tick) {
		b.guard = s.tick + guardTicks
		if b.inBar {
			s.bar.reveal = b
		} else {
			s.reveal = b
		}
	}
}

// sort puts bubbles in the order of their start. It is an insertion sort: they are nearly always sorted already.
func (s *Scene) sort() {
	before := func(a, b *bubble) bool {
		if c := a.order.Compare(b.order); c != 0 {
			return c < 0
		}
		return a.key.ID > b.key.ID || a.key.ID == b.key.ID && a.key.Tool > b.key.Tool
	}
	for i := 1; i < len(s.bubbles); i++ {
		for j := i; j > 0 && before(s.bubbles[j], s.bubbles[j-1]); j-- {
			s.bubbles[j], s.bubbles[j-1] = s.bubbles[j-1], s.bubbles[j]
		}
	}
}

// kill lets a bubble fade where it is. Its place closes when nothing can move under the pointer.
func (s *Scene) kill(b *bubble) {
	b.dead, b.deadAt = true, s.tick
	s.fadeTo(b, 0)
}

// bury drops bubbles that have faded.
func (s *Scene) bury() {
	kept := s.bubbles[:0]
	for _, b := range s.bubbles {
		gone := b.dead && !b.fade.moving(s.tick)
		switch {
		case gone && !b.seen:
			delete(s.byKey, b.key)
		case gone:
			b.shown = false
			kept = append(kept, b)
		default:
			kept = append(kept, b)
		}
	}
	clear(s.bubbles[len(kept):])
	s.bubbles = kept
}

// arrange gives every bubble its place. The places of those that have faded stay open while the pointer is on the stack, until
// a card needs the room: one that is not on the screen goes to its terminal before anybody has seen it.
func (s *Scene) arrange() {
	s.arrangeBar()
	side := s.plan.Side
	if !s.line(s.onStack) {
		s.line(false)
	}
	s.arranged = len(s.column) > 0
	next := 0
	for i, b := range s.column {
		if next < len(s.placed) && s.placed[next].Index == i {
			s.settle(b, s.paint.snap(s.placed[next].Rect), side != s.plan.Side)
			next++
		} else if b.shown {
			b.shown = false
			s.fadeTo(b, 0)
		}
	}
}

// line puts all that is shown into the column and places it, with or without the places that are still open. It is false when
// that leaves out a card which asks, while somebody is at the column.
func (s *Scene) line(open bool) bool {
	if !open {
		s.bury()
	}
	s.heights, s.column = s.heights[:0], s.column[:0]
	if s.collapsed && len(s.bubbles) > 0 && !s.away {
		s.column, s.heights = append(s.column, &s.tally), append(s.heights, lineHeight)
	} else {
		s.tally.shown, s.tally.fade = false, fading{}
	}
	for _, b := range s.bubbles {
		if s.away {
			b.shown, b.fade = false, fading{}
			continue
		}
		if b.dead && !b.fade.moving(s.tick) && (!s.onStack || !b.shown) {
			continue // dismissed, and the keeper still lists it
		}
		if s.collapsed && b.req == nil {
			b.shown, b.fade = false, fading{}
			continue
		}
		if !b.measured {
			s.measureIn(b, s.tallest())
		}
		s.column, s.heights = append(s.column, b), append(s.heights, b.height)
	}
	in := layout.Stack{
		Pet: s.headRect(), Work: s.work.Inset(margin), Width: cardWidth, Chip: chipHeight, Max: s.most,
		First: s.first, Prev: s.plan.Side, Kept: s.arranged, Stay: s.busy() && !s.dragging,
	}
	s.gather(&in)
	if !s.busy() && !s.dragging {
		s.giveWay(&in)
	}
	fresh := slices.Index(s.column, s.reveal)
	if fresh >= 0 && !s.busy() {
		s.revealAll(&in)
		in.First, s.reveal = layout.Reveal(s.heights, in, fresh), nil
	}
	if i, at := s.anchor(); i >= 0 {
		s.around(in, i, at, fresh)
		return !s.leavesOut()
	}
	s.placed, s.plan = layout.Place(s.placed[:0], s.heights, in)
	s.first = s.plan.First
	return true
}

// revealAll scrolls to all that ask: more than one may have come at once.
func (s *Scene) revealAll(in *layout.Stack) {
	for i, b := range s.column {
		if b.req != nil && !b.dead {
			in.First = layout.Reveal(s.heights, *in, i)
		}
	}
}

// around places the column around bubble i, which stays. It grows away from the pet for a card that has just come, if that
// is enough to show it.
func (s *Scene) around(in layout.Stack, i int, at drawlist.Rect, fresh int) {
	for _, in.Max = range [2]int{max(s.most, fresh+1-s.first), s.most} {
		s.placed, s.plan = layout.Around(s.placed[:0], s.heights, in, i, at)
		if s.placed[len(s.placed)-1].Index >= fresh {
			return
		}
	}
}

// leavesOut says that a card which asks has no place on the screen.
func (s *Scene) leavesOut() bool {
	for i, b := range s.column {
		if b.req != nil && !b.dead && (i < s.placed[0].Index || i > s.placed[len(s.placed)-1].Index) {
			return true
		}
	}
	return false
}

// busy says that somebody is at a bubble, by the pointer or by writing into one.
func (s *Scene) busy() bool { return s.onStack || s.written() >= 0 }

// written is the index of the bubble that somebody is writing into; -1 when nobody is.
func (s *Scene) written() int {
	if !s.focused.typing || s.focused.on == nil || !s.focused.on.shown {
		return -1
	}
	return slices.Index(s.column, s.focused.on)
}

// anchor is the bubble that must not move, and where it is: the one that somebody writes into, the one that the pointer
// rests on, or else the nearest; -1 when nobody is at the column, or the pointer has just moved it.
func (s *Scene) anchor() (index int, at drawlist.Rect) {
	index = -1
	if s.dragging || s.scrolled {
		return index, at
	}
	if i := s.written(); i >= 0 {
		return i, s.goal(s.focused.on)
	}
	if !s.onStack {
		return index, at
	}
	least := float32(math.Inf(1))
	for i, b := range s.column {
		if !b.shown {
			continue
		}
		r := s.goal(b)
		if away := max(r.Y-s.at.Y, s.at.Y-r.Y-r.H, 0); away < least {
			index, at, least = i, r, away
		}
	}
	return index, at
}

// settle sends a bubble to its place r in the world.
func (s *Scene) settle(b *bubble, r drawlist.Rect, turned bool) {
	to := r.Translate(-s.pet.X, -s.pet.Y)
	if !b.shown {
		b.shown = true
		from := to
		switch s.plan.Side {
		case layout.Below:
			from.Y -= slide
		default:
			from.Y += slide
		}
		b.move = motion{from: from, to: to, start: s.tick, ticks: s.length(moveTicks)}
		s.fadeTo(b, 1)
		b.guard = max(b.guard, s.tick+guardTicks)
		return
	}
	if near(to, b.move.to) {
		return
	}
	ticks := s.length(moveTicks)
	if s.dragging && to.W == b.move.to.W && to.H == b.move.to.H && !turned {
		ticks = 0 // moves with the pet
	}
	if b.move.to.Y != to.Y {
		b.hush = max(b.hush, s.tick+guardTicks)
	}
	b.move = motion{from: b.move.at(s.tick), to: to, start: s.tick, ticks: ticks}
}

// near says that two places are the same but for rounding.
func near(a, b drawlist.Rect) bool {
	d := func(x, y float32) bool { return x-y < .01 && y-x < .01 }
	return d(a.X, b.X) && d(a.Y, b.Y) && d(a.W, b.W) && d(a.H, b.H)
}

func (s *Scene) fadeTo(b *bubble, a float32) {
	if b.fade.to != a {
		b.fade = fading{from: b.fade.at(s.tick), to: a, start: s.tick, ticks: s.length(fadeTicks)}
	}
}

// length is n ticks, or none when the user wants no motion.
func (s *Scene) length(n uint64) uint64 {
	if s.reduced {
		return 0
	}
	return n
}

// box is where a bubble is now, in the world.
func (s *Scene) box(b *bubble) drawlist.Rect {
	o := s.origin(b)
	return b.move.at(s.tick).Translate(o.X, o.Y)
}

// goal is where it will be.
func (s *Scene) goal(b *bubble) drawlist.Rect {
	o := s.origin(b)
	return b.move.to.Translate(o.X, o.Y)
}

// paintChip tells how many bubbles are hidden at one end.
func (s *Scene) paintChip(slot drawlist.Rect, n int, far bool) {
	if n == 0 {
		return
	}
	p, c, r := &s.paint, s.colors, chip(slot)
	part := pick(far, partFar, partNear)
	up := far == (s.plan.Side != layout.Below)
	p.cast(p.shape.chipShadow, r, chipReach, chipDrop, faded(c.shadow, .8))
	p.box(p.shape.chip, r, pick(s.hover.part == part, c.hot, c.card))
	p.box(p.shape.chipLine, r, c.hairline)
	t := s.text.Line(s.said.chip(n, far, s.mixed), smallStyle, 0)
	most := s.beyond(far)
	needs := most <= session.Waiting && most != session.ErrorInterrupted
	x := r.X + (r.W-t.Width-pick[float32](needs, 32, 16))/2
	p.icon(pick(up, iconUp, iconDown), x+5, r.Y+r.H/2, c.faint)
	p.write(t, x+16, r.Y, r.H, c.text)
	if needs {
		p.icon(icon(most), x+t.Width+27, r.Y+r.H/2, c.accent[most])
	}
}

// beyond is the most urgent state of the bubbles that are hidden at one end.
func (s *Scene) beyond(far bool) session.State {
	from, to := 0, s.plan.First
	if far {
		from, to = s.plan.First+len(s.placed), len(s.column)
	}
	most := session.Idle
	for _, b := range s.column[from:to] {
		if !b.dead && !b.line {
			most = min(most, b.s.State)
		}
	}
	return most
}

// chip is the visible part of a chip's place.
func chip(slot drawlist.Rect) drawlist.Rect {
	return drawlist.Rect{X: slot.X + (slot.W-chipWidth)/2, Y: slot.Y, W: chipWidth, H: slot.H}
}
