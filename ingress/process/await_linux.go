package process

import (
	"context"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// awaitExit waits on a pidfd, which becomes readable when the process ends, in the runtime's own poller. Kernels
// before 5.10 have none that can be waited for like that, and then ok is false.
func awaitExit(ctx context.Context, pid int, start uint64) (gone, ok bool) {
	fd, err := unix.PidfdOpen(pid, unix.PIDFD_NONBLOCK)
	switch err {
	case nil:
	case unix.ESRCH:
		return true, true
	default:
		return false, false
	}
	f := os.NewFile(uintptr(fd), "pidfd")
	defer f.Close()
	if !Lives(pid, start) { // after the opening: from now on the descriptor means this process, whoever has its pid
		return true, true
	}
	raw, err := f.SyscallConn()
	if err != nil || f.SetReadDeadline(time.Time{}) != nil {
		return false, false // the poller does not take it
	}
	defer context.AfterFunc(ctx, func() { f.SetReadDeadline(time.Unix(1, 0)) })()
	err = raw.Read(func(fd uintptr) bool { return exited(int(fd)) })
	return err == nil, err == nil || ctx.Err() != nil
}

// exited looks at a pidfd without waiting.
func exited(fd int) bool {
	for {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 0)
		if err != syscall.EINTR {
			return n > 0
		}
	}
}
