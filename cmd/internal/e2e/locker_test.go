//go:build linux

package e2e

import (
	"image"
	"os/exec"
	"slices"
	"testing"

	"dango/cmd/internal/xtest"
	"dango/session"
)

// released expects a held hook to end without an opinion although nobody has clicked.
func (p *play) released(h *Hook, when string) {
	p.t.Helper()
	if got := p.answer(h); got != "" {
		p.t.Errorf("%s the agent was told %q, want nothing", when, got)
	}
}

// lockedBy has something lock the screen over a card that waits, and unlocks it. Behind a locker that tells nobody but the
// screen, what is held is the terminal's at once; after it there are cards again.
func (p *play) lockedBy(lock func() (unlock func())) {
	p.t.Helper()
	r := p.load("claude-code", "pr_allow")
	_, held := p.ask(r.Tool, r.Name)
	unlock := lock()
	p.released(held, "when the screen was locked")
	p.released(p.plainRequest(r), "while the screen was locked")
	unlock()
	again := held
	xtest.Until(p.t, "a request to be held again", func() (bool, error) {
		select {
		case <-again.Done():
			again = p.plainRequest(r)
		default:
		}
		sessions, err := p.Sessions()
		return err == nil && len(sessions) == 1 && slices.ContainsFunc(sessions[0].Requests, func(r session.Request) bool {
			return r.Life == session.Offered
		}), err
	})
}

func TestSilentLocker(t *testing.T) {
	p := open(t, xtest.Options{})
	p.lockedBy(func() (unlock func()) {
		unlock, err := p.Cover(image.Rect(0, 0, 1280, 800))
		p.must(err)
		return unlock
	})
}

// A window that hides the pet alone locks nothing, but nobody sees the card behind it.
func TestBehindAnotherWindow(t *testing.T) {
	p := open(t, xtest.Options{})
	p.lockedBy(func() (unlock func()) {
		_, err := p.Petctl("config", "set", "hold.showWithin", "2s")
		p.must(err)
		p.must(p.Heed())
		unlock, err = p.Cover(image.Rect(0, 40, 1280, 800))
		p.must(err)
		return unlock
	})
}

// A pet that cannot draw cannot be clicked either, however long its last picture stays.
func TestStuck(t *testing.T) {
	p := open(t, xtest.Options{})
	p.lockedBy(func() (unlock func()) {
		unlock, err := p.Grab()
		p.must(err)
		return unlock
	})
}

// Those that people have. They are no part of what the tests need; who has them tries them.
func TestRealLockers(t *testing.T) {
	for _, locker := range [][]string{{"i3lock", "-n"}, {"xsecurelock"}} {
		t.Run(locker[0], func(t *testing.T) {
			if _, err := exec.LookPath(locker[0]); err != nil {
				t.Skip(err)
			}
			p := open(t, xtest.Options{})
			p.lockedBy(func() (unlock func()) {
				l, err := p.Run(locker[0], locker[1:]...)
				p.must(err)
				return l.Stop
			})
		})
	}
}
