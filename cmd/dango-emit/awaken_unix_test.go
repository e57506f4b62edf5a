//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dango/ingress/sock"
)

// A pet that tells of itself and then stays until somebody writes to the pipe.
const sleeper = `#!/bin/sh
echo "$$ $(ps -o sid= -p $$) $DANGO_HOME" >"$DANGO_HOME/awake.part" && mv "$DANGO_HOME/awake.part" "$DANGO_HOME/awake"
read word <"$DANGO_HOME/pipe"
`

const begun = `{"session_id":"s","hook_event_name":"SessionStart","source":"startup","cwd":"/w"}`

// asleep is a home without a Dango, with a pet that could be started.
func asleep(t testing.TB, config string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "dango")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	program := filepath.Join(dir, "my dango")
	for name, text := range map[string]string{program: sleeper, filepath.Join(dir, "config.json"): config, sock.ProgramFile(dir): program + "\n"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// hook runs dango-emit as an agent does: it waits for the end and for everything that is printed.
func hook(t testing.TB, home, payload string, env ...string) {
	t.Helper()
	cmd := exec.Command(shipped(t), "claude-code")
	cmd.Stdin = strings.NewReader(payload)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "DANGO_HOME=" + home}, env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil || out.Len() > 0 {
		t.Errorf("dango-emit: %v, %q", err, out.String())
	}
}

// awake waits for the pet, lets it end and gives what it told.
func awake(t *testing.T, home string) string {
	t.Helper()
	for end := time.Now().Add(patient); ; time.Sleep(5 * time.Millisecond) {
		if b, err := os.ReadFile(filepath.Join(home, "awake")); err == nil {
			// Opening waits for the pet to read: it lives although the hook has ended, and ends now.
			if err := os.WriteFile(filepath.Join(home, "pipe"), []byte("good night\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		if time.Now().After(end) {
			t.Fatal("nobody started the pet")
		}
	}
}

// A session that begins starts the pet, in a session of its own, and the agent does not wait for it.
func TestAwaken(t *testing.T) {
	home := asleep(t, `{ "autostartOnHook": true, /* please */ "size": 1, }`)
	hook(t, home, begun, "DISPLAY=:7")
	got := strings.Fields(awake(t, home))
	if len(got) != 3 || got[0] != got[1] || got[2] != home {
		t.Errorf("process, session and home are %q: want a session of its own, and %s", got, home)
	}
}

// Nobody is woken who is not wanted, not by what happens within a session, and not where nobody would see.
func TestSleepOn(t *testing.T) {
	const on = `{"autostartOnHook":true}`
	for _, c := range []struct{ name, config, payload, env string }{
		{"off", `{"autostartOnHook":false}`, begun, "DISPLAY=:7"},
		{"not said", `{}`, begun, "DISPLAY=:7"},
		{"a comment", `{/* "autostartOnHook":true */}`, begun, "DISPLAY=:7"},
		{"broken", `{"autostartOnHook":true`, begun, "DISPLAY=:7"},
		{"another type", `{"autostartOnHook":"true"}`, begun, "DISPLAY=:7"},
		{"a prompt", on, `{"session_id":"s","hook_event_name":"UserPromptSubmit","prompt":"go"}`, "DISPLAY=:7"},
		{"after /clear", on, `{"session_id":"s","hook_event_name":"SessionStart","source":"clear"}`, "DISPLAY=:7"},
		{"no display", on, begun, "DISPLAY="},
		{"from elsewhere", on, begun, "SSH_CONNECTION=10.0.0.1 1 10.0.0.2 22"},
		{"switched off", on, begun, "DANGO_DISABLED=1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			home := asleep(t, c.config)
			hook(t, home, c.payload, "DISPLAY=:7", c.env)
			for name := range processes(t) {
				if strings.HasPrefix(name, filepath.Join(home, "my dango")) {
					t.Error("the pet was started")
				}
			}
			if _, err := os.Stat(filepath.Join(home, "awake")); err == nil {
				t.Error("the pet was started")
			}
		})
	}
}

// processes are the command lines of all processes, from the script's name on; empty where the system has no /proc.
func processes(t *testing.T) map[string]bool {
	t.Helper()
	names, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for _, n := range names {
		if b, err := os.ReadFile(n); err == nil {
			_, script, _ := strings.Cut(string(b), "\x00")
			all[script] = true
		}
	}
	return all
}

// A pet that runs is not started again: the event has arrived.
func TestAwakeAlready(t *testing.T) {
	home := asleep(t, `{"autostartOnHook":true}`)
	s, err := startServer(home)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	hook(t, home, begun, "DISPLAY=:7")
	select {
	case <-s.events:
	case <-time.After(patient):
		t.Fatal("the event did not arrive")
	}
	if _, err := os.Stat(filepath.Join(home, "awake")); err == nil {
		t.Error("the pet was started")
	}
}

// BenchmarkAwaken times the hook that starts a pet beside the one that does not.
func BenchmarkAwaken(b *testing.B) {
	for _, config := range []string{`{}`, `{"autostartOnHook":true}`} {
		b.Run(config, func(b *testing.B) {
			home := asleep(b, config)
			if err := os.WriteFile(filepath.Join(home, "my dango"), []byte("#!/bin/true\n"), 0o700); err != nil {
				b.Fatal(err)
			}
			hook(b, home, begun, "DISPLAY=:7")
			for b.Loop() {
				hook(b, home, begun, "DISPLAY=:7")
			}
		})
	}
}
