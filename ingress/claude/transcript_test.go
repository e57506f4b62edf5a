package claude

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dango/ingress/process"
	"dango/session"
)

// TestSkim reads the two ends of what a real CLI wrote.
func TestSkim(t *testing.T) {
	tests := map[string]glance{
		"bash_answered_in_terminal": {title: "please run [[bash]]", text: "The command is done."},
		"ask_pr_single":             {title: "[[ask_single]]", text: "Thanks for the answer."},
		"api_err500":                {title: "[[err500]]"}, // an error is not the agent's word
		"bash_esc_in_terminal":      {title: "please run [[bash]]", text: "Hello from the mock model."},
		"subagent_foreground":       {title: "use a subagent [[task]]", text: "Mock: script task is done."},
		"compact_manual":            {title: "[[plain]]", text: "Hello from the mock model."},
		// It begins with what the main agent told it to do, and all of it stands beside the main agent's turns.
		"subagent_foreground.subagent": {},
	}
	files, err := filepath.Glob("testdata/transcripts/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d recordings, %v", len(files), err)
	}
	for _, path := range files {
		file := strings.TrimSuffix(filepath.Base(path), ".jsonl")
		want, ok := tests[file]
		if !ok {
			t.Errorf("%s: a recording without an expectation proves nothing", file)
		}
		got := skim(path)
		if want == (glance{}) {
			if got != want {
				t.Errorf("skim(%s) = %+v, want nothing", file, got)
			}
			continue
		}
		if got.status != session.StatusIdle || got.at.IsZero() {
			t.Errorf("%s ends with status %d since %v, want idle", file, got.status, got.at)
		}
		if got.title != want.title || got.text != want.text {
			t.Errorf("skim(%s) = %+v, want %+v", file, got, want)
		}
	}
	for _, path := range []string{"", "testdata", filepath.Join(t.TempDir(), "none.jsonl")} {
		if got := skim(path); got != (glance{}) {
			t.Errorf("skim(%q) = %+v, want nothing", path, got)
		}
	}
}

func TestLines(t *testing.T) {
	const stopped = "[Request interrupted by user]"
	quote := func(text string) string { return fmt.Sprintf("%q", text) }
	tests := []struct {
		name        string
		line        string
		interrupted bool
		prompt      string
	}{
		{"Esc while streaming", `{"type":"user","message":{"content":[{"type":"text","text":"` + stopped + `"}]}}`, true, ""},
		{
			"Esc in a tool",
			`{"type":"user","rowSource":"harness","message":{"content":[{"type":"text","text":"[Request interrupted by user for tool use]"}]}}`,
			true, "",
		},
		{
			"of a subagent",
			`{"type":"user","isSidechain":true,"message":{"content":[{"type":"text","text":"` + stopped + `"}]}}`, false, "",
		},
		{"typed by the user", `{"type":"user","origin":{"kind":"human"},"message":{"content":` + quote(stopped) + `}}`, false, stopped},
		{"typed in an old version", `{"type":"user","message":{"content":` + quote(stopped) + `}}`, false, stopped},
		{
			"typed, with a picture",
			`{"type":"user","origin":{"kind":"human"},"message":{"content":[{"type":"image"},{"type":"text","text":"` + stopped + `"}]}}`,
			false, stopped,
		},
		{
			"typed alone, as a block",
			`{"type":"user","origin":{"kind":"human"},"message":{"content":[{"type":"text","text":"` + stopped + `"}]}}`,
			false, stopped,
		},
		{"said by the model", `{"type":"assistant","message":{"content":[{"type":"text","text":"` + stopped + `"}]}}`, false, ""},
		{
			"in a tool's result",
			`{"type":"user","message":{"content":[{"type":"tool_result","content":"` + stopped + `","tool_use_id":"t"}]}}`, false, "",
		},
		{
			"part of a longer text",
			`{"type":"user","message":{"content":[{"type":"text","text":"what does ` + stopped + ` mean?"}]}}`, false, "",
		},
		{
			"refused with a word to the model: the turn goes on",
			`{"type":"user","toolDenialKind":"user-rejected","message":{"content":[{"type":"tool_result","is_error":true,"content":"no"}]}}`,
			false, "",
		},
		{"a command's output", `{"type":"user","message":{"content":"<local-command-stdout>Compacted"}}`, false, ""},
		{"the CLI's own words", `{"type":"user","isMeta":true,"message":{"content":"<caveat>"}}`, false, ""},
		{"news of a background agent", `{"type":"user","origin":{"kind":"task"},"message":{"content":"done"}}`, false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var l line
			if err := json.Unmarshal([]byte(tt.line), &l); err != nil {
				t.Fatal(err)
			}
			if got := l.interrupted(); got != tt.interrupted {
				t.Errorf("interrupted = %v, want %v", got, tt.interrupted)
			}
			if got, _ := l.prompt(); got != tt.prompt {
				t.Errorf("prompt = %q, want %q", got, tt.prompt)
			}
		})
	}
}

// TestTurn cuts a recorded session off at each of its records: what a recovered session is doing is what the last one
// says.
func TestTurn(t *testing.T) {
	for file, want := range map[string][]session.Status{
		// prompt; words before a call, and the call; its result; the last word
		"bash_answered_in_terminal": {
			session.StatusBusy, session.StatusBusy, session.StatusBusy, session.StatusBusy, session.StatusIdle,
		},
		// prompt; words, call; refusal; interruption; prompt; last word
		"bash_esc_in_terminal": {
			session.StatusBusy, session.StatusBusy, session.StatusBusy, session.StatusBusy, session.StatusIdle,
			session.StatusBusy, session.StatusIdle,
		},
		"api_err500": {session.StatusBusy, session.StatusIdle},
	} {
		raw, err := os.ReadFile(filepath.Join("testdata/transcripts", file+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		var got []session.Status
		eachLine(raw, func(l *line) {
			if st := l.turn(); st != session.StatusUnknown {
				got = append(got, st)
			}
		})
		if !slices.Equal(got, want) {
			t.Errorf("%s says %v, want %v", file, got, want)
		}
	}
}

// FuzzLines: a transcript may hold anything. Reading it ends, and never goes past the last line's end.
func FuzzLines(f *testing.F) {
	for _, file := range []string{"bash_esc_in_terminal", "compact_manual"} {
		raw, err := os.ReadFile(filepath.Join("testdata/transcripts", file+".jsonl"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte("{\"type\":\"user\",\"message\":{\"content\":[1,{}]}}\n\n[]\nnull\n"))
	f.Fuzz(func(t *testing.T, piece []byte) {
		n := eachLine(piece, func(l *line) {
			text, ok := l.prompt()
			if ok && l.interrupted() {
				t.Errorf("%q is typed and an interruption", text)
			}
			l.said()
		})
		if n > len(piece) || n > 0 && piece[n-1] != '\n' {
			t.Errorf("%d bytes of %d are whole lines", n, len(piece))
		}
	})
}

// transcript makes a file of real records.
func (s *stage) transcript(id, from string) string {
	s.t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata/transcripts", from+".jsonl"))
	if err != nil {
		s.t.Fatal(err)
	}
	path := filepath.Join(s.mkdir("projects", "-home-dev-project"), id+".jsonl")
	s.put(path, raw)
	return path
}

func (s *stage) add(path, text string) {
	s.t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		s.t.Fatal(err)
	}
}

const aborted = `{"type":"user","promptId":"p2","timestamp":"2026-11-30T09:00:00Z","message":{"role":"user","content":[{"type":"text","text":"[Request interrupted by user]"}]}}`

// TestTail: sessions without a file are followed by their transcript while they are in a turn, and only then.
func TestTail(t *testing.T) {
	s := newStage(t)
	path := s.transcript("old", "bash_answered_in_terminal")
	s.watch(Options{})
	working := session.Watched{Key: keyOf("old"), TranscriptPath: path, Working: true}
	s.known(working)
	s.add(path, aborted[:40])
	s.add(path, aborted[40:]+"\n")
	v := s.want(session.SawTurnAborted, "old", session.StatusUnknown)
	if want := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC); !v.At.Equal(want) || v.TurnID != "p2" {
		t.Errorf("told %+v, want turn p2 at %v", v, want)
	}
	s.add(path, aborted+"\n"+`{"type":"user","message":{"content":"go on"}}`+"\n") // by now it goes on
	s.add(path, `{"type":"assistant","timestamp":"2026-11-30T09:01:00Z","isApiErrorMessage":true,"message":{"content":[{"type":"text","text":"API Error: 500"}]}}`+"\n")
	for v = s.next(); v.Kind != session.SawTurnFailed; v = s.next() {
	}
	if v.Error != "API Error: 500" {
		t.Errorf("told %+v", v)
	}
	other := s.transcript("other", "bash_esc_in_terminal") // which went on after its Esc
	s.known(session.Watched{Key: keyOf("other"), TranscriptPath: other, Working: true})
	s.add(other, aborted+"\n")
	s.want(session.SawTurnAborted, "other", session.StatusUnknown)
	s.add(path, aborted+"\n") // of a session that is not in a turn any more
	s.nothingMore()
}

// TestTailThatIsNotThereYet: the first prompt's hook runs before the first record is written.
func TestTailThatIsNotThereYet(t *testing.T) {
	s := newStage(t)
	dir := s.mkdir("projects", "-home-dev-project")
	path := filepath.Join(dir, "old.jsonl")
	s.watch(Options{})
	s.known(session.Watched{Key: keyOf("old"), TranscriptPath: path, Working: true})
	s.put(path, []byte(aborted+"\n"))
	s.want(session.SawTurnAborted, "old", session.StatusUnknown)
}

// TestNoTailBesideAFile: whoever has a session file is not followed by the transcript.
func TestNoTailBesideAFile(t *testing.T) {
	s := newStage(t)
	path := s.transcript("new", "bash_answered_in_terminal")
	s.mkdir("sessions")
	s.says("new", "busy")
	s.watch(Options{})
	v := s.want(session.SawSession, "new", session.StatusBusy)
	if v.Title != "please run [[bash]]" || v.Text != "The command is done." || v.TranscriptPath != path {
		t.Errorf("told %+v", v)
	}
	s.known(session.Watched{Key: keyOf("new"), TranscriptPath: path, Titled: true, Working: true})
	s.add(path, aborted+"\n")
	s.says("new", "idle")
	s.want(session.SawStatus, "new", session.StatusIdle)
	s.nothingMore()
}

// TestDone: without hooks, the transcript tells whether a turn ended with the agent's words or with Esc.
func TestDone(t *testing.T) {
	for _, tt := range []struct {
		name, last string
		done       bool
	}{
		{
			"the agent's last words",
			`{"type":"assistant","timestamp":"2099-01-01T00:00:00Z","message":{"stop_reason":"end_turn","content":[{"type":"text","text":"Done."}]}}`,
			true,
		},
		{"words of a turn before", "", false},
		{"Esc", strings.Replace(aborted, "2026-11-30", "2099-01-01", 1), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			path := s.transcript("a", "bash_answered_in_terminal")
			s.mkdir("sessions")
			s.says("a", "idle")
			s.watch(Options{})
			s.want(session.SawSession, "a", session.StatusIdle)
			s.known(session.Watched{Key: keyOf("a"), Titled: true, Silent: true})
			s.says("a", "busy")
			s.want(session.SawStatus, "a", session.StatusBusy)
			s.add(path, tt.last+"\n")
			s.says("a", "idle")
			if tt.done {
				if v := s.want(session.SawTurnDone, "a", session.StatusUnknown); v.Text != "Done." {
					t.Errorf("told %+v", v)
				}
			}
			s.want(session.SawStatus, "a", session.StatusIdle)
		})
	}
}

// TestRecoverOld: an old CLI that runs has a session too: what was written last in its folder since it began.
func TestRecoverOld(t *testing.T) {
	s := newStage(t)
	now := time.Now()
	for id, age := range map[string]time.Duration{"mine": time.Minute, "older": time.Hour, "agent-1": time.Second, "yesterday": 24 * time.Hour} {
		if err := os.Chtimes(s.transcript(id, "bash_answered_in_terminal"), now, now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	s.mkdir("sessions")
	began := now.Add(-2 * time.Hour)
	s.watch(Options{processes: func() (all []process.Running) {
		for _, r := range []struct {
			is  session.Process
			cwd string
		}{{s.proc, "project"}, {session.Process{PID: 2, Start: 1}, "project"}, {session.Process{PID: 3, Start: 1}, "project"},
			{session.Process{PID: 4, Start: 1}, "nowhere"}} {
			all = append(all, process.Running{Info: process.Info{Start: r.is.Start}, PID: r.is.PID, Cwd: "/home/dev/" + r.cwd, Began: began})
		}
		return all
	}})
	v := s.want(session.SawSession, "mine", session.StatusIdle)
	if v.Process != s.proc || v.Title != "please run [[bash]]" || v.Cwd != "/home/dev/project" || !v.StartedAt.Equal(began) {
		t.Errorf("told %+v", v)
	}
	s.want(session.SawSession, "older", session.StatusIdle)
	s.nothingMore()
}

func TestFolderOf(t *testing.T) {
	for cwd, want := range map[string]string{
		"/home/dev/project": "-home-dev-project", "/tmp/a.b_c d": "-tmp-a-b-c-d", `C:\Users\é`: "C--Users--",
	} {
		if got := folderOf(cwd); got != want {
			t.Errorf("folderOf(%q) = %q, want %q", cwd, got, want)
		}
	}
}

func TestRoot(t *testing.T) {
	env := map[string]string{"HOME": "/home/dev"}
	getenv := func(name string) string { return env[name] }
	if got, want := Root(getenv), filepath.Join("/home/dev", ".claude"); got != want {
		t.Errorf("Root = %q, want %q", got, want)
	}
	env["CLAUDE_CONFIG_DIR"] = "/etc/claude/"
	if got := Root(getenv); got != filepath.Clean("/etc/claude") {
		t.Errorf("Root = %q", got)
	}
	clear(env)
	if got := Root(getenv); got != "" {
		t.Errorf("Root without a home = %q", got)
	}
	for path, want := range map[string]string{
		"/h/.claude/projects/x/s.jsonl": "/h/.claude", "/h/x/s.jsonl": "", "projects/x/s.jsonl": "", "": "",
	} {
		if got := rootOf(path); got != want {
			t.Errorf("rootOf(%q) = %q, want %q", path, got, want)
		}
	}
}
