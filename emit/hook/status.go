package hook

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"dango/prefs/jsonedit"
	"dango/prefs/lang"
	"dango/session/event"
)

// Report is how one agent stands.
type Report struct {
	Agent   event.Tool `json:"agent"`
	Name    string     `json:"name"`
	Present bool       `json:"present"` // the agent has a folder or a program on this machine
	File    string     `json:"file"`
	Version string     `json:"version,omitempty"`
	State   State      `json:"state"`
	Plugin  string     `json:"plugin,omitempty"`  // our plugin that the agent has enabled: another way than entries in File
	Events  []string   `json:"events,omitempty"`  // that have an entry of ours
	Missing []string   `json:"missing,omitempty"` // that should have one
	Stale   []string   `json:"stale,omitempty"`   // whose entry is not what this version writes, or should not be there
	Twice   []string   `json:"twice,omitempty"`   // that would report more than once
	Notes   []string   `json:"notes,omitempty"`
}

// Status reports how agents stand; none named = the whole table. It writes nothing. Codex is asked itself, when it
// is there, whether it trusts our hooks.
func Status(ctx context.Context, opts Options, named ...Agent) ([]Report, error) {
	if err := opts.complete(); err != nil {
		return nil, err
	}
	if len(named) == 0 {
		named = agents
	}
	var reports []Report
	for _, a := range named {
		reports = append(reports, opts.inspect(ctx, a).Report)
	}
	return reports, nil
}

// inspection is a report with what the doctor needs besides.
type inspection struct {
	Report
	target   *target
	doc      *jsonedit.Doc
	problem  error             // why the file could not be read
	commands map[string]string // by event: the line of the first entry of ours
	root     string            // of the plugin that the lines are from; "" = they are from the agent's file
	off      string            // the switch that turns hooks off, and where it is
	policy   string            // the file of the machine's owner that shadows ours
	asked    error             // why Codex could not be asked
}

func (o *Options) inspect(ctx context.Context, a Agent) *inspection {
	i := &inspection{Report: Report{Agent: a.ID, Name: a.Name, Present: o.present(a), File: o.file(a), State: NotInstalled}}
	if i.target, i.problem = readTarget(i.File); i.problem != nil {
		i.State = Broken
		return i
	}
	if a.Plugin {
		o.inspectPlugin(a, i)
		return i
	}
	if o.inspectFile(ctx, a, i); i.problem == nil {
		o.inspectEnabled(ctx, a, i)
	}
	return i
}

// inspectFile looks at our entries in the agent's own file.
func (o *Options) inspectFile(ctx context.Context, a Agent, i *inspection) {
	if jsonedit.Blank(i.target.text) {
		return
	}
	var err error
	if i.doc, err = jsonedit.Parse(i.target.text, a.Strict); err != nil {
		i.State, i.problem = Broken, refuse(i.target, a, err)
		return
	}
	if i.readEntries(o.owns); len(i.Events) == 0 {
		return
	}
	i.Version = o.Version(ctx, a)
	i.compare(o.wanted(a, i.Version))
	i.State = Installed
	if a.Trusts {
		o.inspectTrust(ctx, a, i)
	}
	if len(i.Missing)+len(i.Stale)+len(i.Twice) > 0 {
		i.State = Modified
	}
	o.overrule(a, i)
}

// overrule looks for switches and policies that keep our hooks from running, wherever they are registered.
func (o *Options) overrule(a Agent, i *inspection) {
	if i.off = o.switchedOff(a, i.doc); i.off != "" {
		i.State = Disabled
	}
	if i.policy = o.policyOver(a); i.policy != "" {
		i.State = Shadowed
	}
}

func (o *Options) inspectPlugin(a Agent, i *inspection) {
	if !bytes.HasPrefix(i.target.text, []byte(pluginMark)) {
		return
	}
	i.Events = pluginEvents
	i.commands = map[string]string{"session.created": "exec " + quote(o.helperPath()) + " " + string(a.ID)}
	switch {
	case bytes.Equal(i.target.text, o.pluginText()):
		i.State = Installed
	default:
		i.State = Modified
	}
}

func (i *inspection) readEntries(owns func(string) bool) {
	i.commands = map[string]string{}
	eachEvent(i.doc, func(name string, groups *hujson.Value) {
		found := ours(groups, owns)
		if len(found) == 0 {
			return
		}
		i.Events = append(i.Events, name)
		i.commands[name] = found[0].command
		if len(found) > 1 || found[0].whole && len(handlersOf(&groups.Value.(*hujson.Array).Elements[found[0].group])) > 1 {
			i.Twice = append(i.Twice, name)
		}
	})
}

// compare finds what an install would add, change or remove.
func (i *inspection) compare(want []wanted) {
	for _, w := range want {
		if !slices.Contains(i.Events, w.event) {
			i.Missing = append(i.Missing, w.event)
		}
	}
	eachEvent(i.doc, func(name string, groups *hujson.Value) {
		if !slices.Contains(i.Events, name) {
			return
		}
		at := slices.IndexFunc(want, func(w wanted) bool { return w.event == name })
		if at < 0 || !hasHandler(groups, plain(want[at].group.Hooks[0])) {
			i.Stale = append(i.Stale, name)
		}
	})
}

func hasHandler(groups *hujson.Value, handler any) bool {
	for g := range groups.Value.(*hujson.Array).Elements {
		handlers := handlersOf(&groups.Value.(*hujson.Array).Elements[g])
		for h := range handlers {
			if reflect.DeepEqual(jsonedit.Plain(&handlers[h]), handler) {
				return true
			}
		}
	}
	return false
}

// inspectTrust asks Codex; when it cannot be asked, its own file at least tells that nothing was ever trusted.
func (o *Options) inspectTrust(ctx context.Context, a Agent, i *inspection) {
	keys := o.codexKeys(i.target)
	hooks, err := o.askCodex(ctx, a, func(s *appServer) ([]codexHook, error) { return s.list(o.UserHome, among(keys)) })
	if err == nil {
		i.State = trustState(hooks, len(keys))
		return
	}
	i.asked = err
	if config, err := o.readCodexConfig(); err == nil && !slices.ContainsFunc(keys, config.recorded) {
		i.State = Untrusted
		return
	}
	i.Notes = append(i.Notes, lang.T("%s could not be asked whether it trusts our hooks: %v", a.Name, i.asked))
}

// switchedOff names the switch that turns the agent's hooks off, "" when they are on. doc is the agent's file, nil when
// there is nothing in it.
func (o *Options) switchedOff(a Agent, doc *jsonedit.Doc) string {
	var settings any
	if doc != nil {
		settings = jsonedit.Plain(&doc.Root)
	}
	for _, s := range a.Off {
		if v := lookup(settings, s.Path); v == s.Value {
			return lang.T("%s is %v in %s", strings.Join(s.Path, "."), s.Value, o.file(a))
		}
	}
	if a.HandlerName != "" {
		names, _ := lookup(settings, []string{"hooksConfig", "disabled"}).([]any)
		if slices.Contains(names, any(a.HandlerName)) {
			return lang.T("hooksConfig.disabled lists %q in %s", a.HandlerName, o.file(a))
		}
	}
	if a.ID != event.Codex {
		return ""
	}
	if config, err := o.readCodexConfig(); err == nil && config.off() != "" {
		return lang.T("%s is false under [features] in %s", config.off(), o.codexConfigPath())
	}
	return ""
}

// lookup walks into decoded objects; nil when there is nothing at that path.
func lookup(v any, path []string) any {
	for _, key := range path {
		m, _ := v.(map[string]any)
		v = m[key]
	}
	return v
}

// policyOver names the file with which this machine's owner allows only hooks of their own, "" when there is none.
func (o *Options) policyOver(a Agent) string {
	for _, policy := range a.Policies {
		path := filepath.Join(o.Root, policy)
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		doc, err := jsonedit.Parse(text, false)
		if err != nil {
			continue
		}
		root := jsonedit.Plain(&doc.Root)
		if lookup(root, []string{"allowManagedHooksOnly"}) == true || lookup(root, []string{"disableAllHooks"}) == true {
			return path
		}
	}
	return ""
}
