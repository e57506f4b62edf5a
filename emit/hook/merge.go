package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"dango/prefs/jsonedit"

	"github.com/tailscale/hujson"
)

// change is the outcome of a merge.
type change struct {
	text                    []byte
	rec                     record
	gone                    bool     // the file is to be deleted: it was ours alone
	added, updated, removed []string // names of events
}

// merge is pure: it brings our entries in text up to want and touches nothing else.
//
// rec is the record of earlier runs, nil when there is none. Errors are *jsonedit.Error.
func merge(text []byte, exists bool, a Agent, want []wanted, rec *record, owns func(string) bool) (*change, error) {
	m := &merger{owns: owns, change: change{rec: record{Agent: a.ID}}}
	source := text
	if jsonedit.Blank(text) {
		if m.rec.CreatedFile = !exists; exists {
			blank := string(text)
			m.rec.Blank = &blank
		}
		source = append(bytes.TrimRight(bytes.Clone(text), " \t\r\n"), "{}\n"...) // keeps a byte order mark
	}
	var err error
	if m.doc, err = jsonedit.Parse(source, a.Strict); err != nil {
		return nil, err
	}
	if err := m.check(a); err != nil {
		return nil, err
	}
	m.adopt(source, rec)
	if err := m.merge(want); err != nil {
		return nil, err
	}
	m.text = text
	if len(m.added)+len(m.updated)+len(m.removed) > 0 {
		m.text = m.doc.Bytes()
	}
	return &m.change, m.prove(text, a)
}

type merger struct {
	doc     *jsonedit.Doc
	owns    func(string) bool
	adopted bool // entries of ours were there before
	change
}

// check refuses what has no certain meaning, or what the agent would not read anyway.
func (m *merger) check(a Agent) error {
	root, ok := m.doc.Root.Value.(*hujson.Object)
	if !ok {
		return m.doc.ErrorAt(&m.doc.Root, "the file holds %s, not an object", jsonedit.KindName(&m.doc.Root))
	}
	if err := m.doc.Duplicate(); err != nil {
		return err
	}
	for i := range root.Members {
		name := jsonedit.Name(&root.Members[i])
		if a.OnlyKeys != nil && !slices.Contains(a.OnlyKeys, name) {
			return m.doc.ErrorAt(&root.Members[i].Name, "%s ignores this whole file because of the key %q", a.Name, name)
		}
	}
	return nil
}

// adopt takes over what earlier runs recorded, as long as entries of ours are still there. Without a record
// (lost with its folder) whatever holds nothing but our entries counts as made by us.
func (m *merger) adopt(text []byte, rec *record) {
	old, err := strip(text, rec, m.owns)
	if err != nil || len(old.events) == 0 {
		return
	}
	m.adopted = true
	if rec != nil {
		m.rec = rec.clone()
	} else {
		m.rec.Created = old.emptied
	}
}

func (m *merger) merge(want []wanted) error {
	root := m.doc.Root.Value.(*hujson.Object)
	i := jsonedit.Find(root, "hooks")
	if i < 0 {
		m.rec.found("", &m.doc.Root)
		var all jsonedit.Object
		for _, w := range want {
			m.rec.create("hooks." + w.event)
			m.added = append(m.added, w.event)
			all = append(all, jsonedit.Item{Name: w.event, Value: []group{w.group}})
		}
		m.rec.create("hooks")
		m.doc.Append(&m.doc.Root, jsonedit.Item{Name: "hooks", Value: all})
		return nil
	}
	hooks := &root.Members[i].Value
	if _, ok := hooks.Value.(*hujson.Object); !ok {
		return m.doc.ErrorAt(hooks, `"hooks" is %s, not an object`, jsonedit.KindName(hooks))
	}
	if !m.adopted {
		m.rec.found("hooks", hooks)
	}
	if err := m.refresh(hooks, want); err != nil {
		return err
	}
	m.addMissing(hooks, want)
	return nil
}

// refresh brings the events up to date that the file already has.
func (m *merger) refresh(hooks *hujson.Value, want []wanted) error {
	byEvent := map[string]*wanted{}
	for i := range want {
		byEvent[want[i].event] = &want[i]
	}
	obj := hooks.Value.(*hujson.Object)
	for i := len(obj.Members) - 1; i >= 0; i-- {
		name, groups := jsonedit.Name(&obj.Members[i]), &obj.Members[i].Value
		w := byEvent[name]
		if _, ok := groups.Value.(*hujson.Array); !ok {
			if w == nil {
				continue
			}
			return m.doc.ErrorAt(groups, `"hooks.%s" is %s, not an array`, name, jsonedit.KindName(groups))
		}
		switch found := ours(groups, m.owns); {
		case w == nil && len(found) > 0:
			m.removed = append(m.removed, name)
			stripEvent(m.doc, hooks, i, &m.rec, m.owns)
		case w != nil && len(found) == 0:
			m.added = append(m.added, name)
			m.rec.found("hooks."+name, groups)
			m.doc.Append(groups, jsonedit.Item{Value: w.group})
		case w != nil:
			m.update(groups, found, w)
		}
	}
	return nil
}

// update makes the first entry of ours right, in its place, and removes others: they would report twice.
func (m *merger) update(groups *hujson.Value, found []entry, w *wanted) {
	changed := len(found) > 1
	for i := len(found) - 1; i > 0; i-- {
		removeEntry(m.doc, groups, found[i])
	}
	first := found[0]
	old, fresh := &groups.Value.(*hujson.Array).Elements[first.group], any(w.group)
	if !first.whole { // someone put other handlers into our group: it is theirs now, the handler is ours
		old, fresh = handlerAt(old, first.handler), w.group.Hooks[0]
	}
	if !reflect.DeepEqual(jsonedit.Plain(old), plain(fresh)) {
		m.doc.Replace(old, fresh)
		changed = true
	}
	if changed {
		m.updated = append(m.updated, w.event)
	}
}

func (m *merger) addMissing(hooks *hujson.Value, want []wanted) {
	for _, w := range want {
		if jsonedit.Find(hooks.Value.(*hujson.Object), w.event) >= 0 {
			continue
		}
		m.rec.create("hooks." + w.event)
		m.added = append(m.added, w.event)
		m.doc.Append(hooks, jsonedit.Item{Name: w.event, Value: []group{w.group}})
	}
}

// prove checks the promise before anything is written: taking our entries out of the new text gives exactly
// what taking them out of the old one gives, which without entries of ours is the old text itself.
func (m *merger) prove(before []byte, a Agent) error {
	if _, err := jsonedit.Parse(m.text, a.Strict); err != nil {
		return fmt.Errorf("the new text would not parse: %w", err)
	}
	left, err := strip(m.text, &m.rec, m.owns)
	if err != nil {
		return err
	}
	if jsonedit.Blank(before) {
		if left.gone || m.rec.Blank != nil && string(left.text) == *m.rec.Blank {
			return nil
		}
		return errUndo
	}
	was, err := strip(before, &m.rec, m.owns)
	if err != nil {
		return err
	}
	if left.gone != was.gone || !bytes.Equal(left.text, was.text) {
		return errUndo
	}
	return nil
}

var errUndo = errors.New("our entries could not be taken out again without a trace")

func plain(v any) any {
	b, err := json.Marshal(v)
	if err != nil {
		panic("hook: " + err.Error())
	}
	var out any
	_ = json.Unmarshal(b, &out)
	return out
}
