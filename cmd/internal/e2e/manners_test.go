//go:build linux

package e2e

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"dango/cmd/internal/xtest"
)

// config waits until a setting has a value.
func (p *play) config(key, want string) {
	p.t.Helper()
	xtest.Until(p.t, key+" to be "+want, func() (bool, error) {
		got, err := p.Petctl("config", "get", key)
		if err == nil && strings.TrimSpace(got) != want {
			err = fmt.Errorf("it is %s", got)
		}
		return err == nil, err
	})
}

// higher waits until the window is that high at least, or, for a negative height, lower than that.
func (p *play) higher(than int) {
	p.t.Helper()
	xtest.Until(p.t, fmt.Sprint("the window to be ", than, " high"), func() (bool, error) {
		w, err := p.Window()
		return than < 0 && w.Rect.Dy() < -than || than >= 0 && w.Rect.Dy() >= than, err
	})
}

// The menu opens without taking the focus; the shortcut hands it the keys, and Esc gives them back.
func TestMenuOfThePet(t *testing.T) {
	p := open(t, xtest.Options{})
	p.must(p.Click(p.body(), xtest.Right))
	p.higher(400)
	p.focused("with the menu open")
	p.must(p.Key("ctrl+alt+d"))
	xtest.Until(t, "the pet to have the keys", func() (bool, error) {
		active, err := p.Active()
		return active != p.terminal.ID, err
	})
	for _, key := range []string{"Down", "Down", "Right", "Down", "Down", "Down", "Down", "Return"} { // Size, 100%
		p.must(p.Key(key))
	}
	p.config("size", "1")
	p.must(p.Key("Escape"))
	p.must(p.Key("Escape"))
	xtest.Until(t, "the terminal to have the keys again", func() (bool, error) {
		active, err := p.Active()
		return active == p.terminal.ID, err
	})
	p.higher(-400)
}

// Ctrl and the wheel over the pet change its size, and that is kept.
func TestWheelSizesThePet(t *testing.T) {
	p := open(t, xtest.Options{})
	before, err := p.Window()
	p.must(err)
	at := p.body()
	wheel := func(button int) {
		p.must(p.Hold("ctrl", func() error { return p.Click(at, button) }))
	}
	for range 9 { // of which one only gets to 1
		wheel(4)
	}
	p.config("size", "1.17")
	xtest.Until(t, "the window to grow with the pet", func() (bool, error) {
		w, err := p.Window()
		return w.Rect.Dx() > before.Rect.Dx()+60, err
	})
	for range 2 {
		wheel(5)
	}
	p.config("size", "1")
	p.must(p.Click(at, 4)) // without Ctrl nothing happens
	p.config("size", "1")
}

// A pet that snaps flies to the nearest edge, and is found there after a restart.
func TestSnapOnTheScreen(t *testing.T) {
	p := stand(t, xtest.Options{})
	p.must(Prepare(p.Home))
	_, err := p.Petctl("config", "set", "snap", "true")
	p.must(err)
	p.start()
	size, err := p.Size()
	p.must(err)
	p.must(p.Move(p.body()))
	p.must(p.Press(xtest.Left))
	for _, to := range []image.Point{{900, 500}, {size.X - 300, 300}} {
		p.must(p.Move(to))
	}
	time.Sleep(200 * time.Millisecond) // the hand rests: it does not throw
	p.must(p.Release(xtest.Left))
	at := func() (bool, error) { // the cell is wider than the body
		w, err := p.Window()
		if err == nil && w.Rect.Max.X < size.X {
			err = fmt.Errorf("it is at %v", w.Rect)
		}
		return err == nil && w.Rect.Max.X >= size.X && w.Rect.Min.Y > 100 && w.Rect.Min.Y < 400, err
	}
	xtest.Until(t, "the pet to be at the right edge", at)
	p.must(p.Click(p.terminal.Rect.Min.Add(image.Pt(5, 5)), xtest.Left))
	_, err = p.Petctl("quit")
	p.must(err)
	_, err = p.pet.Wait(xtest.Patience)
	p.must(err)
	p.pet, err = p.Start(p.Programs.Dango)
	p.must(err)
	xtest.Until(t, "the pet to be there again", at)
}
