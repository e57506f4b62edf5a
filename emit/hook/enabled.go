package hook

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dango/prefs/jsonedit"
	"dango/prefs/lang"
	"dango/session/event"
)

// enabled is a plugin of ours that the agent runs, as the agent's own files tell.
type enabled struct {
	id    string // dango@market, as the agent calls it
	root  string // where the agent keeps its copy; "" = not found
	hooks string // the hooks file in it
}

// isOurs recognises our plugin by its name, whatever marketplace it came from.
func isOurs(id string) bool { return strings.HasPrefix(id, PluginName+"@") }

// pluginOf finds the plugin that connects the agent, nil when there is none.
func (o *Options) pluginOf(a Agent) *enabled {
	at := slices.IndexFunc(packagings, func(p packaging) bool { return p.tool == a.ID })
	if at < 0 {
		return nil
	}
	e := &enabled{}
	switch a.ID {
	case event.ClaudeCode:
		e.id, e.root = o.claudePlugin(a)
	case event.Codex:
		e.id, e.root = o.codexPlugin(a)
	}
	if e.id == "" {
		return nil
	}
	if e.root != "" {
		e.hooks = filepath.Join(e.root, packagings[at].hooks)
	}
	return e
}

// claudePlugin reads which plugins the user's settings enable, and where the copy of ours is.
func (o *Options) claudePlugin(a Agent) (id, root string) {
	var settings struct {
		Enabled map[string]any `json:"enabledPlugins"`
	}
	if readLoose(filepath.Join(o.folder(a), a.File), &settings) != nil {
		return "", ""
	}
	for name, on := range settings.Enabled {
		if isOurs(name) && on == true {
			id = name
		}
	}
	var installed struct {
		Plugins map[string][]struct {
			Path string `json:"installPath"`
		} `json:"plugins"`
	}
	if id == "" || readLoose(filepath.Join(o.folder(a), "plugins", "installed_plugins.json"), &installed) != nil {
		return id, ""
	}
	if copies := installed.Plugins[id]; len(copies) > 0 {
		root = copies[0].Path
	}
	return id, root
}

// codexPlugin reads the same of Codex, which keeps copies by version.
func (o *Options) codexPlugin(a Agent) (id, root string) {
	config, err := o.readCodexConfig()
	if err != nil {
		return "", ""
	}
	for name, p := range config.Plugins {
		if isOurs(name) && (p.Enabled == nil || *p.Enabled) {
			id = name
		}
	}
	if id == "" || config.Features["plugins"] == false {
		return "", ""
	}
	_, market, _ := strings.Cut(id, "@")
	copies, _ := filepath.Glob(filepath.Join(o.folder(a), "plugins", "cache", market, PluginName, "*")) // the pattern is a good one
	if len(copies) == 0 {
		return id, ""
	}
	newest := slices.MaxFunc(copies, func(x, y string) int { return cmp.Compare(changed(x), changed(y)) })
	return id, newest
}

// changed is when a file changed last, in nanoseconds; 0 when it cannot be looked at.
func changed(path string) int64 {
	fi, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return fi.ModTime().UnixNano()
}

// readLoose decodes a JSON file of an agent that may have comments.
func readLoose(path string, into any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	doc, err := jsonedit.Parse(text, false)
	if err != nil {
		return err
	}
	plain, err := json.Marshal(jsonedit.Plain(&doc.Root))
	if err != nil {
		return err
	}
	return json.Unmarshal(plain, into)
}

// inspectEnabled adds what the plugin does to what the agent's own file does.
func (o *Options) inspectEnabled(ctx context.Context, a Agent, i *inspection) {
	e := o.pluginOf(a)
	if e == nil {
		return
	}
	i.Plugin = e.id
	if len(i.Events) > 0 { // both ways
		i.Twice = slices.Clone(i.Events)
		i.State = Modified
		return
	}
	i.State = Installed
	if text, err := os.ReadFile(e.hooks); err == nil {
		if doc, err := jsonedit.Parse(text, false); err == nil {
			own := *i
			own.doc, own.Events = doc, nil
			own.readEntries(o.owns)
			i.Events, i.commands, i.root = own.Events, own.commands, e.root
		}
	}
	if a.Trusts {
		o.inspectPluginTrust(ctx, a, e, i)
	}
	o.overrule(a, i)
}

// inspectPluginTrust asks Codex about the handlers of the plugin.
func (o *Options) inspectPluginTrust(ctx context.Context, a Agent, e *enabled, i *inspection) {
	hooks, err := o.askCodex(ctx, a, func(s *appServer) ([]codexHook, error) { return s.list(o.UserHome, ofPlugin(e.id)) })
	switch {
	case err != nil:
		i.asked = err
		i.Notes = append(i.Notes, lang.T("%s could not be asked whether it trusts our plugin: %v", a.Name, err))
	case len(hooks) == 0:
		i.State = Disabled
	default:
		i.State = trustState(hooks, len(hooks))
	}
}

// installBeside is an install for an agent that our plugin connects: its settings stay as they are.
func (in *installer) installBeside(ctx context.Context, a Agent, e *enabled, r *Result) error {
	r.State = Installed
	r.Notes = append(r.Notes, lang.T("the plugin %s connects %s, so nothing is written to its settings", e.id, a.Name))
	if t, err := readTarget(r.File); err == nil && bytes.Contains(t.text, []byte(helperName)) {
		r.State = Modified
		r.Notes = append(r.Notes, lang.T("hooks of ours stand there as well, so each event is reported twice: "+
			"petctl hooks uninstall %s takes them out and leaves the plugin alone", a.ID))
	}
	if !a.Trusts {
		return nil
	}
	r.State = Untrusted
	if in.DryRun {
		return nil
	}
	return in.haveTrusted(ctx, a, ofPlugin(e.id), 1, r)
}
