package hook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

const (
	lockWithin = 5 * time.Second // an install takes well under a second
	lockRetry  = 20 * time.Millisecond
)

// owner says who holds the lock. The lock itself is the system's and dies with its process; this is for people.
type owner struct {
	PID     int       `json:"pid"`
	Program string    `json:"program"`
	Since   time.Time `json:"since"`
}

// lock makes this the only installer of this Dango folder until unlock is called.
func (in *installer) lock(ctx context.Context) (unlock func(), err error) {
	dir := filepath.Join(in.Home, "run")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("hook: make Dango's folder: %w", err)
	}
	path := filepath.Join(dir, "hooks.lock")
	ownerPath := path + ".owner" // beside it: on some systems nobody can read a locked file
	ctx, cancel := context.WithTimeout(ctx, lockWithin)
	defer cancel()
	l := flock.New(path)
	if _, err := l.TryLockContext(ctx, lockRetry); err != nil {
		if !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
			return nil, fmt.Errorf("hook: lock %q: %w", path, err)
		}
		return nil, fmt.Errorf("hook: another installer is at work%s; try again when it is done: %w", holder(ownerPath), err)
	}
	text, err := json.Marshal(owner{os.Getpid(), filepath.Base(os.Args[0]), in.Now().UTC()})
	if err == nil {
		err = writeFile(ownerPath, text, 0o600, in.step)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("hook: note the owner of the lock: %w", err), l.Close())
	}
	return func() {
		_ = os.Remove(ownerPath)
		_ = l.Close()
	}, nil
}

// holder describes who has the lock, "" when that is not known.
func holder(path string) string {
	var o owner
	text, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(text, &o) != nil {
		return ""
	}
	return fmt.Sprintf(" (%s, process %d, since %s)", o.Program, o.PID, o.Since.Local().Format(time.TimeOnly))
}
