//go:build linux

package e2e

import (
	"encoding/json"
	"strings"
	"syscall"
	"testing"
	"time"

	"dango/cmd/internal/xtest"
	"dango/ingress/control"
	"dango/session"
)

// allow is Claude Code's word for yes, to the byte.
const allow = `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}`

// ask plays the recording up to its permission request, holds that one open, and returns once its card can be clicked.
func (p *play) ask(tool, name string) (rest Recording, hook *Hook) {
	p.t.Helper()
	r := p.load(tool, name)
	p.must(p.Play(r.Before("PermissionRequest")))
	request, err := r.First("PermissionRequest")
	p.must(err)
	hook, err = p.Hook(tool, request)
	p.must(err)
	p.until("the request to be offered", func(sessions []*session.Session) bool {
		return len(sessions) == 1 && sessions[0].State == session.PermissionPrompt && len(sessions[0].Requests) == 1
	})
	p.carded()
	return r.After("PermissionRequest"), hook
}

// carded waits until the pet shows a card with Allow.
func (p *play) carded() {
	p.t.Helper()
	xtest.Until(p.t, "the card to be on the screen", func() (bool, error) {
		place, err := p.Find("[Allow]")
		if err != nil {
			return false, err
		}
		p.button, err = p.Look(place)
		return err == nil, err
	})
	p.focused("while the card is open")
}

// answer waits for what the hook tells its agent.
func (p *play) answer(h *Hook) string {
	p.t.Helper()
	answer, err := h.Answer(xtest.Patience)
	p.must(err)
	return answer
}

// closed waits until no card with buttons is left, in the data and on the screen.
func (p *play) closed() {
	p.t.Helper()
	p.until("the card to close", func(sessions []*session.Session) bool {
		for _, s := range sessions {
			if control.NeedsYou(s) {
				return false
			}
		}
		return true
	})
	xtest.Until(p.t, "the buttons to leave the screen", func() (bool, error) {
		now, err := p.Look(p.button.Rect)
		return err == nil && distance(now, p.button) > alike, err
	})
}

func TestAllow(t *testing.T) {
	p := open(t, xtest.Options{})
	rest, hook := p.ask("claude-code", "pr_allow")
	p.must(p.Choose("[Allow]"))
	if got := strings.TrimSuffix(p.answer(hook), "\n"); got != allow {
		t.Errorf("Allow told the agent %q, want %q", got, allow)
	}
	p.focused("after the click")
	p.closed()

	// The agent goes on.
	p.must(p.Play(rest.Before("SessionEnd")))
	p.until("the turn to be done", func(s []*session.Session) bool {
		return len(s) == 1 && (s[0].State == session.Completed || s[0].State == session.Review) &&
			s[0].LastText == "The command is done."
	})
	p.must(p.Play(rest.After("Stop")))
	p.until("the session to end", func(s []*session.Session) bool { return len(s) == 0 })
}

func TestDeny(t *testing.T) {
	p := open(t, xtest.Options{})
	_, hook := p.ask("claude-code", "pr_allow")
	p.must(p.Choose("[Deny]"))
	var answer struct {
		Output struct {
			Event    string `json:"hookEventName"`
			Decision struct {
				Behavior string `json:"behavior"`
				Message  string `json:"message"`
			} `json:"decision"`
		} `json:"hookSpecificOutput"`
	}
	got := p.answer(hook)
	if err := json.Unmarshal([]byte(got), &answer); err != nil {
		t.Fatalf("Deny told the agent %q: %v", got, err)
	}
	if d := answer.Output.Decision; answer.Output.Event != "PermissionRequest" || d.Behavior != "deny" || d.Message == "" {
		t.Errorf("Deny told the agent %q, want a deny with a message", got)
	}
	p.closed()
}

func TestTerminalButtonSaysNothing(t *testing.T) {
	p := open(t, xtest.Options{})
	_, hook := p.ask("claude-code", "pr_allow")
	p.must(p.Choose("[Terminal]"))
	if got := p.answer(hook); got != "" {
		t.Errorf("Terminal told the agent %q, want nothing", got)
	}
	p.closed()
	p.until("the session to wait for its terminal", func(s []*session.Session) bool {
		return len(s) == 1 && s[0].State == session.Waiting
	})
}

func TestAllowForCodex(t *testing.T) {
	p := open(t, xtest.Options{})
	_, hook := p.ask("codex", "hook-allow")
	p.must(p.Choose("[Allow]"))
	if got := strings.TrimSuffix(p.answer(hook), "\n"); got != allow {
		t.Errorf("Allow told Codex %q, want %q", got, allow)
	}
	p.closed()
}

// Who holds the request is its life: whatever ends it takes the card along, and nothing is told to anybody.
func TestCardClosesWithItsHook(t *testing.T) {
	tests := []struct {
		name string
		end  func(p *play, h *Hook) error
	}{
		{"hook killed", func(_ *play, h *Hook) error { return h.Signal(syscall.SIGKILL) }},
		{"hook told to end, as by Esc in Claude Code", func(_ *play, h *Hook) error { return h.Signal(syscall.SIGTERM) }},
		{"agent killed", func(p *play, h *Hook) error { return h.Agent.Signal(syscall.SIGKILL) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := open(t, xtest.Options{})
			_, hook := p.ask("claude-code", "pend_terminal_esc")
			p.must(tt.end(p, hook))
			p.closed()
			if _, err := hook.Wait(xtest.Patience); err != nil {
				t.Error(err)
			}
			if got := hook.out.String(); got != "" {
				t.Errorf("the hook told its agent %q, want nothing", got)
			}
		})
	}
}

// Without a pet the agent must notice nothing at all.
func TestNobodyHome(t *testing.T) {
	t.Parallel()
	p := programs(t)
	s := NewStage(xtest.New(t, xtest.Options{NoWindowManager: true, NoCompositor: true}), p)
	for _, run := range []struct{ tool, name string }{{"claude-code", "pr_allow"}, {"codex", "hook-allow"}} {
		r, err := Load(run.tool, run.name)
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		if err := s.Play(r); err != nil {
			t.Error(err)
		}
		t.Logf("%s/%s: %d hooks in %v", run.tool, run.name, len(r.Calls), time.Since(begin))
	}
}
