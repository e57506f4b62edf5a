package scene

import (
	"dango/game/drawlist"
	"dango/session"
)

func (s *Scene) paintShadow(b *bubble) {
	if a := b.fade.at(s.tick); a > 0 {
		s.paint.shadow(s.box(b), faded(s.colors.shadow, a))
	}
}

// paintBubble paints one card where its motion has it.
func (s *Scene) paintBubble(b *bubble) {
	alpha := b.fade.at(s.tick)
	if alpha <= 0 {
		return
	}
	p, c, r := &s.paint, s.colors, s.box(b)
	p.alpha = alpha
	p.box(p.shape.card, r, c.card)
	p.clip, p.cuts = p.snap(r), b.move.moving(s.tick)
	s.paintHead(b, r)
	if b.req == nil {
		s.paintNote(b, r)
	} else {
		s.paintRequest(b, r)
	}
	p.cuts = false
	if b.s.Leader {
		p.box(p.shape.cardLeader, r, c.ring[b.s.State])
	} else {
		p.box(p.shape.cardLine, r, c.hairline)
	}
	p.alpha = 1
}

// paintHead paints title, time or ✕, badge, place and count.
func (s *Scene) paintHead(b *bubble, r drawlist.Rect) {
	p, c := &s.paint, s.colors
	right := r.X + r.W - padX
	y := r.Y + padTop
	when := s.text.Line(b.when, smallStyle, inner/2)
	p.write(s.text.Line(b.title, titleStyle, inner-when.Width-12), r.X+padX, y, titleRow, c.title)
	if s.hover.bubble == b {
		x := cross(r)
		if s.hover.part == partCross {
			p.box(p.shape.pill, x.Inset(4), c.hot)
		}
		p.icon(iconCross, x.X+x.W/2, x.Y+x.H/2, pick(s.hover.part == partCross, c.title, c.faint))
	} else {
		p.write(when, right-when.Width, y, titleRow, c.faint)
	}

	y += titleRow + rowGap
	state := b.s.State
	words, sign := b.badge()
	word := s.text.Line(words, badgeStyle, inner)
	badge := drawlist.Rect{X: r.X + padX, Y: y, W: word.Width + 31, H: badgeRow}
	p.box(p.shape.pill, badge, c.badge[state])
	p.icon(sign, badge.X+12.5, y+badgeRow/2, c.accent[state])
	p.write(word, badge.X+22, y, badgeRow, c.accent[state])
	left := badge.X + badge.W + 8
	if b.count != "" {
		n := s.text.Line(b.count, smallStyle, inner/2)
		p.write(n, right-n.Width, y, badgeRow, c.faint)
		right -= n.Width + 10
	}
	p.write(s.text.Line(b.place, smallStyle, right-left), left, y, badgeRow, c.faint)
}

// paintNote paints the last row of a plain bubble.
func (s *Scene) paintNote(b *bubble, r drawlist.Rect) {
	t := s.noteText(b)
	if t == nil {
		return
	}
	p, c := &s.paint, s.colors
	x, y := r.X+b.body.X, r.Y+b.body.Y
	if b.strong == "" {
		p.lines(t, 0, t.Lines, x, y, c.text)
		return
	}
	p.write(t, x, y, b.body.H, c.text)
	st := smallStyle
	if b.code {
		st = monoStyle
	}
	left := t.Width + 7
	p.write(s.text.Line(b.words, st, inner-left), x+left, y, b.body.H, c.faint)
}

// paintRequest paints what is asked and what can be answered.
func (s *Scene) paintRequest(b *bubble, r drawlist.Rect) {
	p, c := &s.paint, s.colors
	x := r.X + padX
	if b.req.Kind == session.Permission {
		y := r.Y + padTop + titleRow + rowGap + badgeRow + bodyGap
		who := s.text.Line(b.who, bodyStyle, inner*.7)
		p.write(who, x, y, titleRow, c.text)
		p.write(s.text.Line(b.strong, strongStyle, inner-who.Width-4), x+who.Width+4, y, titleRow, c.title)
	}
	if !b.body.Empty() {
		s.paintBody(b, b.body.Translate(r.X, r.Y))
	}
	if len(b.buttons) == 0 && (b.answered() || b.req.Note != "") {
		words, warn := b.told()
		y := r.Y + r.H - padBottom - 1 - buttonRow
		state := pick(warn, c.warn, c.faint)
		p.icon(pick(warn, icon(session.Waiting), icon(session.Completed)), x+6, y+buttonRow/2, state)
		p.write(s.text.Line(words, bodyStyle, inner-20), x+18, y, buttonRow, state)
	}
	for i := range b.buttons {
		s.paintButton(b, i, b.buttons[i].rect.Translate(r.X, r.Y))
	}
}

// paintBody paints the window on the body's lines, with a thumb when there is more.
func (s *Scene) paintBody(b *bubble, well drawlist.Rect) {
	p, c := &s.paint, s.colors
	p.box(p.shape.button, well, c.well)
	p.box(p.shape.buttonLine, well, c.hairline)
	p.lines(s.bodyText(b), b.top, b.view, well.X+wellPadX, well.Y+wellPadY, c.title)
	if b.lines <= b.view {
		return
	}
	track := well.H - 12
	h := max(14, track*float32(b.view)/float32(b.lines))
	y := well.Y + 6 + (track-h)*float32(b.top)/float32(b.lines-b.view)
	p.box(p.shape.thumb, drawlist.Rect{X: well.X + well.W - 6, Y: y, W: 3, H: h}, c.thumb)
}

// paintButton paints one answer.
func (s *Scene) paintButton(b *bubble, i int, r drawlist.Rect) {
	p, c, btn := &s.paint, s.colors, &b.buttons[i]
	hot := s.hover.bubble == b && s.hover.part == partButton && s.hover.index == i
	down := hot && s.pressed == s.hover
	ink := c.title
	if btn.primary {
		ink = c.onPrimary
		p.box(p.shape.button, r, pick(down, c.primaryDown, pick(hot, c.primaryHot, c.primary)))
	} else {
		p.box(p.shape.button, r, pick(down, c.buttonDown, pick(hot, c.buttonHot, c.button)))
		p.box(p.shape.buttonLine, r, c.hairline)
	}
	t := s.text.Line(btn.label, buttonStyle, 0)
	x := r.X + (r.W-t.Width)/2
	if btn.icon != 0 {
		x += 8
		p.icon(btn.icon, x-11, r.Y+r.H/2, ink)
	}
	p.write(t, x, r.Y, r.H, ink)
}

// cross is where ✕ takes clicks.
func cross(card drawlist.Rect) drawlist.Rect {
	return drawlist.Rect{X: card.X + card.W - crossSize - 5, Y: card.Y + 6, W: crossSize, H: crossSize}
}

func pick[T any](cond bool, yes, no T) T {
	if cond {
		return yes
	}
	return no
}
