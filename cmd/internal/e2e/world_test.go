//go:build linux

package e2e

import (
	"fmt"
	"image"
	"strings"
	"syscall"
	"testing"

	"dango/cmd/internal/xtest"
)

// again ends the pet and starts another one in the same home.
func (p *play) again() {
	p.t.Helper()
	p.must(p.pet.Signal(syscall.SIGTERM))
	if status, err := p.pet.Wait(xtest.Patience); err != nil || status != 0 {
		p.t.Fatalf("dango ended with status %d, %v; it printed:\n%s", status, err, p.pet.Output())
	}
	var err error
	p.pet, err = p.Start(p.Programs.Dango, "--appearance", "light")
	p.must(err)
}

// A monitor to the left of the primary one has smaller coordinates than it, and another size. The pet is carried over,
// its bubbles stay with it on its monitor, and it is back at its place after a restart.
func TestLeftHandMonitor(t *testing.T) {
	p := open(t, xtest.Options{})
	left, right := image.Rect(0, 0, 500, 700), image.Rect(500, 0, 1280, 800)
	p.xrandr("--setmonitor", "left", "500/160x700/200+0+0", "none")
	p.xrandr("--setmonitor", "*right", "780/160x800/200+500+0", "screen")
	p.within(right, "the pet to be on the primary monitor")
	from := p.anywhere()
	p.carry(from, image.Pt(300, 400).Sub(from))
	p.within(left, "the pet to be on the left monitor")
	there, err := p.Window()
	p.must(err)
	p.again()
	xtest.Until(t, "the pet to be where it was", func() (bool, error) {
		w, err := p.Window()
		return w.Mapped && w.Rect == there.Rect, err
	})
	p.must(p.Play(p.load("claude-code", "pr_allow").Before("PermissionRequest")))
	xtest.Until(t, "the window to grow for a bubble, on the pet's monitor", func() (bool, error) {
		w, err := p.Window()
		return w.Rect.Dy() > there.Rect.Dy() && w.Rect.In(left), err
	})
	p.must(p.Drag(p.anywhere(), image.Pt(1000, 600)))
	p.within(right, "the pet and its bubble to be on the right monitor")
	p.focused("after all that")
}

// What a panel reserves is not ours: a pet that sits there moves up, on one monitor, and on the one of two that has it.
func TestPanel(t *testing.T) {
	t.Run("one monitor", func(t *testing.T) {
		p := open(t, xtest.Options{})
		p.must(p.Panel(image.Rect(0, 640, 1280, 800)))
		p.feetAbove(640)
	})
	t.Run("two monitors", func(t *testing.T) {
		p := open(t, xtest.Options{})
		p.xrandr("--setmonitor", "left", "500/160x800/200+0+0", "none")
		p.xrandr("--setmonitor", "*right", "780/160x800/200+500+0", "screen")
		p.must(p.Panel(image.Rect(500, 640, 1280, 800)))
		p.feetAbove(640)
		p.must(p.Drag(p.anywhere(), image.Pt(250, 790)))
		xtest.Until(t, "the pet to be in the room that the left monitor has", func() (bool, error) {
			w, err := p.Window()
			return w.Rect.Max.X <= 500 && w.Rect.Max.Y > 700, err
		})
	})
}

// feetAbove waits until the pet stands above a line.
func (p *play) feetAbove(y int) {
	p.t.Helper()
	const under = 60 // of the window, below the feet
	xtest.Until(p.t, "the pet to stand on the panel", func() (bool, error) {
		w, err := p.Window()
		return w.Mapped && w.Rect.Max.Y > y && w.Rect.Max.Y <= y+under, err
	})
	xtest.Until(p.t, "the pet to be seen there", func() (bool, error) {
		w, err := p.Window()
		if err != nil {
			return false, err
		}
		shown, err := p.Look(w.Rect)
		return err == nil && !uniform(shown, w.Rect, shown.At(w.Rect.Min.X, w.Rect.Min.Y)), err
	})
	if img, err := p.Screenshot(); err == nil {
		_ = xtest.WritePNG(p.t.ArtifactDir()+"/screen.png", img)
	}
}

// Another window manager does the same for the pet as the one that all other tests have.
func TestAnotherWindowManager(t *testing.T) {
	xtest.Need(t, "icewm")
	t.Parallel()
	s := NewStage(xtest.New(t, xtest.Options{NoWindowManager: true}), programs(t))
	p := &play{Stage: s, t: t}
	_, err := p.Manage("icewm", "--notify")
	p.must(err)
	p.terminal, err = p.OpenTerminal(120, 50, 500, 40)
	p.must(err)
	p.must(Prepare(p.Home))
	p.pet, err = p.Start(p.Programs.Dango, "--appearance", "light")
	p.must(err)
	t.Cleanup(func() {
		if t.Failed() {
			p.report()
		}
	})
	p.within(image.Rect(900, 500, 1280, 800), "the pet to be in its corner")
	before, err := p.Window()
	p.must(err)
	for range 20 {
		p.must(p.Click(p.anywhere(), xtest.Left))
	}
	p.focused("after twenty clicks")
	from := p.anywhere()
	p.must(p.Drag(from, from.Add(image.Pt(-200, -100))))
	xtest.Until(t, "the window to follow the pointer", func() (bool, error) {
		w, err := p.Window()
		moved := w.Rect.Min.Sub(before.Rect.Min)
		if err == nil && (moved.X > -100 || moved.Y > -50) {
			err = fmt.Errorf("it moved by %v from %v", moved, before.Rect)
		}
		return err == nil, err
	})
	p.must(p.Play(p.load("claude-code", "pr_allow").Before("PermissionRequest")))
	xtest.Until(t, "the window to grow for a bubble", func() (bool, error) {
		w, err := p.Window()
		return w.Rect.Dy() > before.Rect.Dy(), err
	})
	p.must(p.Type("typed"))
	xtest.Until(t, "the terminal to hear the keys", func() (bool, error) {
		heard, err := p.terminal.Heard()
		return strings.HasSuffix(heard, "typed"), err
	})
	p.focused("at the end")
}

// When the display goes away there is one line about it, and the program ends.
func TestServerGoesAway(t *testing.T) {
	t.Parallel()
	s := NewStage(xtest.New(t, xtest.Options{}), programs(t))
	pet, err := s.Pet()
	if err != nil {
		t.Fatal(err)
	}
	s.Crash()
	status, err := pet.Wait(xtest.Patience)
	if err != nil || status != 1 {
		t.Errorf("without its display dango ended with status %d, %v, want 1", status, err)
	}
	if said := pet.Output(); strings.Count(said, "\n") != 1 || !strings.Contains(said, "display") && !strings.Contains(said, "DISPLAY") {
		t.Errorf("without its display dango printed %q, want one line that says so", said)
	}
}
