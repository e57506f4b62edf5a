//go:build unix

package hook

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dango/session/event"

	"github.com/google/go-cmp/cmp"
)

// recorder is a helper that notes what it was given, as the core would hear of it.
const recorder = "#!/bin/sh\ncat >> \"$HOME/heard\"\n"

// listen puts a core on the socket that has seen what the recorder noted.
func (w *world) listen() {
	w.t.Helper()
	w.mkdir(filepath.Dir(w.opts.socketPath()))
	l, err := net.Listen("unix", w.opts.socketPath())
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = l.Close() })
	w.opts.Seen = func(_ context.Context, id string) bool {
		text, _ := os.ReadFile(filepath.Join(w.opts.UserHome, "heard"))
		return strings.Contains(string(text), id)
	}
}

// said runs the doctor and gives "severity id" of what it found about the agents.
func (w *world) said(ids ...string) []string {
	w.t.Helper()
	findings, err := Doctor(w.t.Context(), w.opts, agentsOf(ids)...)
	if err != nil {
		w.t.Fatal(err)
	}
	var said []string
	for _, f := range findings {
		if f.What == "" || f.Severity != OK && (f.Why == "" || f.Fix == "") {
			w.t.Errorf("a finding says too little: %+v", f)
		}
		said = append(said, fmt.Sprintf("%s %s", f.Severity, f.ID))
	}
	return said
}

// The doctor tells the truth about each way in which hooks stop working.
func TestDoctor(t *testing.T) {
	for _, c := range []struct {
		name, agent string
		spoil       func(*world)
		want        []string
	}{
		{"fine", "claude-code", func(*world) {}, []string{"ok helper", "ok app", "ok entries", "ok probe"}},
		{"fine and trusted", "codex", func(w *world) { w.opts.Trust = true; w.install("codex") },
			[]string{"ok helper", "ok app", "ok entries", "ok probe"}},
		{"untrusted", "codex", func(*world) {}, []string{"ok helper", "ok app", "error untrusted", "ok probe"}},
		{"trust of something else", "codex", func(w *world) {
			w.write(filepath.Join(w.opts.folder(agent("codex")), "trust.json"), `{"`+w.settings("codex")+`:stop:0:0":"sha256:0"}`, 0o600)
		}, []string{"ok helper", "ok app", "error trust-modified", "ok probe"}},
		{"Codex cannot be asked", "codex", func(w *world) {
			w.program("codex", "exit 1")
			w.write(w.opts.codexConfigPath(), "[hooks.state.\""+w.settings("codex")+":stop:0:0\"]\ntrusted_hash = \"sha256:0\"\n", 0o600)
		}, []string{"ok helper", "ok app", "warning trust-unknown", "ok entries", "ok probe"}},
		{"hooks in both of Codex's files", "codex", func(w *world) {
			w.write(w.opts.codexConfigPath(), "[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = \"command\"\ncommand = \"/home/dev/.dango/bin/dango-emit codex\"\n", 0o600)
		}, []string{"ok helper", "ok app", "warning twice", "error untrusted", "ok probe"}},
		{"Codex's features switched off", "codex", func(w *world) { w.write(w.opts.codexConfigPath(), "[features]\nhooks = false\n", 0o600) },
			[]string{"ok helper", "ok app", "error switched-off"}},
		{"Codex's settings broken", "codex", func(w *world) { w.write(w.opts.codexConfigPath(), "[features\n", 0o600) },
			[]string{"ok helper", "ok app", "warning config", "error untrusted", "ok probe"}},
		{"helper deleted", "claude-code", func(w *world) { _ = os.Remove(w.opts.helperPath()) }, []string{"error helper", "ok app", "ok entries"}},
		{"helper not executable", "claude-code", func(w *world) { _ = os.Chmod(w.opts.helperPath(), 0o600) }, []string{"error helper", "ok app", "ok entries"}},
		{"helper of another version", "claude-code", func(w *world) { w.write(w.opts.Helper, "new", 0o755) },
			[]string{"warning helper-version", "ok app", "ok entries", "ok probe"}},
		{"helper that prints", "claude-code", func(w *world) { w.write(w.opts.helperPath(), "#!/bin/sh\necho hello\n", 0o755) },
			[]string{"warning helper-version", "ok app", "ok entries", "error probe"}},
		{"helper that reports to nobody", "claude-code", func(w *world) {
			w.write(w.opts.helperPath(), "#!/bin/sh\n", 0o755)
			w.write(w.opts.Helper, "#!/bin/sh\n", 0o755)
		}, []string{"ok helper", "ok app", "ok entries", "error probe"}},
		{"app not running", "claude-code", func(w *world) { _ = os.Remove(w.opts.socketPath()) }, []string{"ok helper", "warning app", "ok entries", "ok probe"}},
		{"hooks disabled", "claude-code", func(w *world) {
			w.write(w.settings("claude-code"), strings.Replace(w.read(w.settings("claude-code")), "{", `{ "disableAllHooks": true,`, 1), 0o600)
		}, []string{"ok helper", "ok app", "error switched-off"}},
		{"forbidden by policy", "claude-code", func(w *world) {
			w.write(filepath.Join(w.opts.Root, "etc/claude-code/managed-settings.json"), `{"allowManagedHooksOnly": true}`, 0o644)
		}, []string{"ok helper", "ok app", "error policy"}},
		{"wiped by another tool", "claude-code", func(w *world) { w.write(w.settings("claude-code"), "{}\n", 0o600) },
			[]string{"ok helper", "ok app", "error wiped"}},
		{"never installed", "claude-code", func(w *world) { w.uninstall("claude-code"); w.install("codex") },
			[]string{"ok helper", "ok app", "warning not-installed"}},
		{"broken by another tool", "claude-code", func(w *world) { w.write(w.settings("claude-code"), "{", 0o600) },
			[]string{"ok helper", "ok app", "error unreadable"}},
		{"some entries gone", "claude-code", func(w *world) {
			w.write(w.settings("claude-code"), strings.Replace(w.read(w.settings("claude-code")), `"Stop"`, `"Stopp"`, 1), 0o600)
		}, []string{"ok helper", "ok app", "warning outdated", "ok probe"}},
		{"registered twice", "claude-code", func(w *world) {
			w.write(w.settings("claude-code"), strings.Replace(w.read(w.settings("claude-code")), `"Stop": [`,
				`"Stop": [ {"hooks": [{"type": "command", "command": "/home/dev/.dango/bin/dango-emit old"}]},`, 1), 0o600)
		}, []string{"ok helper", "ok app", "warning twice", "ok probe"}},
		{"switched off by a file", "claude-code", func(w *world) { w.write(filepath.Join(w.opts.Home, "disabled"), "", 0o600) },
			[]string{"error switched-off", "ok helper", "ok app", "ok entries", "ok probe"}},
		{"switched off by the environment", "claude-code", func(w *world) { w.opts.Env = append(w.opts.Env, "DANGO_DISABLED=1") },
			[]string{"error switched-off", "ok helper", "ok app", "ok entries", "ok probe"}},
		{"pets switched off in Codex's environment", "codex", func(w *world) { w.opts.Env = append(w.opts.Env, "CODEX_PET_EVENTS_DISABLED=1") },
			[]string{"ok helper", "ok app", "error switched-off", "error untrusted", "ok probe"}},
		{"pets switched off in Codex's folder", "codex", func(w *world) {
			w.write(filepath.Join(w.opts.UserHome, ".codex", "global-pet-assistant-disabled"), "", 0o600)
		}, []string{"ok helper", "ok app", "error switched-off", "error untrusted", "ok probe"}},
		{"folder open to others", "claude-code", func(w *world) { _ = os.Chmod(w.opts.Home, 0o755) },
			[]string{"warning home-open", "ok helper", "ok app", "ok entries", "ok probe"}},
		{"Gemini CLI's hooks disabled", "gemini", func(w *world) {
			w.write(w.settings("gemini"), strings.Replace(w.read(w.settings("gemini")), "{", `{ "hooksConfig": { "enabled": false },`, 1), 0o600)
		}, []string{"ok helper", "ok app", "error switched-off"}},
		{"Gemini CLI's hook disabled by name", "gemini", func(w *world) {
			w.write(w.settings("gemini"), strings.Replace(w.read(w.settings("gemini")), "{", `{ "hooksConfig": { "disabled": ["dango"] },`, 1), 0o600)
		}, []string{"ok helper", "ok app", "error switched-off"}},
		{"a plugin of another version", "opencode", func(w *world) { w.write(w.settings("opencode"), pluginMark+"\n", 0o600) },
			[]string{"ok helper", "ok app", "warning outdated", "ok probe"}},
		{"a plugin", "opencode", func(*world) {}, []string{"ok helper", "ok app", "ok entries", "ok probe"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.opts.Env = append(w.opts.Env, "PATH="+filepath.Join(filepath.Dir(w.opts.UserHome), "bin")+":/usr/bin:/bin")
			w.write(w.opts.Helper, recorder, 0o755)
			w.codex("on")
			w.listen()
			w.install(c.agent)
			c.spoil(w)
			if diff := cmp.Diff(c.want, w.said(c.agent)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The probe's session appears under its own prefix and is ended again.
func TestProbeCleansUp(t *testing.T) {
	w := newWorld(t)
	w.opts.Env = append(w.opts.Env, "PATH=/usr/bin:/bin", "CLAUDE_PID=1")
	w.write(w.opts.Helper, recorder, 0o755)
	w.listen()
	w.install("claude-code")
	w.said("claude-code")
	var names []string
	for line := range strings.Lines(w.read(filepath.Join(w.opts.UserHome, "heard"))) {
		var in struct {
			Session string `json:"session_id"`
			Name    string `json:"hook_event_name"`
		}
		if err := json.Unmarshal([]byte(line), &in); err != nil || !strings.HasPrefix(in.Session, event.ProbePrefix) {
			t.Errorf("the helper got %q (%v)", line, err)
		}
		names = append(names, in.Name)
	}
	if diff := cmp.Diff([]string{"SessionStart", "SessionEnd"}, names); diff != "" {
		t.Errorf("events of the probe (-want +got):\n%s", diff)
	}
}

func TestDoctorChoosesAgents(t *testing.T) {
	w := newWorld(t)
	w.mkdir(w.opts.folder(agent("gemini")))
	w.install("codex")
	findings, err := Doctor(t.Context(), w.opts)
	if err != nil {
		t.Fatal(err)
	}
	var about []event.Tool
	for _, f := range findings {
		if f.Agent != "" && !slices.Contains(about, f.Agent) {
			about = append(about, f.Agent)
		}
	}
	if diff := cmp.Diff([]event.Tool{event.Codex, event.Gemini}, about); diff != "" {
		t.Errorf("agents looked at (-want +got):\n%s", diff)
	}
	if got := Worst(findings); got != Failure || got.Exit() != 2 {
		t.Errorf("worst is %s, exit %d; want an error (Codex trusts nothing yet), exit 2", got, got.Exit())
	}
}

func TestDoctorTellsLastEvents(t *testing.T) {
	w := newWorld(t)
	w.install("claude-code")
	w.opts.LastEvent = func(tool event.Tool, name string) (time.Time, bool) {
		return w.opts.Now().Add(-time.Minute), tool == event.ClaudeCode && name == "Stop"
	}
	findings, err := Doctor(t.Context(), w.opts, agent("claude-code"))
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(findings, func(f Finding) bool { return f.ID == "last-events" })
	if i < 0 || !strings.Contains(findings[i].What, "Stop 1m1s ago") || !strings.Contains(findings[i].What, "not yet: SessionStart") {
		t.Errorf("findings: %+v", findings)
	}
}
