package drawlist_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dango/game/drawlist"
)

func quad(x, y float32) drawlist.Quad {
	return drawlist.Quad{Dst: drawlist.Rect{X: x, Y: y, W: 10, H: 10}, Tint: drawlist.White}
}

func TestDamage(t *testing.T) {
	a, b, c, d := quad(0, 0), quad(100, 0), quad(0, 100), quad(50, 50)
	tinted := b
	tinted.Tint.A = 7
	tests := []struct {
		name          string
		before, after []drawlist.Quad
		want          []drawlist.Rect
	}{
		{"nothing", nil, nil, nil},
		{"equal", []drawlist.Quad{a, b}, []drawlist.Quad{a, b}, nil},
		{"another colour", []drawlist.Quad{a, b}, []drawlist.Quad{a, tinted}, []drawlist.Rect{b.Dst}},
		{"moved", []drawlist.Quad{a, b, c}, []drawlist.Quad{a, d, c}, []drawlist.Rect{b.Dst.Union(d.Dst)}},
		{"two at once", []drawlist.Quad{a, b, c}, []drawlist.Quad{a, tinted, d}, []drawlist.Rect{b.Dst, c.Dst.Union(d.Dst)}},
		{"two that meet", []drawlist.Quad{a, b, c}, []drawlist.Quad{c, tinted, d}, []drawlist.Rect{b.Dst, a.Dst.Union(c.Dst).Union(d.Dst)}},
		{"added in the middle", []drawlist.Quad{a, c}, []drawlist.Quad{a, d, c}, []drawlist.Rect{d.Dst}},
		{"removed at the end", []drawlist.Quad{a, b, c}, []drawlist.Quad{a, b}, []drawlist.Rect{c.Dst}},
		{"the first twice", []drawlist.Quad{a, a}, []drawlist.Quad{a}, []drawlist.Rect{a.Dst}},
		{"another order", []drawlist.Quad{a, b}, []drawlist.Quad{b, a}, []drawlist.Rect{a.Dst.Union(b.Dst)}},
		{"all new", nil, []drawlist.Quad{a, c}, []drawlist.Rect{a.Dst.Union(c.Dst)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := drawlist.Damage(nil, tt.before, tt.after); !slices.Equal(got, tt.want) {
				t.Errorf("Damage = %v, want %v", got, tt.want)
			}
		})
	}
}

// A hundred changes far from each other are a handful of rectangles.
func TestFewRectangles(t *testing.T) {
	var before, after []drawlist.Quad
	for i := range 100 {
		before = append(before, quad(float32(i%10)*50, float32(i/10)*50))
		after = append(after, before[i])
		after[i].Tint.A = 7
	}
	if got := drawlist.Damage(nil, before, after); len(got) > 8 {
		t.Errorf("Damage has %d rectangles", len(got))
	}
}

// Whoever paints only what lies in the damage gets the new picture: outside it, the quads that cover a point are the
// same in both lists and in the same order.
func TestOutsideTheDamageNothingChanges(t *testing.T) {
	list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) drawlist.Quad {
		return quad(float32(rapid.IntRange(0, 6).Draw(t, "x"))*5, float32(rapid.IntRange(0, 6).Draw(t, "y"))*5)
	}), 0, 8)
	over := func(l []drawlist.Quad, p drawlist.Point) (out []drawlist.Quad) {
		for _, q := range l {
			if q.Dst.Contains(p) {
				out = append(out, q)
			}
		}
		return out
	}
	rapid.Check(t, func(t *rapid.T) {
		before, after := list.Draw(t, "before"), list.Draw(t, "after")
		damage := drawlist.Damage(nil, before, after)
		for i, a := range damage {
			for _, b := range damage[:i] {
				if !a.Intersect(b).Empty() {
					t.Fatalf("%v and %v meet", a, b)
				}
			}
		}
		for x := float32(0); x < 50; x += 2.5 {
			for y := float32(0); y < 50; y += 2.5 {
				p := drawlist.Point{X: x, Y: y}
				if slices.ContainsFunc(damage, func(r drawlist.Rect) bool { return r.Contains(p) }) {
					continue
				}
				was, is := over(before, p), over(after, p)
				if len(was) != len(is) {
					t.Fatalf("at %v outside %v there were %d quads and are %d", p, damage, len(was), len(is))
				}
				for i := range was {
					if was[i] != is[i] {
						t.Fatalf("at %v outside %v quad %d changed", p, damage, i)
					}
				}
			}
		}
	})
}
