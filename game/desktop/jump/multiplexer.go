package jump

import (
	"context"
	"path"
	"slices"
	"strconv"
	"strings"

	"dango/ingress/process"
	"dango/prefs/lang"
)

// toTmux selects the pane, shows its session in a client, and raises that client's terminal. The id of a place in tmux
// is its server's socket and the pane: /tmp/tmux-1000/default:%3.
func toTmux(ctx context.Context, p Place, _ surroundings) (Level, error) {
	at := strings.LastIndexByte(p.ID, ':')
	if at < 0 {
		return None, lang.Fault("its tmux pane is not known")
	}
	server, id := p.ID[:at], p.ID[at+1:]
	tmux := func(args ...string) (string, error) {
		if server != "" {
			args = append([]string{"-S", server}, args...)
		}
		return run(ctx, nil, "tmux", args...)
	}
	list, err := tmux(
		"list-panes", "-a", "-F", "pane\t#{pane_id}\t#{pane_tty}\t#{window_id}\t#{session_id}\t#{session_name}", ";",
		"list-clients", "-F", "client\t#{client_activity}\t#{client_pid}\t#{client_tty}\t#{session_id}\t#{client_control_mode}")
	if err != nil {
		return None, err
	}
	panes, all := readTmux(list)
	panes = those(panes, id, p.TTY)
	if len(panes) == 0 {
		return None, lang.Fault("its tmux pane is closed")
	}
	show, c := choose(panes, all)
	if c.pid == 0 {
		return None, lang.Fault("its tmux session is attached to no terminal: %s", attach(server, show.name))
	}
	do := []string{"select-window", "-t", show.session + ":" + show.window, ";", "select-pane", "-t", show.id}
	if c.session != show.session {
		do = append(do, ";", "switch-client", "-c", c.tty, "-t", show.session)
	}
	if _, err := tmux(do...); err != nil {
		return None, err
	}
	return outer(ctx, p, c.pid, c.tty)
}

// pane is a pane of tmux as a session shows it. Sessions of a group share their windows, and so their panes.
type pane struct{ id, tty, window, session, name string }

// client is a terminal that shows a session of tmux.
type client struct {
	activity, pid int
	tty, session  string
}

// readTmux reads the lines of tmux list-panes and list-clients. A client in control mode is a program that draws panes
// in windows of its own: what is in front there, only that program knows.
func readTmux(list string) (panes []pane, clients []client) {
	for line := range strings.Lines(list) {
		f := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 6)
		switch {
		case len(f) != 6:
		case f[0] == "pane":
			panes = append(panes, pane{f[1], f[2], f[3], f[4], f[5]})
		case f[0] == "client" && f[5] != "1":
			activity, _ := strconv.Atoi(f[1])
			pid, _ := strconv.Atoi(f[2])
			clients = append(clients, client{activity, pid, f[3], f[4]})
		}
	}
	return panes, clients
}

// those are the panes that the session runs in: those of its tty, else of its id.
func those(all []pane, id, tty string) (found []pane) {
	for _, is := range []func(pane) bool{
		func(p pane) bool { return tty != "" && p.tty == tty },
		func(p pane) bool { return p.id == id },
	} {
		for _, p := range all {
			if is(p) {
				found = append(found, p)
			}
		}
		if found != nil {
			break
		}
	}
	return found
}

// choose prefers a client that shows the pane's session already, then the one that was used last; without a client it
// gives the first of the panes.
func choose(panes []pane, all []client) (show pane, best client) {
	show = panes[0]
	var shown bool
	for _, c := range all {
		i := slices.IndexFunc(panes, func(p pane) bool { return p.session == c.session })
		if here := i >= 0; best.pid == 0 || here && !shown || here == shown && c.activity > best.activity {
			best, shown = c, here
			show = panes[max(i, 0)]
		}
	}
	return show, best
}

// attach is what to type to see a session of the server with that socket.
func attach(server, session string) string {
	command := "tmux"
	switch dir, name := path.Split(server); {
	case server == "" || name == "default" && strings.HasPrefix(path.Base(dir), "tmux-"):
	case strings.HasPrefix(path.Base(dir), "tmux-"):
		command += " -L " + name
	default:
		command += " -S " + server
	}
	return command + " attach -t " + session
}

// outer brings the terminal to the front in which a multiplexer's client runs, as near as its own adapter can. The
// multiplexer has done its part: with that terminal at the front, the pane is.
func outer(ctx context.Context, from Place, pid int, tty string) (Level, error) {
	level, err := reach(ctx, Place{PID: pid, TTY: tty, Cwd: from.Cwd, Title: from.Title, inside: from.inside + 1})
	if level != None && err == nil {
		level = Pane
	}
	return level, err
}

// toScreen selects the window in GNU screen and raises the terminal that shows its session. The id of a place in screen is
// its session, which begins with the server's process: 4711.pts-0.host. Which window it is, the agent's environment says.
func toScreen(ctx context.Context, p Place, near surroundings) (Level, error) {
	before, _, ok := strings.Cut(p.ID, ".")
	server, err := strconv.Atoi(before)
	if !ok || err != nil {
		return None, lang.Fault("its screen session is not known")
	}
	if window := near["WINDOW"]; window != "" {
		if _, err := run(ctx, nil, "screen", "-S", p.ID, "-X", "select", window); err != nil {
			return None, err
		}
	}
	for _, tty := range ttysOf(server) {
		if pid := onTTY(tty); pid != 0 {
			return outer(ctx, p, pid, tty)
		}
	}
	return None, lang.Fault("its screen session is attached to no terminal: screen -r %s", p.ID)
}

// toZellij has Zellij focus the pane and raises the terminal of the session's client. Before 0.44 it lets nobody choose a
// pane from outside. The id of a place in Zellij is its session and the pane: work:4.
func toZellij(ctx context.Context, p Place, _ surroundings) (Level, error) {
	session, id, _ := strings.Cut(p.ID, ":")
	c, ok := zellijClient(session)
	if !ok {
		return None, lang.Fault("its Zellij session is attached to no terminal: zellij attach %s", session)
	}
	_, short := run(ctx, nil, "zellij", "--session", session, "action", "focus-pane-id", id)
	level, err := outer(ctx, p, c.pid, c.tty)
	if level == Pane && short != nil {
		return Window, lang.Fault("its window came to the front; Zellij lets nobody choose a pane before its version 0.44: %v", short)
	}
	return level, err
}

// zellijClient is a process that shows the session. Only some are told on their command line which: one that says nothing
// is taken when it is the only one.
func zellijClient(session string) (found client, ok bool) {
	var silent []client
	for _, pid := range process.PIDs() {
		info, ok := process.Lookup(pid)
		if !ok || info.Name != "zellij" || info.TTY == "" { // the server has no terminal
			continue
		}
		c := client{pid: pid, tty: info.TTY}
		args := process.Arguments(pid)
		if slices.ContainsFunc(args, func(a string) bool { return a == session || a == "--session="+session }) {
			return c, true
		}
		if len(args) == 1 || session == "" {
			silent = append(silent, c)
		}
	}
	if len(silent) != 1 {
		return client{}, false
	}
	return silent[0], true
}
