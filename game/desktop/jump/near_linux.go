package jump

import (
	"fmt"
	"os"
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
