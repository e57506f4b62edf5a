package jump

import (
	"encoding/binary"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// tiling is the socket of a window manager such as sway that knows one window, of one process.
func tiling(t *testing.T, pid int) (path string, focused <-chan string) {
	path = filepath.Join(t.TempDir(), "sway")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	got := make(chan string, 1)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			in := make([]byte, 14)
			if _, err := io.ReadFull(c, in); err != nil || string(in[:6]) != "i3-ipc" || binary.NativeEndian.Uint32(in[10:]) != 0 {
				c.Close()
				continue
			}
			command := make([]byte, binary.NativeEndian.Uint32(in[6:]))
			_, _ = io.ReadFull(c, command)
			reply := `[{"success":false,"parse_error":false,"error":"No matching node."}]`
			if string(command) == "[pid="+strconv.Itoa(pid)+"] focus" {
				reply = `[{"success":true}]`
				got <- string(command)
			}
			out := binary.NativeEndian.AppendUint32([]byte("i3-ipc"), uint32(len(reply)))
			_, _ = c.Write(append(binary.NativeEndian.AppendUint32(out, 0), reply...))
			c.Close()
		}
	}()
	return path, got
}

// Under sway a terminal is no X window: its process, or an ancestor, is what both know.
func TestJumpInSway(t *testing.T) {
	t.Setenv("DISPLAY", ":no-such-display")
	path, focused := tiling(t, os.Getppid())
	t.Setenv("SWAYSOCK", path)
	level, err := To(t.Context(), Place{App: "foot", PID: os.Getpid()})
	if err != nil || level != Window {
		t.Fatalf("To = %v, %v, want the window", level, err)
	}
	if got, want := <-focused, "[pid="+strconv.Itoa(os.Getppid())+"] focus"; got != want {
		t.Errorf("sway was told %q, want %q", got, want)
	}
	other, _ := tiling(t, 1<<22)
	t.Setenv("SWAYSOCK", other)
	if _, err := To(t.Context(), Place{App: "foot", PID: os.Getpid()}); err == nil || err.Error() != "its window manager finds no such window" {
		t.Errorf("To says %v", err)
	}
	t.Setenv("SWAYSOCK", path+"-gone")
	if _, err := To(t.Context(), Place{App: "foot", PID: os.Getpid()}); err == nil || err.Error() != "its window manager does not answer" {
		t.Errorf("To says %v", err)
	}
}
