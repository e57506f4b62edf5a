//go:build linux

package e2e

import (
	"encoding/json"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dango/cmd/internal/xtest"
)

// A click on a bubble brings the session's terminal to the front. When that cannot be done, the reason is told.
func TestClickGoesToTheSession(t *testing.T) {
	p := open(t, xtest.Options{})
	const name = "agents-terminal"
	agent, err := p.Run("xterm", "-name", name, "-geometry", "40x10+20+20", "-e", "tail", "-f", "/dev/null")
	p.must(err)
	var home xtest.Window
	xtest.Until(t, "the agent's terminal to be active", func() (bool, error) {
		windows, err := p.Windows(name)
		if err != nil || len(windows) == 0 {
			return false, err
		}
		home = windows[0]
		active, err := p.Active()
		return active == home.ID, err
	})
	p.must(p.Click(p.terminal.Rect.Min.Add(image.Pt(5, 5)), xtest.Left))
	xtest.Until(t, "the other terminal to be active", func() (bool, error) {
		active, err := p.Active()
		return active == p.terminal.ID, err
	})

	there := p.load("claude-code", "pr_allow").Before("PermissionRequest")
	p.agents[sessionOf(t, there)] = agent
	p.must(p.Play(there))
	p.must(p.Play(p.load("claude-code", "plain_text").Before("SessionEnd"))) // its agent lives in no terminal
	xtest.Until(t, "the agent's terminal to come to the front", func() (bool, error) {
		// A bubble that has just moved takes no click; on a busy machine it moves later than one would think.
		if err := p.Choose("[[bash]]"); err != nil {
			return false, err
		}
		active, err := p.Active()
		return active == home.ID, err
	})
	xtest.Until(t, "the log to say why", func() (bool, error) {
		if err := p.Choose("hello [[plain]]"); err != nil {
			return false, err
		}
		logs, err := filepath.Glob(filepath.Join(p.Home, "logs", "*"))
		if err != nil || len(logs) == 0 {
			return false, err
		}
		text, err := os.ReadFile(logs[len(logs)-1])
		return strings.Contains(string(text), "its terminal has no window on this desktop"), err
	})
	agent.Stop()
	xtest.Until(t, "the terminal to be active again", func() (bool, error) {
		active, err := p.Active()
		return active == p.terminal.ID, err
	})
}

// sessionOf is the id of the session that a recording is about.
func sessionOf(t *testing.T, r Recording) string {
	t.Helper()
	var payload struct {
		Session string `json:"session_id"`
	}
	if err := json.Unmarshal(r.Calls[0].Payload, &payload); err != nil {
		t.Fatal(err)
	}
	return payload.Session
}
