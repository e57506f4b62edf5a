//go:build linux

package e2e

import (
	"fmt"
	"image"
	"os/exec"
	"slices"
	"testing"

	"dango/cmd/internal/xtest"
)

// xrandr changes the monitors.
func (p *play) xrandr(args ...string) {
	p.t.Helper()
	cmd := exec.Command("xrandr", args...)
	cmd.Env = p.Env()
	if out, err := cmd.CombinedOutput(); err != nil {
		p.t.Fatalf("xrandr %v: %v: %s", args, err, out)
	}
}

// within waits until the window lies in r, whole, and a click on the pet is the pet's.
func (p *play) within(r image.Rectangle, why string) {
	p.t.Helper()
	xtest.Until(p.t, why, func() (bool, error) {
		w, err := p.Window()
		if err != nil || w.Rect.Empty() || !w.Rect.In(r) {
			return false, err
		}
		return p.Takes(w, face(w))
	})
}

// The pet keeps to the monitors that there are: it moves over when its own goes, and is back on the one that is left
// after a moment without any.
func TestMonitorsComeAndGo(t *testing.T) {
	p := open(t, xtest.Options{})
	left, right, all := image.Rect(0, 0, 640, 800), image.Rect(640, 0, 1280, 800), image.Rect(0, 0, 1280, 800)
	p.within(right, "the pet to be at the right")
	p.xrandr("--setmonitor", "left", "640/160x800/200+0+0", "screen")
	p.within(left, "the pet to be on the only monitor")
	p.xrandr("--setmonitor", "right", "640/160x800/200+640+0", "none")
	p.must(p.Drag(p.anywhere(), image.Pt(1000, 400)))
	p.within(right, "the pet to be where it was put")
	p.xrandr("--delmonitor", "right")
	p.within(left, "the pet to leave the monitor that is gone")
	p.xrandr("--delmonitor", "left")
	p.blink()
	p.within(all, "the pet to be there after a moment without monitors")
	alone, err := p.Window()
	p.must(err)
	xtest.Until(t, "the window to grow for a bubble", func() (bool, error) {
		// It may be about to start again: then nobody is home for a while.
		if err := p.Play(p.load("claude-code", "plain_text").Before("SessionEnd")); err != nil {
			return false, err
		}
		w, err := p.Window()
		return w.Rect.Dy() > alone.Rect.Dy(), err
	})
	p.focused("after all that")
}

// blink turns the only output off and on again. xrandr fails to shrink the screen to nothing, after it has turned it off.
func (p *play) blink() {
	p.t.Helper()
	off := exec.Command("xrandr", "--output", "screen", "--off")
	off.Env = p.Env()
	_ = off.Run()
	p.xrandr("--output", "screen", "--auto")
}

// anywhere is a spot of the pet, wherever that is and also while it jumps: in the lower half of its face.
func (p *play) anywhere() image.Point {
	p.t.Helper()
	w, err := p.Window()
	p.must(err)
	return face(w)
}

func face(w xtest.Window) image.Point {
	return image.Pt((w.Rect.Min.X+w.Rect.Max.X)/2, w.Rect.Max.Y-82)
}

// carry drags a pet without bubbles somewhere, and waits until it is there.
func (p *play) carry(from, by image.Point) {
	p.t.Helper()
	before, err := p.Window()
	p.must(err)
	p.must(p.Drag(from, from.Add(by)))
	xtest.Until(p.t, "the window to follow the pointer", func() (bool, error) {
		w, err := p.Window()
		moved := w.Rect.Min.Sub(before.Rect.Min)
		off := moved.Sub(by)
		if err == nil && max(off.X, -off.X, off.Y, -off.Y) > 2 {
			err = fmt.Errorf("it moved by %v, want %v", moved, by)
		}
		return err == nil, err
	})
}

// Without a compositor the window is cut to the pet; with one that comes later it is whole, and transparent again.
func TestCompositorComesAndGoes(t *testing.T) {
	p := open(t, xtest.Options{NoCompositor: true})
	alone := func() (bool, error) { // what is around the pet shows the terminal
		w, err := p.Window()
		if err != nil {
			return false, err
		}
		shown, err := p.Look(w.Rect)
		if err != nil {
			return false, err
		}
		return uniform(shown, image.Rect(w.Rect.Min.X, w.Rect.Min.Y, w.Rect.Min.X+8, w.Rect.Min.Y+8), shown.At(w.Rect.Min.X, w.Rect.Min.Y)) &&
			shown.RGBAAt(w.Rect.Min.X, w.Rect.Min.Y).R > 200, nil
	}
	xtest.Until(t, "the terminal to show around the pet", alone)
	for range 2 {
		picom, err := p.Run("picom", "--backend", "xrender", "--config", "/dev/null")
		p.must(err)
		xtest.Until(t, "the terminal to show through", alone)
		p.must(p.Play(p.load("claude-code", "plain_text").Before("SessionEnd")))
		p.shows("hello [[plain]]")
		picom.Stop()
		xtest.Until(t, "the terminal to show around the pet", alone)
	}
}

// A window manager that restarts, or gives way to another, finds the pet as it was: above, in no list, without focus.
func TestWindowManagerRestarts(t *testing.T) {
	p := open(t, xtest.Options{})
	before, err := p.Window()
	p.must(err)
	_, err = p.Manage("openbox", p.Openbox()...)
	p.must(err)
	// A new manager forgets who had the keyboard.
	xtest.Until(t, "the new window manager to give the terminal the keyboard", func() (bool, error) {
		if err := p.Click(p.terminal.Rect.Min.Add(image.Pt(5, 5)), xtest.Left); err != nil {
			return false, err
		}
		active, err := p.Active()
		if err != nil || active != p.terminal.ID {
			return false, err
		}
		focus, err := p.Focus()
		return slices.Contains(p.inTerminal(), focus), err
	})
	xtest.Until(t, "the window to be where it was", func() (bool, error) {
		now, err := p.Window()
		return now.Mapped && now.Rect == before.Rect, err
	})
	p.must(p.Play(p.load("claude-code", "plain_text").Before("SessionEnd")))
	p.shows("hello [[plain]]")
}
