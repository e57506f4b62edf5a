package glyph

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"

	"dango/game/drawlist"
)

const (
	leading   = 1.4          // line height in ems
	capHeight = 1480. / 2048 // of the Go fonts, in ems
)

// A Text is laid out: lines of glyphs at one scale. It belongs to the Set that made it and is valid until Begin
// reports a change.
type Text struct {
	Width float32 // of the widest line, logical pixels
	Lines int
	Cut   bool // something was left out, and an ellipsis says so

	line     int // line height, device pixels
	baseline int // from a line's top, device pixels
	scale    float32
	glyphs   []placed
	ends     []int // glyphs[:ends[i]] belong to lines 0…i
	stops    []stop
	stopEnds []int // as ends, of stops
	runes    int   // laid out so far, a line break counting as one
	epoch    uint64
}

// LineHeight is the distance of two baselines in logical pixels, a whole number of device pixels.
func (t *Text) LineHeight() float32 { return float32(t.line) / t.scale }

// Height is that of all lines in logical pixels.
func (t *Text) Height() float32 { return float32(t.Lines*t.line) / t.scale }

type placed struct {
	key  glyphKey
	x, y int32 // origin, device pixels from the line's start and baseline
	slot slot
}

// Line lays out text on one line, line breaks as spaces, cut with an ellipsis to width logical pixels; width ≤ 0 = no limit.
func (s *Set) Line(text string, st Style, width float32) *Text { return s.Lines(text, st, width, 1) }

// Lines lays out text on at most lines lines (≤ 0 = any number) of at most width logical pixels. It breaks where the
// script allows, inside a word only when the word alone is too wide, never inside a grapheme. Equal calls share one result.
func (s *Set) Lines(text string, st Style, width float32, lines int) *Text {
	return s.cached(textKey{text: text, style: st, width: width, lines: lines}, nil)
}

func (s *Set) cached(k textKey, spans []Span) *Text {
	if t := s.texts.get(k); t != nil {
		return t
	}
	t := s.layout(k, spans)
	s.texts.put(k, t)
	return t
}

func (s *Set) layout(k textKey, spans []Span) *Text {
	em := float64(k.style.Size) * s.scale
	t := &Text{scale: float32(s.scale), line: int(math.Round(em * leading)), epoch: ^uint64(0)}
	t.baseline = int(math.Round((float64(t.line) + em*capHeight) / 2))
	width := fixed.Int26_6(math.MaxInt32 / 4)
	if k.width > 0 {
		width = fixed.Int26_6(float64(k.width) * s.scale * 64)
	}
	paragraphs := []string{k.text}
	if k.lines != 1 {
		paragraphs = strings.Split(strings.TrimRight(k.text, "\n"), "\n")
	}
	for i, p := range paragraphs {
		left := 0
		if k.lines > 0 {
			if left = k.lines - t.Lines; left == 0 {
				t.Cut = true
				break
			}
		}
		s.paragraph(t, clean(p), k.style, spans, width, left, i < len(paragraphs)-1)
	}
	return t
}

// paragraph appends the lines of text to t.
func (s *Set) paragraph(t *Text, text []rune, st Style, spans []Span, width fixed.Int26_6, lines int, more bool) {
	defer func() { t.runes += len(text) + 1 }()
	if len(text) == 0 {
		t.Lines++
		t.ends = append(t.ends, len(t.glyphs))
		t.stops = append(t.stops, stop{rune: int32(t.runes)})
		t.stopEnds = append(t.stopEnds, len(t.stops))
		return
	}
	conf := shaping.WrapConfig{Direction: di.DirectionLTR, TruncateAfterLines: lines, TextContinues: more}
	if lines > 0 {
		conf.Truncator = s.shape([]rune{'…'}, st, nil, 0)[0]
	}
	wrapped, cut := s.wrapper.WrapParagraphF(conf, width, text, shaping.NewSliceIterator(s.shape(text, st, spans, t.runes)))
	t.Cut = t.Cut || cut > 0
	for _, line := range wrapped {
		s.place(t, line, text)
	}
}

// shape turns a paragraph, whose first rune is the first of the text's, into runs of glyphs.
func (s *Set) shape(text []rune, st Style, spans []Span, first int) []shaping.Output {
	runs := s.runs(text, st, spans, first)
	out := make([]shaping.Output, 0, len(runs))
	for _, run := range runs {
		o := s.shaper.Shape(run)
		switch run.Face {
		case s.bitmap:
			bitmapAdvances(&o, text)
		case s.mark:
			markAdvances(&o, text)
		}
		out = append(out, o)
	}
	return out
}

// place appends one line's glyphs in visual order.
func (s *Set) place(t *Text, line shaping.Line, text []rune) {
	slices.SortStableFunc(line, func(a, b shaping.Output) int { return int(a.VisualIndex - b.VisualIndex) })
	var x fixed.Int26_6
	end := 0
	for _, run := range line {
		id := s.id(run.Face)
		end = max(end, run.Runes.Offset+run.Runes.Count)
		for _, g := range run.Glyphs {
			t.stop(t.runes+g.TextIndex(), x)
			if visible(run.Face, s, g) {
				at := x + g.XOffset
				if run.Face == s.bitmap {
					at = fixed.I(at.Round())
				}
				t.glyphs = append(t.glyphs, placed{
					key: glyphKey{face: id, gid: uint32(g.GlyphID), size: run.Size, phase: uint8(at & 63 >> 4)},
					x:   int32(at.Floor()), y: -int32(g.YOffset.Round()),
				})
			}
			x += g.Advance
		}
	}
	t.Width = max(t.Width, float32(math.Ceil(float64(x)/64))/t.scale)
	t.Lines++
	t.ends = append(t.ends, len(t.glyphs))
	t.stop(t.runes+end, x)
	t.stopEnds = append(t.stopEnds, len(t.stops))
}

func visible(f *font.Face, s *Set, g shaping.Glyph) bool {
	if f == s.bitmap || f == s.mark {
		return g.Advance > 0 && g.GlyphID != ' '
	}
	return g.GlyphID != font.EmptyGlyph
}

// Append appends the quads of t with its top left at p, in colour c (premultiplied).
func (s *Set) Append(dst []drawlist.Quad, t *Text, p drawlist.Point, c drawlist.Color) []drawlist.Quad {
	return s.AppendLines(dst, t, 0, t.Lines, p, c)
}

// AppendLines appends lines from…from+n of t, the first of them with its top left at p.
func (s *Set) AppendLines(dst []drawlist.Quad, t *Text, from, n int, p drawlist.Point, c drawlist.Color) []drawlist.Quad {
	if t.epoch != s.atlas.epoch {
		s.resolve(t)
	}
	left, top := snap(p.X, t.scale), snap(p.Y, t.scale)
	for i := max(from, 0); i < min(from+n, t.Lines); i++ {
		first := 0
		if i > 0 {
			first = t.ends[i-1]
		}
		base := top + int32((i-from)*t.line+t.baseline)
		for j := first; j < t.ends[i]; j++ {
			g := &t.glyphs[j]
			if g.slot.w == 0 {
				continue
			}
			tint := c
			if g.slot.colour {
				tint = drawlist.Color{R: c.A, G: c.A, B: c.A, A: c.A}
			}
			dst = append(dst, drawlist.Quad{Page: drawlist.Glyphs, Tint: tint,
				Src: drawlist.Rect{X: float32(g.slot.x), Y: float32(g.slot.y), W: float32(g.slot.w), H: float32(g.slot.h)},
				Dst: drawlist.Rect{
					X: float32(left+g.x+int32(g.slot.dx)) / t.scale, Y: float32(base+g.y+int32(g.slot.dy)) / t.scale,
					W: float32(g.slot.w) / t.scale, H: float32(g.slot.h) / t.scale,
				}})
		}
	}
	return dst
}

// resolve finds a place on the page for every glyph of t. When the page had to be emptied meanwhile, t stays stale.
func (s *Set) resolve(t *Text) {
	epoch := s.atlas.epoch
	for i := range t.glyphs {
		t.glyphs[i].slot = s.slot(t.glyphs[i].key)
	}
	t.epoch = epoch
}

func snap(v, scale float32) int32 { return int32(math.Round(float64(v * scale))) }

// clean makes a paragraph one line of printable runes, letters composed with their marks. What would turn the
// direction of text is made visible instead: a command must read as it will run.
func clean(p string) []rune {
	p = norm.NFC.String(p)
	out := make([]rune, 0, len(p))
	for _, r := range p {
		switch {
		case r == '\t':
			out = append(out, ' ', ' ', ' ', ' ')
		case r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
			out = append(out, ' ')
		case unicode.IsControl(r) || unicode.Is(unicode.Co, r) || unicode.Is(unicode.Bidi_Control, r):
			out = append(out, unicode.ReplacementChar)
		default:
			out = append(out, r)
		}
	}
	return out
}
