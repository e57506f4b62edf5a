package scene

import (
	"slices"

	"dango/game/drawlist"
	"dango/game/glyph"
	"dango/game/layout"
	"dango/prefs/lang"
	"dango/session"
	"dango/session/event"
)

// measure places the parts of a card and gives it its height.
func (s *Scene) measure(b *bubble) {
	b.measured = true
	y := b.headHeight()
	b.body, b.buttons, b.full, b.tall, b.gave = drawlist.Rect{}, b.buttons[:0], 0, 0, 0
	if b.req == nil {
		if t := s.noteText(b); t != nil {
			b.body = drawlist.Rect{X: padX, Y: y + rowGap + 2, W: b.inner(), H: t.Height()}
			y = b.body.Y + b.body.H
		}
		if b.elsewhere() {
			f := foot{s: s, b: b, y: y + buttonGap, x: padX}
			f.button(control{act: actGo}, lang.T("Go to terminal"), lookPlain).icon = iconTerminal
			b.buttons[0].rect.W += 14
			y = f.y + buttonRow
		}
		b.height = s.paint.px(y + padBottom)
		return
	}
	if !b.filled {
		b.fill(s.private)
	}
	y += bodyGap
	if b.req.Kind == session.Permission || b.paged() {
		y += titleRow + rowGap // who wants what, or which page it is
	}
	y = s.measureBody(b, y)
	b.height = s.paint.px(s.measureFoot(b, y) + padBottom + 1)
	s.measureCount(b)
}

// countTarget is how high the count in a card's head is for the pointer.
const countTarget = 28

// measureCount makes the count something to press, when there is another request to turn to.
func (s *Scene) measureCount(b *bubble) {
	if _, of, _ := b.turn(); of < 2 || b.answered() {
		return
	}
	w := s.text.Line(b.count, smallStyle, b.inner()/2).Width + countPad
	r := drawlist.Rect{X: b.width - padX - w + 6, Y: padTop + titleRow + rowGap + badgeRow/2 - countTarget/2 + 3, W: w, H: countTarget}
	if b.inBar {
		r.X, r.Y = padX+s.badgeWidth(b)-4, wideTop+titleRow/2-countTarget/2+3
	}
	b.buttons = append(b.buttons, button{control: control{act: actNext}, label: b.count, look: lookCount, rect: r})
}

// headHeight is where a card's head ends. A wide card's is one row, closer to the rest.
func (b *bubble) headHeight() float32 {
	return pick[float32](b.inBar, wideTop+titleRow-2, padTop+titleRow+rowGap+badgeRow)
}

// paged says whether a question has a row that tells its header and page.
func (b *bubble) paged() bool {
	d := b.draft
	return !b.private && (len(d.asks) > 1 || len(d.asks) == 1 && d.asks[0].header != "")
}

func (s *Scene) measureBody(b *bubble, y float32) float32 {
	b.below = false
	if len(b.blocks) == 0 {
		return y
	}
	pad := pick[float32](b.well(), wellPadY, 0)
	b.full = s.lay(b, pick[float32](b.well(), b.inner()-2*wellPadX, b.inner()))
	h := min(b.full, b.bodyLimit(), max(60, s.work.H*.45))
	if b.tall = h; b.limit > 0 {
		h = min(h, b.limit)
		b.gave = b.tall - h
	}
	if b.cut > 0 {
		h = max(min(h, leastBody), h-b.cut)
	}
	b.body = drawlist.Rect{X: padX, Y: y, W: b.inner(), H: h + 2*pad}
	b.scrollTo(b.scroll)
	b.below = b.marksBelow(b.body.H - pad)
	y += b.body.H
	switch {
	case b.warning() == "":
	case s.besideHint(b):
		b.hintY = b.body.Y - titleRow - rowGap + 1
	default:
		b.hintY = y + 7
		y = b.hintY + s.hintText(b).Height()
	}
	return y
}

// tallest is how high a card beside the pet may be: with a chip at either end, no higher than the work area.
func (s *Scene) tallest() float32 { return s.work.H - 2*(margin+chipHeight+layout.Gap) }

// leastBody is what is left of a body that gives way: one line of a command.
const leastBody = 18

// besideHint says whether the harm that a command can do is told in the row of who wants what: a wide card has room.
func (s *Scene) besideHint(b *bubble) bool {
	if !b.inBar || b.warning() == "" || b.req.Kind != session.Permission {
		return false
	}
	t := s.hintText(b)
	asks := s.text.Line(b.who, bodyStyle, 0).Width + s.text.Line(b.strong, strongStyle, 0).Width
	return t.Lines == 1 && asks+t.Width+40 <= b.inner()
}

func (s *Scene) hintText(b *bubble) *glyph.Text {
	return s.text.Lines(b.warning(), smallStyle, b.inner()-20, pick(b.explained != "", whyLines, hintLines))
}

const (
	hintLines = 3 // room for the harm that a command can do
	whyLines  = 6 // and for why a terminal did not come to the front: what to do about it stands at the end
)

// measureFoot lays out what can be pressed below y, or makes room for what became of the answer.
func (s *Scene) measureFoot(b *bubble, y float32) float32 {
	if b.answered() {
		for i := range b.buttons {
			b.buttons[i].off = true
		}
		return y + 10 + buttonRow
	}
	if b.req.Note != "" && len(b.req.Decisions) == 0 {
		return y + 10 + buttonRow
	}
	y += 10
	f := foot{s: s, b: b, y: y, x: padX}
	switch {
	case len(b.req.Decisions) == 0:
	case s.private:
	case b.draft.mode == modeWhy:
		f.field(control{act: actReason}, reasonPrompt(b))
		f.button(control{act: actDeny}, lang.T(pick[lang.Text](b.req.Kind == session.Plan, "Keep planning", "Deny")), lookPrimary)
		f.button(control{act: actClose}, lang.T("Back"), lookPlain)
	case b.draft.mode == modeOffers:
		for i, o := range b.draft.offers {
			if !o.stop {
				f.row(control{actOffer, i}, o.words, o.where)
			}
		}
		f.button(control{act: actClose}, lang.T("Back"), lookPlain)
	case len(b.draft.asks) > 0:
		f.questions()
	case b.draft.site != nil:
		f.button(control{act: actVisit}, lang.T("Open in browser"), lookPrimary)
		if takes(b.req, event.Deny) {
			f.button(control{act: actDeny}, lang.T("Decline"), lookPlain)
		}
	case b.req.Kind == session.Plan:
		f.plan()
	case b.req.Kind == session.Permission:
		f.permission()
	}
	more := b.req.Kind == session.Permission && b.draft.mode == modeMain && !s.private
	if more && b.inBar && f.beside() {
		more = false
	} else {
		f.terminal()
	}
	if f.x > padX {
		f.line()
	}
	if more {
		f.x, f.y = padX-ghostPad, f.y-4
		f.more()
		if f.x > padX-8 {
			f.line()
		} else {
			f.y += 4
		}
	}
	if len(b.buttons) == 0 || f.y == y {
		return y - 10
	}
	return f.y - buttonGap
}

func reasonPrompt(b *bubble) string {
	if b.req.Kind == session.Plan {
		return lang.T("What should be different? (optional)")
	}
	return lang.T("What should %s do instead? (optional)", b.key.Tool.Name())
}

// foot hands out places for what can be pressed, row by row.
type foot struct {
	s    *Scene
	b    *bubble
	x, y float32
	high float32 // of the row
}

func (f *foot) line() { f.x, f.y, f.high = padX, f.y+max(f.high, buttonRow)+buttonGap, 0 }

func (f *foot) add(k button) { f.b.buttons = append(f.b.buttons, k) }

// button puts a button behind the one before.
func (f *foot) button(id control, label string, l look) *button {
	w := f.s.paint.px(f.s.text.Line(label, buttonStyle, 0).Width + 24)
	if l != lookGhost && f.b.req != nil {
		w = max(w, pick[float32](f.b.req.Kind == session.Question, 58, 72))
	}
	f.add(button{control: id, label: label, look: l, rect: drawlist.Rect{X: f.x, Y: f.y, W: w, H: buttonRow}})
	f.x += w + buttonGap
	return &f.b.buttons[len(f.b.buttons)-1]
}

// wide puts a button on a row of its own; in a wide card two of them share a row.
func (f *foot) wide(id control, label string, l look) {
	if f.b.inBar {
		w := f.s.paint.px((f.b.inner() - buttonGap) / 2)
		f.button(id, label, l).rect.W = w
		if f.x = f.b.buttons[len(f.b.buttons)-1].rect.X + w + buttonGap; f.x > f.b.width/2+buttonGap {
			f.line()
		}
		return
	}
	f.add(button{control: id, label: label, look: l, rect: drawlist.Rect{X: padX, Y: f.y, W: f.b.inner(), H: buttonRow}})
	f.line()
}

// row puts a choice with a second line on a row of its own.
func (f *foot) row(id control, label, about string) {
	t := f.s.text.Lines(label, bodyStyle, f.b.inner()-20, 3)
	u := f.s.text.Lines(about, smallStyle, f.b.inner()-20, 2)
	f.high = f.s.paint.px(t.Height() + u.Height() + 12)
	f.add(button{control: id, label: label, about: about, look: lookRow, rect: drawlist.Rect{X: padX, Y: f.y, W: f.b.inner(), H: f.high}})
	f.line()
}

func (f *foot) field(id control, prompt string) {
	f.high = f.s.layField(f.b, id, drawlist.Rect{X: padX, Y: f.y, W: f.b.inner()}, prompt, false)
	f.line()
}

// terminal puts the way to the terminal at the right end of the last row.
func (f *foot) terminal() {
	if !takes(f.b.req, event.Ask) {
		return
	}
	k := f.button(control{act: actAsk}, lang.T("Terminal"), lookPlain)
	k.icon = iconTerminal
	k.rect.W += 14
	k.rect.X = f.b.width - padX - k.rect.W
	if f.b.req.Kind == session.Question && len(f.b.draft.asks) == 0 && f.b.draft.site == nil {
		k.look = lookPrimary
	}
}

func (f *foot) questions() {
	d := f.b.draft
	if d.page > 0 {
		f.button(control{act: actBack}, lang.T("Back"), lookPlain)
	}
	f.button(control{act: actForward}, lang.T(pick[lang.Text](d.last(), "Send", "Next")), lookPrimary).off = !d.ready()
	if takes(f.b.req, event.Deny) {
		f.button(control{act: actDeny}, lang.T("Skip"), lookPlain)
	}
}

func (f *foot) plan() {
	if takes(f.b.req, event.Allow) {
		if f.b.key.Tool == event.ClaudeCode {
			f.wide(control{act: actAllow}, lang.T("Approve, ask before edits"), lookPrimary)
			f.wide(control{actAllow, 1}, lang.T("Approve, accept edits"), lookPlain)
		} else {
			f.button(control{act: actAllow}, lang.T("Approve"), lookPrimary)
		}
	}
	if takes(f.b.req, event.Deny) {
		f.button(control{act: actWhy}, lang.T("Keep planning…"), lookPlain)
	}
}

func (f *foot) permission() {
	if takes(f.b.req, event.Allow) {
		f.button(control{act: actAllow}, lang.T("Allow"), lookPrimary)
	}
	if takes(f.b.req, event.Deny) {
		f.button(control{act: actDeny}, lang.T("Deny"), lookPlain)
	}
}

// beside offers more in the row of the answers, with the way to the terminal at its end, if there is room for it all.
func (f *foot) beside() bool {
	n, x := len(f.b.buttons), f.x
	f.more()
	end := f.x
	f.terminal()
	if last := &f.b.buttons[len(f.b.buttons)-1]; last.act != actAsk || last.rect.X >= end {
		return true
	}
	f.b.buttons, f.x = f.b.buttons[:n], x
	return false
}

// ghostPad is what a button of words alone has on each side: its words begin where other buttons do.
const ghostPad = 12

// ghostInset is how much of that has nothing behind it.
const ghostInset = 4

// more offers what goes further than a yes or a no.
func (f *foot) more() {
	stops := slices.IndexFunc(f.b.draft.offers, func(o offer) bool { return o.stop })
	if len(f.b.draft.offers) > pick(stops < 0, 0, 1) {
		f.button(control{act: actOffers}, lang.T("Always…"), lookGhost)
	}
	deny := takes(f.b.req, event.Deny)
	if deny && f.b.hears() {
		f.button(control{act: actWhy}, lang.T("Deny, and say why…"), lookGhost)
	}
	if deny && stops >= 0 {
		f.button(control{actStop, stops}, f.b.draft.offers[stops].words, lookGhost)
	}
}

// hears says whether a refusal can say why. To Codex's app-server, whose requests alone offer the turn's end, it cannot.
func (b *bubble) hears() bool {
	return b.key.Tool != event.Codex || !slices.ContainsFunc(b.draft.offers, func(o offer) bool { return o.stop })
}

// noteText is the last row of a plain bubble; nil when there is nothing to say.
func (s *Scene) noteText(b *bubble) *glyph.Text {
	switch {
	case b.strong != "":
		return s.text.Line(b.strong, strongStyle, b.inner()*.6)
	case b.words == "":
		return nil
	case b.code:
		return s.text.Line(b.words, monoStyle, b.inner())
	}
	return s.text.Lines(b.words, bodyStyle, b.inner(), pick(b.explained != "", whyLines, pick(b.inBar, 1, 2)))
}
