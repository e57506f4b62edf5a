package scene

import (
	"testing"

	"dango/session"
	"dango/session/event"
)

func TestWhereabouts(t *testing.T) {
	nested := session.Session{
		Key: session.Key{Tool: event.ClaudeCode, ID: "c"}, Title: "summarise", Titled: true, Folder: "shop", Headless: true,
		Parent: session.Key{Tool: event.Codex, ID: "p"}, ParentTitle: "fix the login",
	}
	untitled, plain := nested, nested
	untitled.Titled, untitled.ParentTitle = false, ""
	plain.ParentTitle, plain.Mode = "", "plan" // which has a mark of its own
	for _, tt := range []struct {
		name    string
		s       session.Session
		private bool
		want    string
	}{
		{"a child", nested, false, "in fix the login ∙ Claude"},
		{"a child whose words are hidden", nested, true, "in Codex ∙ Claude"},
		{"the folder is the title", untitled, false, "Claude"},
		{"a folder", plain, false, "shop ∙ Claude"},
	} {
		b := bubble{s: &tt.s, private: tt.private}
		if got := b.whereabouts(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
