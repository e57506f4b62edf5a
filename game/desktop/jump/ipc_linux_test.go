package jump

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tiling is the socket of a window manager such as sway that shows one foot of the process pid, in a window each for the
// titles, and tells which it was told to focus. The tree is of sway 1.7, with what is looked at.
func tiling(t *testing.T, pid int, titles ...string) (path string, focused <-chan string) {
	path = filepath.Join(t.TempDir(), "sway")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	windows := []string{`{"id": 4, "type": "con", "name": "another", "pid": 4194303, "nodes": [], "floating_nodes": []}`}
	for i, title := range titles {
		windows = append(windows, fmt.Sprintf(`{"id": %d, "type": "con", "name": %q, "pid": %d, "nodes": [], "floating_nodes": []}`, 5+i, title, pid))
	}
	tree := `{"id": 1, "type": "root", "name": "root", "nodes": [{"id": 2, "type": "output", "name": "HEADLESS-1", "nodes": [
		{"id": 3, "type": "workspace", "name": "1", "nodes": [` + windows[0] + `], "floating_nodes": [` + strings.Join(windows[1:], ",") + `]}]}]}`
	got := make(chan string, 4)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			in := make([]byte, 14)
			if _, err := io.ReadFull(c, in); err != nil || string(in[:6]) != "i3-ipc" {
				c.Close()
				continue
			}
			command := make([]byte, binary.NativeEndian.Uint32(in[6:]))
			_, _ = io.ReadFull(c, command)
			reply := tree
			if binary.NativeEndian.Uint32(in[10:]) == runCommand {
				reply = `[{"success": true}]`
				got <- string(command)
			}
			out := binary.NativeEndian.AppendUint32([]byte("i3-ipc"), uint32(len(reply)))
			_, _ = c.Write(append(binary.NativeEndian.AppendUint32(out, 0), reply...))
			c.Close()
		}
	}()
	return path, got
}

// Under sway a terminal is no X window: its process, or an ancestor, is what both know. A foot that serves several windows
// tells none which it is: their titles may.
func TestJumpInSway(t *testing.T) {
	t.Setenv("DISPLAY", ":no-such-display")
	t.Setenv("HOME", "/home/dev")
	parent := os.Getppid()
	tests := []struct {
		name, cwd  string
		pid        int
		titles     []string
		want, says string
	}{
		{"one window", "", parent, []string{"foot"}, "[con_id=5] focus", ""},
		{"the one with the title", "/home/dev/src/dango", parent, []string{"~/src/web", "~/src/dango"}, "[con_id=6] focus", ""},
		{"none with the title", "/home/dev/src/else", parent, []string{"~/src/web", "~/src/dango"}, "[con_id=5] focus",
			"has 2 windows and does not tell which is whose"},
		{"none at all", "", 1 << 22, []string{"foot"}, "", "its terminal has no window on this desktop"},
	}
	for _, tt := range tests {
		path, focused := tiling(t, tt.pid, tt.titles...)
		t.Setenv("SWAYSOCK", path)
		_, err := To(t.Context(), Place{PID: os.Getpid(), Cwd: tt.cwd})
		if said := fmt.Sprint(err); (err != nil) != (tt.says != "") || !strings.Contains(said, tt.says) && err != nil {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.says)
		}
		if tt.want == "" {
			continue
		}
		if got := <-focused; got != tt.want {
			t.Errorf("%s: sway was told %q, want %q", tt.name, got, tt.want)
		}
	}
	t.Setenv("SWAYSOCK", filepath.Join(t.TempDir(), "gone"))
	if _, err := To(t.Context(), Place{App: "foot", PID: os.Getpid()}); err == nil || err.Error() != "its window manager does not answer" {
		t.Errorf("To says %v", err)
	}
}
