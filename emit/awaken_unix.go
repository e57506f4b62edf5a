//go:build unix

package emit

import "syscall"

// alone gives a process a session of its own: what ends the agent's terminal or its group does not end it.
func alone() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
