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
			indent = 20
		}
		at := len(w.blocks)
		w.tight = n.IsTight
		w.add(block{words: bullet, style: bodyStyle, ink: inkFaint, indent: x, gap: w.gap(pick[float32](n.IsTight && item.PreviousSibling() != nil, 2, 6)), width: indent})
		w.children(item, x+indent)
		if at+1 < len(w.blocks) {
			w.blocks[at+1].beside, w.blocks[at+1].gap = true, 0
		}
	}
	w.tight = was
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

// table shares the width out by what the cells need; a cell that has too little breaks its lines.
func (w *writer) table(n *extast.Table, x float32) {
	var need []float32
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		i := 0
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			if i == len(need) {
				need = append(need, 0)
			}
			need[i] = max(need[i], min(float32(len([]rune(w.inline(cell).words))), 40))
			i++
		}
	}
	var sum float32
	for _, v := range need {
		sum += v + 1
	}
	room := w.width - x
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		_, head := row.(*extast.TableHeader)
		at, i := x, 0
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			b := w.inline(cell)
			width := room * (need[i] + 1) / sum
			b.style, b.ink = pick(head, strongSmall, smallStyle), pick(head, inkTitle, inkText)
			b.indent, b.width, b.beside = at, width-6, i > 0
			if i == 0 {
				b.gap = w.gap(pick[float32](head, 6, 3))
			}
			w.add(b)
			at += width
			i++
		}
		if head {
			w.add(block{back: backRule, gap: 2, indent: x})
		}
	}
}

// inline gathers the words below a node, code with something behind it.
func (w *writer) inline(n ast.Node) block {
	in := inlines{src: w.src}
	in.walk(n)
	return block{words: in.words.String(), marks: in.marks}
}

type inlines struct {
	src   []byte
	words strings.Builder
	runes int
	marks []mark
}

func (in *inlines) write(s string) {
	s = untab(s)
	in.words.WriteString(s)
	in.runes += len([]rune(s))
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
			in.walk(c)
			in.marks = append(in.marks, mark{stretch{from, in.runes}, backCode})
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
		case *extast.TaskCheckBox:
			in.write(pick(c.IsChecked, "☑ ", "☐ "))
		default:
			in.walk(c)
		}
	}
}
