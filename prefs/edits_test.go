package prefs

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tailscale/hujson"
)

// A thousand random edits by hand and by us: what is not ours is never lost, and what was set is what is read.
func TestNoEditLosesAKey(t *testing.T) {
	p := home(t, `{"version":1}`)
	s := open(t, p)
	r := rand.New(rand.NewPCG(3, 4))
	mine := map[string]string{}
	values := map[string][]string{
		"size": {"0.5", "1", "1.75"}, "keepUnseen": {"true", "false"}, "hold.codex": {`"30s"`, `"1m"`}, "theme": {`"builtin"`, `"cat"`},
		"events.port": {"0", "17321"}, "petImportSourceDirectories": {`["/a"]`, `["~/b","/c"]`},
		"trustedSources": {`{"ci":{"actions":["open_url"],"urlHosts":["github.com"]}}`, `{}`},
	}
	keys := slices.Sorted(maps.Keys(values))
	for i := range 1000 {
		if r.IntN(3) == 0 { // the user adds a key, with a comment, and saves
			d, err := parse([]byte(read(t, p.Config())))
			if err != nil {
				t.Fatal(err)
			}
			key := fmt.Sprintf("mine%d", r.IntN(40))
			mine[key] = fmt.Sprint(i)
			text, err := d.set(key, []byte(mine[key]))
			if err != nil {
				t.Fatal(err)
			}
			put(t, p.Config(), "// edit "+key+"\n"+string(text))
			continue
		}
		key := keys[r.IntN(len(keys))]
		value := values[key][r.IntN(len(values[key]))]
		if err := s.Set(key, value); err != nil {
			t.Fatalf("Set(%s, %s) = %v", key, value, err)
		}
		row, _ := Lookup(key)
		if got := row.Value(s.Config()); !sameJSON(t, got, value) {
			t.Fatalf("%s = %s after Set(%s)", key, got, value)
		}
	}
	var all map[string]json.RawMessage
	text, err := hujson.Standardize([]byte(read(t, p.Config())))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for key, want := range mine {
		if got := string(all[key]); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
}

func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	var x, y any
	for text, v := range map[string]*any{a: &x, b: &y} {
		if err := json.Unmarshal([]byte(text), v); err != nil {
			t.Fatal(err)
		}
	}
	if a == b {
		return true
	}
	return cmp.Equal(x, y)
}

func TestTrustedSources(t *testing.T) {
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{`{}`, true},
		{`{"ci":{"actions":["open_url"],"urlHosts":["github.com"],"note":"mine"}}`, true},
		{`{"ci":{"folderRoots":["~/work","/srv"]}}`, true},
		{`{"ci":{"actions":["run_command"]}}`, false},
		{`{"ci":{"folderRoots":["work"]}}`, false},
		{`{"":{}}`, false},
		{`{"ci":{"actions":"open_url"}}`, false},
		{`[]`, false},
		{`null`, false},
	} {
		s := open(t, home(t, `{"trustedSources":`+c.text+`}`))
		if got := len(s.Problems()) == 0; got != c.ok {
			t.Errorf("trustedSources %s: problems %v, want ok %v", c.text, s.Problems(), c.ok)
		}
	}
}

func TestExpand(t *testing.T) {
	t.Setenv("HOME", "/home/dev")
	t.Setenv("USERPROFILE", "/home/dev")
	want := []string{filepath.FromSlash("/home/dev/work"), "/srv", "~other/x"}
	if diff := cmp.Diff(want, ExpandAll([]string{"~/work", "/srv", "~other/x"})); diff != "" {
		t.Errorf("ExpandAll (-want +got):\n%s", diff)
	}
}

// Every setting is in the schema, at its place, with its words and its default.
func TestSchema(t *testing.T) {
	var top schema
	if err := json.Unmarshal(Schema(), &top); err != nil {
		t.Fatal(err)
	}
	for _, s := range table {
		at := &top
		for _, name := range strings.Split(s.Key, ".") {
			if at = at.Properties[name]; at == nil {
				t.Fatalf("the schema has no %s", s.Key)
			}
		}
		if at.Description == "" || at.Type == "" || !sameJSON(t, string(at.Default), s.Default) {
			t.Errorf("%s in the schema is %+v", s.Key, at)
		}
	}
	if port := top.Properties["events"].Properties["port"]; port.Type != "integer" {
		t.Errorf("events.port is %+v", port)
	}
	sources := top.Properties["trustedSources"].Additional
	if sources == nil || sources.Properties["urlHosts"].Items.Type != "string" {
		t.Errorf("trustedSources is %+v", sources)
	}
}

func TestEndpoint(t *testing.T) {
	p := Paths{t.TempDir()}
	if _, err := p.ReadEndpoint(); err == nil {
		t.Error("ReadEndpoint of nothing is no error")
	}
	if err := p.Create(); err != nil {
		t.Fatal(err)
	}
	want := Endpoint{URL: "http://127.0.0.1:17321", Token: "ab", Socket: p.Socket(), PID: 7, Since: time.Unix(1<<30, 0).UTC()}
	if err := p.WriteEndpoint(want); err != nil {
		t.Fatal(err)
	}
	got, err := p.ReadEndpoint()
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("ReadEndpoint: %v (-want +got):\n%s", err, diff)
	}
	if info, err := os.Stat(p.Endpoint()); err != nil || modesMatter && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}
