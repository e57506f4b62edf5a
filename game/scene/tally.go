package scene

import (
	"strconv"
	"strings"

	"dango/game/drawlist"
	"dango/game/layout"
	"dango/prefs/lang"
	"dango/session"
)

const (
	lineHeight = 28
	countSize  = 18
	countSlack = 5 // takes clicks around it too, which makes it 28 high
)

// SetCollapsed shows all bubbles as one line that counts them, or each by itself again. What asks something is shown
// all the same.
func (s *Scene) SetCollapsed(on bool) { s.collapsed, s.stale = on, s.stale || on != s.collapsed }

// Collapsed says whether bubbles are one line. The user can change it: see Wish.Collapse.
func (s *Scene) Collapsed() bool { return s.collapsed }

// SetPrivate shows states alone: no prompts, commands and texts. What asks something is answered in its terminal then,
// because nobody should say yes to what he cannot see.
func (s *Scene) SetPrivate(on bool) {
	if on == s.private {
		return
	}
	s.private, s.stale = on, true
	s.closeMenu()
	s.each(func(b *bubble) {
		b.private = on
		b.title, b.place = b.heading(), b.whereabouts()
		b.reword()
		b.stale()
	})
	s.respeakBar()
}

// recount makes the words of the one line, and the number on the pet.
func (s *Scene) recount(all []*session.Session) {
	var working, need, failed, done int
	for i := range all {
		switch s := all[i].State; {
		case s.NeedsUser():
			need++
		case s.Works():
			working++
		case s == session.ErrorInterrupted:
			failed++
		case s == session.Completed, s == session.Review:
			done++
		}
	}
	now := [5]int{working, need, failed, done, len(all)}
	if now == s.counted {
		return
	}
	s.counted, s.count = now, strconv.Itoa(len(all))
	var words []string
	for _, w := range []struct {
		n    int
		text lang.Text
	}{{working, "%d working"}, {need, "%d need you"}, {failed, "%d failed"}, {done, "%d finished"}} {
		if w.n > 0 {
			words = append(words, lang.T(w.text, w.n))
		}
	}
	if len(words) == 0 {
		words = append(words, lang.T("%d idle", len(all)))
	}
	s.tally.title = strings.Join(words, " ∙ ")
}

// countRect is where the number of sessions is, on one of the pet's shoulders; empty when one look tells it.
func (s *Scene) countRect() drawlist.Rect {
	if !s.Shown() || s.counted[4] < 2 {
		return drawlist.Rect{}
	}
	w := max(countSize, s.paint.px(s.text.Line(s.count, badgeStyle, 0).Width+11))
	r := s.perched().rect(w).Translate(s.pet.X, s.pet.Y)
	return s.paint.snap(layout.Inside(r, s.work))
}

func (s *Scene) paintCount() {
	r := s.countRect()
	if r.Empty() {
		return
	}
	p, c := &s.paint, s.colors
	state := session.Idle
	if s.snap != nil {
		state = s.snap.Pet
	}
	hot := s.hover.part == partCount
	p.cast(p.shape.chipShadow, r, chipReach, chipDrop, faded(c.shadow, .8))
	p.box(p.shape.pill, r, pick(hot, c.hot, c.card))
	t := s.text.Line(s.count, badgeStyle, 0)
	p.write(t, r.X+(r.W-t.Width)/2, r.Y, r.H, pick(hot, c.title, c.accent[state]))
}

// lineRect is the visible part of the one line's place.
func (s *Scene) lineRect(slot drawlist.Rect) drawlist.Rect {
	w := s.paint.px(min(s.text.Line(s.tally.title, badgeStyle, 0).Width+28, slot.W))
	return drawlist.Rect{X: s.paint.px(slot.X + (slot.W-w)/2), Y: slot.Y, W: w, H: slot.H}
}

func (s *Scene) paintLine(slot drawlist.Rect) {
	p, c, r := &s.paint, s.colors, s.lineRect(slot)
	p.box(p.shape.card, r, pick(s.hover.bubble == &s.tally, c.hot, c.card))
	t := s.text.Line(s.tally.title, badgeStyle, r.W)
	p.write(t, r.X+(r.W-t.Width)/2, r.Y, r.H, c.title)
	if s.ringOn(&s.tally, control{}) {
		p.box(p.shape.cardLeader, r, c.focus)
	} else {
		p.box(p.shape.cardLine, r, c.hairline)
	}
}
