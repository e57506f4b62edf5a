//go:build linux

package xtest

import (
	"bufio"
	"errors"
	"fmt"
	"image/color"
	"io"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/shape"
	"github.com/jezek/xgb/xproto"
	xgbtest "github.com/jezek/xgb/xtest"
)

// Options say what kind of desktop. The zero value is a screen of 1280×800 with window manager and compositor.
type Options struct {
	Width, Height   int
	NoWindowManager bool
	NoCompositor    bool
}

// Display is a desktop that nobody sees. Its methods may be called from any goroutine.
type Display struct {
	name  string // ":7"
	dir   string // home of whatever runs on it
	conn  *xgb.Conn
	root  xproto.Window
	atoms atoms

	server *Process

	terminals atomic.Uint64 // how many were opened

	mu        sync.Mutex
	processes []*Process // in the order of their start
}

// Tools are the programs that Start needs, by the names of their Debian packages' commands.
var Tools = []string{"Xvfb", "openbox", "picom", "xdotool", "xterm"}

// quiet keeps the X library from telling every connection's lack of a password file.
var quiet = sync.OnceFunc(func() { xgb.Logger = log.New(io.Discard, "", 0) })

// Start starts a desktop. Close ends it with everything that runs on it.
func Start(o Options) (_ *Display, err error) {
	quiet()
	if o.Width == 0 || o.Height == 0 {
		o.Width, o.Height = 1280, 800
	}
	dir, err := os.MkdirTemp("", "xtest-")
	if err != nil {
		return nil, fmt.Errorf("xtest: %w", err)
	}
	d := &Display{dir: dir}
	defer func() {
		if err != nil {
			d.Close()
		}
	}()
	if err := d.serve(o); err != nil {
		return nil, err
	}
	if err := d.Paint(color.RGBA{0x60, 0x68, 0x78, 0xff}); err != nil {
		return nil, err
	}
	if !o.NoWindowManager {
		if err := d.manage(); err != nil {
			return nil, err
		}
	}
	if !o.NoCompositor {
		if err := d.compose(); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// serve starts the X server and connects to it.
func (d *Display) serve(o Options) error {
	ready, number, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("xtest: %w", err)
	}
	defer ready.Close()
	cmd := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", o.Width, o.Height),
		"-dpi", "96", "-nolisten", "tcp", "-noreset")
	cmd.ExtraFiles = []*os.File{number}
	cmd.Env = d.Env()
	d.server, err = d.Spawn(cmd)
	number.Close()
	if err != nil {
		return err
	}
	// The server writes its number when it listens, and closes the pipe when it dies.
	_ = ready.SetReadDeadline(time.Now().Add(Patience))
	line, err := bufio.NewReader(ready).ReadString('\n')
	if err != nil {
		return fmt.Errorf("xtest: Xvfb does not tell its display number: %w; it printed:\n%s", err, d.server.Output())
	}
	d.name = ":" + strings.TrimSpace(line)

	if d.conn, err = xgb.NewConnDisplay(d.name); err != nil {
		return fmt.Errorf("xtest: connect to %s: %w", d.name, err)
	}
	if err := extend(d.conn); err != nil {
		return fmt.Errorf("xtest: %s: %w", d.name, err)
	}
	d.root = xproto.Setup(d.conn).DefaultScreen(d.conn).Root
	return nil
}

// extensions are what the X library has learnt of those that are used here, from the first display. It keeps that for all
// connections in maps without a lock, which every connection reads: they are written once, before there is another one.
// All displays have the same server.
var extensions struct {
	sync.Mutex
	codes map[string]byte
}

// extend makes the extensions usable on a connection.
func extend(conn *xgb.Conn) error {
	extensions.Lock()
	defer extensions.Unlock()
	if extensions.codes == nil {
		for _, init := range []func(*xgb.Conn) error{xgbtest.Init, damage.Init, shape.Init} {
			if err := init(conn); err != nil {
				return err
			}
		}
		extensions.codes = maps.Clone(conn.Extensions)
	}
	conn.ExtLock.Lock()
	defer conn.ExtLock.Unlock()
	maps.Copy(conn.Extensions, extensions.codes)
	return nil
}

// Spawn starts cmd as one of the processes that Close ends.
func (d *Display) Spawn(cmd *exec.Cmd) (*Process, error) {
	p, err := Spawn(cmd)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	// Those that have ended need no end: a long run starts thousands of hooks.
	d.processes = append(slices.DeleteFunc(d.processes, (*Process).ended), p)
	return p, nil
}

// Run starts a program on the desktop. It ends with the display at the latest.
func (d *Display) Run(name string, args ...string) (*Process, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = d.Env()
	return d.Spawn(cmd)
}

// Crash ends the X server and nothing else.
func (d *Display) Crash() { d.server.Stop() }

// Name is the display's name, as in DISPLAY.
func (d *Display) Name() string { return d.name }

// Dir is the private folder that is the home of what runs on the display. Close removes it.
func (d *Display) Dir() string { return d.dir }

// strange are the variables, by prefix, that lead to the desktop of whoever runs the test, or to their agents.
var strange = []string{
	"DISPLAY=", "WAYLAND_", "XAUTHORITY=", "XDG_", "DBUS_", "HOME=", "SESSION_MANAGER=", "DESKTOP_STARTUP_ID=",
	"GTK_", "QT_", "AT_SPI_", "NO_AT_BRIDGE=", "LANG=", "LC_", "DANGO_", "CLAUDE", "CODEX_",
}

// Env is the environment for programs on the display, with extra at its end.
func (d *Display) Env(extra ...string) []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		return slices.ContainsFunc(strange, func(prefix string) bool { return strings.HasPrefix(v, prefix) })
	})
	env = append(env,
		"DISPLAY="+d.name, "HOME="+d.dir, "XDG_RUNTIME_DIR="+d.dir, "XDG_CONFIG_HOME="+filepath.Join(d.dir, "config"),
		"XDG_CACHE_HOME="+filepath.Join(d.dir, "cache"), "XDG_DATA_HOME="+filepath.Join(d.dir, "data"),
		"DBUS_SESSION_BUS_ADDRESS=disabled:", "DBUS_SYSTEM_BUS_ADDRESS=disabled:", "NO_AT_BRIDGE=1", "LANG=C.UTF-8")
	return append(env, extra...)
}

// Close ends what runs on the display, the server last, and removes its folder.
func (d *Display) Close() {
	d.mu.Lock()
	processes := slices.Clone(d.processes)
	d.processes = nil
	d.mu.Unlock()
	if d.conn != nil {
		d.conn.Close()
	}
	for _, p := range slices.Backward(processes) {
		p.Stop()
	}
	_ = os.RemoveAll(d.dir)
}

// Missing gives the tools that are not installed, and those of more.
func Missing(more ...string) error {
	var absent []string
	for _, tool := range slices.Concat(Tools, more) {
		if _, err := exec.LookPath(tool); err != nil {
			absent = append(absent, tool)
		}
	}
	if len(absent) > 0 {
		return errors.New("xtest: not installed: " + strings.Join(absent, ", ") + "; `make test` installs what the tests need")
	}
	return nil
}
