package hook

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// refusal checks that install refuses, says why, and changes no byte outside Dango's own folder.
func refusal(t *testing.T, w *world, id, why string) *Refusal {
	t.Helper()
	before := w.tree(w.opts.Home)
	results, err := Install(t.Context(), w.opts, agent(id))
	r, ok := errors.AsType[*Refusal](err)
	if !ok || !strings.Contains(r.What, why) || r.Do == "" {
		t.Fatalf("Install = %v, want a refusal because %q", err, why)
	}
	if results[0].Error != err.Error() {
		t.Errorf("Result.Error = %q, want %q", results[0].Error, err)
	}
	if diff := cmp.Diff(before, w.tree(w.opts.Home)); diff != "" {
		t.Errorf("a refused install changed something:\n%s", diff)
	}
	return r
}

func TestInstallRefuses(t *testing.T) {
	t.Run("what does not parse, with its place", func(t *testing.T) {
		w := newWorld(t)
		w.write(w.settings("claude-code"), "{\n  \"a\": 1\n  \"b\": 2\n}\n", 0o600)
		r := refusal(t, w, "claude-code", "invalid character")
		if r.File != w.settings("claude-code") || r.Line != 3 || r.Column != 3 {
			t.Errorf("the place is %s:%d:%d, want line 3, column 3", r.File, r.Line, r.Column)
		}
	})
	t.Run("UTF-16", func(t *testing.T) {
		w := newWorld(t)
		w.write(w.settings("claude-code"), "\xff\xfe{\x00}\x00", 0o600)
		refusal(t, w, "claude-code", "UTF-16")
	})
	t.Run("a read-only file", func(t *testing.T) {
		w := newWorld(t)
		w.write(w.settings("claude-code"), "{}\n", 0o444)
		refusal(t, w, "claude-code", "read-only")
	})
	t.Run("a folder in its place", func(t *testing.T) {
		w := newWorld(t)
		w.mkdir(w.settings("claude-code"))
		refusal(t, w, "claude-code", "not a plain file")
	})
	t.Run("links in a circle", func(t *testing.T) {
		w := newWorld(t)
		path := w.settings("claude-code")
		w.mkdir(filepath.Dir(path))
		if err := os.Symlink(path, path); err != nil {
			t.Fatal(err)
		}
		refusal(t, w, "claude-code", "circle")
	})
	t.Run("somebody else's file", func(t *testing.T) {
		w := newWorld(t)
		w.write(w.settings("claude-code"), "{}\n", 0o644)
		if err := os.Chown(w.settings("claude-code"), 4711, -1); err != nil {
			t.Skip("only root can give a file away: ", err)
		}
		refusal(t, w, "claude-code", "belongs to user 4711")
	})
	t.Run("an unreadable file", func(t *testing.T) {
		if os.Geteuid() == 0 {
			t.Skip("root can read everything")
		}
		w := newWorld(t)
		w.write(w.settings("claude-code"), "{}\n", 0o200)
		refusal(t, w, "claude-code", "cannot be read")
	})
	t.Run("a folder that cannot be written", func(t *testing.T) {
		if os.Geteuid() == 0 {
			t.Skip("root can write everywhere")
		}
		w := newWorld(t)
		w.write(w.settings("claude-code"), "{}\n", 0o600)
		dir := filepath.Dir(w.settings("claude-code"))
		if err := os.Chmod(dir, 0o500); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
		refusal(t, w, "claude-code", "cannot be written beside")
	})
	t.Run("a plugin of somebody else", func(t *testing.T) {
		w := newWorld(t)
		w.write(w.settings("opencode"), "export const Mine = 1\n", 0o600)
		refusal(t, w, "opencode", "not ours")
	})
}

// A file that never was ours may be as broken as it likes when everything is uninstalled; one that holds our
// entries cannot be left half done, so the user hears where to mend it.
func TestUninstallFromBrokenFiles(t *testing.T) {
	w := newWorld(t)
	w.write(w.settings("gemini"), "{ not json", 0o400)
	w.install("claude-code")
	w.uninstall()
	w.install("claude-code")
	w.write(w.settings("claude-code"), w.read(w.settings("claude-code"))+"}", 0o600)
	results, err := Uninstall(t.Context(), w.opts)
	if r, ok := errors.AsType[*Refusal](err); !ok || r.File != w.settings("claude-code") || r.Line == 0 {
		t.Errorf("Uninstall = %v, want a refusal with its place", err)
	}
	if len(results) != len(agents) {
		t.Errorf("%d results, want one for each agent", len(results))
	}
	if _, err := os.Stat(w.opts.helperPath()); err != nil {
		t.Errorf("the helper is gone while a file still names it: %v", err)
	}
}
