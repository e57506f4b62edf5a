package scene

import (
	"strings"

	"dango/game/glyph"
	"dango/prefs/lang"
)

// block is a piece of a card's body: words in one style, from the body's left edge or beside the block before.
type block struct {
	words  string
	style  glyph.Style
	ink    ink
	back   back
	indent float32
	gap    float32 // above
	beside bool    // begins where the block before begins: a bullet's words, a table's next cell
	width  float32 // 0 = all that is left
	code   bool    // words may be copied from here: no line is left out
	marks  []mark
	mix    *glyph.Mix // parts in other faces

	text *glyph.Text
	y, h float32 // from the body's top, measured
	id   control // what a click on it does; zero = nothing
}

// stretch is a piece of a text, in runes.
type stretch struct{ from, to int }

// mark is a part of a block's words with something behind it.
type mark struct {
	stretch
	back back
}

// ink is a colour of text by its meaning.
type ink uint8

const (
	inkText ink = iota
	inkTitle
	inkFaint
	inkWarn
	inkAdded
	inkGone
)

// back is what lies behind text.
type back uint8

const (
	backNone back = iota
	backAdded
	backGone
	backDanger
	backCode
	backRule   // a thin line across, and no words
	backStrike // a line through what is no more so
)

// Bodies are bounded: laying out a megabyte would hold up the picture.
const (
	maxBlocks    = 600
	maxBodyBytes = 20_000
)

// page collects blocks.
type page struct {
	blocks []block
	left   int // bytes that may still come
	more   bool
	space  float32 // above the next block, besides its own

	strange []string // what must be warned of in what was added word for word
}

func (p *page) add(b block) {
	if len(p.blocks) >= maxBlocks || p.left <= 0 {
		p.more = true
		return
	}
	b.words = shorten(b.words, p.left)
	b.gap, p.space = b.gap+p.space, 0
	p.left -= len(b.words) + 16
	p.blocks = append(p.blocks, b)
}

func (p *page) mono(words string) {
	p.verbatim(words, block{style: monoStyle, ink: inkTitle, code: true})
}

// warned is a hint with what is strange on the page behind it.
func (p *page) warned(hint string) string {
	strange := strings.Join(p.strange, lang.T("; "))
	if hint == "" || strange == "" {
		return hint + sentence(strange)
	}
	return hint + lang.T("; ") + strange
}

// end says when something was left out.
func (p *page) end() []block {
	if p.more {
		p.blocks = append(p.blocks, block{words: lang.T("… and more: the terminal shows all of it"), style: smallStyle, ink: inkFaint, gap: 4})
	}
	return p.blocks
}

// untab makes words ones whose runes a mark can count.
func untab(s string) string { return strings.ReplaceAll(s, "\t", "    ") }
