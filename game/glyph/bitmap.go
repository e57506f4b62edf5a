package glyph

import (
	"image"
	"image/color"
	"math"
	"unicode"

	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/shaping"
	"github.com/hajimehoshi/bitmapfont/v3"
	"golang.org/x/image/math/fixed"
)

// The bitmap font's cell: 12 pixels a full-width character, 12 above the baseline, 4 below.
const (
	cellEm     = 12
	cellAscent = 12
	cellHeight = 16
)

// Covered says whether the embedded bitmap font has a picture of c: Chinese, Japanese, Korean and many signs.
func Covered(c rune) bool { return bitmapHas(c) }

// bitmapHas says whether the bitmap font has a picture of c. It lists many runes that it leaves blank.
func bitmapHas(c rune) bool {
	r, mask, mp, _, ok := bitmapfont.FaceSC.Glyph(fixed.Point26_6{}, c)
	if !ok {
		return false
	}
	if unicode.IsSpace(c) {
		return true
	}
	for y := range r.Dy() {
		for x := range r.Dx() {
			if _, _, _, a := mask.At(mp.X+x, mp.Y+y).RGBA(); a > 0 {
				return true
			}
		}
	}
	return false
}

// times is how often each pixel of the bitmap font is repeated for text of em device pixels: whole, so that strokes
// stay even, and never larger than the text around it by more than a quarter.
func times(em fixed.Int26_6) int { return max(1, int(math.Round(float64(em)/64/13.5))) }

// bitmapAdvances gives a run that was shaped with the stand-in face the bitmap font's glyphs: GlyphID is the rune.
func bitmapAdvances(o *shaping.Output, text []rune) {
	n := times(o.Size)
	last := -1
	for i := range o.Glyphs {
		g := &o.Glyphs[i]
		r := text[g.TextIndex()]
		g.GlyphID = font.GID(r)
		if r == ' ' {
			continue // as wide as in the text around it
		}
		g.XOffset, g.YOffset, g.Advance = 0, 0, 0
		if g.TextIndex() == last {
			continue
		}
		last = g.TextIndex()
		if adv, ok := bitmapfont.FaceSC.GlyphAdvance(r); ok {
			g.Advance = adv * fixed.Int26_6(n)
		}
	}
	o.RecomputeAdvance()
}

// bitmapSlot draws a rune of the bitmap font. Above single size its staircase is smoothed.
func (s *Set) bitmapSlot(k glyphKey, em float32) slot {
	_, mask, mp, adv, ok := bitmapfont.FaceSC.Glyph(fixed.Point26_6{}, rune(k.gid))
	if !ok {
		return s.markSlot(k, em)
	}
	n, w := times(k.size), adv.Round()
	drop := 0 // moves a full-width character's middle to that of a capital
	if w >= cellEm {
		drop = floor((float32(cellEm-2)*float32(n)-em*capHeight)/2 + .5)
	}
	sl := slot{w: int16(w * n), h: int16(cellHeight * n), dy: int16(-cellAscent*n + drop)}
	bit := func(x, y int) float64 {
		if x < 0 || y < 0 || x >= w || y >= cellHeight {
			return 0
		}
		_, _, _, a := mask.At(mp.X+x, mp.Y+y).RGBA()
		return float64(a) / 0xffff
	}
	return s.atlas.put(k, sl, func(dst *image.RGBA) {
		for y := range cellHeight * n {
			for x := range w * n {
				v := bit(x/n, y/n)
				if n > 1 {
					v = smooth(bit, (float64(x)+.5)/float64(n)-.5, (float64(y)+.5)/float64(n)-.5)
				}
				c := uint8(math.Round(v * 255))
				dst.SetRGBA(dst.Rect.Min.X+x, dst.Rect.Min.Y+y, color.RGBA{c, c, c, c})
			}
		}
	})
}

// smooth reads between the pixels of a bitmap and steepens the slope, which rounds corners and keeps strokes.
func smooth(bit func(x, y int) float64, x, y float64) float64 {
	x0, y0 := math.Floor(x), math.Floor(y)
	fx, fy := x-x0, y-y0
	ix, iy := int(x0), int(y0)
	v := (bit(ix, iy)*(1-fx)+bit(ix+1, iy)*fx)*(1-fy) + (bit(ix, iy+1)*(1-fx)+bit(ix+1, iy+1)*fx)*fy
	return min(1, max(0, (v-.25)*2))
}

// markWidth is that of the sign for what no font has, with its margins, in ems.
const markWidth = 1.

// markAdvances gives each grapheme of a run that no font has one sign, and leaves its spaces.
func markAdvances(o *shaping.Output, text []rune) {
	last := -1
	for i := range o.Glyphs {
		g := &o.Glyphs[i]
		if text[g.TextIndex()] == ' ' {
			g.GlyphID = ' '
			continue
		}
		g.XOffset, g.YOffset, g.Advance, g.GlyphID = 0, 0, 0, markGlyph
		if g.TextIndex() != last {
			g.Advance = fixed.Int26_6(float32(o.Size) * markWidth)
		}
		last = g.TextIndex()
	}
	o.RecomputeAdvance()
}

const markGlyph = 1

// markSlot draws a small four-pointed star: something stands here, and it is not a letter.
func (s *Set) markSlot(k glyphKey, em float32) slot {
	const c, out, in = .5, .36, .08
	mid := ot.SegmentPoint{X: c, Y: capHeight / 2}
	pt := func(dx, dy float32) ot.SegmentPoint { return ot.SegmentPoint{X: mid.X + dx, Y: mid.Y + dy} }
	quad := func(via, to ot.SegmentPoint) ot.Segment {
		return ot.Segment{Op: ot.SegmentOpQuadTo, Args: [3]ot.SegmentPoint{via, to}}
	}
	return s.outlineSlot(k, []ot.Segment{
		{Op: ot.SegmentOpMoveTo, Args: [3]ot.SegmentPoint{pt(0, out)}},
		quad(pt(in, in), pt(out, 0)), quad(pt(in, -in), pt(0, -out)),
		quad(pt(-in, -in), pt(-out, 0)), quad(pt(-in, in), pt(0, out)),
	}, em, 1)
}
