package jump

import (
	"maps"
	"slices"
	"strings"

	"dango/ingress/process"
)

// surroundings are the environment variables of the agent's process.
type surroundings map[string]string

// surroundingsOf reads the environment that a process was started with; empty when that cannot be read.
func surroundingsOf(pid int) surroundings {
	s := surroundings{}
	if pid <= 0 {
		return s
	}
	for _, variable := range process.Environ(pid) {
		if name, value, ok := strings.Cut(variable, "="); ok {
			s[name] = value
		}
	}
	return s
}

// get is a variable, empty when it is not there.
func (s surroundings) get(name string) string { return s[name] }

// with are the surroundings with one variable changed.
func (s surroundings) with(name, value string) surroundings {
	s = maps.Clone(s)
	s[name] = value
	return s
}

// onTTY is a process that has the tty for its terminal, 0 when there is none.
func onTTY(tty string) int {
	if tty == "" {
		return 0
	}
	for _, pid := range process.PIDs() {
		if info, ok := process.Lookup(pid); ok && info.TTY == tty {
			return pid
		}
	}
	return 0
}

// ttysOf are the terminals that a process has open: those that show it, when it is a multiplexer's server.
func ttysOf(pid int) (all []string) {
	files, _ := process.OpenFiles(pid)
	for _, file := range files {
		if strings.HasPrefix(file, "/dev/pts/") && !slices.Contains(all, file) {
			all = append(all, file)
		}
	}
	return all
}

// screens counts what a terminal's process shows: the ttys that its children sit at, beside the one that it was started
// from itself.
func screens(terminal int) int {
	own, _ := process.Lookup(terminal)
	ttys := map[string]bool{}
	for _, pid := range process.PIDs() {
		if info, ok := process.Lookup(pid); ok && info.Parent == terminal && info.TTY != "" && info.TTY != own.TTY {
			ttys[info.TTY] = true
		}
	}
	return len(ttys)
}
