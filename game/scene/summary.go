package scene

import (
	"fmt"
	"strings"

	"dango/game/drawlist"
	"dango/game/layout"
)

var sideWords = [...]string{layout.Above: "above", layout.Below: "below", layout.Left: "left", layout.Right: "right"}

// Summary says in words what is shown, the top of the screen first: for tests and for those who cannot see it.
func (s *Scene) Summary() string {
	if !s.visible {
		return "hidden\n"
	}
	var w strings.Builder
	fmt.Fprintf(&w, "pet: %s\n", s.pic.Clip)
	if len(s.placed) > 0 {
		fmt.Fprintf(&w, "bubbles: %s\n", sideWords[s.plan.Side])
	}
	if s.plan.After > 0 {
		fmt.Fprintf(&w, "%s\n", chipWords(s.plan.After, true))
	}
	for i := len(s.column) - 1; i >= 0; i-- {
		if b := s.column[i]; b.shown && !b.dead {
			b.summarise(&w)
		}
	}
	if s.plan.Before > 0 {
		fmt.Fprintf(&w, "%s\n", chipWords(s.plan.Before, false))
	}
	if s.menu.open {
		for _, m := range menuItems {
			fmt.Fprintf(&w, "menu: %s\n", m.words)
		}
	}
	return w.String()
}

func (b *bubble) summarise(w *strings.Builder) {
	lead := "-"
	if b.s.Leader {
		lead = "*"
	}
	word, _ := b.badge()
	fmt.Fprintf(w, "%s %s | %s | %s | %s", lead, b.title, word, b.place, b.when)
	if b.count != "" {
		fmt.Fprintf(w, " | %s", b.count)
	}
	w.WriteByte('\n')
	if b.req == nil {
		if b.strong+b.words != "" {
			fmt.Fprintf(w, "    %s\n", strings.TrimSpace(b.strong+" "+oneLine(b.words)))
		}
		return
	}
	fmt.Fprintf(w, "    %s: %s: %s\n", asker(b.s, b.req), toolName(b.req.ToolName), oneLine(b.req.Detail))
	switch {
	case len(b.buttons) > 0:
		for i := range b.buttons {
			fmt.Fprintf(w, "    [%s]", b.buttons[i].label)
		}
		w.WriteByte('\n')
	case b.answered() || b.req.Note != "":
		words, _ := b.told()
		fmt.Fprintf(w, "    %s\n", words)
	}
}

// Find gives the place in the world of a bubble by its title, of a button by "[label]", of a bubble's ✕ by "✕ title",
// or of an item of the menu by its words.
func (s *Scene) Find(words string) (drawlist.Rect, bool) {
	for _, b := range s.column {
		if !b.shown || b.dead {
			continue
		}
		card := s.box(b)
		switch {
		case words == b.title:
			return card, true
		case words == "✕ "+b.title:
			return cross(card), true
		}
		for i := range b.buttons {
			if words == "["+b.buttons[i].label+"]" {
				return b.buttons[i].rect.Translate(card.X, card.Y), true
			}
		}
	}
	for i, m := range menuItems {
		if s.menu.open && words == m.words {
			return s.menu.item(i), true
		}
	}
	return drawlist.Rect{}, false
}
