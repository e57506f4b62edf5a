//go:build unix

package hook

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPluginIsInstalledAndRemoved(t *testing.T) {
	w := newWorld(t)
	before := w.tree()
	path := w.settings("opencode")
	if r := w.install("opencode")[0]; r.State != Installed || !r.Changed {
		t.Errorf("install: %+v", r)
	}
	if got := w.read(path); !strings.Contains(got, `const helper = "`+w.opts.helperPath()+`"`) {
		t.Errorf("the plugin does not name the helper:\n%s", got)
	}
	if r := w.install("opencode")[0]; r.Changed {
		t.Errorf("second install: %+v", r)
	}
	w.write(path, w.read(path)+"// older\n", 0o600)
	if got := w.state("opencode"); got != Modified {
		t.Errorf("state of another version: %s", got)
	}
	w.install("opencode")
	if r := w.uninstall("opencode")[0]; !r.Removed {
		t.Errorf("uninstall: %+v", r)
	}
	left := w.tree()
	for line := range strings.Lines(before) {
		left = strings.Replace(left, line, "", 1)
	}
	if strings.Contains(left, "opencode") && !strings.Contains(left, "backup/opencode") {
		t.Errorf("left is:\n%s", left)
	}
	if strings.Contains(left, ".config") {
		t.Errorf("folders that we made are left:\n%s", left)
	}
}

// The plugin as OpenCode runs it: chosen events reach the helper in order and once, answers go back through the
// client, and a request that the terminal answered lets its helper go.
func TestPluginTalks(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node stands in for OpenCode's own runtime here, and there is none: ", err)
	}
	w := newWorld(t)
	heard := filepath.Join(w.opts.UserHome, "heard")
	w.write(w.opts.Helper, `#!/bin/sh
read -r line
echo "$line" >> `+quote(heard)+`
case $line in
*per_slow*permission.asked*|*permission.asked*per_slow*) exec sleep 60 ;;
*permission.asked*) echo '{"reply":"once"}' ;;
*question.asked*) echo '{"answers":[["yes"]]}' ;;
esac
`, 0o755)
	w.install("opencode")
	module := filepath.Join(t.TempDir(), "dango.mjs")
	w.write(module, w.read(w.settings("opencode")), 0o600)
	out, err := exec.Command(node, filepath.Join("testdata", "opencode", "drive.mjs"), module).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := `[{"url":"/permission/per_1/reply","body":{"reply":"once"}},{"url":"/question/que_1/reply","body":{"answers":[["yes"]]}}]`
	if got := strings.TrimSpace(string(out)); got != want {
		t.Errorf("posted %s\nwant   %s", got, want)
	}
	var inOrder []string
	for line := range strings.Lines(w.read(heard)) {
		var in struct {
			Name       string         `json:"hook_event_name"`
			Session    string         `json:"session_id"`
			Cwd        string         `json:"cwd"`
			Properties map[string]any `json:"properties"`
		}
		if err := json.Unmarshal([]byte(line), &in); err != nil || in.Session != "s" || in.Cwd != "/work" {
			t.Errorf("the helper got %q (%v)", line, err)
		}
		if strings.HasSuffix(in.Name, ".asked") {
			continue // these run beside the others
		}
		if in.Name == "tool" {
			in.Name += " " + in.Properties["status"].(map[string]any)["type"].(string)
		}
		inOrder = append(inOrder, in.Name)
	}
	if diff := cmp.Diff([]string{"session.created", "tool running", "tool completed", "session.idle", "permission.replied"}, inOrder); diff != "" {
		t.Errorf("events in order (-want +got):\n%s", diff)
	}
}

// The helper's input for every recording of OpenCode's bus is what the adapter's own recordings hold, so that what is
// proved there is proved of this plugin. -update writes them anew.
func TestPluginForwardsWhatWasRecorded(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node stands in for OpenCode's own runtime here, and there is none: ", err)
	}
	plugin := filepath.Join(t.TempDir(), "dango.mjs")
	text := strings.Replace(openCodePlugin, `"DANGO_EMIT"`, `"/bin/sh"`, 1) // a program that is there; it never runs
	if err := os.WriteFile(plugin, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	bus, err := filepath.Glob(filepath.Join("testdata", "opencode", "bus", "*.jsonl"))
	if err != nil || len(bus) == 0 {
		t.Fatalf("no recordings of the bus: %v", err)
	}
	for _, recording := range bus {
		t.Run(filepath.Base(recording), func(t *testing.T) {
			t.Parallel()
			got, err := exec.Command(node, filepath.Join("testdata", "opencode", "replay.mjs"), plugin, recording).CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, got)
			}
			path := filepath.Join("..", "..", "ingress", "adapt", "testdata", "recordings", "opencode", filepath.Base(recording))
			if *update {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
				t.Errorf("the helper reads something else (-recorded +now):\n%s", diff)
			}
		})
	}
}
