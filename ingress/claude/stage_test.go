package claude

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"dango/ingress/process"
	"dango/session"
	"dango/session/board"
	"dango/session/event"
)

// patience is how long a test waits for what must come.
const patience = 5 * time.Second

// stage is one config folder, one running CLI and one watcher.
type stage struct {
	t    *testing.T
	root string
	list *board.Board[session.Watchlist]
	told chan session.Evidence
	cli  *exec.Cmd
	pid  int
	proc session.Process
	tick int64 // ms since 1970
	stop func()
}

func (s *stage) SubmitWait(ctx context.Context, it session.Item) error {
	select {
	case s.told <- *it.Evidence:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func newStage(t *testing.T) *stage {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{
		t: t, root: filepath.Join(home, ".claude"), told: make(chan session.Evidence),
		list: board.New(&session.Watchlist{}), tick: time.Now().UnixMilli(),
	}
	s.cli = exec.Command("sleep", "60") // a process like any other
	if err := s.cli.Start(); err != nil {
		t.Skip("nothing to start here:", err)
	}
	t.Cleanup(s.kill)
	p, ok := process.Lookup(s.cli.Process.Pid)
	if !ok {
		t.Skip("the process table is not read on this system")
	}
	s.pid, s.proc = s.cli.Process.Pid, session.Process{PID: s.cli.Process.Pid, Start: p.Start}
	return s
}

func (s *stage) kill() {
	s.cli.Process.Kill()
	s.cli.Wait()
}

// watch starts the watcher.
func (s *stage) watch(o Options) {
	s.t.Helper()
	ctx, cancel := context.WithCancel(s.t.Context())
	done := make(chan error, 1)
	if o.Root == "" {
		o.Root = s.root
	}
	if o.processes == nil {
		o.processes = func() []process.Running { return nil }
	}
	go func() { done <- Watch(ctx, s.list, s, o) }()
	s.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			s.t.Errorf("Watch = %v", err)
		}
	})
	s.t.Cleanup(s.stop)
}

func (s *stage) mkdir(names ...string) string {
	s.t.Helper()
	dir := filepath.Join(append([]string{s.root}, names...)...)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		s.t.Fatal(err)
	}
	return dir
}

func (s *stage) put(path string, text []byte) {
	s.t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) file() string { return filepath.Join(s.root, "sessions", strconv.Itoa(s.pid)+".json") }

// record is a session file of the running CLI.
func (s *stage) record(id, status, waitingFor string) []byte {
	s.tick++ // every record is newer than the one before
	raw, err := json.Marshal(map[string]any{
		"pid": s.pid, "procStart": strconv.FormatUint(s.proc.Start, 10), "sessionId": id, "cwd": "/home/dev/project",
		"entrypoint": "cli", "kind": "interactive", "startedAt": s.tick - 1, "statusUpdatedAt": s.tick,
		"status": status, "waitingFor": waitingFor,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return raw
}

func (s *stage) says(id, status string) {
	s.t.Helper()
	s.put(s.file(), s.record(id, status, ""))
}

func (s *stage) next() session.Evidence {
	s.t.Helper()
	select {
	case v := <-s.told:
		return v
	case <-time.After(patience):
		s.t.Fatalf("nothing was told within %v", patience)
		panic("unreachable")
	}
}

func (s *stage) want(kind session.EvidenceKind, id string, status session.Status) session.Evidence {
	s.t.Helper()
	v := s.next()
	if v.Kind != kind || v.Key != keyOf(id) || v.Status != status {
		s.t.Fatalf("told kind %d of %q, status %d; want kind %d of %q, status %d", v.Kind, v.Key.ID, v.Status, kind, id, status)
	}
	return v
}

// nothingMore ends the watcher; whatever it still wanted to tell is an error.
func (s *stage) nothingMore() {
	s.t.Helper()
	stopped := make(chan struct{})
	go func() { defer close(stopped); s.stop() }()
	for {
		select {
		case v := <-s.told:
			s.t.Errorf("told %+v, want nothing more", v)
		case <-stopped:
			return
		}
	}
}

// known publishes what the keeper knows of the session.
func (s *stage) known(w session.Watched) {
	w.Key.Tool = event.ClaudeCode
	s.list.Publish(&session.Watchlist{w})
}
