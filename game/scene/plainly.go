package scene

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dango/prefs/lang"
)

// stretch is a piece of a text, in runes.
type stretch struct{ from, to int }

// plainly is a text of an agent's as a card shows it: nothing in it is invisible, and nothing looks like something else.
type plainly struct {
	words  strings.Builder
	n      int   // runes of words
	at     []int // of each byte of the text, and of its end: the rune of words that shows it
	unseen bool  // it has characters that cannot be seen
	alike  bool  // it has letters that only look like Latin ones
	marks  []stretch
}

// Gaps that are longer than this are told, not shown: they would push what comes behind them out of sight.
const (
	widestGap    = 16
	widestIndent = 48
	mostEmpty    = 3 // lines
)

// plain shows a text that is no longer than a card can show.
func plain(text string) *plainly { return plainParts(text, len(text), len(text)) }

// plainParts shows a text without what is between two of its bytes.
func plainParts(text string, head, tail int) *plainly {
	p := &plainly{at: make([]int, 0, len(text)+1)}
	p.part(text, 0, head)
	if head < tail {
		p.lineBreak()
		p.token(lang.T("%d characters left out", utf8.RuneCountInString(text[head:tail])), tail-head)
		p.lineBreak()
		p.part(text, tail, len(text))
	}
	p.at = append(p.at, p.n)
	p.lookAlikes(text)
	return p
}

func (p *plainly) part(text string, from, to int) {
	start := true // of a line
	var before rune
	for i := from; i < to; {
		r, size := utf8.DecodeRuneInString(text[i:to])
		after, _ := utf8.DecodeRuneInString(text[i+size:])
		switch {
		case r == ' ' || r == '\t':
			size = p.gap(text[i:to], start)
		case r == '\n':
			size = p.empty(text[i:to])
			start = true
		case invisible(r, before, after):
			p.unseen = true
			p.token(fmt.Sprintf("U+%04X", r), size)
		default:
			p.shows(string(r), 1, size)
		}
		start = r == '\n' || start && (r == ' ' || r == '\t')
		before, i = r, i+size
	}
}

// shows says that the next bytes of the text are shown as words of n runes.
func (p *plainly) shows(words string, n, bytes int) {
	for range bytes {
		p.at = append(p.at, p.n)
	}
	p.words.WriteString(words)
	p.n += n
}

// token shows the next bytes of the text as a word about them.
func (p *plainly) token(about string, bytes int) {
	about = "‹" + about + "›"
	from := p.n
	p.shows(about, utf8.RuneCountInString(about), bytes)
	p.marks = append(p.marks, stretch{from, p.n})
}

func (p *plainly) lineBreak() {
	p.words.WriteByte('\n')
	p.n++
}

// gap shows the spaces and tabs that a text begins with, and gives their bytes.
func (p *plainly) gap(text string, start bool) (bytes int) {
	width := 0
	for ; bytes < len(text) && (text[bytes] == ' ' || text[bytes] == '\t'); bytes++ {
		width += pick(text[bytes] == '\t', 4, 1)
	}
	switch {
	case width > pick(start, widestIndent, widestGap):
		p.token(lang.T("%d spaces", width), bytes)
	default:
		for _, c := range text[:bytes] {
			p.shows(pick(c == '\t', "    ", " "), pick(c == '\t', 4, 1), 1)
		}
	}
	return bytes
}

// empty shows the line break that a text begins with, and the empty lines behind it when they are many. It gives their
// bytes.
func (p *plainly) empty(text string) (bytes int) {
	rest := strings.TrimLeft(text, " \t\n")
	blank := text[:len(text)-len(rest)]
	lines := strings.Count(blank, "\n") - 1
	if lines <= mostEmpty {
		p.shows("\n", 1, 1)
		return 1
	}
	bytes = strings.LastIndexByte(blank, '\n') + 1
	p.lineBreak()
	p.token(lang.T("%d empty lines", lines), bytes)
	p.lineBreak()
	return bytes
}

// invisible says whether a rune between two others shows nothing of itself, or turns the direction of others. A joiner of
// emoji, or of letters that need one, is none.
func invisible(r, before, after rune) bool {
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
func (p *plainly) lookAlikes(text string) {
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
					p.alike = true
					p.marks = append(p.marks, stretch{p.at[i+j], p.at[i+j+utf8.RuneLen(r)]})
				}
			}
		}
		i += len(word)
	}
}

// mark marks what is shown of some bytes of the text.
func (p *plainly) mark(from, to int) {
	if s := (stretch{p.at[from], p.at[to]}); s.from < s.to && !slices.Contains(p.marks, s) {
		p.marks = append(p.marks, s)
	}
}

// warns says what is strange about the text itself.
func (p *plainly) warns() (all []string) {
	if p.unseen {
		all = append(all, lang.T("has characters that cannot be seen"))
	}
	if p.alike {
		all = append(all, lang.T("has letters that only look like Latin ones"))
	}
	return all
}
