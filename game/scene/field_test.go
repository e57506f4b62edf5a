package scene

import (
	"testing"

	"dango/game/glyph"
	"dango/game/input"
)

// TestField presses keys in a field that holds "one two" with the caret at its end.
func TestField(t *testing.T) {
	const ctrl, shift = input.Ctrl, input.Shift
	set, err := glyph.New()
	if err != nil {
		t.Fatal(err)
	}
	key := func(k input.Key, m input.Mods) input.Event { return input.Event{Kind: input.KeyPress, Key: k, Mods: m} }
	for _, c := range []struct {
		name  string
		keys  []input.Event
		text  string
		caret int
		copy  string
	}{
		{"typed", []input.Event{{Key: 'x', Text: "x"}}, "one twox", 8, ""},
		{"a shortcut types nothing", []input.Event{{Key: 'q', Mods: ctrl, Text: "q"}}, "one two", 7, ""},
		{"word back", []input.Event{key(input.KeyLeft, ctrl)}, "one two", 4, ""},
		{"two words back, one forward", []input.Event{key(input.KeyLeft, ctrl), key(input.KeyLeft, ctrl), key(input.KeyRight, ctrl)}, "one two", 3, ""},
		{"word deleted", []input.Event{key(input.KeyBackspace, ctrl)}, "one ", 4, ""},
		{"selected and replaced", []input.Event{key(input.KeyLeft, ctrl|shift), {Key: 'x', Text: "x"}}, "one x", 5, ""},
		{"selection left behind", []input.Event{key(input.KeyLeft, ctrl|shift), key(input.KeyRight, 0)}, "one two", 7, ""},
		{"all copied", []input.Event{key('a', ctrl), key('c', ctrl)}, "one two", 7, "one two"},
		{"cut and taken back", []input.Event{key('a', ctrl), key('x', ctrl), key('z', ctrl)}, "one two", 7, "one two"},
		{"home, delete", []input.Event{key(input.KeyHome, 0), key(input.KeyDelete, 0)}, "ne two", 0, ""},
		{"a line more, then up", []input.Event{key(input.KeyEnter, shift), {Key: 'x', Text: "x"}, key(input.KeyUp, 0)}, "one two\nx", 1, ""},
		{"past both ends", []input.Event{key(input.KeyRight, 0), key(input.KeyHome, ctrl), key(input.KeyLeft, 0), key(input.KeyBackspace, 0)}, "one two", 0, ""},
		{"taken back by words", typing(" three four", key('z', ctrl)), "one two three ", 14, ""},
		{"taken back by words, twice", typing(" three four", key('z', ctrl), key('z', ctrl)), "one two ", 8, ""},
		{"taken back and forth", typing(" three four", key('z', ctrl), key('z', ctrl), key('z', ctrl|shift), key('y', ctrl)), "one two three four", 18, ""},
		{"nothing is forth of what was written since", typing("x", key('z', ctrl), input.Event{Key: 'y', Text: "y"}, key('y', ctrl)), "one twoy", 8, ""},
		{"deleted at once, back at once", []input.Event{key(input.KeyBackspace, 0), key(input.KeyBackspace, 0), key(input.KeyBackspace, 0), key('z', ctrl)}, "one two", 7, ""},
		{"a move ends what is taken back", typing("ab", key(input.KeyLeft, 0), input.Event{Key: 'c', Text: "c"}, key('z', ctrl)), "one twoab", 8, ""},
		{"a family is one letter", []input.Event{{Text: "👨‍👩‍👧"}, key(input.KeyBackspace, 0)}, "one two", 7, ""},
		{"a flag is one letter", []input.Event{{Text: "🇩🇪x"}, key(input.KeyLeft, 0), key(input.KeyLeft, 0), key(input.KeyDelete, 0)}, "one twox", 7, ""},
		{"marks join their letters", []input.Event{{Text: "e"}, {Text: "\u0301"}, key(input.KeyLeft, 0)}, "one twoé", 7, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var f field
			var w Wish
			f.put("one two")
			for i := range c.keys {
				f.key(&c.keys[i], set.Lines(f.words+" ", bodyStyle, 300, 0), &w)
			}
			if f.string() != c.text || f.caret != c.caret || w.Copy != c.copy {
				t.Errorf("%q with the caret at %d, copied %q; want %q, %d, %q", f.string(), f.caret, w.Copy, c.text, c.caret, c.copy)
			}
		})
	}
}

// typing is some text, key by key, and other keys behind it.
func typing(text string, then ...input.Event) (all []input.Event) {
	for _, r := range text {
		all = append(all, input.Event{Key: input.Key(r), Text: string(r)})
	}
	return append(all, then...)
}

// A secret is neither shown nor copied.
func TestSecretField(t *testing.T) {
	f := field{secret: true}
	f.put("hunter2")
	f.anchor = 0
	if f.words != "•••••••" || f.selected() != "" || f.string() != "hunter2" {
		t.Errorf("shows %q, would copy %q, holds %q", f.words, f.selected(), f.string())
	}
}
