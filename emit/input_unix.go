//go:build unix

package emit

import (
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// impatient reads f, and fails when nothing comes for that long. It polls by itself: a Go timer would start the runtime's poller and
// a thread, a tenth of a hook's time, and deadlines do not work on every kind of standard input.
func impatient(f *os.File, silence time.Duration) io.Reader {
	return &impatientReader{f, silence}
}

type impatientReader struct {
	f       *os.File
	silence time.Duration
}

func (r *impatientReader) Read(p []byte) (int, error) {
	fds := []unix.PollFd{{Fd: int32(r.f.Fd()), Events: unix.POLLIN}}
	deadline := time.Now().Add(r.silence)
	for {
		left := time.Until(deadline)
		n, err := unix.Poll(fds, int(max(0, left.Milliseconds()+1)))
		switch {
		case err != nil && err != unix.EINTR:
			return 0, os.NewSyscallError("poll", err)
		case n > 0:
			return r.f.Read(p)
		case left <= 0:
			return 0, os.ErrDeadlineExceeded
		}
	}
}
