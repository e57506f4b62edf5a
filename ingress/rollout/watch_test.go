package rollout

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dango/ingress/codex"
	"dango/ingress/process"
	"dango/session"
	"dango/session/board"
	"dango/session/event"
)

// within is how long a test waits for what must happen.
const within = 10 * time.Second

// heard is a sink that hands on every item.
type heard chan session.Item

func (h heard) SubmitWait(ctx context.Context, it session.Item) error {
	select {
	case h <- it:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// until is the first item that fits.
func (h heard) until(t *testing.T, what string, fits func(session.Item) bool) session.Item {
	t.Helper()
	late := time.After(within)
	for {
		select {
		case it := <-h:
			if fits(it) {
				return it
			}
		case <-late:
			t.Fatalf("not heard: %s", what)
		}
	}
}

func saw(kind session.EvidenceKind, id string) func(session.Item) bool {
	return func(it session.Item) bool {
		return it.Evidence != nil && it.Evidence.Kind == kind && it.Evidence.Key.ID == id
	}
}

func told(kind event.Kind, id string) func(session.Item) bool {
	return func(it session.Item) bool {
		return it.Event != nil && it.Event.Observed && it.Event.Kind == kind && it.Event.SessionID == id
	}
}

// world is a Codex folder and a Watch of it.
type world struct {
	t    *testing.T
	root string
	list *board.Board[session.Watchlist]
	heard
}

func newWorld(t *testing.T) *world {
	return &world{t, filepath.Join(t.TempDir(), "codex"), board.New(&session.Watchlist{}), make(heard, 256)}
}

func (w *world) watch(running ...agent) { w.watchSeeing(func() []agent { return running }) }

// watchSeeing begins a Watch that finds those processes.
func (w *world) watchSeeing(processes func() []agent) {
	ctx, cancel := context.WithCancel(w.t.Context())
	done := make(chan error, 1)
	go func() {
		done <- Watch(ctx, w.list, w.heard, Options{Root: w.root, processes: processes})
	}()
	w.t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			w.t.Errorf("Watch: %v", err)
		}
	})
}

// write appends lines to the rollout of a thread; the first begins it.
func (w *world) write(day, id string, lines ...string) string {
	w.t.Helper()
	path := filepath.Join(w.root, "sessions", filepath.FromSlash(day), "rollout-2026-11-30T08-00-00-"+id+".jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		w.t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		w.t.Fatal(err)
	}
	defer f.Close()
	for _, l := range lines {
		if _, err := f.WriteString(l); err != nil {
			w.t.Fatal(err)
		}
	}
	return path
}

func head(id, source, more string) string {
	return fmt.Sprintf(`{"timestamp":"2026-11-30T08:00:00Z","type":"session_meta","payload":{"id":%q,"cwd":"/shop","source":%q%s}}`+"\n", id, source, more)
}

func started(turn string) string {
	return fmt.Sprintf(`{"timestamp":"2026-11-30T08:00:01Z","type":"event_msg","payload":{"type":"task_started","turn_id":%q,"collaboration_mode_kind":"plan"}}`+"\n", turn)
}

const (
	prompted = `{"timestamp":"2026-11-30T08:00:02Z","type":"event_msg","payload":{"type":"user_message","message":"fix the till"}}` + "\n"
	finished = `{"timestamp":"2026-11-30T08:00:09Z","type":"event_msg","payload":{"type":"task_complete","last_agent_message":"Done."}}` + "\n"
)

// TestFollows: from before the first folder to the third day, and lines that come in pieces.
func TestFollows(t *testing.T) {
	w := newWorld(t)
	w.watch()
	w.write("2026/11/30", "a", head("a", "vscode", ""), started("1"))
	w.until(t, "a", saw(session.SawSession, "a"))
	w.until(t, "its turn", told(event.UserPrompt, "a"))
	w.until(t, "its mode", saw(session.SawMode, "a"))
	w.write("2026/11/30", "a", prompted[:40])
	w.write("2026/11/30", "a", prompted[40:])
	it := w.until(t, "its prompt", told(event.UserPrompt, "a"))
	if it.Event.Payload.Prompt != "fix the till" || it.Event.TurnID != "1" {
		t.Errorf("the prompt is %q of turn %q", it.Event.Payload.Prompt, it.Event.TurnID)
	}
	w.write("2026/12/01", "b", head("b", "exec", ""), started("1"))
	if it := w.until(t, "b of the next day", saw(session.SawSession, "b")); !it.Evidence.Headless {
		t.Error("somebody sits in front of codex exec")
	}
	w.write("2026/11/30", "a", finished) // past midnight
	if it := w.until(t, "the end", saw(session.SawTurnDone, "a")); it.Evidence.Text != "Done." || it.Evidence.TurnID != "1" {
		t.Errorf("the end is %+v", it.Evidence)
	}
	w.write("2027/01/01", "c", head("c", "vscode", ""), started("1"))
	w.until(t, "c of the next year", saw(session.SawSession, "c"))
}

// TestNobodysBusiness: what Codex does for itself is not told, and does not keep what is behind it from being told.
func TestNobodysBusiness(t *testing.T) {
	w := newWorld(t)
	w.watch()
	for i, more := range []string{`,"thread_source":"guardian_review"`, `,"ephemeral":true`, `,"thread_source":"thread_title"`} {
		id := fmt.Sprint("noise", i)
		w.write("2026/11/30", id, head(id, "vscode", more), started("1"))
	}
	w.write("2026/11/30", "guard", `{"type":"session_meta","payload":{"id":"guard","source":{"subagent":{"other":"guardian"}}}}`+"\n", started("1"))
	w.write("2026/11/30", "strange", "{}\n", started("1"))
	w.write("2026/11/30", "z", head("z", "vscode", ""), started("1"))
	w.until(t, "z alone", func(it session.Item) bool {
		id := ""
		if it.Event != nil {
			id = it.Event.SessionID
		} else {
			id = it.Evidence.Key.ID
		}
		if id != "z" {
			t.Errorf("told of %s", id)
		}
		return id == "z"
	})
}

// TestResumed: an old file is followed while its session lives.
func TestResumed(t *testing.T) {
	w := newWorld(t)
	path := w.write("2025/01/01", "old", head("old", "cli", ""), started("1"), prompted, finished)
	w.write("2026/11/29", "x", head("x", "cli", ""))
	w.write("2026/11/30", "y", head("y", "cli", ""))
	w.watch()
	w.list.Publish(&session.Watchlist{{Key: codex.Key("old"), TranscriptPath: path}})
	w.until(t, "the last turn", saw(session.SawTurnDone, "old"))
	w.write("2025/01/01", "old", started("2"))
	it := w.until(t, "the next turn", told(event.UserPrompt, "old"))
	if it.Event.TurnID != "2" {
		t.Errorf("turn %s began, want 2", it.Event.TurnID)
	}
}

// TestResumedUnannounced: nobody names an old file that is in use again, but its Codex has it open, and what Codex does
// shows in its folder.
func TestResumedUnannounced(t *testing.T) {
	w := newWorld(t)
	path := w.write("2025/01/01", "old", head("old", "cli", ""), started("1"), prompted, finished)
	w.write("2026/11/29", "x", head("x", "cli", ""))
	w.write("2026/11/30", "y", head("y", "cli", ""))
	me, _ := process.Lookup(os.Getpid())
	own := session.Process{PID: os.Getpid(), Start: me.Start}
	var running atomic.Pointer[[]agent]
	running.Store(&[]agent{})
	w.watchSeeing(func() []agent { return *running.Load() })
	w.write("2026/11/30", "y", started("1"))
	w.until(t, "the watch to have begun", told(event.UserPrompt, "y"))

	running.Store(&[]agent{{process: own, cwd: "/elsewhere", told: true, open: []string{path}}})
	if err := os.WriteFile(filepath.Join(w.root, "history.jsonl"), []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	v := w.until(t, "the session", saw(session.SawSession, "old")).Evidence
	if v.Status != session.StatusIdle || v.Process != own || v.TranscriptPath != path {
		t.Errorf("told %+v, want it at rest, in its process", v)
	}
	w.write("2025/01/01", "old", started("2"))
	it := w.until(t, "its next turn", told(event.UserPrompt, "old"))
	if it.Event.TurnID != "2" || it.Event.AgentPID != own.PID {
		t.Errorf("turn %s of process %d began", it.Event.TurnID, it.Event.AgentPID)
	}
}

// TestAnotherThread: a terminal that shows another thread has left the one before, also when both are found at the start.
func TestAnotherThread(t *testing.T) {
	w := newWorld(t)
	me, _ := process.Lookup(os.Getpid())
	own := session.Process{PID: os.Getpid(), Start: me.Start}
	second := w.write("2026/11/30", "second", head("second", "cli", ""), started("1"), prompted, finished)
	first := w.write("2026/11/29", "first", head("first", "cli", ""), started("1"), prompted, finished)
	earlier := time.Now().Add(-time.Hour)
	if err := os.Chtimes(first, earlier, earlier); err != nil {
		t.Fatal(err)
	}
	third := filepath.Join(filepath.Dir(second), "rollout-2026-11-30T08-00-00-third.jsonl")
	w.watch(agent{process: own, told: true, open: []string{second, first, third}})
	w.until(t, "the first", saw(session.SawSession, "first"))
	v := w.until(t, "the second", saw(session.SawSession, "second")).Evidence
	if v.Replaces != codex.Key("first") || v.Process != own {
		t.Errorf("the second is %+v, want it in the place of the first", v)
	}
	w.write("2026/11/30", "third", head("third", "cli", ""), started("1"))
	if v := w.until(t, "the third", saw(session.SawSession, "third")).Evidence; v.Replaces != codex.Key("second") {
		t.Errorf("the third is %+v, want it in the place of the second", v)
	}
}

// TestWhoseFileItIs: the process that has it open, whatever its folder; a guess only where that cannot be told.
func TestWhoseFileItIs(t *testing.T) {
	f := &file{path: "/c/rollout-a.jsonl", meta: meta{ID: "a", Cwd: "/shop", Source: []byte(`"cli"`)}}
	one, two := session.Process{PID: 1, Start: 1}, session.Process{PID: 2, Start: 1}
	for _, tt := range []struct {
		name    string
		running []agent
		want    session.Process
	}{
		{"open", []agent{{process: one, cwd: "/shop", told: true}, {process: two, cwd: "/", told: true, open: []string{f.path}}}, two},
		{"nobody's", []agent{{process: one, cwd: "/shop", told: true}}, session.Process{}},
		{"an editor's", []agent{{process: one, cwd: "/shop", told: true, server: true, open: []string{f.path}}}, session.Process{}},
		{"the only one there", []agent{{process: one, cwd: "/shop"}, {process: two, cwd: "/"}}, one},
		{"one of two", []agent{{process: one, cwd: "/shop"}, {process: two, cwd: "/shop"}}, session.Process{}},
	} {
		w := &watcher{root: "/c", processes: func() []agent { return tt.running }}
		if got := w.processOf(f); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// TestRecovers: what ran before us is known by its process, and what rests is not news.
func TestRecovers(t *testing.T) {
	w := newWorld(t)
	w.write("2026/11/30", "rests", head("rests", "cli", ""), started("1"), prompted, finished)
	w.write("2026/11/30", "works", head("works", "cli", ""), started("1"), prompted)
	w.write("2026/11/30", "dead", head("dead", "exec", ""), started("1"))
	at := func(id string, ago time.Duration) {
		path := filepath.Join(w.root, "sessions/2026/11/30/rollout-2026-11-30T08-00-00-"+id+".jsonl")
		when := time.Now().Add(-ago)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	at("works", time.Minute)
	at("rests", 2*time.Minute)
	at("dead", 3*time.Minute)
	began := time.Now().Add(-time.Hour)
	// Processes of the test's own: the watcher looks whether they live.
	w.watch(agent{process: session.Process{PID: 1}, cwd: "/shop", began: began}, agent{process: session.Process{PID: os.Getpid()}, cwd: "/shop", began: began})
	it := w.until(t, "the one that works", saw(session.SawSession, "works"))
	if it.Evidence.Process.PID != 1 {
		t.Errorf("its process is %d, want the first", it.Evidence.Process.PID)
	}
	w.until(t, "its turn", told(event.UserPrompt, "works"))
	it = w.until(t, "the one that rests", func(it session.Item) bool {
		return it.Evidence != nil && it.Evidence.Key.ID != "works"
	})
	v := it.Evidence
	if v.Key.ID != "rests" || v.Status != session.StatusIdle || v.Text != "Done." || v.Title != "fix the till" || v.Process.PID != os.Getpid() {
		t.Errorf("the other is %+v, want it at rest", v)
	}
}

// TestAnothersFolder: what a Codex does in another folder than ours is not told, and ours may be called by another name.
func TestAnothersFolder(t *testing.T) {
	w, other := newWorld(t), newWorld(t)
	elsewhere := other.write("2026/11/30", "elsewhere", head("elsewhere", "cli", ""), started("1"))
	path := w.write("2026/11/30", "own", head("own", "cli", ""), started("1"), prompted, finished)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(w.root, link); err != nil {
		t.Skip(err)
	}
	w.root = link
	me, _ := process.Lookup(os.Getpid())
	own := session.Process{PID: os.Getpid(), Start: me.Start}
	w.watch(agent{process: own, cwd: "/shop", told: true, open: []string{elsewhere, path}})
	v := w.until(t, "a session", func(it session.Item) bool { return it.Evidence != nil }).Evidence
	if v.Key.ID != "own" || v.Process != own || !strings.HasPrefix(v.TranscriptPath, link) {
		t.Errorf("the first that is told is %+v, want our own, by our name of it", v)
	}
}

// TestHuge: of a file of 1 GB only the head and the end are read.
func TestHuge(t *testing.T) {
	path := huge(t)
	f, err := openFile(path)
	if err != nil {
		t.Fatal(err)
	}
	items := f.advance()
	if len(items) == 0 || !saw(session.SawSession, "h")(items[0]) {
		t.Fatalf("a huge file tells %v, want its session first", items)
	}
	if last := items[len(items)-1]; !saw(session.SawTurnDone, "h")(last) {
		t.Errorf("a huge file ends with %+v, want the end of its turn", last)
	}
	if size := int64(1<<30) + int64(len(finished)) + 1; f.offset != size {
		t.Errorf("it was read up to %d, want %d", f.offset, size)
	}
}

// huge is a rollout of 1 GB, most of it a hole.
func huge(tb testing.TB) string {
	path := filepath.Join(tb.TempDir(), "rollout-h.jsonl")
	f, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(head("h", "vscode", "") + started("1") + prompted); err != nil {
		tb.Fatal(err)
	}
	if _, err := f.WriteAt([]byte("\n"+finished), 1<<30); err != nil {
		tb.Skip("no sparse files here:", err)
	}
	return path
}

// BenchmarkHuge: at most 50 ms and 5 MB.
func BenchmarkHuge(b *testing.B) {
	path := huge(b)
	b.ReportAllocs()
	for b.Loop() {
		f, err := openFile(path)
		if err != nil {
			b.Fatal(err)
		}
		f.advance()
	}
}

// FuzzTell: whatever stands in a file, nothing breaks, and all that is told is about its own session.
func FuzzTell(f *testing.F) {
	f.Add([]byte(prompted), byte(0))
	f.Add([]byte(finished), byte(1))
	f.Add([]byte(started("1")), byte(2))
	f.Add([]byte(`{"type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"command\":[\"bash\",\"-lc\",\"ls\"]}","call_id":"c"}}`), byte(0))
	f.Add([]byte(`{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"UserMessage","content":[{"text":7}]}}}`), byte(0))
	metas := []meta{{ID: "s"}, {ID: "c", SessionID: "s", Parent: "s"}, {ID: "s", Kind: "guardian_review"}}
	f.Fuzz(func(t *testing.T, raw []byte, which byte) {
		is := file{path: "rollout-s.jsonl", meta: metas[int(which)%len(metas)]}
		for range 2 {
			items, _ := is.tell(raw)
			for _, it := range items {
				switch {
				case it.Event != nil && (it.Event.SessionID != "s" || !it.Event.Observed || it.Event.Reply != nil):
					t.Errorf("told of %+v", it.Event)
				case it.Evidence != nil && it.Evidence.Key.ID != "s":
					t.Errorf("told of %+v", it.Evidence)
				}
			}
		}
	})
}
