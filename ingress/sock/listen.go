package sock

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"
)

// ErrInUse says that a live Dango owns the socket.
var ErrInUse = errors.New("already in use by a running Dango")

const (
	bindTries    = 3               // a stale socket is replaced at most this often
	probeTimeout = 1 * time.Second // a live one answers connect at once; only a full backlog takes time
)

// A Listener accepts connections of the same user only. Its methods may be called from any goroutine.
type Listener struct {
	unix     *net.UnixListener
	lock     *flock.Flock
	rejected atomic.Uint64
}

// Listen opens the socket at path: mode 0600, in a folder of mode 0700 that it makes when it is missing.
//
// A lock file beside the socket is held as long as the Listener lives, so of two starters exactly one wins; the
// other gets ErrInUse, perhaps a moment before the winner listens. A socket left behind by a crash is probed
// and replaced; one that answers is ErrInUse too. Anything at path that is not a socket is left alone.
func Listen(path string) (*Listener, error) {
	if err := checkPath(path); err != nil {
		return nil, err
	}
	if err := privateFolder(filepath.Dir(path)); err != nil {
		return nil, err
	}
	lock := flock.New(path+".lock", flock.SetPermissions(0o600))
	switch held, err := lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("sock: lock %q: %w", lock.Path(), err)
	case !held:
		return nil, fmt.Errorf("sock: listen on %q: %w", path, ErrInUse)
	}
	unix, err := bind(path)
	if err != nil {
		lock.Unlock()
		return nil, fmt.Errorf("sock: listen on %q: %w", path, err)
	}
	return &Listener{unix: unix, lock: lock}, nil
}

func privateFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("sock: make the socket's folder: %w", err)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return fmt.Errorf("sock: keep others out of the socket's folder: %w", err)
	}
	return nil
}

func bind(path string) (*net.UnixListener, error) {
	addr := &net.UnixAddr{Name: path, Net: "unix"}
	var err error
	for range bindTries {
		var l *net.UnixListener
		if l, err = net.ListenUnix("unix", addr); err == nil {
			if err = os.Chmod(path, 0o600); err != nil {
				l.Close()
				return nil, err
			}
			return l, nil
		}
		if rerr := removeStale(path); rerr != nil {
			return nil, errors.Join(rerr, err)
		}
	}
	return nil, err
}

// removeStale removes the socket at path when nobody answers on it.
func removeStale(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode().Type() != os.ModeSocket:
		return errors.New("something that is not a socket is in the way: move it away")
	}
	if c, err := dial(path, probeTimeout); err == nil {
		c.Close()
		return ErrInUse
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// Accept waits for the next connection of this user. Others' connections are closed and counted.
func (l *Listener) Accept() (net.Conn, error) {
	for {
		c, err := l.unix.AcceptUnix()
		if err != nil {
			return nil, err
		}
		if sameUser(c) {
			return c, nil
		}
		l.rejected.Add(1)
		c.Close()
	}
}

// sameUser trusts the folder's mode where the system cannot name the peer.
func sameUser(c *net.UnixConn) bool {
	uid, err := peerUID(c)
	if errors.Is(err, errors.ErrUnsupported) {
		return true
	}
	return err == nil && uid == os.Getuid()
}

// Rejected is how many connections of other users were closed.
func (l *Listener) Rejected() uint64 { return l.rejected.Load() }

// Addr is the socket's address.
func (l *Listener) Addr() net.Addr { return l.unix.Addr() }

// Close removes the socket, then lets the next Dango start. Connections that were accepted live on.
func (l *Listener) Close() error {
	return errors.Join(l.unix.Close(), l.lock.Unlock())
}
