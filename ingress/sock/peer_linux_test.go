package sock_test

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"dango/ingress/sock"

	"golang.org/x/sys/unix"
)

// Even when the modes of folder and socket are gone, another user's connection is closed before it says a word.
func TestAnotherUserIsRejected(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can be somebody else for a moment")
	}
	p := path(t)
	l := listen(t, p)
	for _, open := range []string{filepath.Dir(filepath.Dir(p)), filepath.Dir(p), p} {
		if err := os.Chmod(open, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	accepted := make(chan error, 1)
	go func() {
		c, err := l.Accept()
		if err == nil {
			_, err = io.ReadAll(c)
			c.Close()
		}
		accepted <- err
	}()
	closed := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread, and its user, end with this goroutine
		const nobody, keep = 65534, ^uintptr(0)
		if _, _, errno := syscall.RawSyscall(syscall.SYS_SETRESUID, keep, nobody, keep); errno != 0 {
			closed <- errno
			return
		}
		fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		if err == nil {
			err = unix.Connect(fd, &unix.SockaddrUnix{Name: p})
		}
		if err == nil {
			_, err = unix.Read(fd, make([]byte, 1)) // returns when the other side closes
		}
		closed <- err
	}()
	if err := <-closed; err != nil && err != unix.ECONNRESET {
		t.Fatal(err)
	}
	if l.Rejected() != 1 {
		t.Errorf("Rejected = %d, want 1", l.Rejected())
	}
	if err := sock.Send(p, []byte("x"), patient); err != nil { // our own still gets in
		t.Fatal(err)
	}
	if err := <-accepted; err != nil {
		t.Error(err)
	}
}
