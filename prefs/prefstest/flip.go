// Package prefstest helps tests that change preferences.
package prefstest

import (
	"strconv"
	"testing"

	"dango/prefs"
)

// candidates are values of which every setting that has no list of them allows one.
var candidates = []string{
	"true", "false", "0", "1", "2", "1.5", `"5s"`, `"on"`, `"cat"`, `"Super+K"`, `["/pets"]`, `["22:00-07:00"]`, `{"idle":[100]}`,
	`{"codex":"cat"}`, `{"mine":{}}`,
}

// Flip gives preferences that are the default but for one setting, written to a file and read from it as users' are.
func Flip(t testing.TB, key string) *prefs.Config {
	t.Helper()
	s, ok := prefs.Lookup(key)
	if !ok {
		t.Fatalf("no setting is called %q", key)
	}
	store, err := prefs.Open(prefs.Paths{Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	all := candidates
	for _, c := range s.Choices {
		all = append([]string{strconv.Quote(c)}, all...)
	}
	for _, v := range all {
		if store.Set(key, v) == nil && s.Value(store.Config()) != s.Default {
			return store.Config()
		}
	}
	t.Fatalf("no candidate is a value of %s, which allows %s", key, s.Allowed)
	return nil
}
