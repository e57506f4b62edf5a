package input

import "testing"

func TestParseChord(t *testing.T) {
	tests := []struct {
		text string
		want Chord
		ok   bool
	}{
		{"Ctrl+Alt+D", Chord{Ctrl | Alt, 'd'}, true},
		{"ctrl + shift + space", Chord{Ctrl | Shift, KeySpace}, true},
		{"Super+9", Chord{Super, '9'}, true},
		{"", Chord{}, true},
		{"D", Chord{}, false},
		{"Shift+D", Chord{}, false},
		{"Hyper+D", Chord{}, false},
		{"Ctrl+", Chord{}, false},
		{"Ctrl+Enter", Chord{}, false},
	}
	for _, tt := range tests {
		got, err := ParseChord(tt.text)
		if got != tt.want || (err == nil) != tt.ok {
			t.Errorf("ParseChord(%q) = %v, %v, want %v", tt.text, got, err, tt.want)
		}
		if again, err := ParseChord(got.String()); err != nil || again != got {
			t.Errorf("ParseChord(%q) = %v, %v, want %v again", got.String(), again, err, got)
		}
	}
}
