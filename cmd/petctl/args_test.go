package main

import (
	"slices"
	"testing"
)

func TestArity(t *testing.T) {
	for _, c := range []struct {
		use  string
		need []string
		most int
	}{
		{"status", nil, 0},
		{"set KEY VALUE", []string{"KEY", "VALUE"}, 2},
		{"get [KEY]", nil, 1},
		{"install [AGENT...]", nil, -1},
		{"run [--source S] -- COMMAND [ARG...]", []string{"COMMAND"}, -1},
		{"listeners [AGENT on|off]", nil, 2},
	} {
		if need, most := arity(c.use); !slices.Equal(need, c.need) || most != c.most {
			t.Errorf("arity(%q) = %q, %d, want %q, %d", c.use, need, most, c.need, c.most)
		}
	}
}
