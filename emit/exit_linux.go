package emit

import "golang.org/x/sys/unix"

// exitOf opens a pidfd, which polls readable when the process ends. Kernels before 5.3 have none.
func exitOf(pid int) (fd int, ok bool) {
	fd, err := unix.PidfdOpen(pid, 0)
	return fd, err == nil
}
