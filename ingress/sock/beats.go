package sock

import (
	"fmt"
	"os"
)

// promise is the file beside a socket that says what its Dango does.
func promise(path string) string { return path + ".beats" }

// PromiseBeats says, for as long as the listener is this one, that who holds a connection open for an answer is shown that
// Dango lives. Dangos before this was thought of show nothing, and a hook must not take that for their death.
//
// The file that says so bears the socket's time: it is no promise of an older Dango's that listens there later.
func (l *Listener) PromiseBeats() error {
	path := l.unix.Addr().String()
	if err := os.WriteFile(promise(path), nil, 0o600); err != nil {
		return fmt.Errorf("sock: %w", err)
	}
	info, err := os.Lstat(path)
	if err == nil {
		err = os.Chtimes(promise(path), info.ModTime(), info.ModTime())
	}
	if err != nil {
		return fmt.Errorf("sock: %w", err)
	}
	return nil
}

// Beats says whether the Dango that listens at path has made that promise.
func Beats(path string) bool {
	socket, err := os.Lstat(path)
	if err != nil {
		return false
	}
	made, err := os.Lstat(promise(path))
	return err == nil && made.ModTime().Equal(socket.ModTime())
}
