package scene

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"golang.org/x/text/unicode/norm"

	"dango/game/glyph"
)

var markdown = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList))

var headings = [...]glyph.Style{
	{Face: glyph.Medium, Size: 15}, {Face: glyph.Medium, Size: 13.5}, {Face: glyph.Medium, Size: 12.5},
}

// planBlocks renders Markdown: headings, lists, code, quotes and tables; links as their words and address.
// width is that of the well they lie in.
func planBlocks(source string, width float32) []block {
	source = norm.NFC.String(shorten(source, 2*maxBodyBytes))
	w := writer{page: page{left: 2 * maxBodyBytes}, src: []byte(source), width: width}
	w.children(markdown.Parser().Parse(text.NewReader(w.src)), 0)
	return w.end()
}

// writer walks a document.
type writer struct {
	page
	src   []byte
	width float32
	tight bool
}

const listIndent = 16

func (w *writer) children(n ast.Node, x float32) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.block(c, x)
	}
}

// gap is the distance to the block before.
func (w *writer) gap(want float32) float32 {
	if len(w.blocks) == 0 {
		return 0
	}
	return want
}

func (w *writer) block(n ast.Node, x float32) {
	switch n := n.(type) {
	case *ast.Heading:
		b := w.inline(n)
		b.style, b.ink, b.indent, b.gap = headings[min(n.Level, len(headings))-1], inkTitle, x, w.gap(10)
		w.add(b)
	case *ast.Paragraph, *ast.TextBlock:
		b := w.inline(n)
		b.style, b.indent, b.gap = bodyStyle, x, w.gap(pick[float32](w.tight, 2, 6))
		w.add(b)
	case *ast.List:
		w.list(n, x)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		w.code(n, x)
	case *ast.HTMLBlock:
		w.code(n, x)
	case *ast.Blockquote:
		w.children(n, x+listIndent)
	case *ast.ThematicBreak:
		w.add(block{back: backRule, gap: w.gap(6)})
	case *extast.Table:
		w.table(n, x)
	default:
		w.children(n, x)
	}
}

func (w *writer) list(n *ast.List, x float32) {
	was := w.tight
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		bullet := "•"
		if n.IsOrdered() {
			bullet = strconv.Itoa(number) + "."
			number++
		}
		indent := float32(listIndent)
		if n.IsOrdered() {
			indent = 6 + 7*float32(len(bullet))
		}
		if done, is := task(item); is {
			bullet = pick(done, "■", "□")
		}
		at := len(w.blocks)
		w.tight = n.IsTight
		near := n.IsTight && (item.PreviousSibling() != nil || was)
		w.add(block{words: bullet, style: bodyStyle, ink: inkFaint, indent: x, gap: w.gap(pick[float32](near, 2, 6)), width: indent})
		w.children(item, x+indent)
		if at+1 < len(w.blocks) {
			w.blocks[at+1].beside, w.blocks[at+1].gap = true, 0
		}
	}
	w.tight = was
}

// task says whether an item is one of a list of what is to be done, and whether it is.
func task(item ast.Node) (done, is bool) {
	first := item.FirstChild()
	if first == nil || first.FirstChild() == nil {
		return false, false
	}
	box, is := first.FirstChild().(*extast.TaskCheckBox)
	return is && box.IsChecked, is
}

func (w *writer) code(n ast.Node, x float32) {
	var lines strings.Builder
	for i := range n.Lines().Len() {
		s := n.Lines().At(i)
		lines.Write(s.Value(w.src))
	}
	w.add(block{
		words: untab(strings.TrimRight(lines.String(), "\n")), style: smallMono, ink: inkTitle, back: backCode, indent: x, gap: w.gap(6), code: true,
	})
}

// table puts rows of cells below each other; a cell that has too little room breaks its lines.
func (w *writer) table(n *extast.Table, x float32) {
	widths := w.columns(n, w.width-x)
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		_, head := row.(*extast.TableHeader)
		at, i := x, 0
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			b := w.inline(cell)
			b.style, b.ink = pick(head, strongSmall, smallStyle), pick(head, inkTitle, inkText)
			b.indent, b.width, b.beside = at, widths[i]-cellGap, i > 0
			if i == 0 {
				b.gap = w.gap(pick[float32](head, 6, 3))
			}
			w.add(b)
			at += widths[i]
			i++
		}
		if head {
			w.add(block{back: backRule, gap: 2, indent: x})
		}
	}
}

const (
	cellGap  = 8
	cellRune = 6.8 // about the width of a letter in a table, in logical pixels
)

// columns shares room out: to each column its longest word, and what is left by what their cells need besides.
func (w *writer) columns(n *extast.Table, room float32) []float32 {
	var least, more []float32
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		i := 0
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			if i == len(least) {
				least, more = append(least, 0), append(more, 0)
			}
			words := w.inline(cell).words
			for _, word := range strings.Fields(words) {
				least[i] = max(least[i], min(letters(word), 16)*cellRune+cellGap)
			}
			more[i] = max(more[i], min(letters(words), 48)*cellRune+cellGap)
			i++
		}
	}
	var sum, rest float32
	for i := range least {
		more[i] = max(more[i]-least[i], 1)
		sum, rest = sum+least[i], rest+more[i]
	}
	for i := range least {
		if sum > room {
			least[i] *= room / sum
		} else {
			least[i] += (room - sum) * more[i] / rest
		}
	}
	return least
}

// letters is about how many letters' width words have: those of Chinese, Japanese and Korean have two.
func letters(words string) (n float32) {
	for _, r := range words {
		n += pick[float32](r >= 0x2e80, 2, 1)
	}
	return n
}

// inline gathers the words below a node, code with something behind it.
func (w *writer) inline(n ast.Node) block {
	in := inlines{src: w.src}
	in.walk(n)
	return block{words: in.words.String(), marks: in.marks, mix: glyph.NewMix(in.spans)}
}

type inlines struct {
	src   []byte
	words strings.Builder
	runes int
	marks []mark
	spans []glyph.Span
	face  glyph.Face // of the words that come; Regular is the block's own
}

func (in *inlines) write(s string) {
	s = untab(s)
	in.words.WriteString(s)
	from := in.runes
	in.runes += len([]rune(s))
	if in.face == glyph.Regular || from == in.runes {
		return
	}
	if n := len(in.spans); n > 0 && in.spans[n-1].Face == in.face && in.spans[n-1].To == from {
		in.spans[n-1].To = in.runes
		return
	}
	in.spans = append(in.spans, glyph.Span{From: from, To: in.runes, Face: in.face})
}

// faced walks what is below n in another face. Strong words that are leant on, too, stay strong.
func (in *inlines) faced(n ast.Node, f glyph.Face) {
	was := in.face
	if was != glyph.Medium || f == glyph.Mono {
		in.face = f
	}
	in.walk(n)
	in.face = was
}

func (in *inlines) walk(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			in.write(string(c.Value(in.src)))
			if c.HardLineBreak() {
				in.write("\n")
			} else if c.SoftLineBreak() {
				in.write(" ")
			}
		case *ast.String:
			in.write(string(c.Value))
		case *ast.CodeSpan:
			from := in.runes
			in.faced(c, glyph.Mono)
			in.marks = append(in.marks, mark{stretch{from, in.runes}, backCode})
		case *ast.Emphasis:
			in.faced(c, pick(c.Level > 1, glyph.Medium, glyph.Italic))
		case *extast.Strikethrough:
			from := in.runes
			in.walk(c)
			in.marks = append(in.marks, mark{stretch{from, in.runes}, backStrike})
		case *ast.Link:
			before := in.runes
			in.walk(c)
			if in.runes == before || !strings.HasSuffix(in.words.String(), string(c.Destination)) {
				in.write(" (" + string(c.Destination) + ")")
			}
		case *ast.AutoLink:
			in.write(string(c.Label(in.src)))
		case *ast.RawHTML:
			for i := range c.Segments.Len() {
				s := c.Segments.At(i)
				in.write(string(s.Value(in.src)))
			}
		case *extast.TaskCheckBox: // its bullet says it
		default:
			in.walk(c)
		}
	}
}
