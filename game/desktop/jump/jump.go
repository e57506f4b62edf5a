// Package jump brings the terminal of a session to the front, as near to the session as the terminal lets us.
//
// What a terminal told its children counts first: ids of panes and tabs, then the tty, then which process a window
// belongs to. Titles are never looked at. A jump that does not succeed says why, in words for the user.
package jump

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"time"

	"dango/prefs/lang"
)

// Level is how near a jump can come.
type Level uint8

const (
	None Level = iota
	Window
	Tab
	Pane
)

func (l Level) String() string { return [...]string{"none", "window", "tab", "pane"}[l] }

// Place is what is known about where a session runs. Every field may be missing.
type Place struct {
	App string // terminal application, as the hook's environment named it
	ID  string // place inside it: a pane, a tab, a window
	TTY string // "/dev/pts/3"
	PID int    // of the agent
	Cwd string
}

// within bounds one jump. Programs that steer terminals answer at once or hang.
const within = 5 * time.Second

// An adapter knows one kind of terminal.
type adapter struct {
	app   string // Place.App, in lower case
	level Level  // that it declares
	to    func(context.Context, Place, surroundings) error
}

// adapters by application. What is in no row is found by its process alone, at the level of a window.
func adapters() []adapter {
	return []adapter{
		{"tmux", Pane, toTmux},
		{"screen", Pane, toScreen},
		{"zellij", Window, toZellij},
		{"kitty", Pane, toKitty},
		{"wezterm", Pane, toWezTerm},
		{"konsole", Tab, toKonsole},
		{"gnome-terminal", Tab, toGnomeTerminal},
		{"vscode", Window, toEditor},
		{"cursor", Window, toEditor},
		{"ghostty", Window, toWindow}, // no terminal of this and the next lines lets others choose a tab
		{"alacritty", Window, toWindow},
		{"foot", Window, toWindow},
		{"xterm", Window, toWindow},
		{"windows terminal", Window, toWindow},
		{"apple_terminal", Tab, toAppleTerminal},
		{"iterm.app", Tab, toITerm},
	}
}

// errNowhere is the answer when nothing is known that could lead to a terminal.
var errNowhere = lang.Fault("its terminal is not known")

// Declared is the level that a jump to p can reach at best.
func Declared(p Place) Level {
	if a, ok := find(p.App); ok {
		return a.level
	}
	if p.PID == 0 && p.TTY == "" {
		return None
	}
	return Window
}

// To jumps. An adapter that fails leaves the terminal's window at least, if that can be found; the level says what was
// reached. The error is short and for the user.
func To(ctx context.Context, p Place) (Level, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	if p.PID == 0 {
		p.PID = onTTY(p.TTY)
	}
	near := surroundingsOf(p.PID)
	a, ok := find(p.App)
	if !ok {
		return raise(ctx, p, near)
	}
	err := a.to(ctx, p, near)
	if err == nil {
		return a.level, nil
	}
	if _, end := errors.AsType[final](err); a.level > Window && !end {
		if level, other := raise(ctx, p, near); other == nil {
			return level, nil
		}
	}
	return None, err
}

// final marks failures after which the agent's own process leads nowhere: it is a child of a server.
type final struct{ error }

// Unwrap gives the failure itself.
func (f final) Unwrap() error { return f.error }

// raise brings the window to the front that the process p.PID lives in.
func raise(ctx context.Context, p Place, near surroundings) (Level, error) {
	if p.PID == 0 {
		return None, errNowhere
	}
	if err := raiseWindow(ctx, p.PID, near); err != nil {
		return None, err
	}
	return Window, nil
}

func toWindow(ctx context.Context, p Place, near surroundings) error {
	_, err := raise(ctx, p, near)
	return err
}

func find(app string) (adapter, bool) {
	app = strings.ToLower(app)
	for _, a := range adapters() {
		if a.app == app {
			return a, true
		}
	}
	return adapter{}, false
}

// surroundings are the environment variables of the agent's process.
type surroundings map[string]string

// run runs a program that steers a terminal and gives its output. near are variables that it needs.
func run(ctx context.Context, near []string, name string, args ...string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", lang.Fault("%s is not installed", name)
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = append(cmd.Environ(), near...)
	cmd.WaitDelay = time.Second
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		why, _, _ := strings.Cut(strings.TrimSpace(complaint.String()), "\n")
		if why == "" {
			why = err.Error()
		}
		return "", lang.Fault("%s: %s", name, why)
	}
	return strings.TrimSpace(string(out)), nil
}
