package jump

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"dango/ingress/process"
)

// surroundingsOf reads the environment that a process was started with; empty when that cannot be read.
func surroundingsOf(pid int) surroundings {
	s := surroundings{}
	if pid <= 0 {
		return s
	}
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	if err != nil {
		return s
	}
	for variable := range strings.SplitSeq(string(content), "\x00") {
		if name, value, ok := strings.Cut(variable, "="); ok {
			s[name] = value
		}
	}
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
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		return nil
	}
	for _, f := range files {
		to, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/%s", pid, f.Name()))
		if err == nil && strings.HasPrefix(to, "/dev/pts/") && !slices.Contains(all, to) {
			all = append(all, to)
		}
	}
	return all
}
