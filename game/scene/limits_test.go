package scene

import (
	"encoding/json"
	"strings"
	"testing"

	"dango/session"
)

// What lies deep in a tool's input is shown as it was written: to say it in words, each level is read anew, and a picture
// would come minutes later.
func TestDeepInputIsBounded(t *testing.T) {
	deep := strings.Repeat("[", 9000) + strings.Repeat("]", 9000)
	blocks, _ := permissionBlocks(&session.Session{}, &session.Request{ToolName: "x", Input: json.RawMessage(`{"a":` + deep + `,"b":[1,[true]]}`)})
	var words []string
	for _, b := range blocks {
		words = append(words, b.words)
	}
	got := strings.Join(words, " ")
	if !strings.Contains(got, "[[[[") || !strings.Contains(got, "b 1, yes") {
		t.Errorf("the card says %.80q…", got)
	}
}

// A number of a form is one that JSON can say.
func TestFormNumbers(t *testing.T) {
	all := formOf(json.RawMessage(`{"requested_schema":{"properties":{"n":{"type":"number"}}}}`))
	if len(all) != 1 {
		t.Fatalf("the form has %d pages", len(all))
	}
	for words, want := range map[string]bool{"2.5": true, " -1e3 ": true, "": false, "two": false, "NaN": false, "inf": false, "-Infinity": false, "1e999": false} {
		r := &reply{other: true}
		r.field.put(words)
		if got := all[0].done(r); got != want {
			t.Errorf("%q is done: %v, want %v", words, got, want)
		}
	}
}
