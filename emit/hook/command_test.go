//go:build unix

package hook

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// shells that an agent may use on this machine.
func shells() []string {
	var found []string
	for _, sh := range []string{"/bin/sh", "/bin/bash", "/bin/zsh", "/usr/bin/fish"} {
		if _, err := os.Stat(sh); err == nil {
			found = append(found, sh)
		}
	}
	return found
}

// The line runs the helper wherever its folder is, does nothing when it is gone, and whatever the repository in
// which the agent works brings along is never run.
func TestCommandLine(t *testing.T) {
	for _, folder := range []string{"plain", "with space", "it's", `quo"te $HOME ; rm`, `back\slash`, "-x", "日本"} {
		t.Run(folder, func(t *testing.T) {
			dir := t.TempDir()
			helper, hostile := filepath.Join(dir, folder, "bin", "dango-emit"), filepath.Join(dir, "repo")
			w := &world{t: t}
			w.write(helper, "#!/bin/sh\necho \"ran $1\"\n", 0o755)
			for _, name := range []string{"[", "test", "exec", "exit", "dango-emit", "cat", "sh", "env"} {
				w.write(filepath.Join(hostile, name), "#!/bin/sh\necho hijacked\n", 0o755)
			}
			line := Command(helper, "claude-code")
			for _, sh := range shells() {
				run := func() string {
					cmd := exec.Command(sh, "-c", line)
					cmd.Dir, cmd.Env = hostile, []string{"PATH=" + hostile + ":.", "ENV=" + filepath.Join(hostile, "cat")}
					out, err := cmd.CombinedOutput()
					if err != nil {
						t.Errorf("%s -c %s: %v", sh, line, err)
					}
					return string(out)
				}
				if got := run(); got != "ran claude-code\n" {
					t.Errorf("%s -c %s printed %q", sh, line, got)
				}
				if err := os.Rename(helper, helper+".gone"); err != nil {
					t.Fatal(err)
				}
				if got := run(); got != "" {
					t.Errorf("%s without the helper printed %q", sh, got)
				}
				if err := os.Rename(helper+".gone", helper); err != nil {
					t.Fatal(err)
				}
			}
			if !testOptions.owns(line) {
				t.Errorf("our own line is not recognised: %s", line)
			}
		})
	}
}

func TestOwnsOnlyOurs(t *testing.T) {
	for command, want := range map[string]bool{
		"/home/dev/.dango/bin/dango-emit claude-code":             true,
		"~/.dango/bin/dango-emit --tool codex --event stop":       true,
		"/opt/dango-emit/run":                                     false,
		"beep # not dango-emit":                                   false,
		"[ -x '/x/bin/dango-emit' ] && exec '/bin/other'; exit 0": false,
		"": false,
	} {
		if got := testOptions.owns(command); got != want {
			t.Errorf("owns(%q) = %v, want %v", command, got, want)
		}
	}
}

func TestInstallHelper(t *testing.T) {
	w := newWorld(t)
	path := w.opts.helperPath()
	w.install("claude-code")
	for p, want := range map[string]os.FileMode{path: 0o755, filepath.Dir(path): 0o700, w.opts.Home: 0o700} {
		if fi, err := os.Stat(p); err != nil || fi.Mode().Perm() != want {
			t.Errorf("mode of %s is %v, %v; want %o", p, fi.Mode(), err, want)
		}
	}
	first, _ := os.Stat(path)
	w.install("claude-code")
	if second, _ := os.Stat(path); !os.SameFile(first, second) {
		t.Error("the same helper was written again")
	}
	w.write(w.opts.Helper, "#!/bin/sh\nexit 0 # newer\n", 0o755)
	if r := w.install("claude-code")[0]; r.Changed || len(r.Plan) != 1 || !strings.Contains(w.read(path), "newer") {
		t.Errorf("a newer helper: %+v, want it copied and nothing else", r)
	}

	w.install("codex")
	w.uninstall("claude-code")
	if _, err := os.Stat(path); err != nil {
		t.Errorf("the helper is gone while Codex uses it: %v", err)
	}
	w.uninstall("codex")
	if _, err := os.Stat(filepath.Dir(path)); err == nil {
		t.Error("the helper's folder is left")
	}

	w.opts.Helper = ""
	if _, err := Install(t.Context(), w.opts, agent("claude-code")); err == nil || !strings.Contains(err.Error(), "is missing") {
		t.Errorf("install without any helper = %v", err)
	}
}
