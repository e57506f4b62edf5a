//go:build unix

package core

import (
	"os/exec"
	"syscall"
)

// asGroup has cmd end with all that it has started: Debian's browser is a script that starts one.
func asGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
