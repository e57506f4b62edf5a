//go:build unix

package emit

import (
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// impatient reads f until deadline, then fails. It polls by itself: a Go timer would start the runtime's poller and
// a thread, a tenth of a hook's time, and deadlines do not work on every kind of standard input.
func impatient(f *os.File, deadline time.Time) io.Reader {
	return &impatientReader{f, deadline}
}

type impatientReader struct {
	f        *os.File
	deadline time.Time
}

func (r *impatientReader) Read(p []byte) (int, error) {
	fds := []unix.PollFd{{Fd: int32(r.f.Fd()), Events: unix.POLLIN}}
	for {
		left := time.Until(r.deadline)
		if left <= 0 {
			return 0, os.ErrDeadlineExceeded
		}
		n, err := unix.Poll(fds, int(left.Milliseconds())+1)
		switch {
		case err != nil && err != unix.EINTR:
			return 0, os.NewSyscallError("poll", err)
		case n > 0:
			return r.f.Read(p)
		}
	}
}
