package scene

import (
	"slices"
	"strings"
	"testing"

	"dango/session"
	"dango/session/event"
)

// marked is what a card marks of a command, and its hint.
func marked(command string) (words string, marks []string, hint string) {
	p := page{left: maxBodyBytes}
	hint = p.command(command, "", "/home/u/project")
	r := []rune(p.blocks[0].words)
	for _, m := range p.blocks[0].marks {
		marks = append(marks, string(r[m.from:m.to]))
	}
	return p.blocks[0].words, marks, hint
}

// TestCommandsHideNothing: the part that does harm is marked and on the card, however it was put out of sight.
func TestCommandsHideNothing(t *testing.T) {
	for _, c := range []struct {
		name, command string
		marks         []string
		hint          string
	}{
		{"behind spaces", "ls" + strings.Repeat(" ", 900) + "&& rm -rf ~/x", []string{"‹900 spaces›", "rm -rf ~/x"}, "Deletes folders with all that is in them"},
		{"behind lines", "ls" + strings.Repeat("\n", 90) + "rm -rf x", []string{"‹89 empty lines›", "rm -rf x"}, "Deletes folders with all that is in them"},
		{"behind a flood", "echo " + strings.Repeat("x", 30_000) + "; rm -rf x", []string{"‹14,015 characters left out›", "rm -rf x"}, "Deletes folders with all that is in them"},
		{"behind letters that are composed", "echo e\u0301e\u0301 && sudo ls", []string{"sudo"}, "Runs as the administrator"},
		{"between what cannot be seen", "\u200bsudo ls", []string{"‹U+200B›"}, "Has characters that cannot be seen"},
		{"both", "sudo \u202e ls", []string{"‹U+202E›", "sudo"}, "Has characters that cannot be seen; runs as the administrator"},
	} {
		words, marks, hint := marked(c.command)
		if !slices.Equal(marks, c.marks) || hint != c.hint {
			t.Errorf("%s: marks %q, hint %q; want %q, %q", c.name, marks, hint, c.marks, c.hint)
		}
		if len(words) > maxBodyBytes {
			t.Errorf("%s: %d bytes are shown", c.name, len(words))
		}
	}
	if _, _, hint := marked(strings.Repeat("x", 200_000)); hint != "Is too long to be looked through" {
		t.Errorf("hint %q", hint)
	}
}

// TestFilesHideNothing: the same counts for what is written, where to, and what a tool is given.
func TestFilesHideNothing(t *testing.T) {
	p := page{left: maxBodyBytes}
	p.path("/home/u/project/a\u202etxt.exe", "/home/u/project", "")
	p.diff("", "if access == \"user\u2066\" {")
	p.list([]byte(`{"to": "a\u200bb"}`), 0)
	var all []string
	for _, b := range p.blocks {
		all = append(all, b.words)
	}
	want := []string{"a‹U+202E›txt.exe", "if access == \"user‹U+2066›\" {", "to", "a‹U+200B›b"}
	if !slices.Equal(all, want) || p.warned("Outside the session's folder") != "Outside the session's folder; has characters that cannot be seen" {
		t.Errorf("shown %q, warned %q", all, p.warned("Outside the session's folder"))
	}
}

// TestOffersHideNothing: what would always be allowed is told to the letter.
func TestOffersHideNothing(t *testing.T) {
	for tool, suggest := range map[event.Tool]string{
		event.ClaudeCode: "[{\"type\": \"addRules\", \"behavior\": \"allow\", \"destination\": \"session\", \"rules\": [{\"toolName\": \"Bash\", \"ruleContent\": \"ls\u200b\"}]}]",
		event.Codex:      "[{\"acceptWithExecpolicyAmendment\": {\"execpolicy_amendment\": [\"ls\u200b\"]}}]",
		event.OpenCode:   "[\"ls\u200b\"]",
	} {
		all := offersOf(tool, &session.Request{ToolName: "Bash", Suggest: []byte(suggest)})
		if len(all) == 0 || !strings.Contains(all[0].words, "ls‹U+200B›") || !strings.Contains(string(all[0].raw), "ls\u200b") {
			t.Errorf("%s: %+v", tool, all)
		}
	}
}
