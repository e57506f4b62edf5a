package desktop_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"dango/cmd/internal/xtest"
	"dango/game/desktop/jump"
)

// terminals opens two xterms that run commands. The second has the focus.
func terminals(t *testing.T, first, second string) (*xtest.Display, [2]xtest.Window, [2]*xtest.Process) {
	x := xtest.New(t, xtest.Options{NoCompositor: true})
	t.Setenv("DISPLAY", x.Name())
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:")
	var windows [2]xtest.Window
	var processes [2]*xtest.Process
	for i, command := range []string{first, second} {
		name := "term" + strconv.Itoa(i)
		p, err := x.Run("xterm", "-name", name, "-e", "sh", "-c", command)
		must(t, err)
		processes[i] = p
		xtest.Until(t, name+" to be active", func() (bool, error) {
			w, err := x.Windows(name)
			if err != nil || len(w) == 0 {
				return false, err
			}
			windows[i] = w[0]
			active, err := x.Active()
			return active == w[0].ID, err
		})
	}
	return x, windows, processes
}

func active(t *testing.T, x *xtest.Display, want xtest.Window) {
	t.Helper()
	if got, err := x.Active(); err != nil || got != want.ID {
		t.Errorf("window %d is active (%v), want %d", got, err, want.ID)
	}
}

// comes jumps until the terminal has come that near: a jump has a second, in which a busy machine may not answer.
func comes(t *testing.T, to jump.Place, want jump.Level) {
	t.Helper()
	xtest.Until(t, "the terminal to come", func() (bool, error) {
		level, err := jump.To(t.Context(), to)
		return level == want && err == nil, err
	})
}

// refused jumps until the answer has the words.
func refused(t *testing.T, to jump.Place, words string) {
	t.Helper()
	xtest.Until(t, "a jump to say: "+words, func() (bool, error) {
		_, err := jump.To(t.Context(), to)
		if err != nil && strings.Contains(err.Error(), words) {
			return true, nil
		}
		return false, err
	})
}

// childOf waits for the process that a terminal runs.
func childOf(t *testing.T, p *xtest.Process) int {
	var pid int
	xtest.Until(t, "the terminal's child", func() (bool, error) {
		out, err := exec.Command("pgrep", "-P", strconv.Itoa(p.PID())).Output()
		if err != nil {
			return false, err
		}
		pid, err = strconv.Atoi(strings.Fields(string(out))[0])
		return err == nil, err
	})
	return pid
}

func TestJumpToXterm(t *testing.T) {
	x, windows, processes := terminals(t, "exec sleep 1000", "exec sleep 1000")
	for _, i := range []int{0, 1, 0} {
		comes(t, jump.Place{PID: childOf(t, processes[i])}, jump.Window)
		active(t, x, windows[i])
	}
	processes[0].Stop()
	refused(t, jump.Place{PID: 1 << 22}, "its terminal is closed")
}

// The agent sits in the second pane of a session that another session hides in its client.
func TestJumpToTmux(t *testing.T) {
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not installed")
	}
	socket := t.TempDir() + "/tmux"
	tmux := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("tmux", append([]string{"-S", socket, "-f", "/dev/null"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("tmux %v: %v: %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	tmux("new-session", "-d", "-s", "hidden", "sleep 1000")
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", socket, "kill-server").Run() })
	pane := tmux("split-window", "-d", "-t", "hidden", "-P", "-F", "#{pane_id}", "sleep 1000")
	tmux("new-window", "-t", "hidden", "sleep 1000")
	tmux("new-session", "-d", "-s", "shown", "sleep 1000")
	place := jump.Place{App: "tmux", ID: socket + ":" + pane}

	refused(t, place, "attach -t hidden")
	x, windows, _ := terminals(t, "TERM=xterm exec tmux -S "+socket+" attach -t shown", "exec sleep 1000")
	xtest.Until(t, "the client to be attached", func() (bool, error) { return tmux("list-clients") != "", nil })
	comes(t, place, jump.Pane)
	active(t, x, windows[0])
	if got, want := tmux("list-clients", "-F", "#{session_name} #{pane_id}"), "hidden "+pane; got != want {
		t.Errorf("the client shows %q, want %q", got, want)
	}
	refused(t, jump.Place{App: "tmux", ID: socket + ":%999"}, "its tmux pane is closed")
}

// The agent sits in the first window of a session that shows its second one.
func TestJumpToScreen(t *testing.T) {
	if _, err := exec.LookPath("screen"); err != nil {
		t.Skip("GNU screen is not installed")
	}
	t.Setenv("SCREENDIR", t.TempDir())
	must(t, os.Chmod(os.Getenv("SCREENDIR"), 0o700))
	screen := func(args ...string) string {
		out, _ := exec.Command("screen", args...).CombinedOutput() // -ls fails when it lists
		return string(out)
	}
	pids := filepath.Join(t.TempDir(), "agent")
	screen("-dmS", "dango", "sh", "-c", "echo $$ $STY >"+pids+"; exec sleep 1000")
	t.Cleanup(func() { screen("-S", "dango", "-X", "quit") })
	var place jump.Place
	xtest.Until(t, "the agent to run", func() (bool, error) {
		out, err := os.ReadFile(pids)
		if words := strings.Fields(string(out)); err == nil && len(words) == 2 {
			place = jump.Place{App: "screen", ID: words[1]}
			place.PID, err = strconv.Atoi(words[0])
			return true, err
		}
		return false, err
	})
	screen("-S", "dango", "-X", "screen", "sleep", "1000")
	refused(t, place, "screen -r "+place.ID)
	x, windows, _ := terminals(t, "TERM=xterm exec screen -r dango", "exec sleep 1000")
	xtest.Until(t, "the session to be attached", func() (bool, error) { return strings.Contains(screen("-ls"), "(Attached)"), nil })
	screen("-S", "dango", "-X", "select", "1")
	comes(t, place, jump.Pane)
	active(t, x, windows[0])
	xtest.Until(t, "the first window to be shown", func() (bool, error) {
		return strings.HasPrefix(screen("-S", "dango", "-Q", "number"), "0"), nil
	})
}
