package hook

import (
	"bytes"
	"slices"
	"strings"

	"dango/prefs/jsonedit"

	"github.com/tailscale/hujson"
)

// entry is where a handler of ours stands in an event's array of groups.
type entry struct {
	group, handler int
	whole          bool // every handler of the group is ours
	command        string
}

// ours finds our entries in an event's groups; a group that is ours as a whole is one entry.
func ours(groups *hujson.Value, owns func(string) bool) []entry {
	var found []entry
	arr, ok := groups.Value.(*hujson.Array)
	if !ok {
		return nil
	}
	for g := range arr.Elements {
		handlers := handlersOf(&arr.Elements[g])
		var mine []entry
		for h := range handlers {
			if command := commandOf(&handlers[h]); owns(command) {
				mine = append(mine, entry{group: g, handler: h, command: command})
			}
		}
		if len(mine) > 0 && len(mine) == len(handlers) {
			mine = []entry{{group: g, whole: true, command: mine[0].command}}
		}
		found = append(found, mine...)
	}
	return found
}

func handlersOf(group *hujson.Value) []hujson.Value {
	if list := handlerList(group); list != nil {
		return list.Value.(*hujson.Array).Elements
	}
	return nil
}

func handlerList(group *hujson.Value) *hujson.Value {
	obj, ok := group.Value.(*hujson.Object)
	if !ok {
		return nil
	}
	if i := jsonedit.Find(obj, "hooks"); i >= 0 {
		if _, ok := obj.Members[i].Value.Value.(*hujson.Array); ok {
			return &obj.Members[i].Value
		}
	}
	return nil
}

func handlerAt(group *hujson.Value, i int) *hujson.Value { return &handlersOf(group)[i] }

func commandOf(handler *hujson.Value) string {
	obj, ok := handler.Value.(*hujson.Object)
	if !ok {
		return ""
	}
	if i := jsonedit.Find(obj, "command"); i >= 0 {
		if lit, ok := obj.Members[i].Value.Value.(hujson.Literal); ok && lit.Kind() == '"' {
			return lit.String()
		}
	}
	return ""
}

func removeEntry(doc *jsonedit.Doc, groups *hujson.Value, e entry) {
	if e.whole {
		doc.Remove(groups, e.group)
		return
	}
	doc.Remove(handlerList(&groups.Value.(*hujson.Array).Elements[e.group]), e.handler)
}

// stripped is a text without entries of ours.
type stripped struct {
	text    []byte
	events  []string // that had entries of ours, from last to first
	emptied []string // containers that held nothing else
	shifted []string // events in which a foreign group now has another index: Codex asks to trust it again
	gone    bool     // nothing is left of a file that we created
}

// strip is pure: it takes our entries out of text, and the containers that were made for them.
//
// It is as patient as can be: duplicate keys, wrong types and other people's mistakes are simply left alone;
// only a text that cannot be parsed is an error. rec nil means that nothing is known: then whatever our entries
// leave empty goes too.
func strip(text []byte, rec *record, owns func(string) bool) (*stripped, error) {
	out := &stripped{text: text}
	if !bytes.Contains(text, []byte(helperName)) { // blank, or never ours: then it may be as broken as it likes
		return out, nil
	}
	doc, err := jsonedit.Parse(text, false)
	if err != nil {
		return nil, err
	}
	root, ok := doc.Root.Value.(*hujson.Object)
	if !ok {
		return out, nil
	}
	for i := len(root.Members) - 1; i >= 0; i-- {
		if jsonedit.Name(&root.Members[i]) == "hooks" {
			out.hooks(doc, i, rec, owns)
		}
	}
	if len(out.events) == 0 {
		return out, nil
	}
	if rec != nil && len(root.Members) == 0 {
		restore(&doc.Root, "", rec)
	}
	out.text = doc.Bytes()
	if rec != nil && len(root.Members) == 0 && jsonedit.Blank([]byte(jsonedit.Inner(&doc.Root))) {
		switch {
		case rec.Blank != nil:
			out.text = []byte(*rec.Blank)
		case rec.CreatedFile:
			out.gone = true
		}
	}
	return out, nil
}

func (s *stripped) hooks(doc *jsonedit.Doc, i int, rec *record, owns func(string) bool) {
	root := doc.Root.Value.(*hujson.Object)
	hooks := &root.Members[i].Value
	obj, ok := hooks.Value.(*hujson.Object)
	if !ok {
		return
	}
	before := len(s.events)
	for j := len(obj.Members) - 1; j >= 0; j-- {
		name := jsonedit.Name(&obj.Members[j])
		found := ours(&obj.Members[j].Value, owns)
		if len(found) == 0 {
			continue
		}
		s.events = append(s.events, name)
		groups := obj.Members[j].Value.Value.(*hujson.Array).Elements
		if last := found[len(found)-1]; found[0].whole && last.group < len(groups)-1 {
			s.shifted = append(s.shifted, name)
		}
		if stripEvent(doc, hooks, j, rec, owns) {
			s.emptied = append(s.emptied, "hooks."+name)
		}
	}
	if len(s.events) > before && len(obj.Members) == 0 {
		s.emptied = append(s.emptied, "hooks")
		tidy(doc, &doc.Root, i, "hooks", rec)
	}
}

// stripEvent takes our entries out of member i of hooks, and tells whether nothing else was in it.
func stripEvent(doc *jsonedit.Doc, hooks *hujson.Value, i int, rec *record, owns func(string) bool) bool {
	member := &hooks.Value.(*hujson.Object).Members[i]
	name, groups := jsonedit.Name(member), &member.Value
	for _, e := range slices.Backward(ours(groups, owns)) {
		removeEntry(doc, groups, e)
	}
	if jsonedit.Len(groups) > 0 {
		return false
	}
	tidy(doc, hooks, i, "hooks."+name, rec)
	return true
}

// tidy removes item i of parent, a container left empty by our entries, if it was made for them; one that the
// user had made gets back what stood between its brackets.
func tidy(doc *jsonedit.Doc, parent *hujson.Value, i int, path string, rec *record) {
	item := &parent.Value.(*hujson.Object).Members[i].Value
	if rec == nil || rec.created(path) {
		if jsonedit.Len(item) == 0 && jsonedit.Blank([]byte(jsonedit.Inner(item))) {
			doc.Remove(parent, i)
		}
		return
	}
	restore(item, path, rec)
}

// restore gives an empty container the inside that it had before we filled it, unless comments have come or gone.
func restore(item *hujson.Value, path string, rec *record) {
	inner, ok := rec.Filled[path]
	if ok && jsonedit.Len(item) == 0 && strings.TrimSpace(inner) == strings.TrimSpace(jsonedit.Inner(item)) {
		jsonedit.SetInner(item, inner)
	}
}

// eachEvent calls f for every member of the hooks object, in order.
func eachEvent(doc *jsonedit.Doc, f func(name string, groups *hujson.Value)) {
	root, ok := doc.Root.Value.(*hujson.Object)
	if !ok {
		return
	}
	i := jsonedit.Find(root, "hooks")
	if i < 0 {
		return
	}
	if hooks, ok := root.Members[i].Value.Value.(*hujson.Object); ok {
		for j := range hooks.Members {
			f(jsonedit.Name(&hooks.Members[j]), &hooks.Members[j].Value)
		}
	}
}
