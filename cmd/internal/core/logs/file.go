package logs

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// How much is kept. A part is closed when it is full or the day is over; the oldest parts go first.
const (
	KeepDays  = 3
	MaxBytes  = 5 << 20 // of all files together
	partBytes = MaxBytes / maxParts
	maxParts  = 5
)

// File is a folder of log files as one writer: dango-2026-01-31-1.jsonl and so on, mode 0600. A write that fails is
// forgotten but for Problem: logging never stops the pet. It may be used from any goroutine.
type File struct {
	dir string
	now func() time.Time

	mu   sync.Mutex
	f    *os.File // nil until the first write
	day  string
	size int
	err  error // of the last write
}

// Open prepares to log into dir, which must exist, and removes what is too old. now is the clock: time.Now.
func Open(dir string, now func() time.Time) *File {
	l := &File{dir: dir, now: now}
	l.prune(maxParts)
	return l
}

// Write appends one record, in one piece and to one part.
func (l *File) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, err := l.writeLocked(p)
	l.err = err
	return n, err
}

// Problem is why the last record is not in the folder; nil when it is.
func (l *File) Problem() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

func (l *File) writeLocked(p []byte) (int, error) {
	day := l.now().Format(time.DateOnly)
	if l.f == nil || day != l.day || l.size+len(p) > partBytes {
		if err := l.nextLocked(day, len(p)); err != nil {
			return 0, err
		}
	}
	n, err := l.f.Write(p)
	l.size += n
	if err != nil {
		l.closeLocked() // the next one tries anew
		return n, fmt.Errorf("logs: %w", err)
	}
	return n, nil
}

// Close closes the present part. A later write opens one again.
func (l *File) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.closeLocked()
}

func (l *File) closeLocked() error {
	if l.f == nil {
		return nil
	}
	err := l.f.Close()
	l.f = nil
	return err
}

// nextLocked opens the newest part of the day when it has room, else a new one.
func (l *File) nextLocked(day string, need int) error {
	l.closeLocked()
	number := 1
	for _, name := range Parts(l.dir) {
		if d, n, ok := parse(name); ok && d == day {
			number = max(number, n)
		}
	}
	path := l.path(day, number)
	if info, err := os.Stat(path); err == nil && info.Size()+int64(need) > partBytes {
		number++
		path = l.path(day, number)
	}
	if _, err := os.Lstat(path); err != nil {
		l.prune(maxParts - 1)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("logs: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return fmt.Errorf("logs: %w", err)
	}
	l.f, l.day, l.size = f, day, int(info.Size())
	return nil
}

// prune removes parts of days gone by, and the oldest until at most most are left. What cannot be removed stays.
func (l *File) prune(most int) {
	parts := Parts(l.dir)
	oldest := l.now().AddDate(0, 0, 1-KeepDays).Format(time.DateOnly)
	for i, name := range parts {
		if day, _, _ := parse(name); day < oldest || len(parts)-i > most {
			os.Remove(filepath.Join(l.dir, name))
		}
	}
}

// Parts lists the log files in a folder by name, oldest first. A folder that cannot be read has none.
func Parts(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if _, _, ok := parse(e.Name()); ok {
			names = append(names, e.Name())
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		da, na, _ := parse(a)
		db, nb, _ := parse(b)
		if c := strings.Compare(da, db); c != 0 {
			return c
		}
		return na - nb
	})
	return names
}

func (l *File) path(day string, number int) string {
	return filepath.Join(l.dir, fmt.Sprintf("dango-%s-%d.jsonl", day, number))
}

var partName = regexp.MustCompile(`^dango-(\d{4}-\d{2}-\d{2})-([1-9]\d{0,5})\.jsonl$`)

// parse takes a part's name apart. Other files in the folder are not ours.
func parse(name string) (day string, number int, ok bool) {
	m := partName.FindStringSubmatch(name)
	if m == nil {
		return "", 0, false
	}
	if _, err := time.Parse(time.DateOnly, m[1]); err != nil {
		return "", 0, false
	}
	number, err := strconv.Atoi(m[2])
	return m[1], number, err == nil
}
