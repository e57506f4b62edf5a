package typing

import (
	"testing"

	"dango/game/input"
)

func TestStroke(t *testing.T) {
	tests := []struct {
		name string
		s    stroke
		want input.Event
		ok   bool
	}{
		{"a letter", stroke{'a', 0, "a"}, input.Event{Kind: input.KeyPress, Key: 'a', Text: "a"}, true},
		{"a shortcut types nothing", stroke{'c', input.Ctrl, "\x03"}, input.Event{Kind: input.KeyPress, Key: 'c', Mods: input.Ctrl}, true},
		{"nor does a named key", stroke{input.KeyEnter, 0, "\r"}, input.Event{Kind: input.KeyPress, Key: input.KeyEnter}, true},
		{"an input method", stroke{text: "漢字"}, input.Event{Kind: input.Typed, Text: "漢字"}, true},
		{"a modifier", stroke{}, input.Event{}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, ok := tt.s.event(); got != tt.want || ok != tt.ok {
				t.Errorf("event() = %+v, %t, want %+v, %t", got, ok, tt.want, tt.ok)
			}
		})
	}
}

func TestKeyOf(t *testing.T) {
	const cyrillicEs, cyrillicA, shiftL, deadAcute = 0x6d3, 0x6c1, 0xffe1, 0xfe51
	tests := []struct {
		name    string
		pressed uint
		plain   []uint
		text    string
		want    input.Key
	}{
		{"a letter", 'A', []uint{'a'}, "A", 'a'},
		{"a digit with Shift", '!', []uint{'1'}, "!", '1'},
		{"the keypad without Num Lock", 0xff96, []uint{0xff96}, "", input.KeyLeft},
		{"a letter of another script is found by its Latin key", cyrillicEs, []uint{cyrillicEs, 'c'}, "с", 'c'},
		{"a key without a Latin one", cyrillicA, []uint{cyrillicA}, "А", 'а'},
		{"a modifier", shiftL, []uint{shiftL}, "", input.NoKey},
		{"a dead key", deadAcute, []uint{'\''}, "", input.NoKey},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := keyOf(tt.pressed, tt.plain, tt.text); got != tt.want {
				t.Errorf("keyOf(%#x) = %q, want %q", tt.pressed, got, tt.want)
			}
		})
	}
}

func TestClean(t *testing.T) {
	tests := map[string]string{
		"a\r\nb\rc\n": "a\nb\nc\n", "tab\there": "tab\there", "\x1b[31mred\x07": "[31mred", "bad \xff byte": "bad  byte", "\x00": "",
	}
	for in, want := range tests {
		if got := Clean(in); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
}
