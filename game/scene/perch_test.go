package scene_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"testing"
	"testing/fstest"

	"dango/game/drawlist"
	"dango/session"
	"dango/sprite"
)

// squarePet is a square body that has what is held, in pixels of a cell, in the rows from first on.
func squarePet(first int, held ...image.Rectangle) func() (*sprite.Sheet, error) {
	return func() (*sprite.Sheet, error) {
		m := image.NewNRGBA(image.Rect(0, 0, 8*sprite.CellWidth, 9*sprite.CellHeight))
		for row := range 9 {
			for col := range 4 {
				parts := []image.Rectangle{image.Rect(36, 70, 156, 190)}
				if row >= first {
					parts = append(parts, held...)
				}
				for _, r := range parts {
					at := image.Pt(col*sprite.CellWidth, row*sprite.CellHeight)
					draw.Draw(m, r.Add(at), image.NewUniform(color.NRGBA{90, 120, 200, 255}), image.Point{}, draw.Src)
				}
			}
		}
		var b bytes.Buffer
		if err := png.Encode(&b, m); err != nil {
			return nil, err
		}
		return sprite.Load(fstest.MapFS{"spritesheet.png": {Data: b.Bytes()}}, "square")
	}
}

// The number of sessions sits where nothing is held up, and stays there whatever the pet does.
func TestCountSitsStill(t *testing.T) {
	right, left := image.Rect(130, 50, 150, 110), image.Rect(42, 50, 62, 110)
	for _, c := range []struct {
		name string
		pet  func() (*sprite.Sheet, error)
		want string
	}{
		{"nothing sticks out", squarePet(0), "right top"},
		{"a hand at the right", squarePet(3, image.Rect(150, 40, 186, 100)), "left top"},
		{"a sign at the left", squarePet(3, image.Rect(8, 50, 46, 90)), "right top"},
		{"ears", squarePet(0, right, left), "right bottom"},
		{"the dango waves with its left hand", sprite.Builtin, "left top"},
	} {
		for _, size := range []float32{.35, 1, 2} {
			t.Run(fmt.Sprint(c.name, " ", size), func(t *testing.T) {
				s := stageFor(t, c.pet)
				s.SetSize(size)
				s.SetCollapsed(true)
				sit := func() drawlist.Rect {
					r, ok := s.Find("#")
					if !ok {
						t.Fatal("no number")
					}
					b := s.Body()
					return r.Translate(-b.X, -b.Y)
				}
				show := func(n int, st session.State) {
					var all []session.Session
					for i := range n {
						v := running(fmt.Sprint(i), "x", "y")
						v.State = st
						all = append(all, v)
					}
					s.snap = snapshot(all...)
					s.snap.Pet = st
				}
				show(3, session.Idle)
				s.step(30)
				first, b := sit(), s.Body()
				x, y := first.X+first.W/2, first.Y+first.H/2
				if got := pick(x < b.W/2, "left", "right") + pick(y < b.H/2, " top", " bottom"); got != c.want {
					t.Errorf("the number is at the %s: %v of %v, want %s", got, first, b, c.want)
				}
				if first.X < -3 || first.Y < -3 || first.X+first.W > b.W+3 || first.Y+first.H > b.H+3 {
					t.Errorf("the number at %v leaves the body of %v × %v", first, b.W, b.H)
				}
				for st := range session.State(session.States) {
					show(3, st)
					for range 20 {
						s.step(4)
						if got := sit(); got != first {
							t.Fatalf("while the state is %v the number is at %v, want %v", st, got, first)
						}
					}
				}
				show(12, session.Idle)
				s.step(30)
				wide := sit()
				if c.want == "left top" && wide.X != first.X || c.want != "left top" && wide.X+wide.W != first.X+first.W || wide.Y != first.Y {
					t.Errorf("of twelve it is at %v, want it to grow from %v towards the middle", wide, first)
				}
			})
		}
	}
}

func pick(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}
