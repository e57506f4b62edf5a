package claude

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"dango/ingress/process"
	"dango/session"
)

// record is a session file, as far as it matters. The format is nowhere documented: verified with 2.1.197 and 2.1.332.
type record struct {
	PID             int    `json:"pid"`
	SessionID       string `json:"sessionId"`
	Cwd             string `json:"cwd"`
	Entrypoint      string `json:"entrypoint"` // cli; sdk-cli for -p
	ProcStart       string `json:"procStart"`  // of PID, as in /proc/PID/stat
	Status          string `json:"status"`     // idle, busy, waiting, shell; missing for a moment at the start
	WaitingFor      string `json:"waitingFor"` // permission prompt, input needed, dialog open
	StartedAt       int64  `json:"startedAt"`  // ms since 1970, like the next
	StatusUpdatedAt int64  `json:"statusUpdatedAt"`
}

// maxRecord is many times what a session file has.
const maxRecord = 64 << 10

// pidOf reads the pid from a session file's name. Key files, temporary files and all others have none.
func pidOf(path string) (int, bool) {
	name, ok := strings.CutSuffix(filepath.Base(path), ".json")
	if !ok {
		return 0, false
	}
	pid, err := strconv.Atoi(name)
	return pid, err == nil && pid > 0 && strconv.Itoa(pid) == name
}

var errForeign = errors.New("not a session file")

// readRecord reads a session file. The CLI writes it in place, so that a reader may see half of it.
func readRecord(path string) (record, error) {
	var r record
	info, err := os.Stat(path)
	if err != nil {
		return r, err
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait for its writer
		return r, fmt.Errorf("claude: read %s: %w", path, errForeign)
	}
	f, err := os.Open(path)
	if err != nil {
		return r, err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxRecord))
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return r, fmt.Errorf("claude: read %s: %w", path, err)
	}
	if pid, _ := pidOf(path); r.PID != pid || r.SessionID == "" {
		return r, fmt.Errorf("claude: read %s: %w", path, errForeign)
	}
	return r, nil
}

// process proves the record's process: false when it has ended, and when its pid is another's by now. In which unit
// the CLI writes the start time is known for Linux only; elsewhere the pid has to do.
func (r record) process() (session.Process, bool) {
	p, ok := process.Lookup(r.PID)
	if !ok {
		return session.Process{}, false
	}
	if start, err := strconv.ParseUint(r.ProcStart, 10, 64); err == nil && start != p.Start && runtime.GOOS == "linux" {
		return session.Process{}, false
	}
	return session.Process{PID: r.PID, Start: p.Start}, true
}

func (r record) key() session.Key { return keyOf(r.SessionID) }

// headless: nobody sits in front of a CLI that another program started.
func (r record) headless() bool { return strings.HasPrefix(r.Entrypoint, "sdk-") }

// at is since when the status is true, zero when nothing says it.
func (r record) at() time.Time {
	if r.StatusUpdatedAt == 0 {
		return r.began()
	}
	return time.UnixMilli(r.StatusUpdatedAt)
}

// began is when the CLI began, zero when it does not say.
func (r record) began() time.Time {
	if r.StartedAt == 0 {
		return time.Time{}
	}
	return time.UnixMilli(r.StartedAt)
}

// says is what the record says in the keeper's words. An open dialog blocks an agent that was at work; at rest it is a
// menu that the user opened, and changes nothing.
func (r record) says(before session.Status) session.Status {
	switch {
	case r.Status == "idle":
		return session.StatusIdle
	case r.Status == "shell":
		return session.StatusBackground
	case r.Status == "busy":
		return session.StatusBusy
	case r.Status == "waiting" && r.WaitingFor != "dialog open":
		return session.StatusWaiting
	case r.Status == "waiting" && (before == session.StatusBusy || before == session.StatusWaiting):
		return session.StatusWaiting
	case r.Status == "waiting":
		return before
	}
	return session.StatusUnknown
}
