package scene

import "testing"

func TestAround(t *testing.T) {
	for _, tt := range []struct {
		text   string
		at     int
		line   bool
		secret bool
		want   string
	}{
		{"one two three", 5, false, false, "two"},
		{"one two three", 7, false, false, "two"}, // behind it
		{"one two three", 13, false, false, "three"},
		{"one, two", 4, false, false, ", "},
		{"a -- b", 3, false, false, " -- "},
		{"写一个 test", 1, false, false, "写一个"},
		{"one two\nthree four", 2, true, false, "one two"},
		{"one two\nthree four", 12, true, false, "three four"},
		{"hunter two", 2, false, true, "hunter two"},
		{"", 0, false, false, ""},
		{"", 0, true, false, ""},
	} {
		f := field{text: []rune(tt.text), secret: tt.secret}
		from, to := f.around(tt.at, tt.line)
		if got := string(f.text[from:to]); got != tt.want {
			t.Errorf("around(%d) in %q = %q, want %q", tt.at, tt.text, got, tt.want)
		}
	}
}
