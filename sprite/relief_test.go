package sprite

import (
	"image"
	"testing"
)

// The dango's body is everywhere; its raised hand sticks out at the right, where it stands, and never at the left.
func TestUnder(t *testing.T) {
	s, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	col, row, _ := s.Cell(Idle, 0)
	b := s.Bounds(col, row)
	side := b.Dx() / 6
	at := func(x, y int) image.Rectangle { return image.Rect(x, y, x+side, y+side) }
	area := float32(side * side)
	for _, c := range []struct {
		name      string
		r         image.Rectangle
		rest, out bool
	}{
		{"the middle", at(b.Min.X+b.Dx()/2, b.Min.Y+b.Dy()/2), true, false},
		{"the raised hand", at(b.Max.X-side, b.Min.Y+4), false, true},
		{"where the other hand would be", at(b.Min.X, b.Min.Y), false, false},
		{"outside of the cell", image.Rect(-90, -90, -20, -20), false, false},
	} {
		rest, out := s.Under(c.r)
		if got := rest > area/2; got != c.rest {
			t.Errorf("%s: %v of %v pixels are of a pet at rest", c.name, rest, area)
		}
		if got := out > area/4; got != c.out {
			t.Errorf("%s: %v of %v pixels stick out", c.name, out, area)
		}
	}
	rest, _ := s.Under(image.Rectangle{Max: s.CellSize()})
	solid := 0
	for y := range s.CellSize().Y {
		for x := range s.CellSize().X {
			if s.Solid(col, row, x, y) {
				solid++
			}
		}
	}
	if off := rest/float32(solid) - 1; off < -.02 || off > .02 {
		t.Errorf("%v pixels of the whole cell are of a pet at rest, counted %v", rest, solid)
	}
}

func BenchmarkEmboss(b *testing.B) {
	s, err := Builtin()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s.emboss()
	}
}
