// Package plainly shows what an agent said so that nothing in it is invisible, and nothing looks like something else: on
// a card as in a terminal, where it could otherwise move the cursor, or rewrite what stands there.
package plainly

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dango/prefs/lang"
)

// Stretch is a piece of a text, in runes.
type Stretch struct{ From, To int }

// Text is an agent's text as it is shown.
type Text struct {
	words  strings.Builder
	n      int   // runes of words
	at     []int // of each byte of the text, and of its end: the rune of words that shows it
	unseen bool  // it has characters that cannot be seen
	alike  bool  // it has letters that only look like Latin ones
	marks  []Stretch
}

// String is what is shown.
func (t *Text) String() string { return t.words.String() }

// Marks are the parts of what is shown that are not what they look like, and what Mark added.
func (t *Text) Marks() []Stretch { return t.marks }

// Gaps that are longer than this are told, not shown: they would push what comes behind them out of sight.
const (
	widestGap    = 16
	widestIndent = 48
	mostEmpty    = 3 // lines
	tab          = "    "
)

// Show shows a text.
func Show(text string) *Text { return Parts(text, len(text), len(text)) }

// Line shows a text on one line, without what surrounds it.
func Line(text string) string {
	breaks := func(r rune) bool { return r == '\n' || r == '\t' }
	return Show(strings.Join(strings.FieldsFunc(strings.Trim(text, " \t\r\n"), breaks), " ")).String()
}

// Parts shows a text without what is between two of its bytes.
func Parts(text string, head, tail int) *Text {
	t := &Text{at: make([]int, 0, len(text)+1)}
	t.part(text, 0, head)
	if head < tail {
		t.lineBreak()
		t.token(lang.T("%d characters left out", utf8.RuneCountInString(text[head:tail])), tail-head)
		t.lineBreak()
		t.part(text, tail, len(text))
	}
	t.at = append(t.at, t.n)
	t.lookAlikes(text)
	return t
}

func (t *Text) part(text string, from, to int) {
	start := true // of a line
	var before rune
	for i := from; i < to; {
		r, size := utf8.DecodeRuneInString(text[i:to])
		after, _ := utf8.DecodeRuneInString(text[i+size:])
		switch {
		case r == ' ' || r == '\t':
			size = t.gap(text[i:to], start)
		case r == '\n':
			size = t.empty(text[i:to])
			start = true
		case Invisible(r, before, after):
			t.unseen = true
			t.token(fmt.Sprintf("U+%04X", r), size)
		default:
			t.shows(string(r), 1, size)
		}
		start = r == '\n' || start && (r == ' ' || r == '\t')
		before, i = r, i+size
	}
}

// shows says that the next bytes of the text are shown as words of n runes.
func (t *Text) shows(words string, n, bytes int) {
	for range bytes {
		t.at = append(t.at, t.n)
	}
	t.words.WriteString(words)
	t.n += n
}

// token shows the next bytes of the text as a word about them.
func (t *Text) token(about string, bytes int) {
	about = "‹" + about + "›"
	from := t.n
	t.shows(about, utf8.RuneCountInString(about), bytes)
	t.marks = append(t.marks, Stretch{from, t.n})
}

func (t *Text) lineBreak() {
	t.words.WriteByte('\n')
	t.n++
}

// gap shows the spaces and tabs that a text begins with, and gives their bytes.
func (t *Text) gap(text string, start bool) (bytes int) {
	blank := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
	widest := widestGap
	if start {
		widest = widestIndent
	}
	if width := len(strings.ReplaceAll(blank, "\t", tab)); width > widest {
		t.token(lang.T("%d spaces", width), len(blank))
		return len(blank)
	}
	for _, c := range blank {
		if c == '\t' {
			t.shows(tab, len(tab), 1)
		} else {
			t.shows(" ", 1, 1)
		}
	}
	return len(blank)
}

// empty shows the line break that a text begins with, and the empty lines behind it when they are many. It gives their
// bytes.
func (t *Text) empty(text string) (bytes int) {
	rest := strings.TrimLeft(text, " \t\n")
	blank := text[:len(text)-len(rest)]
	lines := strings.Count(blank, "\n") - 1
	if lines <= mostEmpty {
		t.shows("\n", 1, 1)
		return 1
	}
	bytes = strings.LastIndexByte(blank, '\n') + 1
	t.lineBreak()
	t.token(lang.T("%d empty lines", lines), bytes)
	t.lineBreak()
	return bytes
}

// Invisible says whether a rune between two others shows nothing of itself, or turns the direction of others. A joiner of
// emoji, or of letters that need one, is none.
func Invisible(r, before, after rune) bool {
	switch {
	case r < 0x7f:
		return r < ' '
	case unicode.IsControl(r), unicode.Is(unicode.Co, r):
		return true
	case r == '\u200c' || r == '\u200d':
		return before < 0x0590 || after < 0x0590
	case unicode.Is(unicode.Variation_Selector, r):
		return before < 0x80 && !strings.ContainsRune("#*0123456789", before)
	case r == '\u3000': // a space as wide as the letters around it
		return before < 0x2e80 && after < 0x2e80
	case unicode.In(r, unicode.Cf, unicode.Zs, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point):
		return true
	}
	return r == '\u2800' // an empty pattern of Braille
}

// alike are the Cyrillic and Greek letters that look like Latin ones.
const alike = "аеорсухіјѕһԁԛԝАВЕЅІЈКМНОРСТХЗԌοναΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"

// lookAlikes marks those that stand in one word with Latin ones.
func (t *Text) lookAlikes(text string) {
	if !strings.ContainsAny(text, alike) {
		return
	}
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
	for i := 0; i < len(text); {
		rest := text[i:]
		from := strings.IndexFunc(rest, inWord)
		if from < 0 {
			return
		}
		word := rest[from:]
		if end := strings.IndexFunc(word, func(r rune) bool { return !inWord(r) }); end >= 0 {
			word = word[:end]
		}
		i += from
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Latin, r) }) {
			for j, r := range word {
				if strings.ContainsRune(alike, r) {
					t.alike = true
					t.marks = append(t.marks, Stretch{t.at[i+j], t.at[i+j+utf8.RuneLen(r)]})
				}
			}
		}
		i += len(word)
	}
}

// Mark marks what is shown of some bytes of the text.
func (t *Text) Mark(from, to int) {
	if s := (Stretch{t.at[from], t.at[to]}); s.From < s.To && !slices.Contains(t.marks, s) {
		t.marks = append(t.marks, s)
	}
}

// Warnings say what is strange about the text itself.
func (t *Text) Warnings() (all []string) {
	if t.unseen {
		all = append(all, lang.T("has characters that cannot be seen"))
	}
	if t.alike {
		all = append(all, lang.T("has letters that only look like Latin ones"))
	}
	return all
}
