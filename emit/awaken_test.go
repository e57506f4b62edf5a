package emit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The setting is read as the pet reads it, whatever else stands in the file.
func TestWanted(t *testing.T) {
	for text, want := range map[string]bool{
		`{"autostartOnHook":true}`:                                            true,
		"\ufeff{ \"autostartOnHook\": true, /* on */ }\r\n// mine":            true,
		`{"autostartOnHook":false,"autostartOnHook":true}`:                    true, // the last counts
		`{"autostartOnHook":true,"autostartOnHook":false}`:                    false,
		`{"autostartOnHook":"true"}`:                                          false,
		`{"hold":{"autostartOnHook":true}}`:                                   false,
		`{"a":` + strings.Repeat("[", maxConfigBytes/2) + `}`:                 false, // deeper than a parser can go
		`{"autostartOnHook":true` + strings.Repeat(" ", maxConfigBytes) + `}`: false,
	} {
		file := filepath.Join(t.TempDir(), "config.json")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := wanted(file); got != want {
			t.Errorf("wanted(%.60q) = %v, want %v", text, got, want)
		}
	}
}
