// Package jump brings the terminal of a session to the front, as near to the session as the terminal lets us.
//
// Which program shows the session, the process table says; where in it, what that program told its children: ids of panes
// and tabs, the tty, the window. Titles count only between windows of one program that differ in nothing else. A jump that
// comes less near than it should says why, in words for the user.
//
// Seen with the real programs under openbox: tmux 3.3a, GNU screen 4.9, kitty 0.26.5, Konsole 22.12.3, GNOME Terminal
// 3.46.8, Alacritty 0.11, xfce4-terminal 1.0.4, LXTerminal 0.4, xterm 379; under sway 1.7, foot 1.13. What is not in this
// list was written by its documentation.
package jump

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"dango/ingress/process"
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
	App   string // terminal application, as the hook's environment named it
	ID    string // place inside it: a pane, a tab, a window
	TTY   string // "/dev/pts/3"
	PID   int    // of the agent
	Cwd   string
	Title string // of the session

	inside int // multiplexers that were passed on the way out
}

// Variables for the tests alone, which may run on a machine that is busy with others.
var (
	// within bounds one jump. Programs that steer terminals answer at once or hang.
	within = time.Second
	// steered is when a terminal that does not answer is given up, so that time is left to raise its window.
	steered = 600 * time.Millisecond
)

// linger is how long a child of a steering program that has ended may keep its output open.
const linger = 400 * time.Millisecond

// An adapter knows one kind of terminal.
type adapter struct {
	app   string // Place.App, in lower case
	level Level  // that it declares
	to    func(context.Context, Place, surroundings) (Level, error)
}

// adapters by application. What is in no row is found by its process alone, at the level of a window.
func adapters() []adapter {
	return []adapter{
		{"tmux", Pane, toTmux},
		{"screen", Pane, toScreen},
		{"zellij", Pane, toZellij},
		{"kitty", Pane, toKitty},
		{"wezterm", Pane, toWezTerm},
		{"konsole", Pane, toKonsole},
		{"gnome-terminal", Tab, toGnomeTerminal},
		{"vscode", Window, toEditor},
		{"cursor", Window, toEditor},
		{"ghostty", Window, raise}, // no terminal of this and the next lines lets others choose a tab
		{"alacritty", Window, raise},
		{"foot", Window, raise},
		{"xterm", Window, raise},
		{"windows terminal", Window, raise},
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

// To jumps, within a second. The level says what came to the front, and the error, short and for the user, why that is
// not sure to show the session: with None nothing came to the front, with another level its window did, and the error is
// what keeps the jump from going on to the tab or the pane. A terminal that shows nothing else needs no more than its window.
func To(ctx context.Context, p Place) (Level, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return reach(ctx, p)
}

// maxInside bounds how many multiplexers are passed, one in the other: a client may be in a pane of its own session.
const maxInside = 8

// reach jumps to where the process really is.
func reach(ctx context.Context, p Place) (Level, error) {
	if p.inside > maxInside {
		return None, errNowhere
	}
	if _, lives := process.Lookup(p.PID); !lives {
		was := p.PID
		if p.PID = onTTY(p.TTY); p.PID == 0 && was != 0 {
			return None, lang.Fault("its terminal is closed")
		}
	}
	near := surroundingsOf(p.PID)
	p = p.hosted(near)
	if a, ok := find(p.App); ok {
		return a.to(ctx, p, near)
	}
	return raise(ctx, p, near)
}

// hosted puts the program that shows the session in the place of what its environment was taken for: an agent in an
// xterm that was started from a shell in tmux still has the variables of tmux.
func (p Place) hosted(near surroundings) Place {
	host, ok := process.Host(p.PID)
	switch {
	case !ok && p.App == "":
		p.App, p.ID = process.Terminal(near.get)
	case ok && !strings.EqualFold(p.App, host.App):
		p.App, p.ID = host.App, process.PlaceIn(host.App, near.get)
	}
	return p
}

// raise brings the window to the front that the process p.PID lives in.
func raise(ctx context.Context, p Place, near surroundings) (Level, error) {
	if p.PID == 0 {
		return None, errNowhere
	}
	r, err := raiseWindow(ctx, p, near)
	if err != nil {
		return None, err
	}
	switch {
	case r.guessed:
		return Window, r.doubt()
	case r.host != 0 && screens(r.host) > max(r.windows, 1):
		return Window, lang.Fault("%s has several tabs and lets nobody choose one; it may show another", r.name())
	}
	return Window, nil
}

// raised is a window that came to the front.
type raised struct {
	host    int  // the process that it belongs to; 0 when that is not known
	windows int  // that this process has; 0 when that is not known
	guessed bool // nothing told which of them it is
}

// doubt says that it may be another window than the session's.
func (r raised) doubt() error {
	return lang.Fault("%s has %d windows and does not tell which is whose; one of them came to the front", r.name(), r.windows)
}

// name is what people call the program.
func (r raised) name() string {
	if h, ok := process.HostAt(r.host); ok {
		return h.Name
	}
	info, _ := process.Lookup(r.host)
	return info.Name
}

// orRaise raises the window when a terminal could not be steered further. That is no failure when the window has nothing
// else to show.
func orRaise(ctx context.Context, p Place, near surroundings, why error) (Level, error) {
	level, short := raise(ctx, p, near)
	if level == None || short != nil {
		return level, why
	}
	return level, nil
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

// run runs a program that steers a terminal and gives its output. near are variables that it needs.
func run(ctx context.Context, near []string, name string, args ...string) (string, error) {
	path, err := exec.LookPath(name)
	name = filepath.Base(name)
	if err != nil {
		return "", lang.Fault("%s is not installed", name)
	}
	ctx, cancel := context.WithTimeout(ctx, steered)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = append(cmd.Environ(), near...)
	cmd.WaitDelay = linger
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	switch {
	case err == nil:
		return strings.TrimSpace(string(out)), nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return "", lang.Fault("%s does not answer", name)
	}
	why, _, _ := strings.Cut(strings.TrimSpace(complaint.String()), "\n")
	if why == "" {
		why = err.Error()
	}
	return "", lang.Fault("%s: %s", name, why)
}
