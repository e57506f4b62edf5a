package glyph

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-text/typesetting/segmenter"

	"dango/game/drawlist"
)

var body = Style{Regular, 13}

func newSet(t testing.TB) *Set {
	t.Helper()
	s, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ink is how many pixels of a text's quads are not empty, and how many of its quads are.
func ink(s *Set, t *Text) (pixels, blank int) {
	for _, q := range s.Append(nil, t, drawlist.Point{}, drawlist.White) {
		n := 0
		for y := range int(q.Src.H) {
			for x := range int(q.Src.W) {
				if s.Page().Image.RGBAAt(int(q.Src.X)+x, int(q.Src.Y)+y).A > 0 {
					n++
				}
			}
		}
		if pixels += n; n == 0 {
			blank++
		}
	}
	return pixels, blank
}

func TestEveryScriptShows(t *testing.T) {
	s := newSet(t)
	for _, text := range []string{
		"Latin", "Ελληνικά", "Кириллица", "简体中文", "繁體中文", "日本語のテキスト", "한국어", "← → … ✓ ●", "🚀", "👩‍💻", "🇯🇵", "é à", "ไทย",
	} {
		for _, face := range []Face{Regular, Medium, Mono} {
			l := s.Line(text, Style{face, 13}, 0)
			quads := len(s.Append(nil, l, drawlist.Point{}, drawlist.White))
			pixels, blank := ink(s, l)
			if l.Width <= 0 || quads == 0 || pixels == 0 || blank > 0 {
				t.Errorf("%q: width %v, %d quads, %d of them blank", text, l.Width, quads, blank)
			}
		}
	}
}

func TestOneSignForOneEmoji(t *testing.T) {
	s := newSet(t)
	for _, emoji := range []string{"🚀", "👩‍💻", "👍🏽", "🇯🇵", "❤️‍🔥", "✅"} {
		if n := len(s.Append(nil, s.Line(emoji, body, 0), drawlist.Point{}, drawlist.White)); n != 1 {
			t.Errorf("%q is %d signs, want one", emoji, n)
		}
	}
}

func TestEllipsis(t *testing.T) {
	s := newSet(t)
	for _, text := range []string{
		"The quick brown fox jumps over the lazy dog", "averylongwordthatcannotbebrokenanywhere",
		"修复登录页面在移动端浏览器中无法正确跳转", "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301", "👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻", "mixed 混合 текст 🚀 …",
	} {
		whole := s.Line(text, body, 0)
		if whole.Cut {
			t.Errorf("%q is cut without a limit", text)
		}
		if l := s.Line(text, body, whole.Width); l.Cut {
			t.Errorf("%q is cut at its own width", text)
		}
		for w := whole.Width * .95; w > 30; w *= .8 {
			l := s.Line(text, body, w)
			if !l.Cut || l.Width > w+1 || l.Lines != 1 {
				t.Errorf("%q in %v: cut %v, width %v, %d lines", text, w, l.Cut, l.Width, l.Lines)
			}
		}
	}
}

// TestEllipsisKeepsGraphemes cuts text at every width and demands that only whole graphemes are left.
func TestEllipsisKeepsGraphemes(t *testing.T) {
	s := newSet(t)
	const text = "e\u0301x👍🏽o\u0308"
	var seg segmenter.Segmenter
	seg.Init([]rune(text))
	whole := map[int]bool{}
	n := 0
	for g := seg.GraphemeIterator(); g.Next(); n++ {
		l := s.Line(string([]rune(text)[:g.Grapheme().Offset])+"…", body, 0)
		whole[len(l.glyphs)] = true
	}
	for w := float32(14); w < 60; w++ {
		if l := s.Line(text, body, w); l.Cut && !whole[len(l.glyphs)] {
			t.Errorf("width %v leaves %d glyphs, which is no whole number of graphemes", w, len(l.glyphs))
		}
	}
}

// TestNothingTurnsTextRound shows a command that a right-to-left override disguises.
func TestNothingTurnsTextRound(t *testing.T) {
	s := newSet(t)
	for _, control := range []string{"\u202e", "\u2067", "\x1b", "\ue000"} {
		got, want := s.Line("rm "+control+"gpj.x", body, 0), s.Line("rm \ufffdgpj.x", body, 0)
		if len(got.glyphs) != len(want.glyphs) {
			t.Fatalf("%q: %d glyphs, want %d", control, len(got.glyphs), len(want.glyphs))
		}
		for i := range got.glyphs {
			if got.glyphs[i].key != want.glyphs[i].key || got.glyphs[i].x != want.glyphs[i].x {
				t.Errorf("%q: glyph %d differs from that of the visible sign", control, i)
			}
		}
	}
}

func TestLines(t *testing.T) {
	s := newSet(t)
	const w = 120
	cases := []struct {
		name, text string
		max, lines int
		cut        bool
	}{
		{"empty", "", 0, 1, false},
		{"short", "short", 3, 1, false},
		{"breaks between words", "one two three four five six seven", 0, 2, false},
		{"breaks are kept", "a\nb\n\nc", 0, 4, false},
		{"the last line is cut", strings.Repeat("word ", 60), 3, 3, true},
		{"more paragraphs than lines", "a\nb\nc\nd", 2, 2, true},
		{"a word wider than the line", strings.Repeat("x", 60), 0, 4, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			l := s.Lines(c.text, body, w, c.max)
			if l.Lines != c.lines || l.Cut != c.cut || l.Width > w+1 {
				t.Errorf("%d lines, cut %v, width %v; want %d, %v, at most %v", l.Lines, l.Cut, l.Width, c.lines, c.cut, w)
			}
			if want := l.LineHeight() * float32(l.Lines); l.Height() != want {
				t.Errorf("height %v, want %v", l.Height(), want)
			}
		})
	}
}

func TestGlyphsStandOnDevicePixels(t *testing.T) {
	s := newSet(t)
	for _, scale := range []float64{1, 1.25, 1.5, 2, 3} {
		s.Begin(scale)
		l := s.Line("Crisp text, 国", body, 0)
		for _, q := range s.Append(nil, l, drawlist.Point{X: 10.3, Y: -7.8}, drawlist.White) {
			for _, v := range []float32{q.Dst.X, q.Dst.Y, q.Dst.W, q.Dst.H} {
				if d := float64(v) * scale; d-float64(int(d+1e6+.5)-1e6) > .01 {
					t.Fatalf("scale %v: quad at %v is between pixels", scale, q.Dst)
				}
			}
			if q.Src.W != float32(int(float64(q.Dst.W)*scale+.5)) {
				t.Fatalf("scale %v: %v pixels stretched over %v", scale, q.Src, q.Dst)
			}
		}
	}
}

// TestBounded writes far more than the page and the cache hold.
func TestBounded(t *testing.T) {
	s := newSet(t)
	s.Begin(3)
	epoch := s.Epoch()
	for r := rune(0x4e00); r < 0x4e00+6000; r += 4 {
		l := s.Line(string([]rune{r, r + 1, r + 2, r + 3}), body, 0)
		s.Append(nil, l, drawlist.Point{}, drawlist.White)
		if n := len(s.texts.young) + len(s.texts.old); n > 2*maxTexts {
			t.Fatalf("%d texts are kept", n)
		}
	}
	if b := s.Page().Image.Bounds(); b.Dx() > pageWidth || b.Dy() > maxHeight {
		t.Errorf("the page has grown to %v", b)
	}
	if s.Epoch() == epoch {
		t.Error("the page was never emptied: the test proves nothing")
	}
	for range 2 { // a text that finds the page emptied under it is right the second time
		s.Append(nil, s.Line("still here", body, 0), drawlist.Point{}, drawlist.White)
	}
	if p, blank := ink(s, s.Line("still here", body, 0)); p == 0 || blank > 0 {
		t.Error("nothing shows after the page was emptied")
	}
}

func TestWarmAllocatesNothing(t *testing.T) {
	s := newSet(t)
	dst := make([]drawlist.Quad, 0, 256)
	n := testing.AllocsPerRun(100, func() {
		s.Begin(1)
		l := s.Lines("Some words, 一些字, that break into lines somewhere 🚀", body, 90, 4)
		dst = s.Append(dst[:0], l, drawlist.Point{X: 3}, drawlist.White)
	})
	if n > 0 {
		t.Errorf("%v allocations once warm", n)
	}
}

func FuzzLines(f *testing.F) {
	f.Add("plain", 50, 2)
	f.Add("👩‍💻\u202eabc\u0301\x00\xff", 10, 0)
	f.Add("שלום مرحبا", 40, 1)
	s := newSet(f)
	f.Fuzz(func(t *testing.T, text string, width, lines int) {
		if len(text) > 2000 || width < 0 || width > 5000 {
			return
		}
		l := s.Lines(text, body, float32(width), lines)
		if l.Lines < 1 || lines > 0 && l.Lines > lines {
			t.Fatalf("%q: %d lines of %d", text, l.Lines, lines)
		}
		s.Append(nil, l, drawlist.Point{}, drawlist.White)
		if l.Width == 0 && width == 0 && lines == 1 && utf8.ValidString(text) && strings.TrimSpace(text) != "" && !l.Cut {
			for _, r := range text {
				if r > ' ' && r < 0x7f {
					t.Fatalf("%q has no width", text)
				}
			}
		}
	})
}

func BenchmarkLayout(b *testing.B) {
	s := newSet(b)
	i := 0
	for b.Loop() {
		i++
		s.Line(fmt.Sprint("A title of forty characters, more or less ", i), body, 250)
	}
}

// However many and however long the texts are, what is kept of them is bounded, and what is used again and again is kept.
func TestCacheIsBounded(t *testing.T) {
	s := newSet(t)
	long := strings.Repeat("a command that is as long as a page ", 400)
	often := s.Line("used in every frame", body, 0)
	for i := range 60 {
		s.Lines(fmt.Sprint(i, long), body, 300, 0)
		if s.Line("used in every frame", body, 0) != often {
			t.Fatalf("after %d long texts what is used in every frame is laid out anew", i)
		}
	}
	for i := range 4 * maxTexts {
		s.Line(fmt.Sprint(i), body, 0)
	}
	glyphs := 0
	for _, generation := range []map[textKey]*Text{s.texts.young, s.texts.old} {
		if len(generation) > maxTexts {
			t.Errorf("%d texts are kept, want at most %d", len(generation), maxTexts)
		}
		for _, text := range generation {
			glyphs += len(text.glyphs)
		}
	}
	if most := 2*maxGlyphs + 2*len(long); glyphs > most {
		t.Errorf("%d glyphs are kept, want at most %d", glyphs, most)
	}
}

// A text whose parts are in other faces breaks as one, and its runes count on through them and through line breaks.
func TestRich(t *testing.T) {
	s := newSet(t)
	st := Style{Face: Regular, Size: 12.5}
	const text = "plain code and bold\nmore code"
	spans := []Span{{6, 10, Mono}, {15, 19, Medium}, {25, 29, Mono}}
	rich, plain := s.Rich(text, NewMix(spans), st, 0, 0), s.Lines(text, st, 0, 0)
	if rich.Lines != 2 || rich.LineHeight() != plain.LineHeight() {
		t.Errorf("%d lines of %v, want 2 of %v", rich.Lines, rich.LineHeight(), plain.LineHeight())
	}
	if again := s.Rich(text, NewMix(spans), st, 0, 0); again != rich {
		t.Error("equal calls do not share one result")
	}
	if other := s.Rich(text, NewMix(spans[:1]), st, 0, 0); other == rich || rich == plain {
		t.Error("different spans share one result")
	}
	_, before := rich.Caret(6)
	if _, same := plain.Caret(6); before != same {
		t.Errorf("the code begins at %v, without it at %v", before, same)
	}
	_, after := rich.Caret(10)
	if mono := s.Line("code", Style{Face: Mono, Size: st.Size * monoShare}, 0).Width; math.Abs(float64(after-before-mono)) > 1 {
		t.Errorf("the code is %v wide, want %v", after-before, mono)
	}
	if line, x := rich.Caret(25); line != 1 || x <= 0 {
		t.Errorf("the second code is on line %d at %v", line, x)
	}
	if narrow := s.Rich(text, NewMix(spans), st, 60, 0); narrow.Lines < 4 {
		t.Errorf("in 60 pixels it has %d lines", narrow.Lines)
	}
}
