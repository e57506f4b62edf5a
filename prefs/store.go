package prefs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"
)

// Store keeps config.json and its values together.
//
// Config may be called from any goroutine as often as one likes and never waits. All other methods may be called
// from any goroutine and read or write the file.
type Store struct {
	path string
	lock string // held while the file is changed, also against other programs of ours
	now  atomic.Pointer[state]

	mu       sync.Mutex // of everything below, and of reading and writing the file
	text     []byte     // as last read
	watchers map[int]func(*Config)
	nextID   int
}

// A change takes milliseconds; a program that was stopped in the middle of one shall not stop the others.
const (
	lockWithin = 2 * time.Second
	lockRetry  = 5 * time.Millisecond
)

// state is what one reading of the file led to.
type state struct {
	config   Config
	problems []Problem
}

// Open reads config.json. A missing file is written once, with every setting at its default.
//
// A broken file is no error: the store has the defaults, Problems says what is wrong, and the file is left alone.
// An error means that the file can be neither read nor written; the store is usable with the defaults all the same.
func Open(p Paths) (*Store, error) {
	s := newStore(p)
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.readLocked()
	if errors.Is(err, fs.ErrNotExist) {
		err = s.writeLocked(fresh())
	}
	return s, err
}

// Peek is Open for those who only want to know: a missing file is not written, and its folder need not exist. Set writes
// it all the same.
func Peek(p Paths) (*Store, error) {
	s := newStore(p)
	return s, s.Reload()
}

func newStore(p Paths) *Store {
	s := &Store{path: p.Config(), lock: filepath.Join(p.Run(), "config.lock"), watchers: map[int]func(*Config){}}
	s.now.Store(&state{config: Default()})
	return s
}

// Path is where the file lies.
func (s *Store) Path() string { return s.path }

// Config gives the current values. They are immutable; a change is a new pointer.
func (s *Store) Config() *Config { return &s.now.Load().config }

// Problems says what is wrong with the file as last read; empty when nothing is.
func (s *Store) Problems() []Problem { return s.now.Load().problems }

// OnChange calls f after each change of a value, and of the list of problems, until cancel. Calls come one after
// another, from whichever goroutine read or wrote the file; f must not call OnChange, Reload or Set.
func (s *Store) OnChange(f func(*Config)) (cancel func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.nextID
	s.nextID++
	s.watchers[id] = f
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.watchers, id)
	}
}

// Reload reads the file again. A missing file keeps the values: an editor may be between removing and writing it.
func (s *Store) Reload() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.readLocked(); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Set checks a value, given as it is written in the file, and writes it. Comments, order and unknown keys stay.
//
// A file that is broken or of a newer version is never written: the error says so and names the place.
func (s *Store) Set(key, literal string) error {
	row, ok := Lookup(key)
	if !ok {
		return fmt.Errorf("prefs: no setting is called %q", key)
	}
	var c Config
	if err := row.read([]byte(literal), &c); err != nil {
		return fmt.Errorf("prefs: set %s: %w", key, Problem{Key: key, Value: shorten([]byte(literal)), Allowed: row.Allowed})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	unlock, err := s.aloneLocked()
	if err != nil {
		return fmt.Errorf("prefs: set %s in %s: %w", key, s.path, err)
	}
	defer unlock()
	text, err := s.editedLocked(key, []byte(row.Value(&c)))
	if err != nil {
		return fmt.Errorf("prefs: set %s in %s: %w", key, s.path, err)
	}
	return s.writeLocked(text)
}

// aloneLocked keeps other programs of ours from changing the file between our reading and writing it. Where no lock can be
// made, as on a disk that cannot be written, there is none: what keeps us from locking keeps us from writing.
func (s *Store) aloneLocked() (unlock func(), err error) {
	if err := os.MkdirAll(filepath.Dir(s.lock), dirMode); err != nil {
		return func() {}, nil
	}
	l := flock.New(s.lock, flock.SetPermissions(fileMode))
	ctx, cancel := context.WithTimeout(context.Background(), lockWithin)
	defer cancel()
	if _, err := l.TryLockContext(ctx, lockRetry); errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("another program has %s", s.lock)
	}
	return func() { _ = l.Close() }, nil
}

// editedLocked is the file's present text with one value replaced.
func (s *Store) editedLocked(key string, literal []byte) ([]byte, error) {
	text, err := readFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		text, err = fresh(), nil
	}
	if err != nil {
		return nil, err
	}
	d, err := parse(text)
	if err != nil {
		return nil, err
	}
	if d.checkVersion(); d.newer {
		return nil, ErrNewer
	}
	return d.set(key, literal)
}

// readLocked folds the file into the values. The same text is not folded twice.
func (s *Store) readLocked() error {
	text, err := readFile(s.path)
	if err != nil {
		return fmt.Errorf("prefs: read %s: %w", s.path, err)
	}
	if s.text == nil || !bytes.Equal(text, s.text) {
		s.text = text
		s.foldLocked(text)
	}
	return nil
}

func (s *Store) foldLocked(text []byte) {
	last := s.now.Load().config
	next := &state{config: last}
	if d, err := parse(text); err != nil {
		var p Problem
		errors.As(err, &p)
		next.problems = []Problem{p}
	} else {
		next.config, next.problems = d.decode(last)
	}
	s.now.Store(next)
	for _, f := range s.watchers {
		f(&next.config)
	}
}

// writeLocked replaces the file, or what it links to: a symbolic link to a folder of dotfiles stays one.
func (s *Store) writeLocked(text []byte) error {
	names := links(s.path)
	target := names[len(names)-1]
	if err := os.MkdirAll(filepath.Dir(target), dirMode); err != nil {
		return fmt.Errorf("prefs: write %s: %w", s.path, err)
	}
	if err := replace(target, text); err != nil {
		return fmt.Errorf("prefs: write %s: %w", s.path, err)
	}
	return s.readLocked()
}

// readFile reads a regular file, at most one byte more than is allowed.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	if info.Size() > maxConfigBytes {
		return make([]byte, maxConfigBytes+1), nil
	}
	return os.ReadFile(path)
}
