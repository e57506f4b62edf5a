package claude

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"dango/session"
)

func TestStatus(t *testing.T) {
	s := newStage(t)
	s.mkdir("sessions")
	s.says("a", "idle")
	s.watch(Options{})
	v := s.want(session.SawSession, "a", session.StatusIdle)
	if v.Process != s.proc || v.Cwd != "/home/dev/project" || v.Headless || v.StartedAt.IsZero() {
		t.Errorf("told %+v", v)
	}
	s.known(session.Watched{Key: keyOf("a"), Titled: true})
	s.says("a", "waiting")
	s.says("a", "busy") // read once or twice: the last word counts
	for v = s.next(); v.Status != session.StatusBusy; v = s.next() {
	}
	if want := time.UnixMilli(s.tick); !v.At.Equal(want) {
		t.Errorf("busy since %v, want since the record's %v", v.At, want)
	}
	s.says("a", "idle")
	for v = s.next(); v.Status != session.StatusIdle; v = s.next() {
	}
	s.put(s.file(), s.record("b", "busy", "")) // /clear
	if v := s.want(session.SawSession, "b", session.StatusUnknown); v.Process != s.proc {
		t.Errorf("told %+v: without the process it takes nobody's place", v)
	}
	s.nothingMore()
}

// TestRecordedStates plays a real CLI's file through the states that were recorded.
func TestRecordedStates(t *testing.T) {
	var recorded []struct {
		When    string
		Content map[string]any
	}
	raw, err := os.ReadFile("testdata/session-file.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &recorded); err != nil {
		t.Fatal(err)
	}
	want := []session.Status{
		session.StatusIdle, session.StatusBusy, session.StatusIdle, session.StatusWaiting, session.StatusBusy,
		session.StatusWaiting, session.StatusWaiting, session.StatusWaiting, session.StatusIdle,
	}
	s := newStage(t)
	s.mkdir("sessions")
	for i, r := range recorded {
		r.Content["pid"], r.Content["procStart"] = s.pid, strconv.FormatUint(s.proc.Start, 10)
		raw, err := json.Marshal(r.Content)
		if err != nil {
			t.Fatal(err)
		}
		s.put(s.file(), raw)
		if i == 0 {
			s.watch(Options{})
		}
		if v := s.next(); v.Status != want[i] {
			t.Errorf("%s: told status %d, want %d", r.When, v.Status, want[i])
		}
	}
	s.nothingMore()
}

func TestSays(t *testing.T) {
	const idle, busy, waiting, unknown = session.StatusIdle, session.StatusBusy, session.StatusWaiting, session.StatusUnknown
	for _, tt := range []struct {
		status, waitingFor string
		before, want       session.Status
	}{
		{"idle", "", busy, idle},
		{"busy", "", idle, busy},
		{"shell", "", busy, session.StatusBackground},
		{"waiting", "permission prompt", busy, waiting},
		{"waiting", "input needed", busy, waiting},
		{"waiting", "dialog open", busy, waiting},
		{"waiting", "dialog open", waiting, waiting},
		{"waiting", "dialog open", idle, idle},
		{"waiting", "dialog open", unknown, unknown},
		{"", "", idle, unknown},
		{"dancing", "", idle, unknown},
	} {
		r := record{Status: tt.status, WaitingFor: tt.waitingFor}
		if got := r.says(tt.before); got != tt.want {
			t.Errorf("%s (%s) after %d says %d, want %d", tt.status, tt.waitingFor, tt.before, got, tt.want)
		}
	}
}

// TestHalfWritten: the CLI writes in place, so a reader may see half of it, or a new text with the old one's end.
func TestHalfWritten(t *testing.T) {
	s := newStage(t)
	s.mkdir("sessions")
	whole := s.record("a", "idle", "")
	s.put(s.file(), whole[:len(whole)/2])
	s.watch(Options{})
	s.put(s.file(), append(whole, "old end}"...))
	s.put(s.file(), whole)
	s.want(session.SawSession, "a", session.StatusIdle)
	s.nothingMore()
}

// TestNotThisProcess: what a killed CLI left behind says nothing, even when its pid is used again.
func TestNotThisProcess(t *testing.T) {
	s := newStage(t)
	dir := s.mkdir("sessions")
	s.proc.Start++
	s.says("reused", "busy")
	s.proc.Start--
	s.put(filepath.Join(dir, "999999999.json"), []byte(`{"pid":999999999,"sessionId":"dead","status":"busy","procStart":"1"}`))
	s.put(filepath.Join(dir, "1.json"), []byte(`{"pid":2,"sessionId":"of another name","status":"busy"}`))
	s.put(filepath.Join(dir, "notes.json"), []byte(`{"pid":1}`))
	if os.MkdirAll(filepath.Join(dir, "3.json"), 0o700) != nil {
		t.Fatal("no folder")
	}
	s.watch(Options{})
	s.says("a", "idle")
	s.want(session.SawSession, "a", session.StatusIdle)
	s.nothingMore()
}

func TestRemoved(t *testing.T) {
	s := newStage(t)
	s.mkdir("sessions")
	s.says("a", "idle")
	s.watch(Options{})
	s.want(session.SawSession, "a", session.StatusIdle)
	if err := os.Remove(s.file()); err != nil {
		t.Fatal(err)
	}
	s.says("a", "idle") // a moment later it is there again
	s.want(session.SawSession, "a", session.StatusIdle)
	if err := os.Remove(s.file()); err != nil {
		t.Fatal(err)
	}
	s.kill()
	s.want(session.SawSessionEnd, "a", session.StatusUnknown)
}

// TestFolders: the folder of session files may come, go and come again, and hooks may name another config folder.
func TestFolders(t *testing.T) {
	s := newStage(t)
	s.mkdir() // the CLI is installed and never ran
	s.watch(Options{})
	for range 2 {
		s.mkdir("sessions")
		s.says("a", "idle")
		s.want(session.SawSession, "a", session.StatusIdle)
		if err := os.RemoveAll(filepath.Join(s.root, "sessions")); err != nil {
			t.Fatal(err)
		}
	}
	s.root = filepath.Join(t.TempDir(), "work")
	s.mkdir("sessions")
	s.says("b", "idle")
	s.known(session.Watched{Key: keyOf("b"), TranscriptPath: filepath.Join(s.root, "projects", "x", "b.jsonl")})
	s.want(session.SawSession, "b", session.StatusIdle)
}

// TestOneFolderByTwoNames: a hook may name the config folder by a link to it; its sessions are told once.
func TestOneFolderByTwoNames(t *testing.T) {
	s := newStage(t)
	s.mkdir("sessions")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(s.root, link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	s.says("a", "idle")
	s.watch(Options{})
	s.want(session.SawSession, "a", session.StatusIdle)
	s.known(session.Watched{Key: keyOf("a"), Titled: true, TranscriptPath: filepath.Join(link, "projects", "x", "a.jsonl")})
	s.says("a", "waiting")
	for v := s.next(); v.Status != session.StatusWaiting; v = s.next() {
	}
	s.nothingMore()
}

// TestNoFolder: without any folder of Claude Code's nothing is watched, and a hook is enough to begin.
func TestNoFolder(t *testing.T) {
	s := newStage(t)
	s.watch(Options{})
	s.known(session.Watched{Key: keyOf("b"), TranscriptPath: filepath.Join(s.root, "projects", "x", "b.jsonl")})
	s.mkdir("sessions")
	s.says("b", "idle")
	s.known(session.Watched{Key: keyOf("b"), Titled: true, TranscriptPath: filepath.Join(s.root, "projects", "x", "b.jsonl")})
	s.want(session.SawSession, "b", session.StatusIdle)
}

// TestStopThatBlocks: a Stop hook made the model go on. The turn seemed over, and the file says busy all along.
func TestStopThatBlocks(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*stage)
		again  bool
	}{
		{"it goes on", func(*stage) {}, true},
		{"it ends after all", func(s *stage) { s.says("a", "idle") }, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			s.mkdir("sessions")
			s.says("a", "busy")
			s.watch(Options{})
			s.want(session.SawSession, "a", session.StatusBusy)
			s.known(session.Watched{Key: keyOf("a"), Titled: true, Working: true})
			s.known(session.Watched{Key: keyOf("a"), Titled: true, Rested: time.Now()})
			tt.change(s)
			v := s.next()
			if again := v.Status == session.StatusBusy; again != tt.again {
				t.Errorf("told %+v, again = %v, want %v", v, again, tt.again)
			}
		})
	}
}

// TestSecretsAreNotOpened: opening a named pipe waits for its writer, so a watcher that opened one would hang.
func TestSecretsAreNotOpened(t *testing.T) {
	s := newStage(t)
	dir := s.mkdir("sessions")
	for _, name := range []string{fmt.Sprintf("%d.0123abcd.key", s.pid), "5.json"} {
		if err := exec.Command("mkfifo", filepath.Join(dir, name)).Run(); err != nil {
			t.Skip("no named pipes here:", err)
		}
	}
	s.says("a", "idle")
	s.watch(Options{})
	s.want(session.SawSession, "a", session.StatusIdle)
	s.put(filepath.Join(dir, fmt.Sprintf("%d.89ef.key.tmp.1", s.pid)), []byte("secret"))
	s.says("a", "waiting")
	for v := s.next(); v.Status != session.StatusWaiting; v = s.next() {
	}
	s.nothingMore()
}
