package session

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"dango/session/event"
)

func titles(w *world) (all []string) {
	for _, s := range w.snap().Sessions {
		all = append(all, s.Key.ID)
	}
	return all
}

// TestTakesThePlace: /clear, /resume and a fork change a session's id inside one process or terminal. The old bubble
// goes, and the new one stands where it stood.
func TestTakesThePlace(t *testing.T) {
	tests := []struct {
		name       string
		old, other []edit
		ends       bool // the old session says that it ends
		replaced   bool
	}{
		{"Claude, one process", []edit{pid(7, 1)}, []edit{pid(7, 1), source("clear")}, false, true},
		{"Claude, one process, ended", []edit{pid(7, 1)}, []edit{pid(7, 1), source("resume")}, true, true},
		{"Claude, the pid used again", []edit{pid(7, 1)}, []edit{pid(7, 2), source("startup")}, false, false},
		{"Claude, one terminal", []edit{tty("/dev/pts/3")}, []edit{tty("/dev/pts/3"), source("fork")}, false, true},
		{"Claude, one terminal, another start", []edit{tty("/dev/pts/3")}, []edit{tty("/dev/pts/3"), source("startup")}, false, false},
		{"Claude, nested", []edit{tty("/dev/pts/3")}, []edit{tty("/dev/pts/3"), source("resume"), headless}, false, false},
		{"Codex, one daemon", []edit{of(event.Codex), pid(7, 1)}, []edit{of(event.Codex), pid(7, 1), source("clear")}, false, false},
		{"Codex, another start in the folder", []edit{of(event.Codex), cwd("/till")}, []edit{of(event.Codex), cwd("/till"), source("startup")}, false, false},
		{"Codex, one process and terminal", []edit{of(event.Codex), pid(7, 1), tty("/dev/pts/3")},
			[]edit{of(event.Codex), pid(7, 1), tty("/dev/pts/3"), source("clear")}, false, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, Options{ShowHeadless: true})
			w.event("old", event.UserPrompt, tt.old...)
			w.wait(time.Second)
			w.event("between", event.UserPrompt)
			w.wait(time.Second)
			if tt.ends {
				w.event("old", event.SessionEnd, tt.old...)
			}
			w.event("new", event.SessionStart, tt.other...)
			want := []string{"new", "between", "old"}
			if tt.replaced {
				want = []string{"between", "new"} // newest first: the new one is as old as the one that it follows
			}
			if got := titles(w); !slices.Equal(got, want) {
				t.Errorf("sessions = %v, want %v", got, want)
			}
			if tt.replaced {
				w.event("old", event.PostToolUse, tt.old...)
				if slices.Contains(titles(w), "old") {
					t.Error("a late event brought the old session back")
				}
			}
		})
	}
}

// TestReplaces: a witness knows what the terminal showed before. The old session's own end, a minute later, changes nothing,
// and its new one keeps the place whatever is told of it.
func TestReplaces(t *testing.T) {
	w := newWorld(t, Options{})
	for _, id := range []string{"old", "between"} {
		w.event(id, event.UserPrompt, of(event.Codex), turn("1"), cwd("/shop"))
		w.event(id, event.Stop, of(event.Codex), turn("1"))
		w.wait(time.Second)
	}
	w.sees(Evidence{Kind: SawSession, Key: Key{event.Codex, "new"}, Replaces: Key{event.Codex, "old"}, Status: StatusIdle, Cwd: "/shop", StartedAt: w.now})
	w.sees(Evidence{Kind: SawSession, Key: Key{event.Codex, "new"}, Replaces: Key{event.Codex, "old"}, Status: StatusBusy, Cwd: "/shop"})
	w.event("new", event.SessionStart, of(event.Codex), source("clear"), cwd("/shop"))
	w.event("old", event.SessionEnd, of(event.Codex))
	if got := titles(w); !slices.Equal(got, []string{"between", "new"}) {
		t.Errorf("sessions = %v", got)
	}
	if s := w.session("new"); s.Recovered {
		t.Error("what took a place that is known was not found by looking round")
	}
}

// TestClearWithoutAWitness: Codex's app-server is not listened to, and its hooks know no process: the only session that
// rests in the folder was left.
func TestClearWithoutAWitness(t *testing.T) {
	for _, resting := range []int{1, 2} {
		w := newWorld(t, Options{})
		w.event("works", event.UserPrompt, of(event.Codex), turn("1"), cwd("/shop"))
		for n := range resting {
			id := fmt.Sprint("rests", n)
			w.event(id, event.UserPrompt, of(event.Codex), turn("1"), cwd("/shop"))
			w.event(id, event.Stop, of(event.Codex), turn("1"))
		}
		w.event("new", event.SessionStart, of(event.Codex), source("clear"), cwd("/shop"))
		if got := w.session("rests0") == nil; got != (resting == 1) {
			t.Errorf("with %d at rest, the first was left: %v", resting, got)
		}
	}
}

func TestSiblingsArePruned(t *testing.T) {
	at := tty("/dev/pts/3")
	tests := []struct {
		name   string
		before func(w *world)
		quiet  time.Duration
		start  []edit
		pruned bool
	}{
		{"same terminal", nil, 91 * time.Second, []edit{at}, true},
		{"same terminal, not long enough", nil, 80 * time.Second, []edit{at}, false},
		{"another terminal", nil, 91 * time.Second, []edit{tty("/dev/pts/4")}, false},
		{"same folder only", nil, 91 * time.Second, []edit{cwd("/home/dev")}, false},
		{"nested in a tool", nil, 91 * time.Second, []edit{at, headless}, false},
		{"a tool runs", func(w *world) { w.event("old", event.PreToolUse, calls("c", "Bash", "sleep")) }, time.Hour, []edit{at}, false},
		{"its process lives", func(w *world) {
			w.sees(Evidence{Kind: SawProcess, Key: Key{event.ClaudeCode, "old"}, Process: Process{7, 1}})
		}, time.Hour, []edit{at}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, Options{ShowHeadless: true})
			w.event("old", event.UserPrompt, at, cwd("/home/dev"))
			if tt.before != nil {
				tt.before(w)
			}
			w.wait(tt.quiet)
			w.event("new", event.SessionStart, tt.start...)
			if got := !slices.Contains(titles(w), "old"); got != tt.pruned {
				t.Errorf("pruned = %v, want %v", got, tt.pruned)
			}
		})
	}
}

func TestEndings(t *testing.T) {
	w := newWorld(t, Options{})
	w.event("s", event.UserPrompt, pid(7, 1))
	w.event("s", event.SessionEnd)
	w.event("s", event.Stop)
	w.event("s", event.UserPrompt)
	w.wantNone("s")
	w.event("s", event.SessionStart, source("resume"))
	w.want("s", Idle)
	w.event("s", event.PermissionAsk, pid(8, 2), w.held("r"))
	w.onscreen("r")
	w.sees(Evidence{Kind: SawProcessGone, Process: Process{8, 3}})
	w.want("s", PermissionPrompt) // the pid was used again, the process is another
	w.sees(Evidence{Kind: SawProcessGone, Process: Process{8, 2}})
	w.wantNone("s")
	w.wantReplies("r", event.Ask)
	w.event("unknown", event.SessionEnd)
	w.wantNone("unknown")
	for i := range 2 * maxGraves {
		id := fmt.Sprint(i)
		w.event(id, event.UserPrompt)
		w.event(id, event.SessionEnd)
	}
	if n := len(w.reg.ended); n > maxGraves {
		t.Errorf("%d ended sessions are remembered, want at most %d", n, maxGraves)
	}
}

// TestSubagentsMakeNoSession: only what they ask is shown, on the main session.
func TestSubagentsMakeNoSession(t *testing.T) {
	w := newWorld(t, Options{})
	w.event("main", event.PreToolUse, agent("a", "Explore"), calls("c", "Bash", "ls"))
	w.event("anon-1", event.PreToolUse)
	w.event("", event.PreToolUse)
	if got := titles(w); got != nil {
		t.Fatalf("sessions = %v", got)
	}
	shared := func(e *Incoming) { e.Payload.TranscriptPath = "/t.jsonl" }
	w.event("main", event.UserPrompt, shared)
	w.event("child", event.PermissionAsk, shared, agent("a", "Explore"), w.held("r"))
	w.event("grandchild", event.PermissionAsk, agent("b", "Plan"), w.held("q"), func(e *Incoming) { e.Payload.ParentSessionID = "main" })
	if got := w.session("main").Requests; len(got) != 2 || len(titles(w)) != 1 {
		t.Errorf("requests = %+v, sessions = %v", got, titles(w))
	}
}

// TestMissingIsNotEmpty: an event that knows less erases nothing, and a witness from outside does not overrule the
// agent's own words.
func TestMissingIsNotEmpty(t *testing.T) {
	w := newWorld(t, Options{})
	w.event("s", event.SessionStart, cwd("/home/dev/shop"), tty("/dev/pts/3"), pid(7, 1), func(e *Incoming) {
		e.TerminalApp, e.TerminalSessionID = "kitty", "kitty-1"
		e.Payload.TranscriptPath, e.Payload.PermissionMode = "/t.jsonl", "plan"
	})
	before := *w.session("s")
	w.event("s", event.Activity)
	w.event("s", event.Activity, agent("a", ""), cwd("/tmp/worktree"), func(e *Incoming) { e.Payload.TranscriptPath = "/child.jsonl" })
	w.sees(Evidence{Kind: SawSession, Key: before.Key, Cwd: "/", TranscriptPath: "/other.jsonl", Process: Process{9, 9}})
	after := *w.session("s")
	after.LastEvent = before.LastEvent
	if !sameSession(&before, &after) {
		t.Errorf("before %+v\nafter  %+v", before, after)
	}
	w.sees(Evidence{Kind: SawMode, Key: before.Key, Mode: "default"})
	if m := w.session("s").Mode; m != "" {
		t.Errorf("Mode = %q, want none", m)
	}
}

func TestSuffix(t *testing.T) {
	w := newWorld(t, Options{})
	w.event("alone-0001", event.SessionStart, cwd("/home/dev/alone"), tty("/dev/pts/1"))
	w.event("019a-0002", event.SessionStart, cwd("/home/dev/shop"), tty("/dev/pts/2"))
	w.event("019a-0003", event.SessionStart, cwd("/home/dev/shop"), tty("/dev/pts/3"))
	w.event("019a-0004", event.SessionStart, cwd("/srv/shop"))
	want := map[string]string{"alone-0001": "", "019a-0002": "pts/2", "019a-0003": "pts/3", "019a-0004": "0004"}
	for id, suffix := range want {
		if got := w.session(id).Suffix; got != suffix {
			t.Errorf("Suffix of %s = %q, want %q", id, got, suffix)
		}
	}
}

func TestLeader(t *testing.T) {
	w := newWorld(t, Options{})
	if s := w.snap(); s.Pet != Idle || s.Leader != (Key{}) {
		t.Errorf("without sessions the pet is %v, led by %v", s.Pet, s.Leader)
	}
	leads := func(id string, st State) {
		t.Helper()
		if s := w.snap(); s.Leader.ID != id || s.Pet != st {
			t.Errorf("the pet is %v, led by %q; want %v, %q", s.Pet, s.Leader.ID, st, id)
		}
	}
	at := w.now
	for _, id := range []string{"b", "a"} { // at the same moment: the first by id
		w.now = at
		w.event(id, event.UserPrompt)
	}
	leads("a", Responding)
	w.event("c", event.UserPrompt) // newer in the same state
	leads("c", Responding)
	w.event("b", event.PermissionAsk, w.held("r"))
	leads("b", PermissionPrompt)
	w.event("c", event.SessionStart) // nothing idle moves the pet
	leads("b", PermissionPrompt)
	w.command(Command{Kind: Dismiss, Key: Key{event.ClaudeCode, "b"}})
	leads("a", Responding)
}
