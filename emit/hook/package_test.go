//go:build unix

package hook

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dango/emit/hook/events"
	"dango/session/event"

	"github.com/google/go-cmp/cmp"
)

// packaged writes the plugins of the world's helper.
func (w *world) packaged() string {
	w.t.Helper()
	dir := filepath.Join(filepath.Dir(w.opts.UserHome), "plugins")
	if err := WritePlugins(dir, w.opts.Helper); err != nil {
		w.t.Fatal(err)
	}
	return dir
}

func TestPluginsHaveTheShapeThatAgentsWant(t *testing.T) {
	w := newWorld(t)
	dir := w.packaged()
	for _, p := range packagings {
		read := func(name string) (m map[string]any) {
			if err := json.Unmarshal([]byte(w.read(filepath.Join(dir, p.folder, name))), &m); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return m
		}
		if m := read(p.market); m["name"] != PluginName || len(m["plugins"].([]any)) != 1 {
			t.Errorf("%s: marketplace %v", p.tool, m)
		}
		manifest, hooks := read(filepath.Join(PluginName, p.manifest)), read(filepath.Join(PluginName, p.hooks))
		if p.tool == event.Codex && (len(hooks) != 1 || manifest["hooks"] != "./"+p.hooks) {
			t.Errorf("Codex takes no key beside hooks, and wants the file named: %v, %v", hooks, manifest)
		}
		var names []string
		for name, groups := range hooks["hooks"].(map[string]any) {
			names = append(names, name)
			command := groups.([]any)[0].(map[string]any)["hooks"].([]any)[0].(map[string]any)["command"].(string)
			if !strings.Contains(command, helperName+`" `+string(p.tool)+";") || !w.opts.owns(command) {
				t.Errorf("%s %s: %s does not name the agent, or is not known as ours", p.tool, name, command)
			}
		}
		var want []string
		for _, h := range events.For(p.tool) {
			if h.Since == "" {
				want = append(want, h.Name)
			}
		}
		slices.Sort(names)
		slices.Sort(want)
		if diff := cmp.Diff(want, names); diff != "" {
			t.Errorf("%s: events (-want +got):\n%s", p.tool, diff)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "codex", PluginName, pluginHelper)); err == nil {
		t.Error("a helper in Codex's plugin costs the trust with each update")
	}
}

// The helper that came with the plugin runs, else the installed one, else nothing, quietly.
func TestPluginFindsAHelper(t *testing.T) {
	w := newWorld(t)
	root := filepath.Join(w.packaged(), "claude-code", PluginName)
	run := func() string {
		cmd := exec.Command("/bin/sh", "-c", packagings[0].command())
		cmd.Env = append(slices.Clone(w.opts.Env), "CLAUDE_PLUGIN_ROOT="+root)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return string(out)
	}
	w.write(filepath.Join(root, pluginHelper), "#!/bin/sh\necho plugin $1\n", 0o755)
	w.write(w.opts.helperPath(), "#!/bin/sh\necho installed $1\n", 0o755)
	for _, want := range []string{"plugin claude-code\n", "installed claude-code\n", ""} {
		if got := run(); got != want {
			t.Errorf("%q ran, want %q", got, want)
		}
		if want == "plugin claude-code\n" {
			_ = os.Remove(filepath.Join(root, pluginHelper))
		} else {
			_ = os.Remove(w.opts.helperPath())
		}
	}
}

// enablePlugin does what the agents do when their user installs the plugin.
func (w *world) enablePlugin(id string) {
	w.t.Helper()
	dir, folder := w.packaged(), w.opts.folder(agent(id))
	to := filepath.Join(folder, "plugins", "cache", PluginName, PluginName, pluginVersion)
	w.mkdir(filepath.Dir(to))
	if err := os.CopyFS(to, os.DirFS(filepath.Join(dir, id, PluginName))); err != nil {
		w.t.Fatal(err)
	}
	switch id {
	case "claude-code":
		w.write(filepath.Join(folder, "settings.json"), `{"enabledPlugins": {"other@x": true, "dango@dango": true}}`, 0o600)
		w.write(filepath.Join(folder, "plugins", "installed_plugins.json"), `{"plugins": {"dango@dango": [{"installPath": "`+to+`"}]}}`, 0o600)
	case "codex":
		w.write(filepath.Join(folder, "config.toml"), "[plugins.\"dango@dango\"]\nenabled = true\n", 0o600)
	}
}

func TestAPluginConnectsToo(t *testing.T) {
	for _, id := range []string{"claude-code", "codex"} {
		t.Run(id, func(t *testing.T) {
			w := newWorld(t)
			w.opts.Env = append(w.opts.Env, "PATH="+filepath.Join(filepath.Dir(w.opts.UserHome), "bin")+":/usr/bin:/bin")
			w.write(w.opts.Helper, recorder, 0o755)
			w.listen()
			w.codex("on")
			w.enablePlugin(id)
			before, _ := os.ReadFile(w.settings(id))
			if r := w.install(id)[0]; r.Changed || !strings.Contains(strings.Join(r.Notes, " "), "dango@dango") {
				t.Errorf("install beside the plugin: %+v", r)
			}
			if id == "codex" {
				if got := w.said(id); !slices.Contains(got, "error untrusted") {
					t.Errorf("the doctor says %v of an untrusted plugin", got)
				}
				w.opts.Trust = true
				if r := w.install(id)[0]; r.State != Trusted || r.Changed {
					t.Errorf("install with the user's yes: %+v", r)
				}
			}
			if got, want := w.said(id), []string{"ok helper", "ok app", "ok entries", "ok probe"}; !slices.Equal(got, want) {
				t.Errorf("the doctor says %v, want %v", got, want)
			}
			if after, _ := os.ReadFile(w.settings(id)); string(after) != string(before) {
				t.Errorf("the settings changed:\n%s", after)
			}
			reports, err := Status(t.Context(), w.opts, agent(id))
			if err != nil || reports[0].Plugin != "dango@dango" {
				t.Errorf("status: %+v, %v", reports, err)
			}
			if r := w.uninstall(id)[0]; !strings.Contains(strings.Join(r.Notes, " "), "remove it there") {
				t.Errorf("uninstall says nothing of the plugin: %+v", r)
			}
		})
	}
}

func TestTheDoctorWarnsOfHooksBesideThePlugin(t *testing.T) {
	for _, id := range []string{"claude-code", "codex"} {
		w := newWorld(t)
		w.codex("on")
		w.install(id)
		text := w.read(w.settings(id))
		w.enablePlugin(id)
		if id == "claude-code" {
			text = strings.Replace(text, "{", `{"enabledPlugins": {"dango@dango": true},`, 1)
		}
		w.write(w.settings(id), text, 0o600)
		if got := w.said(id); !slices.Contains(got, "warning twice") {
			t.Errorf("%s: the doctor says %v", id, got)
		}
		if r := w.install(id)[0]; r.Changed || r.State == Trusted || !strings.Contains(strings.Join(r.Notes, " "), "reported twice") {
			t.Errorf("%s: install: %+v", id, r)
		}
	}
}

// A plugin that the user has switched off connects nothing.
func TestAPluginThatIsOff(t *testing.T) {
	w := newWorld(t)
	w.write(w.settings("claude-code"), `{"enabledPlugins": {"dango@dango": false}}`, 0o600)
	w.write(w.opts.codexConfigPath(), "[plugins.\"dango@dango\"]\nenabled = false\n", 0o600)
	for _, id := range []string{"claude-code", "codex"} {
		if got := w.state(id); got != NotInstalled {
			t.Errorf("%s: %s", id, got)
		}
	}
}
