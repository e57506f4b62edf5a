//go:build unix

package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The environment that makes this test binary an installer which dies.
const (
	childOptions = "HOOK_TEST_OPTIONS" // its Options as JSON
	childVerb    = "HOOK_TEST_VERB"    // install or uninstall
	childStep    = "HOOK_TEST_STEP"    // the step at which it kills itself; 0 = never
)

// quickExit spares a child under the race detector the second that it otherwise waits at its end.
const quickExit = "GORACE=atexit_sleep_ms=0"

func TestMain(m *testing.M) {
	if text := os.Getenv(childOptions); text != "" {
		os.Exit(child(text))
	}
	if os.Getenv(fakeCodex) != "" {
		os.Exit(beCodex(os.Args[1:], os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// child installs or uninstalls, and at the chosen step dies as by kill -9.
func child(text string) int {
	var opts Options
	if err := json.Unmarshal([]byte(text), &opts); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 3
	}
	opts.Env = []string{}
	opts.Version = func(context.Context, Agent) string { return "2.1.332" }
	left, _ := strconv.Atoi(os.Getenv(childStep))
	opts.step = func(string) {
		if left--; left == 0 {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	}
	do := Install
	if os.Getenv(childVerb) == "uninstall" {
		do = Uninstall
	}
	if _, err := do(context.Background(), opts, agent("claude-code"), agent("codex")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// Killed at every step, and at random moments: each file is the old one or the new one, the next run of whatever
// kind succeeds, and uninstalling still gives back every byte.
func TestKilledInstallers(t *testing.T) {
	rounds := 200
	if testing.Short() {
		rounds = 60
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	original := map[string]string{
		w.settings("claude-code"): "{\n  // mine\n  \"model\": \"opus\",\n  \"hooks\": { \"Stop\": [ ] }\n}", // no newline at the end
		w.settings("codex"):       "{\"hooks\":{}}\n",
	}
	installed := map[string]string{}
	for path, text := range original {
		w.write(path, text, 0o600)
	}
	w.install("claude-code", "codex")
	for path := range original {
		installed[path] = w.read(path)
	}
	w.uninstall("claude-code", "codex")

	steps, killed := 1, 0
	for round := range rounds {
		verb := "install"
		if round%2 == 1 {
			w.install("claude-code", "codex")
			verb = "uninstall"
		}
		cmd := exec.Command(self)
		text, _ := json.Marshal(w.opts)
		cmd.Env = append(os.Environ(), quickExit, childOptions+"="+string(text), childVerb+"="+verb)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if round < rounds/2 {
			cmd.Env = append(cmd.Env, childStep+"="+strconv.Itoa(steps))
			err = cmd.Run()
			if verb == "uninstall" {
				steps++
			}
		} else {
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.AfterFunc(time.Duration(rand.Int64N(int64(30*time.Millisecond))), func() { _ = cmd.Process.Kill() })
			err = cmd.Wait()
		}
		switch {
		case err != nil && strings.Contains(err.Error(), "killed"):
			killed++
		case err != nil:
			t.Fatalf("round %d, %s: %v\n%s", round, verb, err, stderr.Bytes())
		}
		for path := range original {
			if got := w.read(path); got != original[path] && got != installed[path] {
				t.Fatalf("round %d: killed during %s, %s is neither old nor new:\n%s", round, verb, path, got)
			}
		}
		w.uninstall("claude-code", "codex")
		for path, want := range original {
			if got := w.read(path); got != want {
				t.Fatalf("round %d: after a killed %s, uninstall leaves in %s\n%s", round, verb, path, got)
			}
		}
	}
	if killed < rounds/4 {
		t.Errorf("only %d of %d installers were killed: the test tests little", killed, rounds)
	}
	w.install("claude-code", "codex") // sweeps up after the killed ones
	for line := range strings.Lines(w.tree()) {
		if strings.Contains(line, ".dango-") {
			t.Errorf("a temporary file is left: %s", line)
		}
	}
}
