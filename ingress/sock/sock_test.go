package sock_test

import (
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"dango/ingress/sock"
)

// patient bounds what must happen at once; it is only reached by a failure.
const patient = 10 * time.Second

func TestHome(t *testing.T) {
	for _, c := range []struct{ dango, home, want string }{
		{"/a/b/", "/h", "/a/b"},
		{"", "/h", "/h/.dango"},
	} {
		t.Setenv("DANGO_HOME", c.dango)
		t.Setenv("HOME", c.home)
		t.Setenv("USERPROFILE", c.home)
		if got, err := sock.Home(); err != nil || filepath.ToSlash(got) != c.want {
			t.Errorf("DANGO_HOME=%q HOME=%q: %q, %v; want %q", c.dango, c.home, got, err, c.want)
		}
	}
	t.Setenv("DANGO_HOME", "here")
	if got, err := sock.Home(); err == nil {
		t.Errorf("a relative DANGO_HOME became %q", got)
	}
	t.Setenv("DANGO_HOME", "")
	t.Setenv("HOME", "")
	if got, err := sock.Home(); err != nil || !filepath.IsAbs(got) {
		t.Errorf("without HOME: %q, %v; want the user database's folder", got, err)
	}
}

// path is a socket's path that is short enough for every system.
func path(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "dango")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return sock.Path(dir)
}

func listen(t *testing.T, path string) *sock.Listener {
	t.Helper()
	l, err := sock.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func TestListenKeepsOthersOut(t *testing.T) {
	p := path(t)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil { // made by somebody careless
		t.Fatal(err)
	}
	listen(t, p)
	for file, want := range map[string]os.FileMode{filepath.Dir(p): 0o700, p: 0o600, p + ".lock": 0o600} {
		info, err := os.Stat(file)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: mode %v, %v; want %v", file, info.Mode().Perm(), err, want)
		}
	}
}

func TestListenWhileAnotherLives(t *testing.T) {
	p := path(t)
	first := listen(t, p)
	if _, err := sock.Listen(p); !errors.Is(err, sock.ErrInUse) {
		t.Fatalf("second Listen: %v, want ErrInUse", err)
	}
	if c, err := sock.Dial(p, patient); err != nil {
		t.Errorf("the first is disturbed: %v", err)
	} else {
		c.Close()
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(p); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket outlived its listener: %v", err)
	}
	listen(t, p)
}

// A socket without a lock belongs to something that does not know the lock; alive it is respected, dead replaced.
func TestListenProbesWhatItFinds(t *testing.T) {
	p := path(t)
	if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
		t.Fatal(err)
	}
	stranger, err := net.ListenUnix("unix", &net.UnixAddr{Name: p, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	stranger.SetUnlinkOnClose(false)
	if _, err := sock.Listen(p); !errors.Is(err, sock.ErrInUse) {
		t.Errorf("a live stranger: %v, want ErrInUse", err)
	}
	stranger.Close() // leaves its socket behind, as a crash does
	l := listen(t, p)
	if err := sock.Send(p, []byte("x"), patient); err != nil {
		t.Errorf("after the replacement: %v", err)
	}
	l.Close()

	if err := os.WriteFile(p, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sock.Listen(p); err == nil {
		t.Error("a file that is not a socket was replaced")
	}
	if b, err := os.ReadFile(p); string(b) != "precious" {
		t.Errorf("the file in the way: %q, %v", b, err)
	}
}

// Many starters after a crash: one wins, and nobody takes the winner's socket away.
func TestListenRace(t *testing.T) {
	p := path(t)
	for range 20 {
		stale(t, p)
		const starters = 8
		listeners := make([]*sock.Listener, starters)
		errs := make([]error, starters)
		var all sync.WaitGroup
		for i := range starters {
			all.Go(func() { listeners[i], errs[i] = sock.Listen(p) })
		}
		all.Wait()
		var winner *sock.Listener
		for i, l := range listeners {
			switch {
			case l == nil && !errors.Is(errs[i], sock.ErrInUse):
				t.Fatalf("a loser got %v, want ErrInUse", errs[i])
			case l != nil && winner != nil:
				t.Fatal("two winners")
			case l != nil:
				winner = l
			}
		}
		if winner == nil {
			t.Fatalf("no winner: %v", errs)
		}
		if err := sock.Send(p, []byte("x"), patient); err != nil {
			t.Fatalf("the winner cannot be reached: %v", err)
		}
		winner.Close()
	}
}

func stale(t *testing.T, p string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
		t.Fatal(err)
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: p, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	l.Close()
}

func TestPathsThatAreTooLong(t *testing.T) {
	long := filepath.Join(t.TempDir(), strings.Repeat("x", 120), "dango.sock")
	_, err := sock.Listen(long)
	if err == nil || !strings.Contains(err.Error(), "DANGO_HOME") {
		t.Errorf("Listen: %v, want a hint about DANGO_HOME", err)
	}
	if _, derr := sock.Dial(long, patient); derr == nil || derr.Error() != err.Error() {
		t.Errorf("Dial: %v, want %v", derr, err)
	}
	if serr := sock.Send(long, nil, patient); serr == nil || serr.Error() != err.Error() {
		t.Errorf("Send: %v, want %v", serr, err)
	}
}

func TestNobodyListens(t *testing.T) {
	p := path(t)
	if _, err := sock.Dial(p, patient); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Dial: %v, want ErrNotExist", err)
	}
	if err := sock.Send(p, []byte("x"), patient); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Send: %v, want ErrNotExist", err)
	}
}

// A full queue makes a sender wait, but never longer than it may.
func TestSendWaitsForABusyListenerButNotForEver(t *testing.T) {
	p := path(t)
	listen(t, p) // accepts nothing
	big := make([]byte, 8<<20)
	start := time.Now()
	err := sock.Send(p, big, 50*time.Millisecond)
	if err == nil {
		t.Error("8 MiB went to a listener that does not read")
	}
	if d := time.Since(start); d > patient {
		t.Errorf("gave up after %v", d)
	}
}

func TestSplit(t *testing.T) {
	p := path(t)
	s := sock.Split(listen(t, p), time.Minute)
	defer s.Close()
	for text, side := range map[string]net.Listener{
		"\x00\x00\x00\x02{}":                  s.Frames(),
		"GET / HTTP/1.1\r\n\r\n":              s.HTTP(),
		"POST /v1/show HTTP/1.1":              s.HTTP(),
		`{"kind":"quit"}` + "\n":              s.Lines(),
		"\x00" + strings.Repeat("x", 100_000): s.Frames(), // more than was read ahead
	} {
		go sock.Send(p, []byte(text), patient)
		c, err := side.Accept()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(c); string(got) != text {
			t.Errorf("%.20q: read %d bytes, %v; want %d", text, len(got), err, len(text))
		}
		c.Close()
	}
}

// Whoever is closed sees it: the read below ends by that, not by time.
func TestSplitTurnsAway(t *testing.T) {
	p := path(t)
	s := sock.Split(listen(t, p), 20*time.Millisecond)
	defer s.Close()
	for _, text := range []string{"hello", "\xff", " GET", ""} {
		c, err := sock.Dial(p, patient)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if n, err := c.Read(make([]byte, 1)); n != 0 || err == nil {
			t.Errorf("%q was answered", text)
		}
		c.Close()
	}
	if s.Strange() != 3 || s.Silent() != 1 {
		t.Errorf("strange %d, silent %d; want 3 and 1", s.Strange(), s.Silent())
	}
}

func TestSplitCloses(t *testing.T) {
	p := path(t)
	s := sock.Split(listen(t, p), 0)
	waiting := make(chan error, 2)
	for _, side := range []net.Listener{s.Frames(), s.HTTP()} {
		if side.Addr().String() != p {
			t.Errorf("Addr = %v, want %s", side.Addr(), p)
		}
		go func() { _, err := side.Accept(); waiting <- err }()
	}
	s.HTTP().Close() // turns HTTP away, and leaves frames alone
	if err := <-waiting; !errors.Is(err, net.ErrClosed) {
		t.Errorf("HTTP's Accept: %v, want ErrClosed", err)
	}
	c, err := sock.Dial(p, patient)
	if err != nil {
		t.Fatal(err)
	}
	c.Write([]byte("GET / HTTP/1.1\r\n"))
	if n, err := c.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Error("a closed side answered")
	}
	s.Close()
	if err := <-waiting; !errors.Is(err, net.ErrClosed) {
		t.Errorf("the frames' Accept: %v, want ErrClosed", err)
	}
	if _, err := sock.Dial(p, patient); err == nil {
		t.Error("a closed listener took a connection")
	}
}
