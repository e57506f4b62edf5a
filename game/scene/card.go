package scene

import (
	"dango/game/drawlist"
	"dango/game/glyph"
	"dango/session"
)

func (s *Scene) paintShadow(b *bubble) {
	if a := b.fade.at(s.tick); a > 0 {
		if b.line {
			s.paint.shadow(s.lineRect(s.box(b)), faded(s.colors.shadow, a*.8))
			return
		}
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
	all, clip, cuts := p.alpha, p.clip, p.cuts
	p.alpha *= alpha
	if b.line {
		s.paintLine(r)
		p.alpha = all
		return
	}
	p.box(p.shape.card, r, c.card)
	if b.move.moving(s.tick) {
		p.clip, p.cuts = p.snap(r).Intersect(pick(cuts, clip, r)), true
	}
	s.paintHead(b, r)
	if b.req == nil {
		s.paintNote(b, r)
		for i := range b.buttons {
			s.paintControl(b, i, b.buttons[i].rect.Translate(r.X, r.Y))
		}
	} else {
		s.paintRequest(b, r)
	}
	p.clip, p.cuts = clip, cuts
	if s.ringOn(b, control{}) {
		p.box(p.shape.cardLeader, r, c.focus)
	} else if b.s.Leader {
		p.box(p.shape.cardLeader, r, c.ring[b.s.State])
	} else {
		p.box(p.shape.cardLine, r, c.hairline)
	}
	if glow := b.glow.at(s.tick); glow > 0 {
		p.box(p.shape.cardLeader, r, faded(c.focus, glow))
	}
	p.alpha = all
}

// paintHead paints title, time or ✕, badge, place and count.
func (s *Scene) paintHead(b *bubble, r drawlist.Rect) {
	if b.inBar {
		s.paintWideHead(b, r)
		return
	}
	p, c := &s.paint, s.colors
	right := r.X + r.W - padX
	y := r.Y + padTop
	when := s.text.Line(b.when, smallStyle, b.inner()/2)
	p.write(s.text.Line(b.title, titleStyle, b.inner()-when.Width-12), r.X+padX, y, titleRow, c.title)
	if s.hover.bubble == b {
		s.paintCross(b, r)
	} else {
		p.write(when, right-when.Width, y, titleRow, c.faint)
	}

	y += titleRow + rowGap
	left := s.paintBadge(b, r.X+padX, y)
	if k := b.counter(); k != nil {
		right = r.X + k.rect.X - 4
	}
	if b.remains != "" {
		n := s.text.Line(b.remains, smallStyle, b.inner()/2)
		p.write(n, right-n.Width, y, badgeRow, pick(b.hurried, c.warn, c.faint))
		right -= n.Width + 10
	}
	if b.counter() == nil && b.count != "" && right-left >= leastPlace {
		n := s.text.Line(b.count, smallStyle, right-left) // rather than the place
		p.write(n, right-n.Width, y, badgeRow, c.faint)
		right -= n.Width + 10
	}
	if right-left >= leastPlace {
		p.write(s.text.Line(b.place, smallStyle, right-left), left, y, badgeRow, c.faint)
	}
}

// leastPlace is the room below which words are left out: they would be a letter and an ellipsis.
const leastPlace = 24

// paintMode paints the mark of a permission mode from left on, and gives where it ends.
func (s *Scene) paintMode(words string, loud bool, left, y float32) float32 {
	p, c := &s.paint, s.colors
	t := s.text.Line(words, badgeStyle, 0)
	r := drawlist.Rect{X: left, Y: y, W: t.Width + 16, H: badgeRow}
	p.box(p.shape.pillLine, r, pick(loud, c.warn, c.thumb))
	p.write(t, left+8, y, badgeRow, pick(loud, c.warn, c.faint))
	return left + r.W + 8
}

// paintBadge paints the word and the sign for the state, and the permission mode, and says where the rest of the row begins.
func (s *Scene) paintBadge(b *bubble, x, y float32) float32 {
	p, c, state := &s.paint, s.colors, b.s.State
	words, sign := b.badge()
	word := s.text.Line(words, badgeStyle, b.inner())
	badge := drawlist.Rect{X: x, Y: y, W: word.Width + 31, H: badgeRow}
	p.box(p.shape.pill, badge, c.badge[state])
	p.icon(sign, badge.X+12.5, y+badgeRow/2, c.accent[state])
	p.write(word, badge.X+22, y, badgeRow, c.accent[state])
	x = badge.X + badge.W + 8
	if mark, loud := b.modeMark(); mark != "" {
		return s.paintMode(mark, loud, x, y)
	}
	return x
}

// badgeWidth is how much of a row the badge and the mode take.
func (s *Scene) badgeWidth(b *bubble) float32 {
	words, _ := b.badge()
	w := s.text.Line(words, badgeStyle, b.inner()).Width + 31 + 8
	if mark, _ := b.modeMark(); mark != "" {
		w += s.text.Line(mark, badgeStyle, 0).Width + 16 + 8
	}
	return w
}

// paintCross paints the ✕ of a card.
func (s *Scene) paintCross(b *bubble, r drawlist.Rect) {
	p, c, x := &s.paint, s.colors, b.cross(r)
	if s.hover.part == partCross {
		p.box(p.shape.pill, x.Inset(4), c.hot)
	}
	p.icon(iconCross, x.X+x.W/2, x.Y+x.H/2, pick(s.hover.part == partCross, c.title, c.faint))
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
	p.write(s.text.Line(b.words, st, b.inner()-left), x+left, y, b.body.H, c.faint)
}

// paintRequest paints what is asked and what can be answered.
func (s *Scene) paintRequest(b *bubble, r drawlist.Rect) {
	p, c := &s.paint, s.colors
	x, y := r.X+padX, r.Y+b.headHeight()+bodyGap
	switch {
	case b.req.Kind == session.Permission:
		what := s.text.Line(b.strong, strongStyle, b.inner()*.6)
		who := s.text.Line(b.who, bodyStyle, b.inner()-what.Width-4)
		p.write(who, x, y, titleRow, c.text)
		p.write(what, x+who.Width+4, y, titleRow, c.title)
	case b.paged():
		s.paintPages(b, x, y)
	}
	if !b.body.Empty() {
		s.paintBody(b, r)
	}
	if b.warning() != "" {
		x := x + pick(s.besideHint(b), b.inner()-s.hintText(b).Width-18, 0)
		p.icon(icon(session.PermissionPrompt), x+6, r.Y+b.hintY+8, c.warn)
		p.lines(s.hintText(b), 0, hintLines, x+18, r.Y+b.hintY, c.warn)
	}
	if b.answered() || b.req.Note != "" && len(b.req.Decisions) == 0 {
		words, warn := b.told()
		y := r.Y + r.H - padBottom - 1 - buttonRow
		state := pick(warn, c.warn, c.faint)
		p.icon(pick(warn, icon(session.Waiting), icon(session.Completed)), x+6, y+buttonRow/2, state)
		p.write(s.text.Line(words, bodyStyle, b.inner()-20), x+18, y, buttonRow, state)
	}
	for i := range b.buttons {
		if k := &b.buttons[i]; !k.inBody {
			s.paintControl(b, i, k.rect.Translate(r.X, r.Y))
		}
	}
}

// paintPages paints a question's header and which page it is.
func (s *Scene) paintPages(b *bubble, x, y float32) {
	p, c, d := &s.paint, s.colors, b.draft
	right := x + b.inner()
	if n := len(d.asks); n > 1 {
		words := s.text.Line(s.said.page(d.page, n), smallStyle, 0)
		right -= words.Width
		p.write(words, right, y, titleRow, c.faint)
		for i := n - 1; i >= 0 && n <= maxDots; i-- {
			right -= 11
			dot := drawlist.Rect{X: right, Y: y + titleRow/2 - 2.5, W: 5, H: 5}
			ink := pick(i == d.page, c.accent[session.AskUser], pick(d.asks[i].done(&d.given[i]) && i < d.page, c.faint, c.thumb))
			p.box(p.shape.dot, dot, ink)
		}
		right -= 10
	}
	p.write(s.text.Line(d.asks[d.page].header, strongSmall, right-x), x, y, titleRow, c.accent[session.AskUser])
}

// paintBody paints the part of the body that is in view, with a thumb when there is more.
func (s *Scene) paintBody(b *bubble, r drawlist.Rect) {
	p, c := &s.paint, s.colors
	view, x, y := b.bodyView(r)
	if b.well() {
		p.box(p.shape.button, view, c.well)
		p.box(p.shape.buttonLine, view, c.hairline)
		view = view.Inset(1)
	} else {
		view = view.Inset(-3) // room for the focus ring
	}
	clip, cuts := p.clip, p.cuts
	p.clip, p.cuts = p.snap(view.Intersect(pick(cuts, clip, view))), true
	for i := range b.buttons {
		if k := &b.buttons[i]; k.inBody {
			s.paintControl(b, i, k.rect.Translate(x, y))
		}
	}
	width := pick[float32](b.well(), b.inner()-2*wellPadX, b.inner())
	for i := range b.blocks {
		k := &b.blocks[i]
		if top := y + k.y; top+k.h < view.Y || top > view.Y+view.H {
			continue
		}
		s.paintBlock(b, k, x, y, width, view)
	}
	p.clip, p.cuts = clip, cuts
	if bar := b.bar(r); !bar.Empty() {
		p.box(p.shape.thumb, bar, pick(s.hover.bubble == b && s.hover.part == partThumb, c.faint, c.thumb))
	}
}

func (s *Scene) paintBlock(b *bubble, k *block, x, y, width float32, view drawlist.Rect) {
	p, c := &s.paint, s.colors
	x, y = x+k.indent, y+k.y
	pad := float32(0)
	switch k.back {
	case backRule:
		p.box(p.shape.solid, drawlist.Rect{X: x, Y: y, W: width - k.indent, H: 1}, c.hairline)
		return
	case backAdded, backGone:
		p.box(p.shape.solid, drawlist.Rect{X: view.X, Y: y, W: view.W, H: k.h}, c.back[k.back])
		sign := pick(k.back == backAdded, signAdded, signGone)
		p.write(s.text.Line(sign, smallMono, 0), x-k.indent, y, k.text.LineHeight(), c.ink(k.ink))
	case backCode:
		pad = codePad
		p.box(p.shape.mark, drawlist.Rect{X: x, Y: y, W: width - k.indent, H: k.h}, c.back[backCode])
	}
	if k.text == nil {
		return
	}
	h := k.text.LineHeight()
	first := max(0, int((view.Y-y-pad)/h))
	n := min(k.text.Lines-first, int(view.H/h)+2)
	s.paintMarks(k, first, n, x+pad, y+pad)
	p.lines(k.text, first, n, x+pad, y+pad+float32(first)*h, c.ink(k.ink))
}

// paintMarks paints what lies behind parts of a block's words, on the lines that are in view.
func (s *Scene) paintMarks(k *block, first, n int, x, y float32) {
	for _, m := range k.marks {
		if m.back == backStrike {
			s.paintSpan(k.text, m.stretch, first, n, x, y, s.colors.ink(k.ink), penStrike)
			continue
		}
		s.paintSpan(k.text, m.stretch, first, n, x, y, s.colors.back[m.back], 0)
	}
}

// Where a pen draws.
const (
	penStrike = .54
	penUnder  = .9
)

// paintSpan paints behind runes of a text whose top left is at x, y, or with a pen draws a line at a share of a line's height: on n
// lines from first on.
func (s *Scene) paintSpan(t *glyph.Text, m stretch, first, n int, x, y float32, c drawlist.Color, pen float32) {
	from, left := t.Caret(m.from)
	to, right := t.Caret(m.to)
	h := t.LineHeight()
	for line := max(from, first); line <= min(to, first+n-1); line++ {
		a, z := float32(0), right
		if line == from {
			a = left
		}
		if line < to {
			_, end := t.Bounds(line)
			z = t.On(line, end)
		}
		switch {
		case z <= a:
		case pen > 0:
			s.paint.box(s.paint.shape.solid, drawlist.Rect{X: x + a, Y: y + (float32(line)+pen)*h, W: z - a, H: 1}, c)
		default:
			s.paint.box(s.paint.shape.mark, drawlist.Rect{X: x + a - 1.5, Y: y + float32(line)*h + .5, W: z - a + 3, H: h - 1}, c)
		}
	}
}

// paintControl paints what can be pressed.
func (s *Scene) paintControl(b *bubble, i int, r drawlist.Rect) {
	p, c, k := &s.paint, s.colors, &b.buttons[i]
	hot := s.hover.bubble == b && s.hover.part == partButton && s.hover.index == i && !k.off
	down := hot && s.pressed == s.hover
	if k.look == lookGhost { // its words begin where other buttons do: what is around them keeps off the card's edge
		r = r.Inset(ghostInset)
	}
	switch k.look {
	case lookField:
		s.paintField(b, k, r)
	case lookRadio, lookCheck:
		s.paintOption(b, k, r, hot)
	case lookCount:
		s.paintCounter(k, r, hot)
	case lookRow:
		p.box(p.shape.button, r, pick(down, c.buttonDown, pick(hot, c.buttonHot, c.button)))
		p.box(p.shape.buttonLine, r, c.hairline)
		t := s.text.Lines(k.label, bodyStyle, b.inner()-20, 3)
		p.lines(t, 0, t.Lines, r.X+10, r.Y+6, c.title)
		u := s.text.Lines(k.about, smallStyle, b.inner()-20, 2)
		p.lines(u, 0, u.Lines, r.X+10, r.Y+6+t.Height(), c.faint)
	default:
		s.paintButton(k, r, hot, down)
	}
	if s.ringOn(b, k.control) && !(k.look == lookField && s.focused.typing) {
		p.box(p.shape.focus, r.Inset(-3), c.focus) // with a line of the card's colour in between
	}
}

// countPad is what a count that can be pressed has around it: its sign, and room on both sides.
const countPad = 26

// counter is the count that can be pressed; nil when there is none.
func (b *bubble) counter() *button {
	for i := range b.buttons {
		if b.buttons[i].look == lookCount {
			return &b.buttons[i]
		}
	}
	return nil
}

// paintCounter paints which request it is of how many, and that the next one can be turned to.
func (s *Scene) paintCounter(k *button, r drawlist.Rect, hot bool) {
	p, c := &s.paint, s.colors
	r = drawlist.Rect{X: r.X, Y: r.Y + (countTarget-badgeRow)/2 - 3, W: r.W, H: badgeRow}
	if hot {
		p.box(p.shape.pill, r, c.hot)
	}
	ink := pick(hot, c.title, c.faint)
	p.write(s.text.Line(k.label, smallStyle, 0), r.X+8, r.Y, badgeRow, ink)
	p.icon(iconForth, r.X+r.W-10, r.Y+badgeRow/2, ink)
}

// paintButton paints one answer.
func (s *Scene) paintButton(k *button, r drawlist.Rect, hot, down bool) {
	p, c := &s.paint, s.colors
	var ink drawlist.Color
	switch {
	case k.look == lookGhost:
		ink = pick(hot, c.title, c.faint)
		if hot {
			p.box(p.shape.button, r, pick(down, c.buttonDown, c.hot))
		}
	case k.look == lookPrimary && !k.off:
		ink = c.onPrimary
		p.box(p.shape.button, r, pick(down, c.primaryDown, pick(hot, c.primaryHot, c.primary)))
	default:
		ink = pick(k.off, c.faint, c.title)
		p.box(p.shape.button, r, pick(down, c.buttonDown, pick(hot, c.buttonHot, c.button)))
		p.box(p.shape.buttonLine, r, c.hairline)
	}
	t := s.text.Line(k.label, buttonStyle, 0)
	x := r.X + (r.W-t.Width)/2
	if k.icon != 0 {
		x += 8
		p.icon(k.icon, x-11, r.Y+r.H/2, ink)
	}
	p.write(t, x, r.Y, r.H, ink)
}

// paintOption paints the sign of one option and what lies behind its words.
func (s *Scene) paintOption(b *bubble, k *button, r drawlist.Rect, hot bool) {
	p, c := &s.paint, s.colors
	if hot || k.on {
		p.box(p.shape.button, r, pick(k.on, c.badge[session.AskUser], c.hot))
	}
	s.paintTick(k, r.X+13, r.Y+optionPad+9)
	if s.focused.ring && s.focused.on == b && !k.on && k.arg < len(digits) { // the key that chooses it
		t := s.text.Line(digits[k.arg:k.arg+1], digitStyle, 0)
		p.write(t, r.X+13-t.Width/2, r.Y+optionPad+2, 14, c.faint)
	}
}

// digits are the keys that choose options.
const digits = "123456789"

// paintTick paints a round or a square box, filled when its option is chosen.
func (s *Scene) paintTick(k *button, x, y float32) {
	p, c := &s.paint, s.colors
	round := k.look == lookRadio
	at := drawlist.Rect{X: x - 7, Y: y - 7, W: 14, H: 14}
	if !k.on {
		p.box(pick(round, p.shape.radioLine, p.shape.checkLine), at, c.faint)
		return
	}
	p.box(pick(round, p.shape.radio, p.shape.check), at, c.accent[session.AskUser])
	if round {
		p.box(p.shape.dot, at.Inset(4.5), c.card)
	} else {
		p.icon(icon(session.Completed), x, y, c.card)
	}
}

// paintField paints a field with its text, selection and caret, or with what it is for.
func (s *Scene) paintField(b *bubble, k *button, r drawlist.Rect) {
	p, c, f := &s.paint, s.colors, b.field(k.control)
	editing := s.focused.typing && s.focused.on == b && s.focused.at == k.control
	if k.act == actOther && len(b.draft.asks[b.draft.page].options) > 0 {
		tick := button{look: pick(b.draft.asks[b.draft.page].multi, lookCheck, lookRadio), on: k.on && !f.empty()}
		s.paintTick(&tick, r.X-optionIndent+13, r.Y+15)
	}
	p.box(p.shape.button, r, c.well)
	if editing {
		p.box(p.shape.buttonFocus, r, c.focus)
	} else {
		p.box(p.shape.buttonLine, r, c.hairline)
	}
	x, y := r.X+fieldPadX, r.Y+fieldPadY
	t := s.fieldText(f, r.W)
	if f.empty() && len(f.composed) == 0 {
		p.lines(s.text.Line(k.label, bodyStyle, r.W-2*fieldPadX), 0, 1, x, y, c.faint)
	}
	line, at := t.Caret(f.shownCaret())
	first := max(0, line-fieldLines+1)
	y -= float32(first) * t.LineHeight()
	if from, to := f.selection(); editing && from < to {
		s.paintSpan(t, stretch{from, to}, first, fieldLines, x, y, c.selection, 0)
	}
	p.lines(t, first, min(fieldLines, t.Lines-first), x, y+float32(first)*t.LineHeight(), c.title)
	if n := len(f.composed); n > 0 {
		s.paintSpan(t, stretch{f.caret, f.caret + n}, first, fieldLines, x, y, c.title, penUnder)
	}
	if editing {
		p.box(p.shape.solid, caretRect(t, line, at, x, y), c.title)
	}
}

func caretRect(t *glyph.Text, line int, at, x, y float32) drawlist.Rect {
	h := t.LineHeight()
	return drawlist.Rect{X: x + at, Y: y + float32(line)*h + 1, W: 1, H: h - 2}
}

// The signs of a changed line, which stand before it.
const (
	signAdded = "+"
	signGone  = "−"
)

// cross is where ✕ takes clicks.
func (b *bubble) cross(card drawlist.Rect) drawlist.Rect {
	top := pick[float32](b.inBar, wideTop, padTop) + titleRow/2 - crossSize/2
	return drawlist.Rect{X: card.X + card.W - crossSize - 5, Y: card.Y + top, W: crossSize, H: crossSize}
}

func pick[T any](cond bool, yes, no T) T {
	if cond {
		return yes
	}
	return no
}
