package scene

import (
	"dango/game/drawlist"
	"dango/game/glyph"
	"dango/session"
	"dango/session/event"
)

// measure places the parts of a card and gives it its height.
func (s *Scene) measure(b *bubble) {
	b.measured = true
	y := float32(padTop + titleRow + rowGap + badgeRow)
	b.body, b.buttons, b.lines, b.view = drawlist.Rect{}, b.buttons[:0], 0, 0
	if b.req == nil {
		if t := s.noteText(b); t != nil {
			b.lines, b.view = t.Lines, t.Lines
			b.body = drawlist.Rect{X: padX, Y: y + rowGap + 2, W: inner, H: t.Height()}
			y = b.body.Y + b.body.H
		}
		b.height = s.paint.px(y + padBottom)
		return
	}
	y += bodyGap
	if b.req.Kind == session.Permission {
		y += titleRow + rowGap // who wants what
	}
	if t := s.bodyText(b); t.Lines > 0 && b.req.Detail != "" {
		b.lines, b.view = t.Lines, min(t.Lines, bodyLines(b))
		b.top = min(b.top, b.lines-b.view)
		b.body = drawlist.Rect{X: padX, Y: y, W: inner, H: float32(b.view)*t.LineHeight() + 2*wellPadY}
		y += b.body.H
	}
	if s.offer(b, y+10) {
		y += 10 + buttonRow
	}
	b.height = s.paint.px(y + padBottom + 1)
}

func bodyLines(b *bubble) int {
	if b.mono() {
		return commandLines
	}
	return proseLines
}

// bodyText is the whole body, of which a window is shown.
func (s *Scene) bodyText(b *bubble) *glyph.Text {
	st := bodyStyle
	if b.mono() {
		st = monoStyle
	}
	return s.text.Lines(b.words, st, inner-2*wellPadX, maxBody)
}

// noteText is the last row of a plain bubble; nil when there is nothing to say.
func (s *Scene) noteText(b *bubble) *glyph.Text {
	switch {
	case b.strong != "":
		return s.text.Line(b.strong, strongStyle, inner*.6)
	case b.words == "":
		return nil
	case b.code:
		return s.text.Line(b.words, monoStyle, inner)
	}
	return s.text.Lines(b.words, bodyStyle, inner, 2)
}

// offer lays out what can be pressed below y, or makes room for what became of the answer. false: neither.
func (s *Scene) offer(b *bubble, y float32) bool {
	if b.answered() || b.req.Note != "" && len(b.req.Decisions) == 0 {
		return true
	}
	x := float32(padX)
	for _, d := range [...]event.Decision{event.Allow, event.Deny, event.Ask} {
		label := decisionLabel(b.req, d)
		if label == "" {
			continue
		}
		w := max(72, s.paint.px(s.text.Line(label, buttonStyle, 0).Width+24))
		btn := button{decision: d, label: label, primary: d == event.Allow, rect: drawlist.Rect{X: x, Y: y, W: w, H: buttonRow}}
		if d == event.Ask {
			btn.icon = iconTerminal
			btn.rect.W += 14
			btn.rect.X = cardWidth - padX - btn.rect.W
			btn.primary = b.req.Kind == session.Question
		}
		b.buttons = append(b.buttons, btn)
		x += w + buttonGap
	}
	return len(b.buttons) > 0
}

// decisionLabel is what the button for a decision says; empty when the request does not take it.
//
// A question is answered by choosing, so allowing or denying it would be a wrong answer: it goes to the terminal.
func decisionLabel(r *session.Request, d event.Decision) string {
	takes := false
	for _, t := range r.Decisions {
		takes = takes || t == d
	}
	switch {
	case !takes || r.Kind == session.Notice:
		return ""
	case d == event.Ask:
		return "Terminal"
	case r.Kind == session.Question:
		return ""
	case r.Kind == session.Plan && d == event.Allow:
		return "Approve"
	case r.Kind == session.Plan:
		return "Keep planning"
	case d == event.Allow:
		return "Allow"
	}
	return "Deny"
}

// told is what is told in place of the buttons.
func (b *bubble) told() (words string, warn bool) {
	switch {
	case b.outcome != "":
		return b.outcome, true
	case b.sent == b.req.ID && b.decision == event.Allow:
		return "Allowed, on its way", false
	case b.sent == b.req.ID && b.decision == event.Deny:
		return "Denied, on its way", false
	case b.sent == b.req.ID:
		return "Handing over to the terminal", false
	}
	return "Answer sent", false
}
