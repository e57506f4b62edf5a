//go:build unix && !linux

package emit

import "golang.org/x/sys/unix"

// leaveNoCore lowers a limit; the pet, when this process starts it, inherits that and may raise it again.
func leaveNoCore() {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_CORE, &limit) == nil {
		limit.Cur = 0
		unix.Setrlimit(unix.RLIMIT_CORE, &limit)
	}
}
