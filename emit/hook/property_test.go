package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"dango/prefs/jsonedit"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// author writes settings files as people do: any layout, comments, commas at the end.
type author struct {
	*rapid.T
	newline  string
	comments bool
}

// space is what may stand between two tokens.
func (a *author) space() string {
	pieces := []string{"", "", " ", "  ", "\t", a.newline, a.newline + "    "}
	if a.comments {
		pieces = append(pieces, "/* , } ] \" */", " // { [ \\ 'x'"+a.newline)
	}
	return rapid.SampledFrom(pieces).Draw(a.T, "space") + rapid.SampledFrom(pieces).Draw(a.T, "space")
}

func (a *author) list(open, end string, items []string) string {
	var b strings.Builder
	b.WriteString(open)
	for i, item := range items {
		b.WriteString(a.space() + item + a.space())
		if i < len(items)-1 || a.comments && rapid.Bool().Draw(a.T, "comma at the end") {
			b.WriteString(",")
		}
	}
	return b.String() + a.space() + end
}

func (a *author) object(names []string, value func(name string) string) string {
	var items []string
	for _, name := range names {
		items = append(items, fmt.Sprintf("%q%s:%s%s", name, a.space(), a.space(), value(name)))
	}
	return a.list("{", "}", items)
}

func (a *author) array(value func() string) string {
	items := make([]string, rapid.IntRange(0, 3).Draw(a.T, "elements"))
	for i := range items {
		items[i] = value()
	}
	return a.list("[", "]", items)
}

func (a *author) names(pool ...string) []string {
	return rapid.SliceOfNDistinct(rapid.SampledFrom(pool), 0, len(pool), rapid.ID[string]).Draw(a.T, "names")
}

// value is anything; deeper values are simpler.
func (a *author) value(depth int) string {
	kind := rapid.IntRange(0, 5).Draw(a.T, "kind")
	if depth <= 0 {
		kind %= 4
	}
	switch kind {
	case 0:
		return rapid.SampledFrom([]string{"null", "true", "false", "0", "-1.50", "1E+2", "12345678901234567890"}).Draw(a.T, "literal")
	case 4:
		return a.object(a.names("hooks", "Stop", "a", "é", "b c"), func(string) string { return a.value(depth - 1) })
	case 5:
		return a.array(func() string { return a.value(depth - 1) })
	}
	return rapid.SampledFrom([]string{`""`, `"x"`, `"// no comment"`, `"\u00e9\n"`, `"{[,]}"`, `"日本"`}).Draw(a.T, "string")
}

func (a *author) group() string {
	return a.object(append(a.names("matcher", "note"), "hooks"), func(name string) string {
		if name != "hooks" {
			return a.value(1)
		}
		return a.array(func() string {
			return a.object([]string{"type", "command"}, func(name string) string { return fmt.Sprintf("%q", "other "+name) })
		})
	})
}

func (a *author) file() string {
	hooks := func() string {
		return a.object(a.names("Stop", "PreToolUse", "SomethingNew"), func(string) string { return a.array(a.group) })
	}
	return a.space() + a.object(a.names("hooks", "model", "env", "list"), func(name string) string {
		if name == "hooks" {
			return hooks()
		}
		return a.value(3)
	}) + a.space()
}

// Whatever stands in the file: install adds our entries and changes nothing else, a second install changes nothing,
// and uninstall gives back every byte; also after another program has written the file anew in its own style.
func TestForeignPartsNeverChange(t *testing.T) {
	claude, _ := ByID("claude-code")
	want := twoEvents(claude)
	rapid.Check(t, func(t *rapid.T) {
		a := &author{t, rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "newline"), rapid.Bool().Draw(t, "comments")}
		before := []byte(rapid.SampledFrom([]string{"", "\xef\xbb\xbf"}).Draw(t, "mark") + a.file())

		c, err := merge(before, true, claude, want, nil, testOptions.owns)
		if err != nil {
			t.Fatalf("merge: %v\n%s", err, before)
		}
		was, is := decode(t, before), decode(t, c.text)
		for _, w := range want {
			if got := takeLast(is, w.event); !reflect.DeepEqual(got, plain(w.group)) {
				t.Fatalf("the last group of %s is %v, want ours\n%s", w.event, got, c.text)
			}
		}
		if diff := cmp.Diff(withoutEmpty(was), withoutEmpty(is)); diff != "" {
			t.Fatalf("foreign parts changed (-was +is):\n%s", diff)
		}
		again, err := merge(c.text, true, claude, want, &c.rec, testOptions.owns)
		if err != nil || !bytes.Equal(again.text, c.text) {
			t.Fatalf("the second install is not idle: %v\n%s", err, cmp.Diff(string(c.text), string(again.text)))
		}
		left, err := strip(c.text, &c.rec, testOptions.owns)
		if err != nil || !bytes.Equal(left.text, before) {
			t.Fatalf("uninstall: %v\n%s", err, cmp.Diff(string(before), string(left.text)))
		}

		rewritten, err := json.MarshalIndent(decode(t, c.text), "", "    ")
		if err != nil {
			t.Fatal(err)
		}
		left, err = strip(rewritten, &c.rec, testOptions.owns)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(decode(t, before), decode(t, left.text)); diff != "" {
			t.Fatalf("uninstall after a rewrite (-was +is):\n%s", diff)
		}
	})
}

// Installing one set of events after another (the agent was updated, or Dango) never loses the way back.
func TestChangingSets(t *testing.T) {
	claude, _ := ByID("claude-code")
	rapid.Check(t, func(t *rapid.T) {
		a := &author{t, "\n", rapid.Bool().Draw(t, "comments")}
		before := []byte(a.file())
		text, rec := before, (*record)(nil)
		for range rapid.IntRange(1, 4).Draw(t, "installs") {
			set := rapid.SliceOfNDistinct(rapid.SampledFrom(twoEvents(claude)), 1, 2, func(w wanted) string { return w.event }).Draw(t, "set")
			set[0].group.Hooks = []handler{set[0].group.Hooks[0]}
			set[0].group.Hooks[0].Timeout = rapid.Int64Range(1, 3).Draw(t, "timeout")
			c, err := merge(text, true, claude, set, rec, testOptions.owns)
			if err != nil {
				t.Fatalf("merge: %v\n%s", err, text)
			}
			text, rec = c.text, &c.rec
		}
		left, err := strip(text, rec, testOptions.owns)
		if err != nil || !bytes.Equal(left.text, before) {
			t.Fatalf("uninstall: %v\n%s", err, cmp.Diff(string(before), string(left.text)))
		}
	})
}

// Without the record of what was made, uninstall still leaves nothing of ours and everything of others.
func TestStripWithoutRecord(t *testing.T) {
	claude, _ := ByID("claude-code")
	rapid.Check(t, func(t *rapid.T) {
		a := &author{t, "\n", rapid.Bool().Draw(t, "comments")}
		before := []byte(a.file())
		c, err := merge(before, true, claude, twoEvents(claude), nil, testOptions.owns)
		if err != nil {
			t.Fatal(err)
		}
		left, err := strip(c.text, nil, testOptions.owns)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(withoutEmpty(decode(t, before)), withoutEmpty(decode(t, left.text))); diff != "" {
			t.Fatalf("(-was +is):\n%s", diff)
		}
	})
}

func decode(t *rapid.T, text []byte) map[string]any {
	doc, err := jsonedit.Parse(text, false)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return jsonedit.Plain(&doc.Root).(map[string]any)
}

// takeLast removes the last group of an event and gives it back.
func takeLast(root map[string]any, name string) any {
	hooks := root["hooks"].(map[string]any)
	groups := hooks[name].([]any)
	hooks[name] = groups[:len(groups)-1]
	return groups[len(groups)-1]
}

// withoutEmpty drops empty containers where ours may have stood.
func withoutEmpty(root map[string]any) map[string]any {
	hooks, _ := root["hooks"].(map[string]any)
	for name, groups := range hooks {
		if list, ok := groups.([]any); ok && len(list) == 0 {
			delete(hooks, name)
		}
	}
	if len(hooks) == 0 {
		delete(root, "hooks")
	}
	return root
}
