//go:build !unix

package emit

import "syscall"

// Process creation flags of Windows.
const (
	detachedProcess = 0x8
	newProcessGroup = 0x200
)

// alone takes a process out of the agent's console and group.
func alone() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: detachedProcess | newProcessGroup}
}
