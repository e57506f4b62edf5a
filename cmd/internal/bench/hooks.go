//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"dango/cmd/internal/e2e"
	"dango/cmd/internal/xtest"
	"dango/ingress/control"
	"dango/ingress/sock"
	"dango/ingress/wire"
	"dango/session/event"
)

// The same hook four times. The twins are handed a frame that is ready to be sent, so they do less than dango-emit,
// which reads its agent's JSON, keeps what it may and finds out who called it.
const (
	twinC = `#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
int main(int argc, char **argv) {
	static char b[1 << 20];
	long n = 0, r;
	while ((r = read(0, b + n, sizeof b - n)) > 0) n += r;
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	strncpy(a.sun_path, argv[1], sizeof a.sun_path - 1);
	int s = socket(AF_UNIX, SOCK_STREAM, 0);
	if (connect(s, (struct sockaddr *)&a, sizeof a)) return 1;
	return write(s, b, n) != n;
}
`
	twinPython = `import json, socket, sys
b = sys.stdin.buffer.read()
json.loads(b[4:])
s = socket.socket(socket.AF_UNIX)
s.connect(sys.argv[1])
s.sendall(b)
`
	twinNode = `const b = require("fs").readFileSync(0)
JSON.parse(b.subarray(4))
const s = require("net").connect(process.argv[2], () => s.end(b))
`
)

// hooks times the whole process of a hook that nobody has to answer, against a core that listens.
func hooks(dir string, p e2e.Programs) ([]row, error) {
	home, err := os.MkdirTemp("", "bench-home-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(home)
	core, err := startCore(p, home)
	if err != nil {
		return nil, err
	}
	defer core.Stop()

	recording, err := e2e.Load("claude-code", "pr_allow")
	if err != nil {
		return nil, err
	}
	call, err := recording.First("PreToolUse")
	if err != nil {
		return nil, err
	}
	frame, err := wire.AppendEvent(nil, &event.StateEvent{
		Schema: event.Schema, SessionID: "twin", Tool: event.ClaudeCode, Kind: event.PreToolUse, Timestamp: time.Now(),
		Cwd: "/home/dev/project", Payload: &event.Payload{ToolName: "Bash", ToolInput: []byte(`{"command":"true"}`)},
	})
	if err != nil {
		return nil, err
	}
	runners, err := twins(dir, sock.Path(home))
	if err != nil {
		return nil, err
	}
	runners = append(runners, runner{"dango-emit", []string{p.Emit, "claude-code"}, call.Payload})
	for i := range runners {
		if runners[i].input == nil {
			runners[i].input = frame
		}
	}
	took, err := race(runners, append(os.Environ(), "DANGO_HOME="+home))
	if err != nil {
		return nil, err
	}

	emit := took["dango-emit"]
	rows := []row{{"dango-emit, whole process", "", millis(emit)}}
	for _, r := range runners[:len(runners)-1] {
		budget := "≤ 1/10 of it"
		if r.name == "static C" {
			budget = "≤ 3 × it"
		}
		rows = append(rows, row{"  the same in " + r.name, budget,
			fmt.Sprintf("%s: dango-emit takes %.2f × it", millis(took[r.name]), float64(emit)/float64(took[r.name]))})
	}
	return rows, nil
}

// A runner is a hook's command line with what it reads.
type runner struct {
	name  string
	args  []string
	input []byte // nil: a frame
}

// twins builds the C hook and writes the others. Languages that are not installed are left out.
func twins(dir, socket string) ([]runner, error) {
	var all []runner
	source, binary := filepath.Join(dir, "twin.c"), filepath.Join(dir, "twin")
	if err := os.WriteFile(source, []byte(twinC), 0o600); err != nil {
		return nil, err
	}
	if out, err := exec.Command("cc", "-O2", "-static", "-o", binary, source).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the C hook: %w\n%s", err, out)
	}
	all = append(all, runner{name: "static C", args: []string{binary, socket}})
	for _, script := range []struct{ name, program, file, code string }{
		{"Python", "python3", "twin.py", twinPython},
		{"Node", "node", "twin.js", twinNode},
	} {
		program, err := realProgram(script.program)
		if err != nil {
			continue
		}
		file := filepath.Join(dir, script.file)
		if err := os.WriteFile(file, []byte(script.code), 0o600); err != nil {
			return nil, err
		}
		all = append(all, runner{name: script.name, args: []string{program, file, socket}})
	}
	return all, nil
}

// realProgram finds an interpreter itself: the one on the path may be a script that chooses among several, which would
// be measured too.
func realProgram(name string) (string, error) {
	if _, err := exec.LookPath(name); err != nil {
		return "", err
	}
	ask := map[string][]string{
		"python3": {"-c", "import sys; print(sys.executable)"},
		"node":    {"-p", "process.execPath"},
	}
	out, err := exec.Command(name, ask[name]...).Output()
	return string(bytes.TrimSpace(out)), err
}

// race runs everybody in turn, so that a busy moment of the machine hits all alike, and gives each one's median.
func race(runners []runner, env []string) (map[string]time.Duration, error) {
	const rounds = 100
	took := map[string][]time.Duration{}
	for range rounds {
		for _, r := range runners {
			cmd := exec.Command(r.args[0], r.args[1:]...)
			cmd.Env, cmd.Stdin = env, bytes.NewReader(r.input)
			begin := time.Now()
			if out, err := cmd.CombinedOutput(); err != nil {
				return nil, fmt.Errorf("hook in %s: %w\n%s", r.name, err, out)
			}
			took[r.name] = append(took[r.name], time.Since(begin))
		}
	}
	medians := map[string]time.Duration{}
	for name, times := range took {
		slices.Sort(times)
		medians[name] = times[len(times)/2]
	}
	return medians, nil
}

// startCore starts a core without a window and waits until it answers.
func startCore(p e2e.Programs, home string) (*xtest.Process, error) {
	cmd := exec.Command(p.Petctl, "core")
	cmd.Env = append(os.Environ(), "DANGO_HOME="+home)
	core, err := xtest.Spawn(cmd)
	if err != nil {
		return nil, err
	}
	client := control.NewClient(sock.Path(home))
	err = xtest.Wait("petctl core to answer", func() (bool, error) {
		_, err := client.Status(context.Background())
		return err == nil, err
	})
	if err != nil {
		core.Stop()
		return nil, fmt.Errorf("%w; it printed:\n%s", err, core.Output())
	}
	return core, nil
}
