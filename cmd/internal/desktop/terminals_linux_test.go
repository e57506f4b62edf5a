package desktop_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jezek/xgb/xproto"

	"dango/cmd/internal/xtest"
	"dango/game/desktop/jump"
)

// seats are agents in terminals: each says who it is and writes down what is typed at it.
type seats struct {
	t *testing.T
	*xtest.Display
	dir string
}

func newSeats(t *testing.T, programs ...string) seats {
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	x := xtest.New(t, xtest.Options{NoCompositor: true})
	t.Setenv("DISPLAY", x.Name())
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:")
	return seats{t, x, t.TempDir()}
}

// script is what an agent's shell runs.
func (s seats) script(name string) string {
	return fmt.Sprintf("cd %s; echo $$ $KITTY_WINDOW_ID $ALACRITTY_SOCKET >%s.new; mv %[2]s.new %[2]s; exec cat >%[2]s.typed", s.dir, name)
}

// agent waits for one and gives its process and what else it said.
func (s seats) agent(name string) (pid int, rest string) {
	s.t.Helper()
	xtest.Until(s.t, name+" to sit in its terminal", func() (bool, error) {
		said, err := os.ReadFile(filepath.Join(s.dir, name))
		if err != nil {
			return false, err
		}
		first, after, _ := strings.Cut(strings.TrimSpace(string(said)), " ")
		pid, err = strconv.Atoi(first)
		rest = after
		return true, err
	})
	return pid, rest
}

// jump jumps, wants to have come that near, and has the agent hear what is typed then.
func (s seats) jump(name, app, id string, want jump.Level, why string) {
	s.t.Helper()
	pid, _ := s.agent(name)
	xtest.Until(s.t, name+"'s terminal to answer in time, on a busy machine", func() (bool, error) {
		level, err := jump.To(s.t.Context(), jump.Place{App: app, ID: id, PID: pid})
		said := ""
		if err != nil {
			said = err.Error()
		}
		if level != want || said != why {
			return false, fmt.Errorf("To(%s) = %v, %v, want %v, %s", name, level, err, want, why)
		}
		return true, nil
	})
	if why != "" { // it may be another
		return
	}
	must(s.t, s.Type(name+"\n"))
	xtest.Until(s.t, name+" to hear its name", func() (bool, error) {
		typed, err := os.ReadFile(filepath.Join(s.dir, name+".typed"))
		return strings.HasSuffix(string(typed), name+"\n"), err
	})
}

// Two windows of one kitty, and in the first of them a tab with two panes and another tab.
func TestJumpToKitty(t *testing.T) {
	s := newSeats(t, "kitty")
	launch := func(name string) string { return "launch sh " + s.file(name, s.script(name)) + "\n" }
	session := launch("near") + launch("beside") + "new_tab\n" + launch("tab") + "new_os_window\n" + launch("away")
	config := []string{"--config", "NONE", "-o", "confirm_os_window_close=0", "-o", "enable_audio_bell=no"}
	socket := filepath.Join(s.dir, "kitty")
	_, err := s.Run("kitty", append(config, "-o", "allow_remote_control=socket-only", "--listen-on", "unix:"+socket,
		"--session", s.file("session", session))...)
	must(t, err)
	for _, name := range []string{"near", "away", "tab", "beside", "near"} {
		_, id := s.agent(name)
		s.jump(name, "kitty", id, jump.Pane, "")
	}
	// As its hook names it when kitty was started from a shell in tmux.
	s.jump("tab", "tmux", "/tmp/tmux-0/default:%0", jump.Pane, "")

	// Without remote control a window is all, and it may show another of its panes.
	_, err = s.Run("kitty", append(config, "--session", s.file("twins", launch("left")+launch("right")))...)
	must(t, err)
	s.agent("right")
	s.jump("left", "kitty", "1", jump.Window,
		"kitty takes no remote control; allow_remote_control and listen_on in kitty.conf turn it on")
}

// file writes a file into the seats' folder and gives its path.
func (s seats) file(name, content string) string {
	path := filepath.Join(s.dir, name+".txt")
	must(s.t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

// Two windows of one Alacritty.
func TestJumpToAlacritty(t *testing.T) {
	s := newSeats(t, "alacritty")
	_, err := s.Run("alacritty", "-e", "sh", "-c", s.script("first"))
	must(t, err)
	_, socket := s.agent("first")
	cmd := exec.Command("alacritty", "msg", "--socket", strings.TrimSpace(socket), "create-window", "-e", "sh", "-c", s.script("second"))
	cmd.Env = s.Env()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("this Alacritty opens no second window: %v: %s", err, out)
	}
	s.agent("second")
	for _, name := range []string{"first", "second", "first"} {
		s.jump(name, "Alacritty", "", jump.Window, "")
	}
}

// A window that lies elsewhere is gone to where it is, and one that was put away is taken out again.
func TestJumpToWhereItIs(t *testing.T) {
	s := newSeats(t)
	for _, name := range []string{"here", "there"} {
		_, err := s.Run("xterm", "-name", name, "-e", "sh", "-c", s.script(name))
		must(t, err)
		s.agent(name)
	}
	s.jump("there", "", "", jump.Window, "")
	hands := func(args ...string) {
		t.Helper()
		cmd := exec.Command("xdotool", args...)
		cmd.Env = s.Env()
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("xdotool %v: %v: %s", args, err, out)
		}
	}
	windows, err := s.Windows("there")
	must(t, err)
	id := strconv.Itoa(int(windows[0].ID))
	hands("set_desktop_for_window", id, "1")
	s.jump("here", "", "", jump.Window, "")
	s.jump("there", "", "", jump.Window, "")
	s.jump("here", "", "", jump.Window, "")
	s.jump("there", "", "", jump.Window, "")
	hands("windowminimize", id)
	s.jump("here", "", "", jump.Window, "")
	s.jump("there", "", "", jump.Window, "")
}

// An xterm that was started from a shell in tmux in another xterm has the variables of both.
func TestJumpIsNotMisled(t *testing.T) {
	s := newSeats(t)
	_, err := s.Run("xterm", "-name", "mother", "-e", "sh", "-c", s.script("mother"))
	must(t, err)
	s.agent("mother")
	windows, err := s.Windows("mother")
	must(t, err)
	_, err = s.Run("env", "TMUX=/nowhere,1,0", "TMUX_PANE=%0", "KITTY_WINDOW_ID=1", "KITTY_LISTEN_ON=unix:/nowhere", "TERM_PROGRAM=vscode",
		"xterm", "-name", "child", "-e", "env", fmt.Sprint("WINDOWID=", windows[0].ID), "sh", "-c", s.script("child"))
	must(t, err)
	s.agent("child")
	s.jump("mother", "", "", jump.Window, "")
	s.jump("child", "tmux", "/nowhere:%0", jump.Window, "")
}

// A terminal of one process and two windows that tells its children nothing, as LXTerminal does.
func TestJumpBetweenTwins(t *testing.T) {
	s := newSeats(t)
	open := func(title string) xproto.Window {
		e := newEngine(t, s.Name())
		const name = "_NET_WM_PID"
		atom, err := xproto.InternAtom(e.conn, false, uint16(len(name)), name).Reply()
		must(t, err)
		pid := binary.LittleEndian.AppendUint32(nil, uint32(os.Getpid()))
		xproto.ChangeProperty(e.conn, xproto.PropModeReplace, e.window, atom.Atom, xproto.AtomCardinal, 32, 1, pid)
		xproto.ChangeProperty(e.conn, xproto.PropModeReplace, e.window, xproto.AtomWmName, xproto.AtomString, 8, uint32(len(title)), []byte(title))
		e.show()
		xtest.Until(t, "the window to be active", func() (bool, error) {
			active, err := s.Active()
			return active == e.window, err
		})
		return e.window
	}
	first, second := open("dev@host: ~/src/dango"), open("dev@host: ~/src/web")
	for cwd, want := range map[string]xproto.Window{"/home/dev/src/dango": first, "/home/dev/src/web": second} {
		comes(t, jump.Place{PID: os.Getpid(), Cwd: cwd}, jump.Window)
		active(t, s.Display, xtest.Window{ID: want})
	}
	last, err := s.Active()
	must(t, err)
	refused(t, jump.Place{PID: os.Getpid(), Cwd: "/home/dev/elsewhere"}, "has 2 windows and does not tell which is whose")
	active(t, s.Display, xtest.Window{ID: last})
}
