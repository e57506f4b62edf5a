package main

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"
)

// Nothing that a terminal obeys gets through, however the text is cut, and JSON says the same afterwards.
func TestVisible(t *testing.T) {
	const said = "a\tb\n\x1b[2J\x07 c\u009bd \u202egnp.exe\u2069 \u200be \U000e0041 七\u3000夕 👨\u200d👩 é"
	for name, c := range map[string]struct {
		through func(io.Writer) io.Writer
		want    string
	}{
		"text": {visible, "a\tb\n‹U+001B›[2J‹U+0007› c‹U+009B›d ‹U+202E›gnp.exe‹U+2069› ‹U+200B›e ‹U+E0041› 七\u3000夕 👨\u200d👩 é"},
		"JSON": {escaped, "a\tb\n\\u001b[2J\\u0007 c\\u009bd \\u202egnp.exe\\u2069 \\u200be \\udb40\\udc41 七\u3000夕 👨\u200d👩 é"},
	} {
		for size := 1; size <= len(said); size++ {
			var b bytes.Buffer
			w := c.through(&b)
			for rest := []byte(said); len(rest) > 0; {
				n := min(size, len(rest))
				w.Write(rest[:n])
				rest = rest[n:]
			}
			if got := b.String(); got != c.want {
				t.Fatalf("%s, %d bytes a time: %q, want %q", name, size, got, c.want)
			}
		}
	}
	var b bytes.Buffer
	var got string
	if err := printJSON(&b, said); err != nil || json.Unmarshal(b.Bytes(), &got) != nil || got != said {
		t.Errorf("JSON %q says %q (%v)", b.String(), got, err)
	}
}
