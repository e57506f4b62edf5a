package scene_test

import (
	"math"
	"testing"

	"dango/game/drawlist"
	"dango/game/input"
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

// Ctrl and the wheel over the pet change its size, in steps that stop at whole ones, and nowhere else.
func TestWheelChangesTheSize(t *testing.T) {
	s := newStage(t)
	s.step(5)
	wheel := func(notches float32, m input.Mods) float64 {
		s.at.X, s.at.Y = s.petFeet()
		s.in.Events = append(s.in.Events, input.Event{Kind: input.Wheel, Wheel: notches, At: s.at, Mods: m})
		s.step(1)
		return s.Wish().Size
	}
	for _, c := range []struct {
		notches float32
		mods    input.Mods
		want    float64
	}{
		{1, 0, 0}, {1, input.Shift, 0}, {1, input.Ctrl, .65}, {-1, input.Ctrl, .6}, {1, input.Ctrl | input.Shift, .65},
		{4, input.Ctrl, .88}, {3, input.Ctrl, 1}, {1, input.Ctrl, 1.08}, {-5, input.Ctrl, 1}, {-1, input.Ctrl, .93},
		{50, input.Ctrl, 1}, {50, input.Ctrl, 2}, {50, input.Ctrl, 3}, {1, input.Ctrl, 0}, {-1, input.Ctrl, 2.78},
		{-50, input.Ctrl, 2}, {-50, input.Ctrl, 1}, {-50, input.Ctrl, .35}, {-1, input.Ctrl, 0},
	} {
		if got := wheel(c.notches, c.mods); math.Abs(got-c.want) > 1e-9 {
			t.Fatalf("%v notches with modifiers %d: size %v, want %v", c.notches, c.mods, got, c.want)
		}
	}
	s.at = drawlist.Point{X: 10, Y: 10}
	s.in.Events = append(s.in.Events, input.Event{Kind: input.Wheel, Wheel: 1, At: s.at, Mods: input.Ctrl})
	if s.step(1); s.Wish().Size != 0 {
		t.Error("the wheel beside the pet changes its size")
	}
}

// petFeet is a spot of the pet, whatever its size.
func (s *stage) petFeet() (x, y float32) {
	solid := s.PetRegion()
	r := solid[len(solid)/2]
	return r.X + r.W/2, r.Y + r.H/2
}

// Pixels are even at whole sizes and of pixel art, and smooth otherwise.
func TestFilter(t *testing.T) {
	pixels := func() (*sprite.Sheet, error) { return pixelPet() }
	for _, c := range []struct {
		name  string
		pet   func() (*sprite.Sheet, error)
		size  float32
		scale float64
		want  bool
	}{
		{"smooth art, whole", plainPet, 1, 1, false}, {"smooth art, twice on a fine screen", plainPet, 1, 2, false},
		{"smooth art, half on a fine screen", plainPet, .5, 2, false}, {"smooth art, between", plainPet, .6, 1, true},
		{"smooth art, half", plainPet, .5, 1, true}, {"pixel art, whole", pixels, 2, 1, false}, {"pixel art, between", pixels, .6, 1, false},
	} {
		s := stageFor(t, c.pet)
		s.in.Scale = c.scale
		s.SetSize(c.size)
		s.step(3)
		for _, q := range s.Append(nil) {
			if q.Page == drawlist.Sprite && q.Linear != c.want {
				t.Errorf("%s: smooth = %v, want %v", c.name, q.Linear, c.want)
			}
		}
	}
}

// A click counts where the frame that is drawn has a pixel, and nowhere else.
func TestHitsPixels(t *testing.T) {
	s := newStage(t)
	s.step(5)
	sheet, err := plainPet()
	if err != nil {
		t.Fatal(err)
	}
	col, row := s.cell()
	at, cell := s.PetPosition(), sheet.CellSize()
	for y := range cell.Y {
		for x := range cell.X {
			p := drawlist.Point{X: at.X + (float32(x)+.5)*.6, Y: at.Y + (float32(y)+.5)*.6}
			if got, want := s.OnPet(p), sheet.Solid(col, row, x, y); got != want {
				t.Fatalf("pixel %d,%d: hit = %v, want %v", x, y, got, want)
			}
		}
	}
}
