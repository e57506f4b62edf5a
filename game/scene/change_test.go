package scene_test

import (
	"math"
	"testing"

	"dango/game/drawlist"
	"dango/sprite"
)

// A pet that grows stands where it stood, and its page is handed over anew when it is another one.
func TestChangesOfThePet(t *testing.T) {
	s := newStage(t)
	s.step(5)
	feet := func() (x, y float32) {
		var r drawlist.Rect
		for _, q := range s.Input(nil) {
			r = r.Union(q)
		}
		return r.X + r.W/2, r.Y + r.H
	}
	x, y := feet()
	s.SetSize(1)
	s.step(1)
	// The region is made of bands of whole pixels of the sheet.
	if gx, gy := feet(); math.Abs(float64(gx-x)) > 3 || math.Abs(float64(gy-y)) > 3 {
		t.Errorf("after growing the feet are at %v,%v, want %v,%v", gx, gy, x, y)
	}
	s.SetSize(0.6)
	s.step(1)
	if gx, gy := feet(); math.Abs(float64(gx-x)) > 1.5 || math.Abs(float64(gy-y)) > 1.5 {
		t.Errorf("after shrinking again the feet are at %v,%v, want %v,%v", gx, gy, x, y)
	}
	s.Append(nil)
	sheet, err := sprite.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	s.SetSheet(sheet)
	s.step(1)
	page := s.Pages()[drawlist.Sprite]
	if !s.Dirty() || page.Image != sheet.Atlas() || page.Dirty != page.Image.Rect {
		t.Errorf("another sheet: dirty %t, page %v", s.Dirty(), page.Dirty)
	}
}
