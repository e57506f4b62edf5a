package process

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// An agent in a kitty that was started from a shell in Konsole is in kitty, whatever else its environment says. A terminal
// itself is not in itself.
func TestHost(t *testing.T) {
	dir := t.TempDir()
	program := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	agent := program("agent", "echo $$; read end")
	kitty := program("kitty", "echo $$; "+agent)
	konsole := program("konsole", kitty+"; true")
	cmd := exec.Command(konsole)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close() // ends all three
		_ = cmd.Wait()
	})
	lines := bufio.NewReader(out)
	for _, want := range []string{"Konsole", "kitty"} {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		pid, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		if h, ok := Host(pid); !ok || h.Name != want {
			t.Errorf("Host = %+v, %t, want %s", h, ok, want)
		}
	}
	if h, ok := HostAt(cmd.Process.Pid); !ok || h.App != "konsole" {
		t.Errorf("HostAt = %+v, %t", h, ok)
	}
}
