package sprite

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"testing"
)

// TestMask compares what is done word by word with what is meant, pixel by pixel.
func TestMask(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		m := image.NewRGBA(image.Rect(0, 0, 1+random.IntN(200), 1+random.IntN(9)))
		for range random.IntN(6) {
			m.Pix[4*random.IntN(len(m.Pix)/4)+3] = uint8(random.IntN(256))
		}
		k := newMask(m)
		x, y := random.IntN(m.Rect.Dx()), random.IntN(m.Rect.Dy())
		r := image.Rect(x, y, x+random.IntN(m.Rect.Dx()-x+1), y+random.IntN(m.Rect.Dy()-y+1))
		var want image.Rectangle
		for y := range m.Rect.Dy() {
			for x := range m.Rect.Dx() {
				solid := m.RGBAAt(x, y).A >= solidAlpha
				if k.at(x, y) != solid {
					t.Fatalf("(%d, %d) of %v is solid: %v", x, y, m.Rect, !solid)
				}
				if solid && image.Pt(x, y).In(r) {
					want = want.Union(image.Rect(x, y, x+1, y+1))
				}
			}
		}
		if got := k.bounds(r); got != want {
			t.Fatalf("in %v of %v the solid pixels lie in %v, want %v", r, m.Rect, got, want)
		}
	}
}

// TestPalette compares a picture with a palette with the library's.
func TestPalette(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	m := image.NewPaletted(image.Rect(0, 0, 64, 32), nil)
	for range 200 {
		m.Palette = append(m.Palette, color.NRGBA{uint8(random.Uint32()), uint8(random.Uint32()), uint8(random.Uint32()), uint8(random.Uint32())})
	}
	for i := range m.Pix {
		m.Pix[i] = uint8(random.IntN(len(m.Palette)))
	}
	got, want := image.NewRGBA(m.Rect), image.NewRGBA(m.Rect)
	look(got, m)
	draw.Draw(want, want.Rect, m, image.Point{}, draw.Src)
	if !bytes.Equal(got.Pix, want.Pix) {
		t.Error("the library paints it otherwise")
	}
}
