//go:build linux

package e2e

import (
	"image"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"dango/cmd/internal/xtest"
)

// asleep is longer than any picture of a pet stays: who draws nothing for so long does not move.
const asleep = 3 * time.Second

// presents counts what is drawn into the pet's window until the test ends.
func (p *play) presents() *xtest.Presents {
	p.t.Helper()
	w, err := p.Window()
	p.must(err)
	shown, err := p.Presents(w.ID)
	p.must(err)
	p.t.Cleanup(shown.Close)
	return shown
}

// moves waits until the pet has drawn something again.
func (p *play) moves(shown *xtest.Presents, why string) {
	p.t.Helper()
	before := shown.Count()
	xtest.Until(p.t, why, func() (bool, error) { return shown.Count() > before, nil })
}

// work has one session run a tool, which the pet shows by a quick animation.
func (p *play) work() {
	p.t.Helper()
	p.must(p.Play(p.load("claude-code", "pr_allow").Before("PermissionRequest")))
	p.shows("[[bash]]")
}

func TestHiddenDrawsNothing(t *testing.T) {
	p := open(t, xtest.Options{})
	p.work()
	shown := p.presents()
	p.moves(shown, "the pet to work")
	_, err := p.Petctl("hide")
	p.must(err)
	p.must(shown.Stop(asleep))
	_, err = p.Petctl("show")
	p.must(err)
	p.moves(shown, "the pet to be back")
	p.shows("[[bash]]")
}

// Behind a window that hides all of it, as a screen locker's does, the pet draws nothing. What comes to light again is
// painted again, also what has not changed meanwhile: where nobody composes the screen nobody keeps it.
func TestCoveredDrawsNothing(t *testing.T) {
	for name, o := range map[string]xtest.Options{"with a compositor": {}, "without a compositor": {NoCompositor: true}} {
		t.Run(name, func(t *testing.T) {
			p := open(t, o)
			p.work()
			shown := p.presents()
			p.moves(shown, "the pet to work")
			uncover, err := p.Cover(image.Rect(400, 0, 1280, 800))
			p.must(err)
			p.must(shown.Stop(asleep))
			uncover()
			p.moves(shown, "the pet to be back")
			p.shows("[[bash]]")
		})
	}
}

// saver is a screen saver of the desktop, off at first.
type saver struct{}

func (saver) GetActive() (bool, *dbus.Error) { return false, nil }

func TestLockedDrawsNothing(t *testing.T) {
	p := stand(t, xtest.Options{})
	address := p.bus()
	p.Extra = append(p.Extra, "DBUS_SESSION_BUS_ADDRESS="+address)
	conn, err := dbus.Connect(address)
	p.must(err)
	t.Cleanup(func() { conn.Close() })
	const name, path = "org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"
	p.must(conn.Export(saver{}, path, name))
	_, err = conn.RequestName(name, dbus.NameFlagDoNotQueue)
	p.must(err)
	p.start()
	p.work()
	shown := p.presents()
	p.moves(shown, "the pet to work")
	p.must(conn.Emit(path, name+".ActiveChanged", true))
	p.must(shown.Stop(asleep))
	p.must(conn.Emit(path, name+".ActiveChanged", false))
	p.moves(shown, "the pet to be back")
	p.shows("[[bash]]")
}

// A pet that works below five bubbles draws itself, and the words that change: not the whole window.
func TestSmallChangesAreSmall(t *testing.T) {
	p := open(t, xtest.Options{})
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		r, err := p.load("claude-code", "pr_allow").Before("PermissionRequest").With(map[string]string{"session_id": name, "prompt": "task " + name})
		p.must(err)
		p.must(p.Play(r))
	}
	p.shows("task e")
	w, err := p.Window()
	p.must(err)
	shown := p.presents()
	whole := w.Rect.Dx() * w.Rect.Dy()
	xtest.Until(t, "twenty pictures in a row to be smaller than a fifth of the window", func() (bool, error) {
		n, pixels := shown.Count(), shown.Pixels()
		xtest.Until(t, "twenty pictures", func() (bool, error) { return shown.Count() >= n+20, nil })
		return (shown.Pixels()-pixels)/(shown.Count()-n) < whole/5, nil
	})
	p.shows("task a")
	p.shows("task e")
}
