package jump

import (
	"context"
	"strconv"
	"strings"

	"dango/ingress/process"
	"dango/prefs/lang"
)

// toTmux selects the pane, shows its session in a client, and raises that client's terminal. The id of a place in tmux
// is its server's socket and the pane: /tmp/tmux-1000/default:%3.
func toTmux(ctx context.Context, p Place, _ surroundings) error {
	at := strings.LastIndexByte(p.ID, ':')
	if at < 0 {
		return final{lang.Fault("its tmux pane is not known")}
	}
	server, pane := p.ID[:at], p.ID[at+1:]
	tmux := func(args ...string) (string, error) {
		if server != "" {
			args = append([]string{"-S", server}, args...)
		}
		return run(ctx, nil, "tmux", args...)
	}
	session, err := tmux("display-message", "-p", "-t", pane, "#{session_name}")
	if err != nil {
		return final{err}
	}
	if _, err := tmux("select-window", "-t", pane, ";", "select-pane", "-t", pane); err != nil {
		return final{err}
	}
	list, err := tmux("list-clients", "-F", "#{client_activity}\t#{client_pid}\t#{client_tty}\t#{session_name}")
	if err != nil {
		return final{err}
	}
	c, ok := choose(clients(list), session)
	if !ok {
		return final{lang.Fault("its tmux session is attached to no terminal: tmux attach -t %s", session)}
	}
	if c.session != session {
		if _, err := tmux("switch-client", "-c", c.tty, "-t", pane); err != nil {
			return final{err}
		}
	}
	return outer(ctx, c.pid, c.tty)
}

// client is a terminal that shows a session of tmux.
type client struct {
	activity, pid int
	tty, session  string
}

// clients reads the lines of tmux list-clients.
func clients(list string) (all []client) {
	for line := range strings.Lines(list) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 4 {
			continue
		}
		activity, _ := strconv.Atoi(f[0])
		pid, _ := strconv.Atoi(f[1])
		all = append(all, client{activity, pid, f[2], f[3]})
	}
	return all
}

// choose prefers a client that shows the session already, then the one that was used last.
func choose(all []client, session string) (best client, ok bool) {
	for _, c := range all {
		here, there := c.session == session, best.session == session
		if !ok || here && !there || here == there && c.activity > best.activity {
			best, ok = c, true
		}
	}
	return best, ok
}

// outer brings the terminal to the front in which a multiplexer's client runs, as near as its own adapter can.
func outer(ctx context.Context, pid int, tty string) error {
	near := surroundingsOf(pid)
	p := Place{PID: pid, TTY: tty}
	p.App, p.ID = near.terminal()
	if a, ok := find(p.App); ok {
		if a.to(ctx, p, near) == nil {
			return nil
		}
	}
	if _, err := raise(ctx, p, near); err != nil {
		return final{err}
	}
	return nil
}

// terminal is the terminal outside of all multiplexers, and the place in it.
func (s surroundings) terminal() (app, id string) {
	for _, t := range []struct{ variable, app string }{
		{"KITTY_WINDOW_ID", "kitty"}, {"WEZTERM_PANE", "wezterm"}, {"KONSOLE_DBUS_SESSION", "konsole"},
		{"GNOME_TERMINAL_SCREEN", "gnome-terminal"}, {"ITERM_SESSION_ID", "iterm.app"},
	} {
		if v := s[t.variable]; v != "" {
			return t.app, v
		}
	}
	return s["TERM_PROGRAM"], ""
}

// toScreen selects the window in GNU screen and raises the terminal that shows its session. The id of a place in screen is
// its session, which begins with the server's process: 4711.pts-0.host. Which window it is, the agent's environment says.
func toScreen(ctx context.Context, p Place, near surroundings) error {
	before, _, ok := strings.Cut(p.ID, ".")
	server, err := strconv.Atoi(before)
	if !ok || err != nil {
		return final{lang.Fault("its screen session is not known")}
	}
	if window := near["WINDOW"]; window != "" {
		if _, err := run(ctx, nil, "screen", "-S", p.ID, "-X", "select", window); err != nil {
			return final{err}
		}
	}
	for _, tty := range ttysOf(server) {
		if pid := onTTY(tty); pid != 0 {
			return outer(ctx, pid, tty)
		}
	}
	return final{lang.Fault("its screen session is attached to no terminal: screen -r %s", p.ID)}
}

// toZellij raises the terminal of the session's client. Zellij does not tell which pane shows what, so that is all.
func toZellij(ctx context.Context, p Place, _ surroundings) error {
	session, _, _ := strings.Cut(p.ID, ":")
	for _, pid := range process.PIDs() {
		info, ok := process.Lookup(pid)
		if !ok || info.Name != "zellij" || info.TTY == "" { // the server has no terminal
			continue
		}
		if args := strings.Join(process.Arguments(pid), " "); session == "" || strings.Contains(args, session) {
			return outer(ctx, pid, info.TTY)
		}
	}
	return final{lang.Fault("its Zellij session is attached to no terminal: zellij attach %s", session)}
}
