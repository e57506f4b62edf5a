package layout

import (
	"testing"

	"pgregory.net/rapid"

	"dango/game/drawlist"
)

func TestSide(t *testing.T) {
	work := drawlist.Rect{W: 1000, H: 800}
	pet := func(x, y float32) drawlist.Rect { return drawlist.Rect{X: x, Y: y, W: 100, H: 100} }
	few, many := []float32{80, 80}, []float32{80, 80, 80, 80, 80}
	cases := []struct {
		name    string
		pet     drawlist.Rect
		heights []float32
		kept    bool
		prev    Side
		want    Side
	}{
		{"above while there is room", pet(450, 600), many, false, 0, Above},
		{"below at the top edge", pet(450, 0), many, false, 0, Below},
		{"beside in the middle of a low screen, left first", pet(450, 350), []float32{200, 200, 200}, false, 0, Left},
		{"right at the left edge", pet(0, 350), []float32{200, 200, 200}, false, 0, Right},
		{"stays below while that fits", pet(450, 300), few, true, Below, Below},
		{"leaves a side that has become too small", pet(450, 690), few, true, Below, Above},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, p := Place(nil, c.heights, Stack{Pet: c.pet, Work: work, Width: 300, Chip: 20, Prev: c.prev, Kept: c.kept})
			if p.Side != c.want {
				t.Errorf("side %v, want %v", p.Side, c.want)
			}
		})
	}
}

func TestWindow(t *testing.T) {
	h := []float32{50, 50, 50, 50, 50, 50, 50, 50}
	s := Stack{Pet: drawlist.Rect{X: 400, Y: 900, W: 100, H: 90}, Work: drawlist.Rect{W: 1000, H: 1000}, Width: 300, Chip: 20, Max: 5}
	cases := []struct{ first, wantFirst, before, after int }{
		{0, 0, 0, 3}, {2, 2, 2, 1}, {3, 3, 3, 0}, {7, 3, 3, 0}, {-4, 0, 0, 3},
	}
	for _, c := range cases {
		s.First = c.first
		placed, p := Place(nil, h, s)
		if p.First != c.wantFirst || p.Before != c.before || p.After != c.after || len(placed) != 5 {
			t.Errorf("First %d: first %d, %d before, %d after, %d placed; want %d, %d, %d, 5",
				c.first, p.First, p.Before, p.After, len(placed), c.wantFirst, c.before, c.after)
		}
	}
	if got := Reveal(h, s, 7); got != 3 {
		t.Errorf("Reveal(7) = %d, want 3", got)
	}
	s.First = 3
	if got := Reveal(h, s, 1); got != 1 {
		t.Errorf("Reveal(1) from 3 = %d, want 1", got)
	}
}

// TestPlaceProperties says what always holds, for any pet, any screen and any bubbles.
func TestPlaceProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		num := func(lo, hi float64, name string) float32 { return float32(rapid.Float64Range(lo, hi).Draw(t, name)) }
		work := drawlist.Rect{X: num(-3000, 3000, "x"), Y: num(-2000, 2000, "y"), W: num(400, 3000, "w"), H: num(400, 2000, "h")}
		pet := Inside(drawlist.Rect{X: num(-4000, 4000, "px"), Y: num(-4000, 4000, "py"), W: num(20, 200, "pw"), H: num(20, 200, "ph")}, work)
		heights := make([]float32, rapid.IntRange(0, 30).Draw(t, "n"))
		tallest := float32(0)
		for i := range heights {
			heights[i] = num(20, 400, "height")
			tallest = max(tallest, heights[i])
		}
		s := Stack{
			Pet: pet, Work: work, Width: 320, Chip: 22, Max: rapid.IntRange(0, 6).Draw(t, "max"),
			First: rapid.IntRange(-3, 40).Draw(t, "first"), Kept: rapid.Bool().Draw(t, "kept"), Prev: Side(rapid.IntRange(0, 3).Draw(t, "prev")),
		}
		placed, p := Place(nil, heights, s)
		check(t, placed, p, heights, s, tallest)

		if len(heights) > 0 {
			i := rapid.IntRange(0, len(heights)-1).Draw(t, "reveal")
			s.First = Reveal(heights, s, i)
			placed, _ = Place(nil, heights, s)
			if first, last := placed[0].Index, placed[len(placed)-1].Index; i < first || i > last {
				t.Fatalf("Reveal(%d): %d…%d are shown", i, first, last)
			}
		}
	})
}

func check(t *rapid.T, placed []Placed, p Plan, heights []float32, s Stack, tallest float32) {
	if p.Before+len(placed)+p.After != len(heights) {
		t.Fatalf("%d before, %d shown, %d after: not %d", p.Before, len(placed), p.After, len(heights))
	}
	all := make([]drawlist.Rect, 0, len(placed)+2)
	for i, b := range placed {
		if b.Index != p.First+i || b.Rect.H != heights[b.Index] || b.Rect.W != s.Width {
			t.Fatalf("place %d is %+v", i, b)
		}
		all = append(all, b.Rect)
	}
	if p.Before > 0 {
		all = append(all, p.Near)
	}
	if p.After > 0 {
		all = append(all, p.Far)
	}
	const slack = .01
	fits := tallest+2*(s.Chip+Gap) <= s.room(p.Side)
	for i, r := range all {
		for _, o := range all[:i] {
			if !r.Inset(slack).Intersect(o).Empty() {
				t.Fatalf("%v overlaps %v", r, o)
			}
		}
		if !fits {
			continue
		}
		if w := s.Work.Inset(-slack); r.X < w.X || r.Y < w.Y || r.X+r.W > w.X+w.W || r.Y+r.H > w.Y+w.H {
			t.Fatalf("%v is not inside the work area %v", r, s.Work)
		}
		if !r.Inset(slack).Intersect(s.Pet).Empty() {
			t.Fatalf("%v covers the pet %v", r, s.Pet)
		}
	}
}

func TestPlaceAllocatesNothing(t *testing.T) {
	h := make([]float32, 20)
	for i := range h {
		h[i] = 60
	}
	s := Stack{Pet: drawlist.Rect{X: 500, Y: 600, W: 100, H: 100}, Work: drawlist.Rect{W: 1000, H: 800}, Width: 300, Chip: 20, Max: 5}
	dst := make([]Placed, 0, 20)
	if n := testing.AllocsPerRun(100, func() { dst, _ = Place(dst[:0], h, s) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestAroundProperties says what always holds when one bubble must stay where it is.
func TestAroundProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		num := func(lo, hi float64, name string) float32 { return float32(rapid.Float64Range(lo, hi).Draw(t, name)) }
		work := drawlist.Rect{X: num(-3000, 3000, "x"), Y: num(-2000, 2000, "y"), W: num(400, 3000, "w"), H: num(500, 2000, "h")}
		heights := make([]float32, rapid.IntRange(1, 30).Draw(t, "n"))
		for i := range heights {
			heights[i] = num(20, 400, "height")
		}
		s := Stack{
			Work: work, Width: 320, Chip: 22, Max: rapid.IntRange(0, 6).Draw(t, "max"), First: rapid.IntRange(-3, 40).Draw(t, "first"),
			Prev: Side(rapid.IntRange(0, 3).Draw(t, "side")),
		}
		anchor := rapid.IntRange(0, len(heights)-1).Draw(t, "anchor")
		at := Inside(drawlist.Rect{X: num(-4000, 4000, "ax"), Y: num(-4000, 4000, "ay"), W: s.Width, H: num(20, 400, "ah")}, work)
		placed, p := Around(nil, heights, s, anchor, at)
		all := make([]drawlist.Rect, 0, len(placed)+2)
		var is drawlist.Rect
		for i, b := range placed {
			if b.Index != p.First+i || b.Rect.H != heights[b.Index] || b.Rect.W != s.Width {
				t.Fatalf("place %d is %+v", i, b)
			}
			if b.Index == anchor {
				is = b.Rect
			}
			all = append(all, b.Rect)
		}
		if p.Before > 0 {
			all = append(all, p.Near)
		}
		if p.After > 0 {
			all = append(all, p.Far)
		}
		const slack = .01
		for i, r := range all {
			for _, o := range all[:i] {
				if !r.Inset(slack).Intersect(o).Empty() {
					t.Fatalf("%v overlaps %v", r, o)
				}
			}
			if w := work.Inset(-slack); r.X < w.X || r.Y < w.Y || r.X+r.W > w.X+w.W || r.Y+r.H > w.Y+w.H {
				t.Fatalf("%v is not inside the work area %v", r, work)
			}
		}
		kept := is.Y - at.Y
		if s.Prev != Below {
			kept += is.H - at.H
		}
		grown := at.H < is.H // and may have had to give way
		if is.Empty() || is.X != at.X || !grown && (kept > slack || kept < -slack) {
			t.Fatalf("the anchor was at %v and is at %v", at, is)
		}
	})
}
