package bustest

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
)

// Start runs a bus of the test's own that listens on a file, until stop or the end of the test.
func Start(t testing.TB, path string) (stop func()) {
	t.Helper()
	config := path + ".conf"
	text := fmt.Sprintf(`<busconfig><listen>unix:path=%s</listen><auth>EXTERNAL</auth><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`, path)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("dbus-daemon", "--config-file="+config, "--nofork", "--nopidfile", "--print-address=1")
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	stop = sync.OnceFunc(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait() // of which the signal is the news
	})
	t.Cleanup(stop)
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil { // it prints its address once it listens
		t.Fatal("dbus-daemon:", err)
	}
	return stop
}

// Need skips the test on a machine without dbus-daemon, and fails it where the tools are said to be there.
func Need(t testing.TB) {
	t.Helper()
	_, err := exec.LookPath("dbus-daemon")
	switch {
	case err != nil && os.Getenv("DANGO_TEST_DISPLAY") == "required":
		t.Fatal(err)
	case err != nil:
		t.Skip(err)
	}
}

// Service connects to a bus under a well-known name.
func Service(t testing.TB, bus, name string) *dbus.Conn {
	t.Helper()
	conn, err := dbus.Connect("unix:path=" + bus)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	Take(t, conn, name)
	return conn
}

// Take gives a connection a well-known name.
func Take(t testing.TB, conn *dbus.Conn, name string) {
	t.Helper()
	if r, err := conn.RequestName(name, dbus.NameFlagDoNotQueue); err != nil || r != dbus.RequestNameReplyPrimaryOwner {
		t.Fatalf("%s: %v, %v", name, r, err)
	}
}

// Reports are what a witness says while a test runs.
type Reports struct {
	t  testing.TB
	is chan bool
}

// Watching runs a witness in an environment until the end of the test.
func Watching(t testing.TB, env map[string]string, watch func(context.Context, func(string) string, func(bool)) error) Reports {
	t.Helper()
	r := Reports{t, make(chan bool, 16)}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- watch(ctx, func(name string) string { return env[name] }, func(on bool) { r.is <- on })
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return r
}

// Want waits for the next report, after what has happened, and demands that it is on.
func (r Reports) Want(what string, on bool) {
	r.t.Helper()
	select {
	case got := <-r.is:
		if got != on {
			r.t.Fatalf("%s: reported %v", what, got)
		}
	case <-time.After(patient):
		r.t.Fatalf("%s: nothing is reported", what)
	}
}

// None demands that nothing has been reported.
func (r Reports) None(what string) {
	r.t.Helper()
	select {
	case got := <-r.is:
		r.t.Errorf("%s: reported %v", what, got)
	default:
	}
}

const patient = 20 * time.Second
