package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Every story again, with real files and every event: two installs, one write; then uninstall.
func TestInstallAndUninstallFiles(t *testing.T) {
	for _, s := range stories(t, "merge") {
		t.Run(s.name(), func(t *testing.T) {
			w := newWorld(t)
			id, path := string(s.agent.ID), w.opts.file(s.agent)
			if !s.has("missing") {
				w.write(path, string(s.text("before")), 0o640)
			}
			before := w.tree()

			if r := w.install(id)[0]; !r.Changed || (r.Backup == "") != s.has("missing") || r.Diff == "" {
				t.Errorf("first install: %+v, want a change, a diff and, if there was a file, a backup", r)
			}
			installed := w.tree()
			if r := w.install(id)[0]; r.Changed || r.Backup != "" || len(r.Plan) > 0 {
				t.Errorf("second install: %+v, want nothing done", r)
			}
			if diff := cmp.Diff(installed, w.tree()); diff != "" {
				t.Errorf("the second install wrote something:\n%s", diff)
			}
			if r := w.uninstall(id)[0]; r.State != NotInstalled || r.Removed != s.has("missing") {
				t.Errorf("uninstall: %+v", r)
			}
			if strings.HasPrefix(s.name(), "ours-") {
				if strings.Contains(w.read(path), "dango-emit") {
					t.Error("entries of ours are left")
				}
				return
			}
			if err := os.RemoveAll(w.opts.Home); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(before, w.tree()); diff != "" {
				t.Errorf("uninstall left traces (-before +after):\n%s", diff)
			}
		})
	}
}

func TestInstallLargeAndDeepFiles(t *testing.T) {
	var huge strings.Builder
	huge.WriteString("{\n  \"list\": [\n")
	for range 20_000 {
		huge.WriteString("    { \"pattern\": \"Bash(some command with arguments:*)\", \"since\": [1, 2, 3] }, // a remark\n")
	}
	huge.WriteString("  ]\n}\n")
	nested := func(n int) string {
		return "{\n  \"deep\": " + strings.Repeat(`[{"a":`, n) + "1" + strings.Repeat("}]", n) + "\n}\n"
	}
	for name, text := range map[string]string{"two megabytes": huge.String(), "deep": nested(4000)} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			path := w.settings("claude-code")
			w.write(path, text, 0o600)
			w.install("claude-code")
			if w.read(path) == text {
				t.Fatal("nothing was installed")
			}
			w.uninstall("claude-code")
			if w.read(path) != text {
				t.Error("the file is not what it was")
			}
		})
	}
	t.Run("too deep", func(t *testing.T) {
		w := newWorld(t)
		w.write(w.settings("claude-code"), nested(6000), 0o600)
		refusal(t, w, "claude-code", "nested deeper")
	})
	t.Run("too large", func(t *testing.T) {
		w := newWorld(t)
		w.write(w.settings("claude-code"), "{}"+strings.Repeat(" ", 17<<20), 0o600)
		refusal(t, w, "claude-code", "larger than")
	})
}

func TestInstallKeepsLinksAndModes(t *testing.T) {
	for _, link := range []string{"relative", "absolute", "dangling"} {
		t.Run(link, func(t *testing.T) {
			w := newWorld(t)
			path, real := w.settings("claude-code"), filepath.Join(w.opts.UserHome, "dotfiles", "claude.json")
			w.mkdir(filepath.Dir(path))
			w.mkdir(filepath.Dir(real))
			if link != "dangling" {
				w.write(real, "{}\n", 0o604)
			}
			to := real
			if link == "relative" {
				to = "../dotfiles/claude.json"
			}
			if err := os.Symlink(to, path); err != nil {
				t.Fatal(err)
			}
			w.install("claude-code")
			if got, err := os.Readlink(path); err != nil || got != to {
				t.Errorf("the link is %q, %v; want it unchanged", got, err)
			}
			if !strings.Contains(w.read(real), "dango-emit") {
				t.Error("the file behind the link was not edited")
			}
			fi, err := os.Stat(real)
			if want := fs.FileMode(0o604); err != nil || link != "dangling" && fi.Mode().Perm() != want {
				t.Errorf("mode %v, %v; want %v", fi.Mode(), err, want)
			}
			w.uninstall("claude-code")
			if _, err := os.Lstat(path); err != nil {
				t.Errorf("the link is gone: %v", err)
			}
		})
	}
}

// What others did after the install stays when we leave.
func TestUninstallAfterOtherChanges(t *testing.T) {
	w := newWorld(t)
	path := w.settings("claude-code")
	w.install("claude-code")
	text := strings.Replace(w.read(path), "{\n", "{\n  \"model\": \"opus\", // new\n", 1)
	text = strings.Replace(text, `"Stop": [`, `"Stop": [{ "hooks": [{ "type": "command", "command": "beep" }] },`, 1)
	w.write(path, text, 0o600)

	w.uninstall("claude-code")
	want := "{\n  \"model\": \"opus\", // new\n  \"hooks\": {\n    \"Stop\": [{ \"hooks\": [{ \"type\": \"command\", \"command\": \"beep\" }] }\n    ]\n  }\n}\n"
	if diff := cmp.Diff(want, w.read(path)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := os.Stat(w.opts.helperPath()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the helper is still there: %v", err)
	}
}

// The record may be lost with its folder; the entries are found by their marker all the same.
func TestUninstallWithoutManifest(t *testing.T) {
	w := newWorld(t)
	path, text := w.settings("claude-code"), "{\n  \"model\": \"opus\"\n}\n"
	w.write(path, text, 0o600)
	w.install("claude-code")
	if err := os.RemoveAll(w.opts.Home); err != nil {
		t.Fatal(err)
	}
	w.uninstall()
	if got := w.read(path); got != text {
		t.Errorf("left is %q, want %q", got, text)
	}
}

func TestInstallAfterLosingTheManifest(t *testing.T) {
	w := newWorld(t)
	path, text := w.settings("claude-code"), "{\n  \"hooks\": {\n    \"Stop\": [\n      1\n    ]\n  }\n}\n"
	w.write(path, text, 0o600)
	w.install("claude-code")
	if err := os.Remove(w.opts.manifestPath()); err != nil {
		t.Fatal(err)
	}
	if r := w.install("claude-code")[0]; r.Changed {
		t.Errorf("install over itself: %+v, want no change", r)
	}
	w.uninstall("claude-code")
	if got := w.read(path); got != text {
		t.Errorf("left is %q, want %q", got, text)
	}
}

// A project's file is remembered, and cleaned by a plain uninstall.
func TestInstallForOneProject(t *testing.T) {
	w := newWorld(t)
	w.opts.Project = filepath.Join(w.opts.UserHome, "work", "thing")
	w.mkdir(w.opts.Project)
	local := filepath.Join(w.opts.Project, ".claude", "settings.local.json")
	if r := w.install("claude-code")[0]; r.File != local || !strings.Contains(w.read(local), "dango-emit") {
		t.Errorf("installed into %s, want %s", r.File, local)
	}
	w.opts.Project = ""
	if results := w.uninstall("claude-code"); len(results) != 2 {
		t.Errorf("uninstall worked on %d files, want 2", len(results))
	}
	if _, err := os.Stat(filepath.Dir(local)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the project's folder that we made is still there: %v", err)
	}
}

func TestDryRunWritesNothing(t *testing.T) {
	w := newWorld(t)
	w.write(w.settings("claude-code"), "{}\n", 0o600)
	w.opts.DryRun = true
	before := w.tree()
	for _, r := range w.install("claude-code", "codex", "gemini", "opencode") {
		if !r.Changed || len(r.Plan) == 0 || !strings.Contains(r.Diff, "dango-emit") {
			t.Errorf("the plan for %s says too little: %+v", r.Agent, r)
		}
	}
	if diff := cmp.Diff(before, w.tree()); diff != "" {
		t.Errorf("a dry run wrote:\n%s", diff)
	}
}

func TestBackups(t *testing.T) {
	w := newWorld(t)
	path := w.settings("claude-code")
	for i := range 8 {
		w.write(path, strings.Repeat(" ", i)+"{}\n", 0o644)
		r := w.install("claude-code")[0]
		if got := w.read(r.Backup); got != strings.Repeat(" ", i)+"{}\n" {
			t.Errorf("backup %d holds %q", i, got)
		}
		fi, err := os.Stat(r.Backup)
		if err != nil || fi.Mode().Perm() != 0o600 {
			t.Errorf("backup mode %v, %v; want 0600", fi.Mode(), err)
		}
	}
	left, err := os.ReadDir(filepath.Join(w.opts.Home, "backup", "claude-code"))
	if err != nil || len(left) != keptBackups {
		t.Errorf("%d backups kept, %v; want %d", len(left), err, keptBackups)
	}
}

// An agent that rewrites its settings while we write is not overruled: we start over from what it wrote.
func TestInstallSeesConcurrentWrites(t *testing.T) {
	w := newWorld(t)
	path := w.settings("claude-code")
	w.write(path, "{}\n", 0o600)
	writes := 0
	w.opts.step = func(at string) {
		if at == "before check" && writes < 2 {
			writes++
			w.write(path, `{ "model": "`+strings.Repeat("x", writes)+`" }`+"\n", 0o600)
		}
	}
	w.install("claude-code")
	if got := w.read(path); !strings.Contains(got, `"model": "xx"`) || !strings.Contains(got, "dango-emit") {
		t.Errorf("the file is\n%s\nwant what was written meanwhile and our hooks", got)
	}
	w.opts.step = func(at string) {
		if at == "before check" {
			writes++
			w.write(path, w.read(path)+" ", 0o600)
		}
	}
	if _, err := Uninstall(t.Context(), w.opts, agent("claude-code")); !errors.Is(err, errMoved) {
		t.Errorf("Uninstall against a program that writes all the time = %v, want it to give up", err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(left) > 0 {
		t.Errorf("temporary files are left: %v", left)
	}
}

func TestLockNamesItsOwner(t *testing.T) {
	w := newWorld(t)
	inside, done := make(chan struct{}), make(chan struct{})
	first := w.opts
	first.Version = func(context.Context, Agent) string { close(inside); <-done; return "" }
	finished := make(chan error)
	go func() {
		_, err := Install(context.Background(), first, agent("claude-code"))
		finished <- err
	}()
	<-inside
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := Install(ctx, w.opts, agent("claude-code"))
	if err == nil || !strings.Contains(err.Error(), "another installer is at work (") || !strings.Contains(err.Error(), "process ") {
		t.Errorf("the second installer: %v, want to hear who is at work", err)
	}
	close(done)
	if err := <-finished; err != nil {
		t.Errorf("the first installer: %v", err)
	}
}

func TestResultsAreJSON(t *testing.T) {
	w := newWorld(t)
	text, err := json.Marshal(w.install("codex"))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{`"agent":"codex"`, `"state":"installed, untrusted"`, `"changed":true`, `"plan":[`, `"notes":[`} {
		if !bytes.Contains(text, []byte(key)) {
			t.Errorf("%s is missing in %s", key, text)
		}
	}
}
