package scene

import (
	"fmt"
	"strings"

	"dango/game/drawlist"
	"dango/game/layout"
	"dango/prefs/lang"
)

var sideWords = [...]string{layout.Above: "above", layout.Below: "below", layout.Left: "left", layout.Right: "right"}

// Summary says in words what is shown, the top of the screen first: for tests and for those who cannot see it.
func (s *Scene) Summary() string {
	if !s.Shown() && !s.bar.on && !s.away {
		return "hidden\n"
	}
	var w strings.Builder
	s.summariseBar(&w)
	if !s.Shown() {
		fmt.Fprintln(&w, "pet: away")
		if s.menuIn(true) {
			s.menu.summarise(&w)
		}
		return w.String()
	}
	fmt.Fprintf(&w, "pet: %s\n", s.pic.Clip)
	if len(s.placed) > 0 {
		fmt.Fprintf(&w, "bubbles: %s\n", sideWords[s.plan.Side])
	}
	if s.plan.After > 0 {
		fmt.Fprintf(&w, "%s\n", s.said.chip(s.plan.After, true, s.mixed))
	}
	for i := len(s.column) - 1; i >= 0; i-- {
		if b := s.column[i]; b.shown && !b.dead {
			b.summarise(&w)
		}
	}
	if s.plan.Before > 0 {
		fmt.Fprintf(&w, "%s\n", s.said.chip(s.plan.Before, false, s.mixed))
	}
	if s.menu.open {
		s.menu.summarise(&w)
	}
	return w.String()
}

func (m *menu) summarise(w *strings.Builder) {
	for i := range m.rows {
		r := &m.rows[i]
		if r.words == "" {
			continue
		}
		fmt.Fprintf(w, "menu: %s%s%s", pick(m.keys && m.on == i, "> ", ""), pick(r.back, "< ", ""), r.words)
		for _, more := range []string{r.note, pick(r.to != "", "…", ""), pick(r.box, pick(r.on, "[x]", "[ ]"), "")} {
			if more != "" {
				fmt.Fprint(w, " | ", more)
			}
		}
		w.WriteByte('\n')
	}
}

func (b *bubble) summarise(w *strings.Builder) {
	lead := "-"
	if b.s.Leader {
		lead = "*"
	}
	if b.line {
		fmt.Fprintf(w, "= %s\n", b.title)
		return
	}
	word, _ := b.badge()
	place := b.place
	if mark, _ := b.modeMark(); mark != "" {
		place += " ∙ " + mark
	}
	fmt.Fprintf(w, "%s %s | %s | %s | %s", lead, b.title, word, place, b.when)
	for _, words := range []string{b.count, b.remains} {
		if words != "" {
			fmt.Fprintf(w, " | %s", words)
		}
	}
	w.WriteByte('\n')
	if b.req == nil {
		if b.strong+b.words != "" {
			fmt.Fprintf(w, "    %s\n", strings.TrimSpace(b.strong+" "+oneLine(b.words)))
		}
		for i := range b.buttons {
			fmt.Fprintf(w, "    [%s]\n", b.buttons[i].label)
		}
		return
	}
	if len(b.draft.asks) > 0 && !b.private {
		b.summarisePage(w)
	} else {
		fmt.Fprintf(w, "    %s: %s: %s\n", asker(b.s, b.req), toolName(b.req.ToolName), oneLine(b.words))
	}
	if b.warning() != "" {
		fmt.Fprintf(w, "    ! %s\n", b.warning())
	}
	if b.answered() || b.req.Note != "" && len(b.req.Decisions) == 0 {
		words, _ := b.told()
		fmt.Fprintf(w, "    %s\n", words)
		return
	}
	any := false
	for i := range b.buttons {
		k := &b.buttons[i]
		switch {
		case k.inBody, k.look == lookCount:
			continue
		case k.look == lookField:
			fmt.Fprintf(w, "    %s %q\n", k.label, b.field(k.control).words)
			continue
		case k.look == lookRow:
			fmt.Fprintf(w, "    [%s] %s\n", k.label, k.about)
			continue
		}
		fmt.Fprintf(w, "    %s", pick(k.off, "("+k.label+")", "["+k.label+"]"))
		any = true
	}
	if any {
		w.WriteByte('\n')
	}
}

// summarisePage tells a question's open page.
func (b *bubble) summarisePage(w *strings.Builder) {
	d := b.draft
	q, r := &d.asks[d.page], &d.given[d.page]
	fmt.Fprintf(w, "    %s: %s | %s | %s\n", asker(b.s, b.req), lang.T("%d of %d", d.page+1, len(d.asks)), q.header, oneLine(q.words))
	for i, o := range q.options {
		fmt.Fprintf(w, "    %s %s: %s\n", pick(r.chosen[i], "(x)", "( )"), o.label, o.about)
	}
	if q.free {
		fmt.Fprintf(w, "    %s Other %q\n", pick(r.other && !r.field.empty(), "(x)", "( )"), r.field.words)
	}
}

// Find gives the place in the world of a bubble by its title, of a button by "[label]", of a bubble's ✕ by "✕ title",
// of an item of the menu by its words, of the number on the pet by "#", of the one line by "=", or of
// the column's slider by "|". Of the bar it gives the row by "bar", and what is on its cards by "bar: " and the words as
// above.
func (s *Scene) Find(words string) (drawlist.Rect, bool) {
	if words == "bar" {
		return s.bar.to.Row, s.bar.on
	}
	words, inBar := strings.CutPrefix(words, "bar: ")
	for _, b := range s.cards() {
		if !b.shown || b.dead || b.inBar != inBar {
			continue
		}
		card := s.box(b)
		if b.line && words == "=" {
			return s.lineRect(card), true
		}
		switch {
		case words == b.title:
			return card, true
		case words == "✕ "+b.title:
			return b.cross(card), true
		}
		for i := range b.buttons {
			if words == "["+b.buttons[i].label+"]" {
				_, seen := b.where(i, card)
				return seen, true
			}
		}
	}
	if r := s.thumb(); words == "|" && !r.Empty() {
		return r, true
	}
	if r := s.countRect(); words == "#" && !r.Empty() {
		return r, true
	}
	for i := range s.menu.rows {
		if s.menu.open && words == s.menu.rows[i].words {
			return s.menu.item(i), true
		}
	}
	return drawlist.Rect{}, false
}
