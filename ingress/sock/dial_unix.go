//go:build unix

package sock

import (
	"net"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// connect opens a blocking socket. SO_SNDTIMEO bounds connect and every write on it; a non-blocking connect
// would fail at once when the listener's queue is full.
func connect(path string, timeout time.Duration) (fd int, err error) {
	fd, err = unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return -1, os.NewSyscallError("socket", err)
	}
	unix.CloseOnExec(fd)
	limit := unix.NsecToTimeval(timeout.Nanoseconds())
	err = unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_SNDTIMEO, &limit)
	for again := err == nil; again; again = err == unix.EINTR {
		err = unix.Connect(fd, &unix.SockaddrUnix{Name: path})
	}
	if err != nil {
		unix.Close(fd)
		return -1, os.NewSyscallError("connect", err)
	}
	return fd, nil
}

func dial(path string, timeout time.Duration) (net.Conn, error) {
	fd, err := connect(path, timeout)
	if err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(fd), path)
	defer file.Close() // FileConn keeps a duplicate
	return net.FileConn(file)
}

func send(path string, frame []byte, timeout time.Duration) error {
	fd, err := connect(path, timeout)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	for len(frame) > 0 {
		n, err := unix.Write(fd, frame)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return os.NewSyscallError("write", err)
		}
		frame = frame[n:]
	}
	return nil
}
