package glyph

import (
	"bytes"
	"image"
	"image/png"
	"math"

	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
	"golang.org/x/image/draw"
)

// slot gives the place of a glyph's picture, drawing it first when it is new.
func (s *Set) slot(k glyphKey) slot {
	if sl, ok := s.atlas.slots[k]; ok {
		return sl
	}
	face := s.byID[k.face]
	em := float32(k.size) / 64
	switch face {
	case s.bitmap:
		return s.bitmapSlot(k, em)
	case s.mark:
		return s.markSlot(k, em)
	}
	if b, ok := face.GlyphDataBitmap(font.GID(k.gid)); ok && b.Format == font.PNG {
		return s.colourSlot(k, face, b, em)
	}
	o, _ := face.GlyphDataOutline(font.GID(k.gid))
	return s.outlineSlot(k, o.Segments, em/float32(face.Upem()), s.stretch(face, em))
}

// stretch makes the tops of small letters end on a whole pixel: what vertical hinting is for, at the cost of a few per
// cent of height. Only the embedded faces, whose measures are known, are stretched.
func (s *Set) stretch(face *font.Face, em float32) float32 {
	if face != s.embedded[Regular] && face != s.embedded[Medium] && face != s.embedded[Mono] {
		return 1
	}
	x := face.LineMetric(font.XHeight) / float32(face.Upem()) * em
	return float32(math.Round(float64(x))) / x
}

// outlineSlot fills an outline. Its points are multiplied by k (and stretch vertically) to device pixels.
func (s *Set) outlineSlot(key glyphKey, segs []ot.Segment, k, stretch float32) slot {
	at := func(p ot.SegmentPoint) (x, y float32) { return p.X*k + float32(key.phase)/4, -p.Y * k * stretch }
	x0, y0, x1, y1 := float32(math.Inf(1)), float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.Inf(-1))
	for i := range segs {
		for _, p := range segs[i].ArgsSlice() {
			x, y := at(p)
			x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
		}
	}
	if len(segs) == 0 || x1 <= x0 || y1 <= y0 {
		s.atlas.slots[key] = slot{}
		return slot{}
	}
	b := image.Rect(floor(x0), floor(y0), floor(x1)+1, floor(y1)+1)
	sl := slot{w: int16(b.Dx()), h: int16(b.Dy()), dx: int16(b.Min.X), dy: int16(b.Min.Y)}
	return s.atlas.put(key, sl, func(dst *image.RGBA) {
		z := &s.vector
		z.Reset(b.Dx(), b.Dy())
		to := func(p ot.SegmentPoint) (x, y float32) {
			x, y = at(p)
			return x - float32(b.Min.X), y - float32(b.Min.Y)
		}
		for i := range segs {
			a := &segs[i].Args
			switch segs[i].Op {
			case ot.SegmentOpMoveTo:
				z.ClosePath()
				z.MoveTo(to(a[0]))
			case ot.SegmentOpLineTo:
				z.LineTo(to(a[0]))
			case ot.SegmentOpQuadTo:
				bx, by := to(a[0])
				cx, cy := to(a[1])
				z.QuadTo(bx, by, cx, cy)
			case ot.SegmentOpCubeTo:
				bx, by := to(a[0])
				cx, cy := to(a[1])
				dx, dy := to(a[2])
				z.CubeTo(bx, by, cx, cy, dx, dy)
			}
		}
		z.ClosePath()
		z.Draw(dst, dst.Rect, image.White, image.Point{})
	})
}

// colourSlot scales a colour glyph's picture, as emoji fonts have them, to the size of the text.
func (s *Set) colourSlot(k glyphKey, face *font.Face, b font.GlyphBitmap, em float32) slot {
	src, err := png.Decode(bytes.NewReader(b.Data))
	ext, ok := face.GlyphExtents(font.GID(k.gid))
	if err != nil || !ok {
		return s.markSlot(k, em)
	}
	u := em / float32(face.Upem())
	w, h := floor(ext.Width*u+.5), floor(-ext.Height*u+.5)
	if w <= 0 || h <= 0 {
		return s.markSlot(k, em)
	}
	sl := slot{w: int16(w), h: int16(h), dx: int16(floor(ext.XBearing*u + .5)), dy: int16(-floor(ext.YBearing*u + .5)), colour: true}
	return s.atlas.put(k, sl, func(dst *image.RGBA) {
		draw.CatmullRom.Scale(dst, dst.Rect, src, src.Bounds(), draw.Src, nil)
	})
}

func floor(v float32) int { return int(math.Floor(float64(v))) }
