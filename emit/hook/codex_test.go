//go:build unix

package hook

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

// fakeCodex makes this test binary a Codex: "on", or "deaf" for one that takes no trust.
const fakeCodex = "HOOK_TEST_CODEX"

// codex puts the fake into the world's PATH.
func (w *world) codex(mode string) {
	self, err := os.Executable()
	if err != nil {
		w.t.Fatal(err)
	}
	w.program("codex", quickExit+" "+fakeCodex+"="+mode+" CODEX_HOME="+quote(w.opts.folder(agent("codex")))+" exec "+quote(self)+` "$@"`)
}

// beCodex speaks as much of the app-server's protocol as trust needs, with the real one's rules: a hook's key is its
// file, event and position, its hash covers the definition, config/batchWrite stores what it is told.
func beCodex(args []string, in io.Reader, out io.Writer) int {
	if len(args) == 1 && args[0] == "--version" {
		fmt.Fprintln(out, "codex-cli 0.171.0")
		return 0
	}
	f := fake{home: os.Getenv("CODEX_HOME"), deaf: os.Getenv(fakeCodex) == "deaf"}
	for lines := bufio.NewScanner(in); lines.Scan(); {
		answers, err := f.hear(lines.Bytes())
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		for _, a := range answers {
			fmt.Fprintf(out, "%s\n", a)
		}
	}
	return 0
}

// fake is one conversation with the fake Codex.
type fake struct {
	home        string
	deaf        bool
	initialized bool
}

// hear takes one message and gives what is said to it.
func (f *fake) hear(text []byte) (answers [][]byte, err error) {
	var m struct {
		ID     int             `json:"id"`
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	var result any = map[string]any{}
	switch {
	case m.Method == "initialize":
		answers = append(answers, []byte(`{"method":"thread/started","params":{}}`), []byte(`{"id":"other","result":1}`))
	case m.Method == "initialized":
		f.initialized = true
		return nil, nil
	case !f.initialized:
		return nil, errors.New("not initialized")
	case m.Method == "hooks/list":
		result = map[string]any{"data": []any{map[string]any{"hooks": f.list()}}}
	case m.Method == "config/batchWrite":
		err = f.write(m.Params)
	default:
		err = errors.New("no such method")
	}
	answer := map[string]any{"id": m.ID, "result": result}
	if err != nil {
		answer = map[string]any{"id": m.ID, "error": map[string]any{"code": -32601, "message": err.Error()}}
	}
	line, err := json.Marshal(answer)
	return append(answers, line), err
}

// write is config/batchWrite: keys of hooks.state are added, or one of them is cleared. The table stands in a JSON
// file for the fake itself, and in config.toml as the real one keeps it.
func (f *fake) write(params []byte) error {
	var p struct {
		Edits []struct {
			KeyPath string                       `json:"keyPath"`
			Value   map[string]map[string]string `json:"value"`
			Merge   string                       `json:"mergeStrategy"`
		} `json:"edits"`
		Reload bool `json:"reloadUserConfig"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return err
	}
	if f.deaf {
		return nil
	}
	trusted := fakeTrust(f.home)
	for _, e := range p.Edits {
		key, clears := strings.CutPrefix(e.KeyPath, `hooks.state."`)
		switch {
		case clears && e.Value == nil && e.Merge == "replace":
			delete(trusted, strings.TrimSuffix(key, `"`))
		case e.KeyPath == "hooks.state" && e.Merge == "upsert" && p.Reload:
			for key, v := range e.Value {
				trusted[key] = v["trusted_hash"]
			}
		default:
			return fmt.Errorf("strange edit %s", params)
		}
	}
	text, err := json.Marshal(trusted)
	if err != nil {
		return err
	}
	var config strings.Builder
	old, _ := os.ReadFile(filepath.Join(f.home, "config.toml")) // nothing: an empty one
	rest, _, _ := strings.Cut(string(old), "[hooks.state")
	config.WriteString(rest)
	for key, hash := range trusted {
		fmt.Fprintf(&config, "[hooks.state.%q]\ntrusted_hash = %q\n", key, hash)
	}
	return errors.Join(os.WriteFile(filepath.Join(f.home, "trust.json"), text, 0o600),
		os.WriteFile(filepath.Join(f.home, "config.toml"), []byte(config.String()), 0o600))
}

func fakeTrust(home string) map[string]string {
	trusted := map[string]string{}
	if text, err := os.ReadFile(filepath.Join(home, "trust.json")); err == nil {
		_ = json.Unmarshal(text, &trusted)
	}
	return trusted
}

// list is hooks/list: the handlers of hooks.json, and of the plugins that were copied.
func (f *fake) list() []codexHook {
	path := filepath.Join(f.home, "hooks.json")
	list := f.handlers(path, path, "")
	copied, _ := filepath.Glob(filepath.Join(f.home, "plugins", "cache", "*", "*", "*", "hooks", "*.json"))
	for _, path := range copied {
		list = append(list, f.handlers(path, "dango@dango:hooks/"+filepath.Base(path), "dango@dango")...)
	}
	return list
}

func (f *fake) handlers(path, name, plugin string) []codexHook {
	var file struct {
		Hooks map[string][]struct {
			Hooks []map[string]any `json:"hooks"`
		} `json:"hooks"`
	}
	text, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(text, &file) != nil {
		return []codexHook{}
	}
	trusted, list := fakeTrust(f.home), []codexHook{}
	for event, groups := range file.Hooks {
		for g, group := range groups {
			for h, handler := range group.Hooks {
				definition, _ := json.Marshal(handler)
				key := fmt.Sprintf("%s:%s:%d:%d", name, snake(event), g, h)
				entry := codexHook{Key: key, PluginID: plugin, TrustStatus: "untrusted", CurrentHash: fmt.Sprintf("sha256:%x", sha256.Sum256(definition))}
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
	if trusted := fakeTrust(filepath.Dir(path)); len(trusted) != 12 || trusted[path+":stop:0:0"] != "" || trusted[path+":stop:1:0"] == "" {
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

// Uninstalling takes the trust back only after a yes, only ours, and otherwise says what stays.
func TestUninstallForgetsTrust(t *testing.T) {
	w := newWorld(t)
	w.codex("on")
	home := w.opts.folder(agent("codex"))
	w.write(filepath.Join(home, "trust.json"), `{"/elsewhere:stop:0:0":"sha256:1"}`, 0o600)
	w.opts.Trust = true
	w.install("codex")
	w.opts.Trust = false
	if r := w.uninstall("codex")[0]; !strings.Contains(strings.Join(r.Notes, "\n"), "still remembers that it trusted 12 hooks") || len(fakeTrust(home)) != 13 {
		t.Errorf("without a yes: %+v, trusted are %v", r, fakeTrust(home))
	}
	w.install("codex")
	w.opts.Trust = true
	if r := w.uninstall("codex")[0]; strings.Contains(strings.Join(r.Notes, "\n"), "remembers") || len(fakeTrust(home)) != 1 {
		t.Errorf("after a yes: %+v, trusted are %v", r, fakeTrust(home))
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

// A Codex that runs in the background is asked and told, not a second one: its open sessions learn of it at once.
func TestCodexTrustThroughTheDaemon(t *testing.T) {
	w := newWorld(t)
	w.program("codex", "exit 1")
	home := w.opts.folder(agent("codex"))
	socket := w.opts.daemonSocket(agent("codex"))
	w.mkdir(filepath.Dir(socket))
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(rw, r, nil)
		if err != nil {
			return
		}
		defer func() { _ = conn.CloseNow() }()
		for f := (&fake{home: home}); ; {
			_, text, err := conn.Read(r.Context())
			if err != nil {
				return
			}
			answers, err := f.hear(text)
			if err != nil {
				return
			}
			for _, a := range answers {
				if conn.Write(r.Context(), websocket.MessageText, a) != nil {
					return
				}
			}
		}
	})}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })

	w.opts.Trust = true
	if r := w.install("codex")[0]; r.State != Trusted {
		t.Errorf("install: %+v", r)
	}
	if got := w.state("codex"); got != Trusted {
		t.Errorf("afterwards: %s", got)
	}
}

func TestUninstallTellsOfShiftedTrust(t *testing.T) {
	w := newWorld(t)
	w.install("codex")
	path := w.settings("codex")
	w.write(path, strings.Replace(w.read(path), `"Stop": [`, `"Stop": [ {"hooks": []},`, 1), 0o600)
	if r := w.uninstall("codex")[0]; len(r.Notes) != 1 { // about the backup
		t.Errorf("a group before ours: %v, want no note about it", r.Notes)
	}
	w.install("codex")
	text := w.read(path)
	at := strings.LastIndex(text[:strings.Index(text, `"Interrupt"`)], "]")
	w.write(path, text[:at]+`, {"hooks": []} `+text[at:], 0o600)
	if r := w.uninstall("codex")[0]; len(r.Notes) != 2 || !strings.Contains(r.Notes[0], "Stop") {
		t.Errorf("a group behind ours: %v, want a note about Stop", r.Notes)
	}
}
