package session

import (
	"strings"
	"unicode/utf8"

	"github.com/go-text/typesetting/segmenter"
)

const ellipsis = "…"

// oneLine turns every run of white space and control characters into one space.
func oneLine(s string) string {
	clean := func(c rune) rune {
		if c < ' ' || c == 0x7f || c == utf8.RuneError || 0x80 <= c && c < 0xa0 {
			return ' '
		}
		return c
	}
	return strings.Join(strings.Fields(strings.Map(clean, s)), " ")
}

// snippet is s on one line, in at most limit characters, and never cut inside what a reader sees as one character.
// A cut snippet ends in an ellipsis, which counts.
func snippet(s string, limit int) string {
	if len(s) > 16*limit { // enough for limit characters of the longest kind, and whatever white space lies between
		s = s[:16*limit]
		for !utf8.ValidString(s[len(s)-min(len(s), utf8.UTFMax):]) && len(s) > 0 && !utf8.RuneStart(s[len(s)-1]) {
			s = s[:len(s)-1]
		}
	}
	s = oneLine(s)
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	runes := []rune(s)
	var seg segmenter.Segmenter
	seg.Init(runes)
	cut := 0
	for it := seg.GraphemeIterator(); it.Next(); {
		g := it.Grapheme()
		if end := g.Offset + len(g.Text); end <= limit-1 {
			cut = end
		} else {
			break
		}
	}
	return strings.TrimRight(string(runes[:cut]), " ") + ellipsis
}

// synthetic says that no person wrote the prompt. Adapters send such a prompt without its text.
func synthetic(prompt string) bool {
	return strings.TrimSpace(prompt) == "" || strings.HasPrefix(prompt, "<task-notification>") ||
		strings.HasPrefix(prompt, "Background agent ") && strings.HasSuffix(prompt, " was stopped by the user.")
}
