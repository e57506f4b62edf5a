//go:build linux

package e2e

import (
	"strings"
	"testing"

	"dango/cmd/internal/xtest"
	"dango/session"
)

// A click tells our plugin in OpenCode what to hand to it, to the byte.
func TestAllowForOpenCode(t *testing.T) {
	const asked = "permission.asked"
	p := open(t, xtest.Options{})
	r := p.load("opencode", "plugin-once")
	p.must(p.Play(r.Before(asked)))
	request, err := r.First(asked)
	p.must(err)
	hook, err := p.Hook("opencode", request)
	p.must(err)
	p.until("the request to be offered", func(sessions []*session.Session) bool {
		return len(sessions) == 1 && sessions[0].State == session.PermissionPrompt && len(sessions[0].Requests) == 1
	})
	xtest.Until(t, "the card to be on the screen", func() (bool, error) {
		place, err := p.Find("[Allow]")
		if err != nil {
			return false, err
		}
		p.button, err = p.Look(place)
		return err == nil, err
	})
	p.must(p.Choose("[Allow]"))
	if got := strings.TrimSuffix(p.answer(hook), "\n"); got != `{"reply":"once"}` {
		t.Errorf("Allow told the plugin %q", got)
	}
	p.must(p.Play(r.After(asked)))
	p.closed()
	p.until("the turn to be done", func(s []*session.Session) bool {
		return len(s) == 1 && (s[0].State == session.Completed || s[0].State == session.Review) && s[0].LastText == "Ran it."
	})
}
