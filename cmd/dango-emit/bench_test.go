package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"dango/ingress/sock"
)

const plainHook = `{"session_id":"7485881c-0b67-4a7a-8392-c6b56d9a1dee","cwd":"/home/dev/project","prompt_id":"b02c0fce",` +
	`"permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"u"}`

// BenchmarkHooks times whole processes, fire and forget, one after the other: dango-emit, a static C twin, and the
// same hook in Python and Node. Each reports its median and how many twins it is worth. The budget of dango-emit
// is three twins, and a tenth of Python or Node. What is not installed is left out.
func BenchmarkHooks(b *testing.B) {
	dir, err := os.MkdirTemp("", "dango")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { os.RemoveAll(dir) })
	l, err := sock.Listen(sock.Path(dir))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { l.Close() })
	go swallow(l)
	b.Setenv("DANGO_HOME", dir)
	b.Setenv("CLAUDE_PID", fmt.Sprint(os.Getpid()))

	twin := time.Duration(0)
	for _, c := range []struct {
		name string
		args func(b *testing.B) []string
	}{
		{"c-twin", func(b *testing.B) []string { return []string{buildTwin(b), sock.Path(dir)} }},
		{"dango-emit", func(b *testing.B) []string { return []string{shipped(b), "claude-code"} }},
		{"python", func(b *testing.B) []string {
			return []string{tool(b, "python3"), "testdata/bench/hook.py", sock.Path(dir)}
		}},
		{"node", func(b *testing.B) []string {
			return []string{tool(b, "node"), "testdata/bench/hook.js", sock.Path(dir)}
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			args := c.args(b)
			var times []time.Duration
			for b.Loop() {
				cmd := exec.Command(args[0], args[1:]...)
				cmd.Stdin = input(b, dir)
				start := time.Now()
				if err := cmd.Run(); err != nil {
					b.Fatal(err)
				}
				times = append(times, time.Since(start))
			}
			slices.Sort(times)
			median := times[len(times)/2]
			if c.name == "c-twin" {
				twin = median
			}
			b.ReportMetric(float64(median.Microseconds()), "µs/hook")
			if twin > 0 {
				b.ReportMetric(float64(median)/float64(twin), "twins")
			}
		})
	}
}

func swallow(l *sock.Listener) {
	var buf [4 << 10]byte
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		for n := 1; n > 0; {
			n, _ = c.Read(buf[:])
		}
		c.Close()
	}
}

// input is the hook's standard input, a file, so that no goroutine of ours takes part in the race.
func input(b *testing.B, dir string) *os.File {
	b.Helper()
	name := filepath.Join(dir, "hook.json")
	if _, err := os.Stat(name); err != nil {
		if err := os.WriteFile(name, []byte(plainHook), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	f, err := os.Open(name)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { f.Close() })
	return f
}

func buildTwin(b *testing.B) string {
	b.Helper()
	to := filepath.Join(b.TempDir(), "twin")
	var stderr bytes.Buffer
	cc := exec.Command(tool(b, "gcc"), "-O2", "-static", "-s", "-o", to, "testdata/bench/twin.c")
	cc.Stderr = &stderr
	if err := cc.Run(); err != nil {
		b.Skipf("build the C twin: %v\n%s", err, stderr.String())
	}
	return to
}

func tool(b *testing.B, name string) string {
	b.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		b.Skipf("%s is not installed", name)
	}
	return path
}
