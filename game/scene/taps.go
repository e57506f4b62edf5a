package scene

import (
	"dango/game/drawlist"
	"dango/game/input"
)

// A press belongs to the one before when it comes as soon (400 ms) and as near.
const (
	tapTicks  = 24
	tapPixels = 4
)

// taps are the presses on a field that belong together: one puts the caret, two select a word, three a line.
type taps struct {
	n    int
	tick uint64
	at   drawlist.Point
	in   *field
	from stretch // what they have selected
}

// pressField handles a press on the open field.
func (s *Scene) pressField(e *input.Event) {
	f, t := s.openField(), &s.taps
	s.caretTo(e.At, e.Mods&input.Shift != 0)
	near := max(e.At.X-t.at.X, t.at.X-e.At.X, e.At.Y-t.at.Y, t.at.Y-e.At.Y) <= tapPixels
	if t.in != f || !near || s.pressed0 > t.tick+tapTicks || t.n == 3 || e.Mods&input.Shift != 0 {
		t.n = 0
	}
	t.n, t.tick, t.at, t.in = t.n+1, s.pressed0, e.At, f
	if t.n == 1 {
		return
	}
	t.from.from, t.from.to = f.around(f.caret, t.n == 3)
	f.anchor, f.caret = t.from.from, t.from.to
}

// stretchTo moves the selection's end to where the pointer has been dragged: by words or lines, when they were selected.
func (s *Scene) stretchTo(p drawlist.Point) {
	t := &s.taps
	f := s.openField()
	if t.n < 2 || f == nil {
		s.caretTo(p, true)
		return
	}
	s.caretTo(p, false)
	from, to := f.around(f.caret, t.n == 3)
	if from < t.from.from {
		f.anchor, f.caret = t.from.to, from
	} else {
		f.anchor, f.caret = t.from.from, max(to, t.from.to)
	}
}

// around is the word at a place, or what stands between two words, or the line up to its break. A secret is one word: what
// it is made of is nobody's business.
func (f *field) around(at int, line bool) (from, to int) {
	if f.secret {
		return 0, len(f.text)
	}
	same := func(r rune) bool { return r != '\n' }
	if !line && len(f.text) > 0 {
		is := letter(f.text[min(at, len(f.text)-1)])
		if !is && at > 0 && letter(f.text[at-1]) { // behind a word
			is = true
		}
		same = func(r rune) bool { return r != '\n' && letter(r) == is }
	}
	for from = at; from > 0 && same(f.text[from-1]); from-- {
	}
	for to = at; to < len(f.text) && same(f.text[to]); to++ {
	}
	return from, to
}
