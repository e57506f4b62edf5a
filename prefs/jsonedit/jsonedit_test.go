package jsonedit

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tailscale/hujson"
)

func parse(t *testing.T, text string) *Doc {
	t.Helper()
	d, err := Parse([]byte(text), false)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return d
}

// Remove takes the item with its comma and the space before it; comments stay, and none swallows what follows.
func TestRemove(t *testing.T) {
	for _, c := range []struct {
		name, before string
		i            int
		after        string
	}{
		{"the only one", `[1]`, 0, `[]`},
		{"the first on a line", `[1, 2, 3]`, 0, `[2, 3]`},
		{"one in the middle", `[1, 2, 3]`, 1, `[1, 3]`},
		{"the last", `[1, 2, 3]`, 2, `[1, 2]`},
		{"the last, with a comma behind", `[1, 2, 3,]`, 2, `[1, 2,]`},
		{"the only one, with a comma behind", `[ 1, ]`, 0, `[ ]`},
		{"a line", "[\n  1,\n  2\n]", 1, "[\n  1\n]"},
		{"the first line", "[\n  1,\n  2\n]", 0, "[\n  2\n]"},
		{"space before the comma", `[1 , 2]`, 1, `[1 ]`},
		{"a comment before it", "[\n  1, // one\n  2\n]", 1, "[\n  1 // one\n]"},
		{"a comment after it", "[\n  1,\n  2 // two\n]", 1, "[\n  1 // two\n]"},
		{"a comment before its comma", `[1 /* one */, 2 /* two */, 3]`, 1, `[1 /* one */, /* two */ 3]`},
		{"a line comment that would swallow the bracket", "[1, // one\n2]", 1, "[1 // one\n]"},
		{"a line comment that would swallow the next", "[1, // one\n2, 3]", 1, "[1, // one\n 3]"},
		{"a line comment with Windows line ends", "[1, // one\r\n2]", 1, "[1 // one\r\n]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := parse(t, c.before)
			d.Remove(&d.Root, c.i)
			if got := string(d.Bytes()); got != c.after {
				t.Errorf("%q without item %d = %q, want %q", c.before, c.i, got, c.after)
			}
		})
	}
}

func TestReplaceKeepsItsPlace(t *testing.T) {
	for _, c := range []struct{ before, after string }{
		{`{"a": [1, 2], "b": 0}`, `{"a": {"x": 1, "y": "&<>"}, "b": 0}`},
		{"{\n  \"a\": [ // old\n    1\n  ], // kept\n  \"b\": 0\n}", "{\n  \"a\": {\n    \"x\": 1,\n    \"y\": \"&<>\"\n  }, // kept\n  \"b\": 0\n}"},
	} {
		d := parse(t, c.before)
		d.Replace(&d.Root.Value.(*hujson.Object).Members[0].Value, Object{{"x", 1}, {"y", "&<>"}})
		if diff := cmp.Diff(c.after, string(d.Bytes())); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestAppendSeveral(t *testing.T) {
	d := parse(t, "{ }\n")
	d.Append(&d.Root, Item{"a", 1}, Item{"b", []string{}}, Item{"c", Object{{"d", []int{2}}}})
	want := "{\n  \"a\": 1,\n  \"b\": [],\n  \"c\": {\n    \"d\": [\n      2\n    ]\n  }\n}\n"
	if diff := cmp.Diff(want, string(d.Bytes())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFindReadsEscapes(t *testing.T) {
	obj := parse(t, `{"a": 1, "h\u006foks": 2}`).Root.Value.(*hujson.Object)
	if got := Find(obj, "hooks"); got != 1 {
		t.Errorf("Find = %d, want 1", got)
	}
	if got := Find(obj, "h\\u006foks"); got != -1 {
		t.Errorf("Find of the raw spelling = %d, want -1", got)
	}
}

// A value may be a secret: an error never repeats it.
func TestErrorsDoNotQuoteValues(t *testing.T) {
	for _, text := range []string{`{"token": sekret}`, `{"token": "sekret\q"}`, "{\"token\": \"sekret\n\"}", `{"token": "sekret`, `{"token": "x" sekret}`} {
		_, err := Parse([]byte(text), false)
		if err == nil || strings.Contains(err.Error(), "sekret") {
			t.Errorf("Parse(%q) = %v", text, err)
		}
	}
}

// Whatever parses is written back as it was, and an edit is undone by its opposite.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"{}", "[]", " {\"a\" : [1, 2,] /* x */ , } // y", "\xef\xbb\xbf{\r\n}", "[\n// x\n]", "{\"a\":1,\"a\":2}", "null", "{"} {
		f.Add([]byte(seed), false)
	}
	f.Fuzz(func(t *testing.T, text []byte, strict bool) {
		d, err := Parse(text, strict)
		if err != nil {
			if e, ok := errors.AsType[*Error](err); !ok || e.Line < 1 || e.Column < 1 {
				t.Fatalf("Parse(%q) = %v, an error without a place", text, err)
			}
			return
		}
		if !bytes.Equal(d.Bytes(), text) {
			t.Fatalf("Parse(%q) is written back as %q", text, d.Bytes())
		}
		if _, ok := boxOf(&d.Root); !ok {
			return
		}
		n, inner := Len(&d.Root), ""
		if n == 0 {
			inner = Inner(&d.Root)
		}
		d.Append(&d.Root, Item{"new", []int{1}})
		if again, err := Parse(d.Bytes(), false); err != nil || Len(&again.Root) != n+1 {
			t.Fatalf("appended to %q: %q (%v)", text, d.Bytes(), err)
		}
		d.Remove(&d.Root, n)
		if n == 0 {
			SetInner(&d.Root, inner)
		}
		if !bytes.Equal(d.Bytes(), text) {
			t.Fatalf("appended to %q and removed again: %q", text, d.Bytes())
		}
	})
}
