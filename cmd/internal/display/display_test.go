package display

import (
	"bytes"
	"encoding/binary"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	tests := []struct {
		display string
		want    address
		ok      bool
	}{
		{":0", address{"unix", "/tmp/.X11-unix/X0", "", "0"}, true},
		{"unix:12.1", address{"unix", "/tmp/.X11-unix/X12", "", "12"}, true},
		{"desk:2", address{"tcp", "desk:6002", "desk", "2"}, true},
		{"tcp/desk:2.0", address{"tcp", "desk:6002", "desk", "2"}, true},
		{"[::1]:2", address{"tcp", "[::1]:6002", "[::1]", "2"}, true},
		{"/tmp/launch/x:0", address{"unix", "/tmp/launch/x:0", "", "0"}, true},
		{"", address{}, false},
		{"0", address{}, false},
		{":", address{}, false},
		{":-1", address{}, false},
		{":99999", address{}, false},
	}
	for _, tt := range tests {
		got, err := parse(tt.display)
		if got != tt.want || (err == nil) != tt.ok {
			t.Errorf("parse(%q) = %+v, %v; want %+v", tt.display, got, err, tt.want)
		}
	}
}

// listen is an X server in a file; answer gets each connection.
func listen(t *testing.T, answer func(net.Conn)) (display string) {
	path := filepath.Join(t.TempDir(), "x")
	l, err := net.Listen("unix", path+":0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go answer(c)
		}
	}()
	return path + ":0"
}

func TestReach(t *testing.T) {
	says := func(b string) func(net.Conn) {
		return func(c net.Conn) {
			defer c.Close()
			if _, err := c.Read(make([]byte, 64)); err == nil {
				_, _ = c.Write([]byte(b))
			}
		}
	}
	tests := []struct {
		name   string
		server func(net.Conn)
		want   string // part of the error; "" = none
	}{
		{"well", says("\x01\x00\x0b\x00\x00\x00\x00\x00"), ""},
		{"refused", says("\x00\x0c\x0b\x00\x00\x00\x03\x00not for you!"), "refused us: not for you!"},
		{"hung up", func(c net.Conn) { c.Close() }, "the X server at"},
		{"silent", func(net.Conn) {}, "does not answer"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := reach(listen(t, tt.server), "", 200*time.Millisecond)
			if tt.want == "" {
				if err != nil {
					t.Errorf("reach = %v, want no error", err)
				}
			} else if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("reach = %v, want %q", err, tt.want)
			}
		})
	}
}

func TestCookie(t *testing.T) {
	var file []byte
	entry := func(family uint16, fields ...string) {
		file = binary.BigEndian.AppendUint16(file, family)
		for _, f := range fields {
			file = binary.BigEndian.AppendUint16(file, uint16(len(f)))
			file = append(file, f...)
		}
	}
	here, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	entry(familyLocal, here, "7", cookieName, "for seven")
	entry(familyLocal, "elsewhere", "8", cookieName, "not ours")
	entry(familyLocal, here, "8", "OTHER-SCHEME", "not this one")
	entry(familyWild, "", "", cookieName, "for any")
	name := filepath.Join(t.TempDir(), "authority")
	if err := os.WriteFile(name, append(file, 1), 0o600); err != nil {
		t.Fatal(err)
	}
	for number, want := range map[string]string{"7": "for seven", "8": "for any"} {
		if got := cookie(name, address{number: number}); string(got) != want {
			t.Errorf("cookie for display %s = %q, want %q", number, got, want)
		}
	}
	if got := cookie(name+".missing", address{number: "7"}); got != nil {
		t.Errorf("cookie from no file = %q, want none", got)
	}
}

// TestProcess runs the real program: the engine must not get the first word.
func TestProcess(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the desktop is always there")
	}
	if testing.Short() {
		t.Skip("builds the program with the engine")
	}
	dango := filepath.Join(t.TempDir(), "dango")
	if out, err := exec.Command("go", "build", "-o", dango, "dango/cmd/dango").CombinedOutput(); err != nil {
		t.Fatalf("build dango: %v\n%s", err, out)
	}
	hung := listen(t, func(c net.Conn) { c.Close() })
	tests := []struct {
		name, display  string
		args           []string
		code           int
		stdout, stderr string // a part of each
	}{
		{"no display", "", nil, 1, "", "dango: no display: DISPLAY is not set"},
		{"nobody listens", "/nowhere/x:0", nil, 1, "", "dango: no display: nothing listens at DISPLAY=/nowhere/x:0"},
		{"no answer", hung, nil, 1, "", "dango: no display: the X server at"},
		{"help needs none", "", []string{"--help"}, 0, "Usage: dango", ""},
		{"version needs none", "", []string{"--version"}, 0, "dango ", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cmd := exec.Command(dango, tt.args...)
			cmd.Env = []string{"HOME=" + t.TempDir(), "DISPLAY=" + tt.display}
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			_ = cmd.Run()
			if code := cmd.ProcessState.ExitCode(); code != tt.code {
				t.Errorf("exit %d, want %d", code, tt.code)
			}
			if !strings.Contains(stdout.String(), tt.stdout) || !strings.Contains(stderr.String(), tt.stderr) {
				t.Errorf("it printed %q and %q, want %q and %q", &stdout, &stderr, tt.stdout, tt.stderr)
			}
			if lines := strings.Count(stderr.String(), "\n"); lines > 1 || (tt.code != 0) != (lines == 1) {
				t.Errorf("%d lines of error, want one when it fails:\n%s", lines, &stderr)
			}
		})
	}
}
