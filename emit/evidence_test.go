package emit

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"dango/ingress/process"
)

// TestRecordedHooks: hooks of real Codexes, and what their surroundings prove. Those of the daemon have the environment of
// whichever terminal started it.
func TestRecordedHooks(t *testing.T) {
	want := map[string]evidence{
		"daemon, first TUI (pane %0)":         {},
		"daemon, second TUI (really pane %1)": {},
		"TUI with --no-daemon":                {pid: 1, terminal: true},
		"codex exec":                          {pid: 1, headless: true, terminal: true},
	}
	raw, err := os.ReadFile("testdata/hook-process.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(string(raw)) {
		var r struct {
			Case      string `json:"case"`
			Ancestors []struct {
				Name    string `json:"comm"`
				Command string `json:"cmd"`
			} `json:"ancestors"`
		}
		if err := json.Unmarshal([]byte(l), &r); err != nil {
			t.Fatal(err)
		}
		is, ok := want[r.Case]
		if !ok {
			t.Errorf("%s: a recording without an expectation proves nothing", r.Case)
		}
		for _, a := range r.Ancestors {
			if a.Name == "codex" {
				if got := ofCodex(1, process.Info{}, strings.Fields(a.Command)); got != is {
					t.Errorf("%s: %+v, want %+v", r.Case, got, is)
				}
				break
			}
		}
	}
}

// The command lines are of real processes, as a hook of theirs saw them.
func TestWhichGeminiItIs(t *testing.T) {
	for _, c := range []struct {
		line             string
		gemini, headless bool
	}{
		{"/usr/bin/node --max-old-space-size=12052 /opt/@google/gemini-cli/bundle/gemini.js -m gemini-2.5-pro", true, false},
		{"node /usr/local/bin/gemini -p hi", true, true},
		{"gemini --prompt=hi", true, true},
		{"node -p 1 /usr/local/bin/gemini", true, false},
		{"bash gemini.sh", false, false},
		{"", false, false},
	} {
		if gemini, headless := readGemini(strings.Fields(c.line)); gemini != c.gemini || headless != c.headless {
			t.Errorf("readGemini(%s) = %v, %v, want %v, %v", c.line, gemini, headless, c.gemini, c.headless)
		}
	}
}

func TestConditions(t *testing.T) {
	for _, bad := range []string{"", "x", "=x"} {
		if c, err := ParseCondition(bad); err == nil {
			t.Errorf("ParseCondition(%q) = %+v", bad, c)
		}
	}
	const hook = `{"a":{"b":"x=y","n":5,"t":true,"z":null,"o":{}},"e":""}`
	for condition, want := range map[string]bool{
		"a.b=x=y": true, "a.b=x": false, "a.n=5": true, "a.t=true": true, "a.z=null": true,
		"a.o={}": false, "a={}": false, "e=": true, "missing=": false, "a.b.c=x": false, "a..b=x=y": false,
	} {
		c, err := ParseCondition(condition)
		if err != nil {
			t.Fatal(err)
		}
		if got := matches([]byte(hook), []Condition{c}, nil); got != want {
			t.Errorf("--require %s: sent %v, want %v", condition, got, want)
		}
		if got := matches([]byte(hook), nil, []Condition{c}); got == want {
			t.Errorf("--exclude %s: sent %v, want %v", condition, got, !want)
		}
	}
}
