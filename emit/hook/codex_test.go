//go:build unix

package hook

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fakeCodex makes this test binary a Codex: "on", or "deaf" for one that takes no trust.
const fakeCodex = "HOOK_TEST_CODEX"

// codex puts the fake into the world's PATH.
func (w *world) codex(mode string) {
	self, err := os.Executable()
	if err != nil {
		w.t.Fatal(err)
	}
	w.program("codex", fakeCodex+"="+mode+" CODEX_HOME="+quote(w.opts.folder(agent("codex")))+" exec "+quote(self)+` "$@"`)
}

// beCodex speaks as much of the app-server's protocol as trust needs, with the real one's rules: a hook's key is its
// file, event and position, its hash covers the definition, config/batchWrite stores what it is told.
func beCodex(args []string, in io.Reader, out io.Writer) int {
	if len(args) == 1 && args[0] == "--version" {
		fmt.Fprintln(out, "codex-cli 0.171.0")
		return 0
	}
	store := filepath.Join(os.Getenv("CODEX_HOME"), "trust.json")
	initialized := false
	for lines := bufio.NewScanner(in); lines.Scan(); {
		var m struct {
			ID     int             `json:"id"`
			Method string          `json:"method"`
			Params json.RawMessage `json:"params"`
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			return 1
		}
		var result any
		switch {
		case m.Method == "initialize":
			fmt.Fprintln(out, `{"method":"thread/started","params":{}}`)
			result = map[string]string{"userAgent": "fake"}
		case m.Method == "initialized":
			initialized = true
			continue
		case !initialized:
			return 2
		case m.Method == "hooks/list":
			result = map[string]any{"data": []any{map[string]any{"hooks": fakeList(store)}}}
		case m.Method == "config/batchWrite" && os.Getenv(fakeCodex) == "deaf":
			result = map[string]any{}
		case m.Method == "config/batchWrite":
			var p struct {
				Edits []struct {
					KeyPath string                       `json:"keyPath"`
					Value   map[string]map[string]string `json:"value"`
				} `json:"edits"`
			}
			if json.Unmarshal(m.Params, &p) != nil || len(p.Edits) != 1 || p.Edits[0].KeyPath != "hooks.state" {
				return 3
			}
			trusted := fakeTrust(store)
			for key, v := range p.Edits[0].Value {
				trusted[key] = v["trusted_hash"]
			}
			text, _ := json.Marshal(trusted)
			if os.WriteFile(store, text, 0o600) != nil {
				return 4
			}
			result = map[string]any{}
		default:
			fmt.Fprintf(out, `{"id":%d,"error":{"code":-32601,"message":"no such method"}}`+"\n", m.ID)
			continue
		}
		text, _ := json.Marshal(map[string]any{"id": m.ID, "result": result})
		fmt.Fprintf(out, "%s\n", text)
	}
	return 0
}

func fakeTrust(store string) map[string]string {
	trusted := map[string]string{}
	if text, err := os.ReadFile(store); err == nil {
		_ = json.Unmarshal(text, &trusted)
	}
	return trusted
}

func fakeList(store string) []codexHook {
	path := filepath.Join(os.Getenv("CODEX_HOME"), "hooks.json")
	var file struct {
		Hooks map[string][]struct {
			Hooks []map[string]any `json:"hooks"`
		} `json:"hooks"`
	}
	text, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(text, &file) != nil {
		return []codexHook{}
	}
	trusted, list := fakeTrust(store), []codexHook{}
	for name, groups := range file.Hooks {
		for g, group := range groups {
			for h, handler := range group.Hooks {
				definition, _ := json.Marshal(handler)
				key := fmt.Sprintf("%s:%s:%d:%d", path, snake(name), g, h)
				entry := codexHook{Key: key, SourcePath: path, TrustStatus: "untrusted", CurrentHash: fmt.Sprintf("sha256:%x", sha256.Sum256(definition))}
				if was, ok := trusted[key]; ok && was == entry.CurrentHash {
					entry.TrustStatus = "trusted"
				} else if ok {
					entry.TrustStatus = "modified"
				}
				list = append(list, entry)
			}
		}
	}
	return list
}

func (w *world) state(id string) State {
	w.t.Helper()
	reports, err := Status(w.t.Context(), w.opts, agent(id))
	if err != nil {
		w.t.Fatal(err)
	}
	return reports[0].State
}

// The way of a Codex user: installed, untrusted; trusted after a yes; modified when a definition changes under the
// trust; trusted again; disabled by the feature switch, under its new and its old name.
func TestCodexTrust(t *testing.T) {
	w := newWorld(t)
	w.codex("on")
	path := w.settings("codex")
	foreign := `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"beep"}]}]}}`
	w.write(path, foreign, 0o600)
	if got := w.state("codex"); got != NotInstalled {
		t.Errorf("before: %s", got)
	}
	if r := w.install("codex")[0]; r.State != Untrusted || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "Hooks need review") {
		t.Errorf("install: %+v, want to hear about Codex's dialog", r)
	}
	if got := w.state("codex"); got != Untrusted {
		t.Errorf("installed: %s", got)
	}

	w.opts.Trust = true
	if r := w.install("codex")[0]; r.State != Trusted || r.Changed {
		t.Errorf("install with the user's yes: %+v", r)
	}
	if got := w.state("codex"); got != Trusted {
		t.Errorf("after the yes: %s", got)
	}
	if trusted := fakeTrust(filepath.Join(filepath.Dir(path), "trust.json")); len(trusted) != 12 || trusted[path+":stop:0:0"] != "" || trusted[path+":stop:1:0"] == "" {
		t.Errorf("trusted are %v, want our twelve and not the foreign one", trusted)
	}

	w.write(path, strings.Replace(w.read(path), `"timeout":86400`, `"timeout":600`, 1), 0o600)
	if got := w.state("codex"); got != Modified {
		t.Errorf("after a change: %s", got)
	}
	if r := w.install("codex")[0]; r.State != Trusted || !r.Changed {
		t.Errorf("install again: %+v", r)
	}
	for _, feature := range []string{"hooks", "codex_hooks"} {
		w.write(w.opts.codexConfigPath(), "[features]\n"+feature+" = false\n", 0o600)
		if got := w.state("codex"); got != Disabled {
			t.Errorf("with %s = false: %s", feature, got)
		}
	}
	w.uninstall("codex")
	if got := w.read(path); got != foreign {
		t.Errorf("left is %s", got)
	}
}

func TestCodexTrustThatDoesNotTake(t *testing.T) {
	w := newWorld(t)
	w.codex("deaf")
	w.opts.Trust = true
	_, err := Install(t.Context(), w.opts, agent("codex"))
	if err == nil || !strings.Contains(err.Error(), "did not take the trust (installed, untrusted)") {
		t.Errorf("Install = %v", err)
	}
	w.program("codex", "exit 1")
	_, err = Install(t.Context(), w.opts, agent("codex"))
	if err == nil || !strings.Contains(err.Error(), "the hooks are installed: trust them in the dialog") {
		t.Errorf("Install with a Codex that dies = %v", err)
	}
}

// Without a Codex to ask, its file still tells that nothing was ever trusted; whether a record fits, only Codex knows.
func TestCodexTrustWithoutCodex(t *testing.T) {
	w := newWorld(t)
	w.install("codex")
	if got := w.state("codex"); got != Untrusted {
		t.Errorf("without a record: %s", got)
	}
	w.write(w.opts.codexConfigPath(), "[hooks.state.\""+w.settings("codex")+":stop:0:0\"]\ntrusted_hash = \"sha256:0\"\n", 0o600)
	reports, err := Status(t.Context(), w.opts, agent("codex"))
	if err != nil || reports[0].State != Installed || len(reports[0].Notes) != 1 {
		t.Errorf("with a record: %+v, %v; want installed, and a note that Codex could not be asked", reports[0], err)
	}
}

func TestUninstallTellsOfShiftedTrust(t *testing.T) {
	w := newWorld(t)
	w.install("codex")
	path := w.settings("codex")
	w.write(path, strings.Replace(w.read(path), `"Stop": [`, `"Stop": [ {"hooks": []},`, 1), 0o600)
	if r := w.uninstall("codex")[0]; len(r.Notes) != 0 {
		t.Errorf("a group before ours: %v, want no note", r.Notes)
	}
	w.install("codex")
	text := w.read(path)
	at := strings.LastIndex(text[:strings.Index(text, `"Interrupt"`)], "]")
	w.write(path, text[:at]+`, {"hooks": []} `+text[at:], 0o600)
	if r := w.uninstall("codex")[0]; len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "Stop") {
		t.Errorf("a group behind ours: %v, want a note about Stop", r.Notes)
	}
}
