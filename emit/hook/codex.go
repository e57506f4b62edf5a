package hook

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/BurntSushi/toml"
	"github.com/tailscale/hujson"

	"dango/prefs/jsonedit"
	"dango/prefs/lang"
)

// codexHook is what hooks/list tells about one handler.
type codexHook struct {
	Key         string `json:"key"`         // file:event_name:group:handler
	TrustStatus string `json:"trustStatus"` // untrusted trusted modified managed
	Enabled     *bool  `json:"enabled"`
	CurrentHash string `json:"currentHash"` // Codex's own; we hand it back unread
	PluginID    string `json:"pluginId"`    // of a plugin's handler
}

type codexList struct {
	Data []struct {
		Hooks []codexHook `json:"hooks"`
	} `json:"data"`
}

// among chooses the handlers of those keys.
func among(keys []string) func(codexHook) bool {
	return func(h codexHook) bool { return slices.Contains(keys, h.Key) }
}

// ofPlugin chooses the handlers of that plugin.
func ofPlugin(id string) func(codexHook) bool {
	return func(h codexHook) bool { return h.PluginID == id }
}

// list asks for the handlers of ours.
func (s *appServer) list(cwd string, ours func(codexHook) bool) ([]codexHook, error) {
	var l codexList
	if err := s.call("hooks/list", map[string]any{"cwds": []string{cwd}}, &l); err != nil {
		return nil, err
	}
	var mine []codexHook
	for _, d := range l.Data {
		for _, h := range d.Hooks {
			if ours(h) {
				mine = append(mine, h)
			}
		}
	}
	return mine, nil
}

// trust tells Codex, as its own dialog does, that the user trusts these handlers, and checks that it took.
func (s *appServer) trust(cwd string, ours func(codexHook) bool) ([]codexHook, error) {
	mine, err := s.list(cwd, ours)
	if err != nil {
		return nil, err
	}
	value := map[string]any{}
	for _, h := range mine {
		if h.TrustStatus != "trusted" && h.TrustStatus != "managed" && h.CurrentHash != "" {
			value[h.Key] = map[string]string{"trusted_hash": h.CurrentHash}
		}
	}
	if len(value) == 0 {
		return mine, nil
	}
	edit := map[string]any{"keyPath": "hooks.state", "value": value, "mergeStrategy": "upsert"}
	if err := s.call("config/batchWrite", map[string]any{"edits": []any{edit}, "reloadUserConfig": true}, nil); err != nil {
		return nil, err
	}
	return s.list(cwd, ours)
}

// forget takes the trust of these handlers away, each by its own key: a null value clears it.
func (s *appServer) forget(keys []string) error {
	var edits []any
	for _, k := range keys {
		path := `hooks.state."` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(k) + `"`
		edits = append(edits, map[string]any{"keyPath": path, "value": nil, "mergeStrategy": "replace"})
	}
	return s.call("config/batchWrite", map[string]any{"edits": edits, "reloadUserConfig": true}, nil)
}

// askCodex has one conversation with Codex.
func (o *Options) askCodex(ctx context.Context, a Agent, ask func(*appServer) ([]codexHook, error)) ([]codexHook, error) {
	ctx, cancel := context.WithTimeout(ctx, codexWithin)
	defer cancel()
	s, err := o.reachCodex(ctx, a)
	if err != nil {
		return nil, err
	}
	defer s.wire.close()
	return ask(s)
}

// settleTrust has our hooks trusted after the user's yes, or says what Codex will ask.
func (in *installer) settleTrust(ctx context.Context, a Agent, r *Result) error {
	r.State = Untrusted
	if in.DryRun {
		if in.Trust {
			r.Plan = append(r.Plan, "have "+a.Name+" trust our hooks")
		}
		return nil
	}
	t, err := readTarget(r.File)
	if err != nil {
		return err
	}
	keys := in.codexKeys(t)
	return in.haveTrusted(ctx, a, among(keys), len(keys), r)
}

// haveTrusted is settleTrust for the handlers that ours chooses, of which there should be want.
func (in *installer) haveTrusted(ctx context.Context, a Agent, ours func(codexHook) bool, want int, r *Result) error {
	if !in.Trust {
		hooks, err := in.askCodex(ctx, a, func(s *appServer) ([]codexHook, error) { return s.list(in.UserHome, ours) })
		if err == nil {
			r.State = trustState(hooks, want)
		}
		if r.State != Trusted {
			r.Notes = append(r.Notes, lang.T(`%s runs a new hook only after you have trusted it: at its next start it asks "Hooks need review"; choose to trust them. Sessions that are open already need a restart`, a.Name))
		}
		return nil
	}
	hooks, err := in.askCodex(ctx, a, func(s *appServer) ([]codexHook, error) { return s.trust(in.UserHome, ours) })
	if err != nil {
		return fmt.Errorf("%w; the hooks are installed: trust them in the dialog that %s shows at its next start", err, a.Name)
	}
	r.Plan = append(r.Plan, "have "+a.Name+" trust our hooks")
	if r.State = trustState(hooks, want); r.State != Trusted {
		return fmt.Errorf("hook: %s did not take the trust (%s); trust them in the dialog that it shows at its next start", a.Name, r.State)
	}
	r.Notes = append(r.Notes, lang.T("sessions of %s that are open already may need a restart", a.Name))
	return nil
}

// forgetTrust has Codex forget that it trusted these handlers, after the user's yes; else it says what stays.
func (in *installer) forgetTrust(ctx context.Context, a Agent, keys []string, r *Result) {
	config, err := in.readCodexConfig()
	if err != nil {
		return
	}
	recorded := slices.DeleteFunc(keys, func(k string) bool { return !config.recorded(k) })
	if len(recorded) == 0 {
		return
	}
	err = errors.New("that needs your yes")
	if in.Trust && !in.DryRun {
		_, err = in.askCodex(ctx, a, func(s *appServer) ([]codexHook, error) { return nil, s.forget(recorded) })
	}
	if err != nil {
		r.Notes = append(r.Notes, lang.T("Codex still remembers that it trusted %d hooks, under [hooks.state] in %s; without them that means nothing (%v)",
			len(recorded), in.codexConfigPath(), err))
		return
	}
	r.Plan = append(r.Plan, "have "+a.Name+" forget that it trusted our hooks")
}

// trustState sums up what Codex says about our handlers, of which there should be want. One that it does not list is
// not run.
func trustState(hooks []codexHook, want int) State {
	if len(hooks) < want {
		return Disabled
	}
	state := Trusted
	for _, h := range hooks {
		switch {
		case h.TrustStatus == "modified":
			return Modified
		case h.TrustStatus == "untrusted":
			state = Untrusted
		case h.Enabled != nil && !*h.Enabled && state == Trusted:
			state = Disabled
		}
	}
	return state
}

// codexKeys are the names under which Codex knows our handlers: file, event and position.
func (o *Options) codexKeys(t *target) []string {
	doc, err := jsonedit.Parse(t.text, false)
	if err != nil {
		return nil
	}
	var keys []string
	eachEvent(doc, func(name string, groups *hujson.Value) {
		for _, e := range ours(groups, o.owns) {
			keys = append(keys, fmt.Sprintf("%s:%s:%d:%d", t.path, snake(name), e.group, e.handler))
		}
	})
	return keys
}

// snake is Codex's other spelling of an event: PermissionRequest, permission_request.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// codexConfig is what matters to us in config.toml, which is Codex's to write.
type codexConfig struct {
	Features map[string]any `toml:"features"`
	Hooks    map[string]any `toml:"hooks"`
	Plugins  map[string]struct {
		Enabled *bool `toml:"enabled"`
	} `toml:"plugins"`
}

func (o *Options) codexConfigPath() string {
	a, _ := ByID("codex")
	return filepath.Join(o.folder(a), "config.toml")
}

func (o *Options) readCodexConfig() (*codexConfig, error) {
	c := &codexConfig{}
	_, err := toml.DecodeFile(o.codexConfigPath(), c)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return nil, fmt.Errorf("hook: read %q: %w", o.codexConfigPath(), err)
	}
	return c, nil
}

// off names the feature switch that turns hooks off, "" when none does. codex_hooks is its older name.
func (c *codexConfig) off() string {
	for _, name := range []string{"hooks", "codex_hooks"} {
		if on, ok := c.Features[name].(bool); ok && !on {
			return name
		}
	}
	return ""
}

// recorded reports whether config.toml holds a trust record for the handler. Whether it still fits, only Codex can say.
func (c *codexConfig) recorded(key string) bool {
	state, _ := c.Hooks["state"].(map[string]any)
	rec, _ := state[key].(map[string]any)
	return rec["trusted_hash"] != nil
}

// inline counts the handlers in config.toml itself that are ours: with hooks.json they would run twice.
func (c *codexConfig) inline(owns func(string) bool) int {
	n := 0
	for name, groups := range c.Hooks {
		if name != "state" {
			n += countOwned(groups, owns)
		}
	}
	return n
}

func countOwned(v any, owns func(string) bool) int {
	n := 0
	switch v := v.(type) {
	case string:
		if owns(v) {
			n++
		}
	case []map[string]any:
		for _, e := range v {
			n += countOwned(e, owns)
		}
	case []any:
		for _, e := range v {
			n += countOwned(e, owns)
		}
	case map[string]any:
		for _, e := range v {
			n += countOwned(e, owns)
		}
	}
	return n
}
