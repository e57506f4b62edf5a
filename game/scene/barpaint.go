package scene

import "dango/game/drawlist"

// paintBar paints the bar: a tab that hangs from the screen's upper edge, or from a notch.
func (s *Scene) paintBar() {
	b, p := &s.bar, &s.paint
	alpha := b.fade.at(s.tick)
	if alpha <= 0 {
		return
	}
	colors, ground := s.colors, s.colors.well
	defer func() { s.colors, p.alpha, p.cuts = colors, 1, false }()
	if !b.monitor.Notch.Empty() { // as black as the notch itself
		s.colors, ground = s.skin(true), rgb(0)
	}
	c := s.colors
	p.alpha = alpha
	r := p.snap(b.surface(s.tick))
	tab := drawlist.Rect{X: r.X, Y: r.Y - barRadius - 4, W: r.W, H: r.H + barRadius + 4}
	p.clip, p.cuts = drawlist.Rect{X: r.X - 64, Y: r.Y, W: r.W + 128, H: r.H + 64}, true
	p.cast(p.shape.barShadow, tab, tabReach, tabDrop, c.shadow)
	p.box(p.shape.bar, tab, ground)
	p.clip = r
	s.paintBarRow(r)
	s.paintList(r)
	p.clip, p.cuts = drawlist.Rect{X: r.X - 1, Y: r.Y, W: r.W + 2, H: r.H + 1}, true
	p.box(p.shape.barLine, tab, c.hairline)
}

// paintBarRow paints what is seen of the bar while it is folded, too.
func (s *Scene) paintBarRow(r drawlist.Rect) {
	b, p, c := &s.bar, &s.paint, s.colors
	t := &b.tells
	y := r.Y + b.to.Row.Y - b.to.All.Y
	x, right := r.X+barPadX, r.X+r.W-barPadX
	p.box(p.shape.bead, drawlist.Rect{X: x, Y: y + (barRow-beadSize)/2, W: beadSize, H: beadSize}, c.ring[t.state])
	x += beadSize + 8
	if b.over || b.open {
		p.icon(pick(b.open, iconUp, iconDown), right-5, y+barRow/2, pick(s.hover.part == partBar, c.title, c.faint))
		right -= 18
	} else if t.count != "" {
		n := s.text.Line(t.count, badgeStyle, 0)
		chip := drawlist.Rect{X: right + 4 - max(badgeRow, n.Width+10), Y: y + (barRow-badgeRow)/2, W: max(badgeRow, n.Width+10), H: badgeRow}
		p.box(p.shape.pill, chip, c.buttonHot)
		p.write(n, chip.X+(chip.W-n.Width)/2, y, barRow, c.title)
		right = chip.X - 8
	}
	if b.open && t.sessions > 1 { // the list below says the rest
		p.write(s.text.Line(s.tally.title, strongSmall, right-x), x, y, barRow, c.title)
		return
	}
	if t.when != "" {
		w := s.text.Line(t.when, smallStyle, 0)
		p.write(w, right-w.Width, y, barRow, c.faint)
		right -= w.Width + 8
	}
	if t.who != "" {
		w := s.text.Line(t.who, strongSmall, max(40, (right-x)*.6))
		p.write(w, x, y, barRow, c.title)
		x += w.Width + 8
	}
	if right > x {
		p.write(s.text.Line(t.what, smallStyle, right-x), x, y, barRow, c.text)
	}
}

// paintList paints the cards that are in view.
func (s *Scene) paintList(r drawlist.Rect) {
	b, p, c := &s.bar, &s.paint, s.colors
	if !b.open && !b.move.moving(s.tick) {
		return
	}
	view := b.to.List.Intersect(r)
	if view.Empty() {
		return
	}
	alpha := p.alpha
	p.clip = view
	for _, k := range b.cards {
		if box := s.box(k); box.Y < view.Y+view.H && box.Y+box.H > view.Y {
			p.clip, p.cuts = view, true
			s.paintBubble(k)
		}
	}
	p.alpha, p.clip, p.cuts = alpha, r, true
	if th := b.thumb(); !th.Empty() {
		p.box(p.shape.thumb, th, pick(s.hover.part == partBarThumb, c.faint, c.thumb))
	}
}

// paintWideHead paints the head of a card that has room for it in one row: badge, title, place, count, time or ✕.
func (s *Scene) paintWideHead(b *bubble, r drawlist.Rect) {
	p, c := &s.paint, s.colors
	y := r.Y + wideTop
	left, right := s.paintBadge(b, r.X+padX, y), r.X+r.W-padX
	when := s.text.Line(b.when, smallStyle, b.inner()/3)
	if s.hover.bubble == b {
		s.paintCross(b, r)
	} else {
		p.write(when, right-when.Width, y, titleRow, c.faint)
	}
	right -= max(when.Width, crossSize-10) + 10 // as much for either, so that nothing else moves
	if b.remains != "" {
		n := s.text.Line(b.remains, smallStyle, b.inner()/4)
		right -= n.Width
		p.write(n, right, y, titleRow, pick(b.hurried, c.warn, c.faint))
		right -= 10
	}
	if k := b.counter(); k != nil {
		left = r.X + k.rect.X + k.rect.W + 4
	} else if b.count != "" {
		n := s.text.Line(b.count, smallStyle, b.inner()/4)
		right -= n.Width
		p.write(n, right, y, titleRow, c.faint)
		right -= 10
	}
	title := s.text.Line(b.title, titleStyle, max(60, (right-left)*.68))
	p.write(title, left, y, titleRow, c.title)
	if left += title.Width + 10; right-left > 30 {
		p.write(s.text.Line(b.place, smallStyle, right-left), left, y+.5, titleRow, c.faint)
	}
}
