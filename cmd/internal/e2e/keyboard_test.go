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
	_, err = read("[Allow]", p.Find) // a card that has just come does not listen to keys
	p.must(err)
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
	for _, key := range []string{"Tab", "Return"} { // from the card to its first answer
		p.must(p.Key(key))
	}
	if got := strings.TrimSuffix(p.answer(hook), "\n"); got != allow {
		t.Errorf("the agent was told %q, want %q", got, allow)
	}
	p.must(p.Key("Escape")) // the ring goes, and with it the keyboard
	xtest.Until(t, "the keyboard to be the terminal's", func() (bool, error) {
		on, err := ours()
		return !on, err
	})
	p.must(p.Type(" after"))
	xtest.Until(t, "the terminal to hear what is its own", func() (bool, error) {
		heard, err := p.terminal.Heard()
		return heard == "before after", err
	})
}
