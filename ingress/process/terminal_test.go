package process

import (
	"strings"
	"testing"
)

func TestTerminal(t *testing.T) {
	for _, c := range []struct {
		env          string
		app, session string
	}{
		{"", "", ""},
		{"TERM_PROGRAM=tmux TMUX=/tmp/t/default,1,0 TMUX_PANE=%3 KITTY_WINDOW_ID=2", "tmux", "/tmp/t/default:%3"},
		{"ZELLIJ_SESSION_NAME=main ZELLIJ_PANE_ID=4", "zellij", "main:4"},
		{"KITTY_WINDOW_ID=2 WINDOWID=99", "kitty", "2"},
		{"TERM_PROGRAM=WezTerm WEZTERM_PANE=0", "WezTerm", "0"},
		{"TERM_PROGRAM=Apple_Terminal TERM_SESSION_ID=A-B", "Apple_Terminal", "A-B"},
		{"TERM_PROGRAM=iTerm.app ITERM_SESSION_ID=w0t0p0:A TERM_SESSION_ID=w0t0p0:A", "iTerm.app", "w0t0p0:A"},
		{"TERM_PROGRAM=vscode KITTY_WINDOW_ID=2 KITTY_LISTEN_ON=unix:/tmp/k", "vscode", ""}, // started from a shell in kitty
		{"TERM_PROGRAM=tmux TERM_PROGRAM_VERSION=3.3a TMUX=/tmp/t/default,1,0 TMUX_PANE=%3 VSCODE_INJECTION=1", "tmux", "/tmp/t/default:%3"},
		{"TERMINAL_EMULATOR=JetBrains-JediTerm", "JetBrains-JediTerm", ""},
		{"WINDOWID=99", "", "99"},
	} {
		env := map[string]string{}
		for _, pair := range strings.Fields(c.env) {
			name, value, _ := strings.Cut(pair, "=")
			env[name] = value
		}
		app, session := Terminal(func(name string) string { return env[name] })
		if app != c.app || session != c.session {
			t.Errorf("terminal(%s) = %q, %q; want %q, %q", c.env, app, session, c.app, c.session)
		}
	}
}

func TestPlaceIn(t *testing.T) {
	env := map[string]string{
		"TMUX": "/tmp/t/default,1,0", "TMUX_PANE": "%3", "ZELLIJ_PANE_ID": "4", "ZELLIJ_SESSION_NAME": "main", "KITTY_WINDOW_ID": "2",
		"WEZTERM_PANE": "7", "TERM_PROGRAM": "vscode",
	}
	for app, want := range map[string]string{
		"tmux": "/tmp/t/default:%3", "zellij": "main:4", "kitty": "2", "wezterm": "7", "vscode": "", "konsole": "", "": "",
	} {
		if got := PlaceIn(app, func(name string) string { return env[name] }); got != want {
			t.Errorf("PlaceIn(%s) = %q, want %q", app, got, want)
		}
	}
}
