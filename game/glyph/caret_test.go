package glyph_test

import (
	"testing"

	"dango/game/glyph"
)

// A caret put where a rune stands is before that rune again, on lines that end by themselves and on those that break.
func TestCaret(t *testing.T) {
	s, err := glyph.New()
	if err != nil {
		t.Fatal(err)
	}
	const words = "one two three four five six\n\n七夕の夜 and 👍 ok\nend"
	text := s.Lines(words, glyph.Style{Face: glyph.Regular, Size: 12}, 80, 0)
	if text.Lines < 5 {
		t.Fatalf("%d lines, want more than the text has by itself", text.Lines)
	}
	last := -1
	for i := range []rune(words) {
		line, x := text.Caret(i)
		if line < last {
			t.Errorf("rune %d is on line %d, the one before on %d", i, line, last)
		}
		last = line
		if got := text.Nearest(line, x); got != i {
			t.Errorf("rune %d stands at %v on line %d, and the nearest to that is %d", i, x, line, got)
		}
	}
	for line := range text.Lines {
		first, end := text.Bounds(line)
		if l, x := text.Caret(first); l != line || x != 0 {
			t.Errorf("line %d begins with rune %d, which stands at %v on line %d", line, first, x, l)
		}
		if end < first {
			t.Errorf("line %d goes from %d to %d", line, first, end)
		}
	}
	if line, x := text.Caret(1000); line != text.Lines-1 || x <= 0 {
		t.Errorf("the end is at %v on line %d", x, line)
	}
}
