package plainly

import (
	"slices"
	"strings"
	"testing"
)

// TestShow: what is shown of an agent's words. Parts with something behind them stand in [ ].
func TestShow(t *testing.T) {
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
		p := Show(c.text)
		r := []rune(p.String())
		for _, m := range slices.Backward(p.marks) {
			r = slices.Concat(r[:m.From], []rune{'['}, r[m.From:m.To], []rune{']'}, r[m.To:])
		}
		if got, warns := string(r), strings.Join(p.Warnings(), "; "); got != c.want || warns != c.warns {
			t.Errorf("%s: %q is shown as %q with %q, want %q with %q", c.name, c.text, got, warns, c.want, c.warns)
		}
		if len(p.at) != len(c.text)+1 || !slices.IsSorted(p.at) || p.at[len(c.text)] != len([]rune(p.String())) {
			t.Errorf("%s: the places are %v", c.name, p.at)
		}
	}
}
