package prefs

import (
	"context"
	"slices"
	"testing"
	"time"
)

// candidates are values of which each setting allows at least one that is not its default.
var candidates = []string{
	"true", "false", "0", "1", "2", "1.5", `"5s"`, `"on"`, `"cat"`, `"Super+K"`, `["/pets"]`, `{"mine":{}}`, `{"codex":"cat"}`, `{"idle":[100]}`, `["09:00-10:00"]`,
}

// otherValue is an allowed value of a setting that is not its default.
func otherValue(t *testing.T, s Setting) string {
	t.Helper()
	all := slices.Clone(candidates)
	for _, c := range s.Choices {
		all = append(all, literal(c))
	}
	for _, v := range all {
		if c := Default(); s.read([]byte(v), &c) == nil && s.Value(&c) != s.Default {
			return s.Value(&c)
		}
	}
	t.Fatalf("no candidate is a value of %s, which allows %s", s.Key, s.Allowed)
	return ""
}

// Every key has an effect without a restart: whoever listens hears of its new value after an editor's save.
func TestEveryKeyIsLive(t *testing.T) {
	p := home(t, "{}")
	s := open(t, p)
	heard := make(chan *Config, 8)
	s.OnChange(func(c *Config) { heard <- c })
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Watch(ctx, nil) }()
	defer func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Watch = %v", err)
		}
	}()
	for _, row := range Table() {
		want := otherValue(t, row)
		d, err := parse([]byte("{}"))
		if err != nil {
			t.Fatal(err)
		}
		text, err := d.set(row.Key, []byte(want))
		if err != nil {
			t.Fatal(err)
		}
		if err := replace(p.Config(), text); err != nil {
			t.Fatal(err)
		}
		late := time.After(20 * time.Second)
		for got := ""; got != want; {
			select {
			case c := <-heard:
				got = row.Value(c)
			case <-late:
				t.Fatalf("%s = %s was not heard of; problems %v", row.Key, want, s.Problems())
			}
		}
	}
}
