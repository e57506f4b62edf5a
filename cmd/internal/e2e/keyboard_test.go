//go:build linux

package e2e

import (
	"slices"
	"strings"
	"testing"

	"dango/cmd/internal/xtest"
)

// The shortcut brings the keyboard to the pet, a request is answered without the pointer, and the terminal has the keys
// before and after.
func TestAnswerByKeysAlone(t *testing.T) {
	p := open(t, xtest.Options{})
	p.must(p.Play(p.load("claude-code", "pr_allow").Before("PermissionRequest")))
	asks, err := p.load("claude-code", "pr_allow").First("PermissionRequest")
	p.must(err)
	hook, err := p.Hook("claude-code", asks)
	p.must(err)
	p.shows("[Allow]")
	p.must(p.Type("before"))
	ours := func() (bool, error) {
		focus, err := p.Focus()
		return !slices.Contains(p.inTerminal(), focus), err
	}
	p.must(p.Key("ctrl+alt+d"))
	xtest.Until(t, "the keyboard to be the pet's", ours)
	p.must(p.Key("Escape"))
	xtest.Until(t, "the keyboard to be the terminal's again", func() (bool, error) {
		on, err := ours()
		return !on, err
	})
	p.must(p.Key("ctrl+alt+d"))
	xtest.Until(t, "the keyboard to be the pet's", ours)
	var answer string
	xtest.Until(t, "the ring to reach a button that answers", func() (bool, error) {
		for _, key := range []string{"Return", "Tab"} { // whatever the ring is on first
			if err := p.Key(key); err != nil {
				return false, err
			}
			select {
			case <-hook.Done():
				answer, err = hook.Answer(xtest.Patience)
				return true, err
			default:
			}
		}
		return false, nil
	})
	if !strings.Contains(answer, `"behavior":"`) {
		t.Errorf("the agent was told %q, want an answer", answer)
	}
	if on, err := ours(); on || err != nil {
		p.must(p.Key("Escape"))
	}
	xtest.Until(t, "the keyboard to be the terminal's", func() (bool, error) {
		on, err := ours()
		return !on, err
	})
	p.must(p.Type(" after"))
	xtest.Until(t, "the terminal to hear what is its own", func() (bool, error) {
		heard, err := p.terminal.Heard()
		// A key that was pressed while the answer was on its way may have been the terminal's again.
		return strings.HasPrefix(heard, "before") && strings.HasSuffix(heard, " after"), err
	})
}
