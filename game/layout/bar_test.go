package layout_test

import (
	"testing"

	"pgregory.net/rapid"

	"dango/game/drawlist"
	"dango/game/layout"
)

func TestBar(t *testing.T) {
	screen := drawlist.Rect{W: 1920, H: 1080}
	tests := []struct {
		name string
		bar  layout.Bar
		want layout.BarPlace
	}{
		{"few words", layout.Bar{Bounds: screen, Work: screen, Row: 28, Words: 90},
			layout.BarPlace{All: drawlist.Rect{X: 868, W: 184, H: 28}, Row: drawlist.Rect{X: 868, W: 184, H: 28}}},
		{"below a panel", layout.Bar{Bounds: screen, Work: drawlist.Rect{Y: 32, W: 1920, H: 1048}, Row: 28, Words: 300},
			layout.BarPlace{All: drawlist.Rect{X: 810, Y: 32, W: 300, H: 28}, Row: drawlist.Rect{X: 810, Y: 32, W: 300, H: 28}}},
		{"around a notch", layout.Bar{Bounds: screen, Work: drawlist.Rect{Y: 38, W: 1920, H: 1042}, Row: 28, Words: 90, Notch: drawlist.Rect{X: 850, W: 220, H: 38}},
			layout.BarPlace{All: drawlist.Rect{X: 850, W: 220, H: 66}, Row: drawlist.Rect{X: 850, Y: 38, W: 220, H: 28}}},
		{"unfolded", layout.Bar{Bounds: screen, Work: screen, Row: 28, Open: true, List: 120, Pad: 8},
			layout.BarPlace{All: drawlist.Rect{X: 680, W: 560, H: 156}, Row: drawlist.Rect{X: 680, W: 560, H: 28}, List: drawlist.Rect{X: 688, Y: 28, W: 544, H: 120}}},
		{"a long list", layout.Bar{Bounds: screen, Work: screen, Row: 28, Open: true, List: 1200, Pad: 8},
			layout.BarPlace{All: drawlist.Rect{X: 680, W: 560, H: 270}, Row: drawlist.Rect{X: 680, W: 560, H: 28}, List: drawlist.Rect{X: 688, Y: 28, W: 544, H: 234}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.bar.Place(); got != tt.want {
				t.Errorf("Place() = %+v, want %+v", got, tt.want)
			}
		})
	}
}

// The bar stays on its monitor and below a quarter of its height, and its parts lie in it.
func TestBarStaysOnItsMonitor(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		number := func(name string, low, high float64) float32 {
			return float32(rapid.Float64Range(low, high).Draw(r, name))
		}
		bounds := drawlist.Rect{X: number("x", -4000, 4000), Y: number("y", -4000, 4000), W: number("w", 320, 4000), H: number("h", 400, 3000)}
		b := layout.Bar{
			Bounds: bounds, Work: bounds, Row: 28, Words: number("words", 0, 2000), Open: rapid.Bool().Draw(r, "open"), List: number("list", 0, 2000), Pad: 8,
		}
		p := b.Place()
		inside := func(in, out drawlist.Rect) bool {
			const slack = .01
			return in.Empty() || in.X >= out.X-slack && in.Y >= out.Y-slack &&
				in.X+in.W <= out.X+out.W+slack && in.Y+in.H <= out.Y+out.H+slack
		}
		switch {
		case !inside(p.All, bounds), !inside(p.Row, p.All), !inside(p.List, p.All):
			r.Fatalf("%+v leaves the bar or the monitor %v", p, bounds)
		case p.All.H > bounds.H/4+.01, p.All.W > layout.BarWidth:
			r.Fatalf("%+v is too large for the monitor %v", p, bounds)
		case p.List.H > b.Room()+.01:
			r.Fatalf("the list %v is higher than %v", p.List, b.Room())
		}
	})
}
