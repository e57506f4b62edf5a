package rollout

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dango/ingress/adapt"
	"dango/session"
	"dango/session/event"
)

// TestRecordings plays the session files of a real Codex, line by line at the recorded times, as if there were no hooks,
// and compares what is shown with what was true. An approval is not written down: while the terminal asks, the tool
// counts as running.
func TestRecordings(t *testing.T) {
	const (
		plain = "responding, completed"
		tool  = "responding, tool-use, responding, completed"
	)
	tests := map[string]string{
		"plain": plain, "steer-while-busy": plain, "fork": plain,
		"stop-block":          plain, // a Stop hook made it go on within the turn
		"resume":              plain + ", responding, completed",
		"apply-patch":         tool,
		"approve-in-terminal": tool, "auto-review": tool, "failing-command": tool, "hook-deny": tool, "mcp-approval": tool,
		"codemode-approval": tool, "codemode-command": tool,
		"parallel-tools":      tool,
		"deny-in-terminal":    "responding, tool-use, responding, idle",
		"esc-long-command":    "responding, tool-use, responding, idle",
		"esc-streaming":       "responding, idle",
		"error-429":           "responding, error-interrupted",
		"error-500":           "responding, error-interrupted",
		"error-quota":         "responding, error-interrupted",
		"prompt-block":        "responding, idle",
		"compact-manual":      plain + ", responding, idle, " + plain, // the turn in between compacts
		"question-plan-mode":  "responding plan, waiting plan, responding plan, completed plan, review plan, " + plain,
		"exec-json":           tool,                                                  // with nobody in front of it
		"subagent":            "responding, tool-use, responding, tool-use, " + tool, // spawn, wait, close
		"subagent-2":          "",                                                    // part of a session that nobody has heard of
		"codemode-subagent":   "responding, tool-use, " + tool,
		"codemode-subagent-2": "",
	}
	for _, name := range recorded(t) {
		t.Run(name, func(t *testing.T) {
			want, ok := tests[name]
			if !ok {
				t.Fatal("a recording without an expectation proves nothing")
			}
			f := open(t, "testdata/"+name+".jsonl")
			reg := session.NewRegistry(session.Options{ShowHeadless: true, KeepUnseen: true})
			var shown []string
			for _, l := range f.rest {
				items, _ := f.tell(l.raw)
				reg.Tick(l.at)
				for _, it := range items {
					reg.Apply(l.at, it)
				}
				if is := look(reg, l.at); is != "" && (len(shown) == 0 || shown[len(shown)-1] != is) {
					shown = append(shown, is)
				}
			}
			if d := cmp.Diff(want, strings.Join(shown, ", ")); d != "" {
				t.Errorf("what is shown differs from what was true (-true +shown):\n%s", d)
			}
		})
	}
}

// recorded names the recordings.
func recorded(t *testing.T) (names []string) {
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d recordings, %v", len(files), err)
	}
	for _, f := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(f), ".jsonl"))
	}
	return names
}

// opened is a recording, its head read.
type opened struct {
	*file
	rest []timed
}

type timed struct {
	at  time.Time
	raw []byte
}

func open(t *testing.T, path string) opened {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(raw), []byte("\n"))
	m, err := readMeta(lines[0])
	if err != nil {
		t.Fatal(err)
	}
	o := opened{file: &file{path: path, meta: m}}
	for _, l := range lines[1:] {
		var when line
		_ = json.Unmarshal(l, &when)
		o.rest = append(o.rest, timed{when.Timestamp, l})
	}
	return o
}

// look is what the bubbles show.
func look(reg *session.Registry, now time.Time) string {
	var all []string
	for _, s := range reg.Snapshot(now).Sessions {
		words := s.State.String()
		if s.Mode != "" {
			words += " " + s.Mode
		}
		if n := len(s.Subagents); n > 0 {
			words += fmt.Sprintf(" subagents=%d", n)
		}
		all = append(all, words)
	}
	return strings.Join(all, " | ")
}

// TestBlindHooks plays hooks and rollout of one recording together: where hooks alone would show a lie, both show the
// truth, whichever is heard first, and it lasts.
func TestBlindHooks(t *testing.T) {
	tests := []struct{ name, want, later string }{
		{"error-429", "error-interrupted", "error-interrupted"},
		{"error-500", "error-interrupted", "error-interrupted"},
		{"error-quota", "error-interrupted", "error-interrupted"},
		{"prompt-block", "idle", "idle"},
		{"auto-review", "completed", "review"},
		{"esc-streaming", "idle", "idle"},
		{"deny-in-terminal", "idle", "idle"},
		{"question-plan-mode", "completed", "review"},
		{"plain", "completed", "review"},
	}
	for _, tt := range tests {
		for _, lag := range []time.Duration{-40 * time.Millisecond, 0, 40 * time.Millisecond} {
			t.Run(fmt.Sprint(tt.name, lag), func(t *testing.T) {
				f := open(t, "testdata/"+tt.name+".jsonl")
				reg := session.NewRegistry(session.Options{KeepUnseen: true})
				type step struct {
					at time.Time
					it session.Item
				}
				var steps []step
				for _, l := range f.rest {
					items, _ := f.tell(l.raw)
					for _, it := range items {
						steps = append(steps, step{l.at.Add(lag), it})
					}
				}
				for _, e := range hooksOf(t, tt.name, f.rest[0].at) {
					steps = append(steps, step{e.Timestamp, session.Item{Event: &session.Incoming{StateEvent: e}}})
				}
				slices.SortStableFunc(steps, func(a, b step) int { return a.at.Compare(b.at) })
				now := steps[0].at
				for _, s := range steps {
					now = s.at
					reg.Apply(now, s.it)
				}
				if got := look(reg, now); got != tt.want {
					t.Errorf("at the end %s is shown, want %s", got, tt.want)
				}
				reg.Tick(now.Add(3 * time.Second))
				if got := look(reg, now.Add(3*time.Second)); got != tt.later {
					t.Errorf("after 3 s %s is shown, want %s", got, tt.later)
				}
			})
		}
	}
}

// hooksOf are the events of a recording's hooks, but for the end of the session, which began at start.
func hooksOf(t *testing.T, name string, start time.Time) (all []event.StateEvent) {
	t.Helper()
	raw, err := os.ReadFile("../adapt/testdata/recordings/codex/" + name + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(bytes.NewReader(raw))
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var call struct {
			At      int             `json:"t_ms"`
			Payload json.RawMessage `json:"payload"`
		}
		if err := json.Unmarshal(in.Bytes(), &call); err != nil {
			t.Fatal(err)
		}
		hook, err := adapt.Parse(event.Codex, call.Payload)
		if err != nil {
			t.Fatal(err)
		}
		if e := hook.Event(start.Add(time.Duration(call.At) * time.Millisecond)); e.Kind != event.SessionEnd {
			all = append(all, e)
		}
	}
	return all
}

// TestRoster: a subagent's file puts it on its session's roster for as long as it works.
func TestRoster(t *testing.T) {
	reg := session.NewRegistry(session.Options{KeepUnseen: true})
	var lines []timed
	by := map[string]*file{}
	for _, name := range []string{"subagent", "subagent-2"} {
		f := open(t, "testdata/"+name+".jsonl")
		for _, l := range f.rest {
			lines = append(lines, l)
			by[string(l.raw)] = f.file
		}
	}
	slices.SortStableFunc(lines, func(a, b timed) int { return a.at.Compare(b.at) })
	var shown []string
	for _, l := range lines {
		items, _ := by[string(l.raw)].tell(l.raw)
		for _, it := range items {
			reg.Apply(l.at, it)
		}
		if is := look(reg, l.at); len(shown) == 0 || shown[len(shown)-1] != is {
			shown = append(shown, is)
		}
	}
	want := []string{
		"responding", "tool-use", "tool-use subagents=1", "responding subagents=1", // it was spawned
		"tool-use subagents=1", "tool-use", "responding", // it was waited for
		"tool-use", "responding", "completed", // and closed
	}
	if d := cmp.Diff(want, shown); d != "" {
		t.Errorf("what is shown differs (-want +shown):\n%s", d)
	}
}
