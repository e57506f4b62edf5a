package desktop_test

import (
	"image"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"dango/cmd/internal/xtest"
	"dango/game/input"
)

// A release that nobody tells of is noticed: the press here is a lie, so that no release will come. One that is held is
// left alone.
func TestLostRelease(t *testing.T) {
	bounds := image.Rect(100, 100, 300, 300)
	x, d, e := stage(t, xtest.Options{}, bounds, bounds)
	tree, err := xproto.QueryTree(e.conn, e.window).Reply()
	if err != nil || len(tree.Children) == 0 {
		t.Fatalf("the window has nothing that hears the pointer: %v", err)
	}
	wait := func(want input.Kind) {
		t.Helper()
		xtest.Until(t, "an event of the button", func() (bool, error) {
			for _, e := range d.Drain(nil) {
				if e.Kind == want && e.Button == input.Left {
					return true, nil
				}
			}
			return false, nil
		})
	}
	press := xproto.ButtonPressEvent{Detail: 1, Root: tree.Root, Event: tree.Children[0], RootX: 150, RootY: 150, SameScreen: true}
	began := time.Now()
	xproto.SendEvent(e.conn, false, tree.Children[0], xproto.EventMaskButtonPress, string(press.Bytes()))
	wait(input.Press)
	wait(input.Release)
	t.Logf("noticed after %v", time.Since(began))

	if err := x.Move(image.Pt(150, 150)); err != nil {
		t.Fatal(err)
	}
	if err := x.Press(xtest.Left); err != nil {
		t.Fatal(err)
	}
	wait(input.Press)
	for end := time.Now().Add(500 * time.Millisecond); time.Now().Before(end); {
		select {
		case <-d.Wake():
		case <-time.After(time.Until(end)):
		}
		for _, e := range d.Drain(nil) {
			if e.Kind == input.Release {
				t.Fatal("a button that is held is said to be up")
			}
		}
	}
	if err := x.Release(xtest.Left); err != nil {
		t.Fatal(err)
	}
	wait(input.Release)
}

// The wheel tells which modifiers were down.
func TestWheelHasModifiers(t *testing.T) {
	bounds := image.Rect(100, 100, 300, 300)
	x, d, _ := stage(t, xtest.Options{}, bounds, bounds)
	if err := x.Move(image.Pt(150, 150)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		key  string
		want input.Mods
	}{{"", 0}, {"ctrl", input.Ctrl}, {"shift", input.Shift}} {
		err := x.Hold(c.key, func() error { return x.Click(image.Pt(150, 150), 4) })
		if err != nil {
			t.Fatal(err)
		}
		xtest.Until(t, "the wheel with "+c.key, func() (bool, error) {
			for _, e := range d.Drain(nil) {
				if e.Kind == input.Wheel {
					if e.Wheel != 1 || e.Mods != c.want {
						t.Errorf("with %q: %v notches and modifiers %d, want 1 and %d", c.key, e.Wheel, e.Mods, c.want)
					}
					return true, nil
				}
			}
			return false, nil
		})
	}
}
