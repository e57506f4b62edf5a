package raster

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
	c := &Cells{atlas: atlas}
	check := func(when string) {
		for y := 0; y < atlas.Rect.Dy(); y += size.Y {
			for x := 0; x < atlas.Rect.Dx(); x += size.X {
				at := image.Rectangle{Max: size}.Add(image.Pt(x, y))
				for range 2 {
					if m := c.Cell(at); m == nil || m.Rect != at || !bytes.Equal(m.Pix, cut(atlas, at).Pix) {
						t.Fatalf("%s: the cell at %v is not what it was", when, at)
					}
				}
			}
		}
		if len(c.open) > maxOpen {
			t.Errorf("%s: %d cells are kept", when, len(c.open))
		}
		if m := c.Cell(atlas.Rect.Add(image.Pt(size.X, 0))); m != nil {
			t.Errorf("%s: there is a cell beside the picture", when)
		}
	}
	check("before")
	c.pack(atlas, size)
	c.open = nil
	check("after")
	if c.atlas != nil {
		t.Error("the picture is kept beside the pack")
	}
	bytes := 0
	for _, small := range *c.packed.Load() {
		bytes += len(small)
	}
	if bytes > len(atlas.Pix)/4 {
		t.Errorf("the pack has %d bytes, the picture %d", bytes, len(atlas.Pix))
	}
}
