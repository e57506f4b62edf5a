package session

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"dango/session/event"
)

func TestSnippet(t *testing.T) {
	family := "👨‍👩‍👧‍👦" // seven characters that a reader sees as one
	tests := []struct{ name, in, want string }{
		{"short", "hi", "hi"},
		{"white space", "  a\r\n\tb\u0007 c ", "a b c"},
		{"exact", strings.Repeat("x", 10), "xxxxxxxxxx"},
		{"long", strings.Repeat("x", 11), "xxxxxxxxx…"},
		{"Japanese", strings.Repeat("団子", 10), "団子団子団子団子団…"},
		{"never inside an emoji", "abcd" + family + family, "abcd…"},
		{"never before an accent", "abcdefghe\u0301xyz", "abcdefgh…"},
		{"space before the cut", "abcdefgh ijklmn", "abcdefgh…"},
		{"not text", "a\xff\xfeb", "a b"},
		{"endless", strings.Repeat("団", 1<<20), strings.Repeat("団", 9) + "…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := snippet(tt.in, 10)
			if got != tt.want {
				t.Errorf("snippet(%.20q, 10) = %q, want %q", tt.in, got, tt.want)
			}
			if n := utf8.RuneCountInString(got); n > 10 || !utf8.ValidString(got) {
				t.Errorf("snippet(%.20q, 10) has %d characters, valid %v", tt.in, n, utf8.ValidString(got))
			}
		})
	}
}

func TestDetail(t *testing.T) {
	tests := []struct{ name, tool, input, want string }{
		{"command", "Bash", `{"command":"make\ntest","description":"Test"}`, "make\ntest"},
		{"file below", "Edit", `{"file_path":"/home/dev/shop/src/till.go"}`, "src/till.go"},
		{"file elsewhere", "Read", `{"file_path":"/etc/hosts"}`, "/etc/hosts"},
		{"the folder beside", "Read", `{"file_path":"/home/dev/shopping/a"}`, "/home/dev/shopping/a"},
		{"notebook", "NotebookEdit", `{"notebook_path":"/home/dev/shop/a.ipynb"}`, "a.ipynb"},
		{"host", "WebFetch", `{"url":"https://example.invalid:8080/a?b"}`, "example.invalid:8080"},
		{"no host", "WebFetch", `{"url":"::"}`, "::"},
		{"mcp", "mcp__lab__hello_world", `{"x":1}`, "lab · hello_world"},
		{"questions", "AskUserQuestion", `{"questions":[{"question":"A?"},{"question":"B?"}]}`, "A?\nB?"},
		{"plan", "ExitPlanMode", `{"plan":"# Do it"}`, "# Do it"},
		{"patch", "apply_patch", `{"command":"*** Begin Patch\n*** Add File: /home/dev/shop/a\n+x\n*** Delete File: b\n*** End Patch"}`, "a, b"},
		{"search", "Grep", `{"pattern":"till","path":"/home/dev/shop"}`, "till"},
		{"subagent", "Agent", `{"description":"Look around"}`, "Look around"},
		{"another type", "Bash", `{"command":["a"]}`, ""},
		{"nothing", "Bash", ``, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := detail(tt.tool, json.RawMessage(tt.input), "/home/dev/shop"); got != tt.want {
				t.Errorf("detail(%s, %s) = %q, want %q", tt.tool, tt.input, got, tt.want)
			}
		})
	}
}

// TestEveryFieldIsSeen changes every field of what is shown, one at a time: a field that the comparison forgot would
// never be published.
func TestEveryFieldIsSeen(t *testing.T) {
	now := time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)
	full := Session{Subagents: []Subagent{{}}, Requests: []Request{{}}}
	each := func(name string, v reflect.Value, differs func() bool) {
		for i := range v.NumField() {
			f, was := v.Field(i), reflect.New(v.Field(i).Type()).Elem()
			was.Set(f)
			switch f.Interface().(type) {
			case time.Time:
				f.Set(reflect.ValueOf(now))
			case json.RawMessage:
				f.Set(reflect.ValueOf(json.RawMessage(`1`)))
			case []event.Decision:
				f.Set(reflect.ValueOf(everyDecision))
			case Key:
				f.Set(reflect.ValueOf(Key{ID: "x"}))
			case *Action:
				f.Set(reflect.ValueOf(&Action{Type: "open_url"}))
			case []Subagent, []Request:
				f.Set(reflect.Zero(f.Type()))
			default:
				switch f.Kind() {
				case reflect.String:
					f.SetString("x")
				case reflect.Bool:
					f.SetBool(true)
				case reflect.Int:
					f.SetInt(1)
				case reflect.Uint8:
					f.SetUint(1)
				default:
					t.Fatalf("%s.%s has a type that this test does not know", name, v.Type().Field(i).Name)
				}
			}
			if !differs() {
				t.Errorf("a change of %s.%s would not be published", name, v.Type().Field(i).Name)
			}
			f.Set(was)
		}
	}
	s := full
	each("Session", reflect.ValueOf(&s).Elem(), func() bool { return !sameSession(&full, &s) })
	var q Request
	each("Request", reflect.ValueOf(&q).Elem(), func() bool { return !sameRequest(Request{}, q) })
	var a Subagent
	each("Subagent", reflect.ValueOf(&a).Elem(), func() bool { return !sameSubagent(Subagent{}, a) })
}

// FuzzSnippet: a snippet is one line of whole characters, and no longer than it may be.
func FuzzSnippet(f *testing.F) {
	f.Add("fix the tests\nand push", 10)
	f.Add(strings.Repeat("👩‍👩‍👧‍👦", 30), 40)
	f.Add("\xff\xfe e\u0301e\u0301 \u200b\x00", 3)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		limit = 1 + int(uint(limit)%300)
		got := snippet(text, limit)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > limit || strings.ContainsAny(got, "\n\r\t\x00\x1b") || got != strings.TrimSpace(got) {
			t.Fatalf("%q in %d characters is %q", text, limit, got)
		}
		if again := snippet(got, limit); again != got {
			t.Fatalf("a snippet of %q is %q", got, again)
		}
	})
}
