package sprite

import (
	"bytes"
	"image"
	"testing"
)

// Every cell is the same before and after it has been packed, however many are asked for, and the pack is small.
func TestCells(t *testing.T) {
	size := image.Pt(19, 21)
	atlas := image.NewRGBA(image.Rect(0, 0, 8*size.X, 3*size.Y))
	for i := range atlas.Pix {
		if i/4%7 != 0 { // most of a sheet is one colour
			atlas.Pix[i] = byte(i / 4 / atlas.Rect.Dx())
		}
	}
	c := &cells{atlas: atlas, whole: len(atlas.Pix)}
	check := func(when string) {
		for y := 0; y < atlas.Rect.Dy(); y += size.Y {
			for x := 0; x < atlas.Rect.Dx(); x += size.X {
				at := image.Rectangle{Max: size}.Add(image.Pt(x, y))
				for range 2 {
					if m := c.cell(at); m == nil || m.Rect != at || !bytes.Equal(m.Pix, cut(atlas, at).Pix) {
						t.Fatalf("%s: the cell at %v is not what it was", when, at)
					}
				}
			}
		}
		if len(c.open) > maxOpen {
			t.Errorf("%s: %d cells are kept", when, len(c.open))
		}
		if m := c.cell(atlas.Rect.Add(image.Pt(size.X, 0))); m != nil {
			t.Errorf("%s: there is a cell beside the picture", when)
		}
	}
	check("before")
	if n := c.bytes(); n != len(atlas.Pix) {
		t.Errorf("before it is packed it has %d bytes, want %d", n, len(atlas.Pix))
	}
	c.pack(atlas, size)
	c.open = nil
	check("after")
	if c.atlas != nil {
		t.Error("the picture is kept beside the pack")
	}
	if n := c.bytes(); n == 0 || n > len(atlas.Pix)/4 {
		t.Errorf("the pack has %d bytes, the picture %d", n, len(atlas.Pix))
	}
}
