package main

import (
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"dango/prefs/plainly"
)

// visible is how petctl writes to a terminal, whatever it was told: what is invisible is named, so that no command, folder
// or error of somebody else's can move the cursor or colour what stands there.
func visible(w io.Writer) io.Writer {
	return &teller{w: w, tell: func(r rune) string { return fmt.Sprintf("‹U+%04X›", r) }}
}

// escaped does the same to JSON, which stays what it was to a program.
func escaped(w io.Writer) io.Writer { return &teller{w: w, tell: escape} }

func escape(r rune) string {
	if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// A teller writes text with something visible instead of what is not. Line breaks and tabs stay.
type teller struct {
	w      io.Writer
	tell   func(rune) string
	before rune
	part   []byte // of a character: the rest comes with the next call
}

func (t *teller) Write(p []byte) (int, error) {
	text := append(t.part, p...)
	out := make([]byte, 0, len(text))
	for len(text) > 0 && utf8.FullRune(text) {
		r, size := utf8.DecodeRune(text)
		after, _ := utf8.DecodeRune(text[size:])
		if r != '\n' && r != '\t' && plainly.Invisible(r, t.before, after) {
			out = append(out, t.tell(r)...)
		} else {
			out = utf8.AppendRune(out, r)
		}
		t.before, text = r, text[size:]
	}
	t.part = text
	if _, err := t.w.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}
