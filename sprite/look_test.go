package sprite

import (
	"math"
	"testing"
)

// TestLookBorders asks on both sides of each of the sixteen borders, at several distances.
func TestLookBorders(t *testing.T) {
	at := func(degrees, distance float64) Glance {
		rad := degrees * math.Pi / 180
		return DefaultLook.At(distance*math.Sin(rad), -distance*math.Cos(rad))
	}
	for i := range gazes {
		border := (float64(i) + .5) * 360 / gazes
		for _, d := range []float64{49, 300, 599} {
			if got := at(border-.1, d); got != Glance(i) {
				t.Errorf("just before %v° at %v px: %d, want %d", border, d, got, i)
			}
			if got, want := at(border+.1, d), Glance((i+1)%gazes); got != want {
				t.Errorf("just after %v° at %v px: %d, want %d", border, d, got, want)
			}
		}
	}
}

func TestLook(t *testing.T) {
	cases := []struct {
		name   string
		look   Look
		dx, dy float64
		want   Glance
	}{
		{"up", DefaultLook, 0, -100, 0},
		{"right", DefaultLook, 100, 0, 4},
		{"down", DefaultLook, 0, 100, 8},
		{"left", DefaultLook, -100, 0, 12},
		{"a little to the left of up", DefaultLook, -1, -100, 0},
		{"on the nose", DefaultLook, 0, 0, Straight},
		{"just within the dead zone", DefaultLook, 47.9, 0, Straight},
		{"on its border", DefaultLook, 48, 0, 4},
		{"on the radius", DefaultLook, 0, 600, 8},
		{"beyond it", DefaultLook, 0, 600.1, Away},
		{"nowhere", DefaultLook, math.NaN(), 0, Away},
		{"infinitely far", DefaultLook, math.Inf(1), 0, Away},
		{"switched off", Look{}, 10, 10, Away},
		{"no dead zone", Look{Radius: 10}, 0, 1, 8},
		{"a broken radius", Look{Radius: math.NaN()}, 0, 1, Away},
	}
	for _, c := range cases {
		if got := c.look.At(c.dx, c.dy); got != c.want {
			t.Errorf("%s: At(%v, %v) = %d, want %d", c.name, c.dx, c.dy, got, c.want)
		}
	}
}

func TestGlance(t *testing.T) {
	s := dango(t)
	for g := range Glance(gazes) {
		if col, row, ok := s.Glance(g); !ok || col != int(g)%8 || row != 9+int(g)/8 {
			t.Errorf("Glance(%d) = (%d, %d) %v, want (%d, %d)", g, col, row, ok, g%8, 9+g/8)
		}
	}
	if col, row, ok := s.Glance(Straight); col != 6 || row != 0 || !ok {
		t.Errorf("Glance(Straight) = (%d, %d) %v, want (6, 0) true", col, row, ok)
	}
	for _, g := range []Glance{Away, Straight + 1, math.MinInt} {
		if _, _, ok := s.Glance(g); ok {
			t.Errorf("Glance(%d) has a cell", g)
		}
	}
}
