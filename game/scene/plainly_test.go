package scene

import (
	"slices"
	"strings"
	"testing"

	"dango/session"
	"dango/session/event"
)

// TestPlainly: what a card shows of an agent's words. Parts with something behind them stand in [ ].
func TestPlainly(t *testing.T) {
	for _, c := range []struct{ name, text, want, warns string }{
		{"plain", "git status", "git status", ""},
		{"lines", "a\n\n  b\tc", "a\n\n  b    c", ""},
		{"turned", "ls \u202egpj.exe", "ls [‹U+202E›]gpj.exe", "has characters that cannot be seen"},
		{"isolated", "a\u2066b\u2069", "a[‹U+2066›]b[‹U+2069›]", "has characters that cannot be seen"},
		{"no width", "rm\u200b -rf \ufeffx\u00ad", "rm[‹U+200B›] -rf [‹U+FEFF›]x[‹U+00AD›]", "has characters that cannot be seen"},
		{"escapes", "\x1b[31mred\x1b[0m\x07\r", "[‹U+001B›][31mred[‹U+001B›][0m[‹U+0007›][‹U+000D›]", "has characters that cannot be seen"},
		{"other spaces", "rm\u00a0x\u2003y", "rm[‹U+00A0›]x[‹U+2003›]y", "has characters that cannot be seen"},
		{"fillers", "a\u3164\u2800\u115fb", "a[‹U+3164›][‹U+2800›][‹U+115F›]b", "has characters that cannot be seen"},
		{"tags", "a\U000e0041", "a[‹U+E0041›]", "has characters that cannot be seen"},
		{"a wide space between wide letters", "七\u3000夕", "七\u3000夕", ""},
		{"a family", "ok 👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3", "ok 👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3", ""},
		{"a joiner in Persian", "می\u200cخواهم", "می\u200cخواهم", ""},
		{"look-alikes", "cat pаsswd", "cat p[а]sswd", "has letters that only look like Latin ones"},
		{"Russian", "echo привет мир", "echo привет мир", ""},
		{"units", "sleep 10μs", "sleep 10μs", ""},
		{"a gap", "ls" + strings.Repeat(" ", 300) + "; rm x", "ls[‹300 spaces›]; rm x", ""},
		{"a short gap", "a" + strings.Repeat(" ", widestGap) + "b", "a" + strings.Repeat(" ", widestGap) + "b", ""},
		{"tabs are wide", "a\t\t\t\t\tb", "a[‹20 spaces›]b", ""},
		{"far in", strings.Repeat(" ", 40) + "x", strings.Repeat(" ", 40) + "x", ""},
		{"too far in", "a\n" + strings.Repeat(" ", 90) + "x", "a\n[‹90 spaces›]x", ""},
		{"empty lines", "ls\n" + strings.Repeat(" \n", 60) + "  rm x", "ls\n[‹60 empty lines›]\n  rm x", ""},
		{"few empty lines", "a\n\n\n\nb", "a\n\n\n\nb", ""},
	} {
		p := plain(c.text)
		r := []rune(p.words.String())
		for _, m := range slices.Backward(p.marks) {
			r = slices.Concat(r[:m.from], []rune{'['}, r[m.from:m.to], []rune{']'}, r[m.to:])
		}
		if got, warns := string(r), strings.Join(p.warns(), "; "); got != c.want || warns != c.warns {
			t.Errorf("%s: %q is shown as %q with %q, want %q with %q", c.name, c.text, got, warns, c.want, c.warns)
		}
		if len(p.at) != len(c.text)+1 || !slices.IsSorted(p.at) || p.at[len(c.text)] != len([]rune(p.words.String())) {
			t.Errorf("%s: the places are %v", c.name, p.at)
		}
	}
}

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
