package desktop_test

import (
	"image"
	"testing"

	"dango/cmd/internal/xtest"
	"dango/game/desktop"
)

// TestFollow moves the pointer where no window is: the loop is woken when it crosses from one half of the screen to the
// other, and for nothing else.
func TestFollow(t *testing.T) {
	x := xtest.New(t, xtest.Options{NoCompositor: true})
	t.Setenv("DISPLAY", x.Name())
	t.Setenv("WAYLAND_DISPLAY", "")
	must(t, x.Move(image.Pt(10, 20)))
	d, err := desktop.Open(desktop.Options{Class: class})
	must(t, err)
	defer d.Close()
	asked := make(chan image.Point, 100)
	half := func(at image.Point) int {
		select {
		case asked <- at:
		default:
		}
		if at.X >= 100 {
			return 1
		}
		return 0
	}
	pointer := func(want image.Point) func() (bool, error) {
		return func() (bool, error) { at, ok := d.Pointer(); return ok && at == want, nil }
	}
	seen := func(want image.Point) {
		for at := range asked {
			if at == want {
				return
			}
		}
	}
	d.Follow(half)
	xtest.Until(t, "the pointer to be found", pointer(image.Pt(10, 20)))
	must(t, x.Move(image.Pt(20, 20)))
	seen(image.Pt(20, 20))
	seen(image.Pt(20, 20)) // the question after that has been answered
	if at, ok := d.Pointer(); !ok || at != image.Pt(10, 20) {
		t.Errorf("within one half the loop was woken: %v, %v", at, ok)
	}
	must(t, x.Move(image.Pt(300, 20)))
	xtest.Until(t, "the other half to be noticed", pointer(image.Pt(300, 20)))
	d.Follow(nil)
	xtest.Until(t, "the end of it", func() (bool, error) { _, ok := d.Pointer(); return !ok, nil })
}
