package desktop

import (
	"image"
	"testing"
	"time"

	"dango/game/drawlist"
)

// What is drawn stays where it is on the desktop, whatever the window does meanwhile.
func TestViewFollowsTheWindow(t *testing.T) {
	start := time.Unix(1000, 0)
	small, large := drawlist.Rect{X: 100, Y: 100, W: 50, H: 50}, drawlist.Rect{X: 40, Y: 20, W: 130, H: 130}
	tests := []struct {
		name string
		do   func(v *View)
		want image.Point
	}{
		{"the wanted size has the wanted origin", func(v *View) {}, image.Pt(100, 100)},
		{"a move takes the picture along", func(v *View) {
			v.Wish(small.Translate(-30, 7), nil)
		}, image.Pt(70, 107)},
		{"until the window has grown, the old part of the world is drawn", func(v *View) {
			v.Wish(large, nil)
			v.Follow(image.Pt(50, 50), image.Rect(100, 100, 150, 150), start)
		}, image.Pt(100, 100)},
		{"half way, what the desktop says", func(v *View) {
			v.Wish(large, nil)
			v.Follow(image.Pt(110, 130), image.Rect(41, 22, 151, 152), start)
		}, image.Pt(41, 22)},
		{"half way, when the desktop does not know, where it shall be", func(v *View) {
			v.Wish(large, nil)
			v.Follow(image.Pt(110, 130), image.Rect(100, 100, 150, 150), start)
		}, image.Pt(40, 20)},
		{"grown", func(v *View) {
			v.Wish(large, nil)
			v.Follow(image.Pt(130, 130), image.Rect(40, 20, 170, 150), start)
		}, image.Pt(40, 20)},
		{"a system that refuses sizes still shows what is wanted", func(v *View) {
			v.Wish(large, nil)
			v.Follow(image.Pt(50, 50), image.Rectangle{}, start)
			v.Follow(image.Pt(50, 50), image.Rectangle{}, start.Add(refusedAfter+1))
		}, image.Pt(40, 20)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := View{Scale: 1}
			v.Wish(small, nil)
			v.Follow(image.Pt(50, 50), image.Rect(100, 100, 150, 150), start)
			tt.do(&v)
			if v.Origin != tt.want {
				t.Errorf("Origin = %v, want %v", v.Origin, tt.want)
			}
		})
	}
}

func TestViewWishIsWholeDevicePixels(t *testing.T) {
	v := View{Scale: 1.5}
	solid := []drawlist.Rect{{X: 11, Y: 11, W: 2, H: 2}, {X: 500, Y: 0, W: 9, H: 9}}
	got, changed := v.Wish(drawlist.Rect{X: 10.5, Y: -3, W: 20, H: 10}, solid)
	if want := image.Rect(15, -5, 46, 11); got.Bounds != want || !changed {
		t.Errorf("Wish = %v, %v; want %v, true", got.Bounds, changed, want)
	}
	if len(got.Solid) != 0 {
		t.Errorf("Solid = %v, want nothing: all of it lies outside", got.Solid)
	}
	if _, again := v.Wish(drawlist.Rect{X: 10.5, Y: -3, W: 20, H: 10}, solid); again {
		t.Error("the same wish again counts as changed")
	}
	if got, _ := v.Wish(drawlist.Rect{}, solid); !got.Bounds.Empty() {
		t.Errorf("an empty viewport asks for %v, want the window hidden", got.Bounds)
	}
}

func TestViewWishAllocatesNothing(t *testing.T) {
	v := View{Scale: 1.5}
	viewport, solid := drawlist.Rect{W: 100, H: 100}, []drawlist.Rect{{W: 10, H: 10}, {X: 20, W: 10, H: 10}}
	x := float32(0)
	if n := testing.AllocsPerRun(100, func() {
		x++ // a pet that is dragged
		v.Wish(viewport.Translate(x, 0), solid)
	}); n > 0 {
		t.Errorf("%v allocations a tick, want none", n)
	}
}
