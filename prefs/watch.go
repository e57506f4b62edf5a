package prefs

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settle is how long after the first sign of a change the file is read: an editor's save is several steps, and one
// that takes longer is read again. It stays well below the 200 ms within which a change must show.
const settle = 40 * time.Millisecond

// Watch reads config.json again whenever it changes, until ctx ends; then it returns nil.
//
// It watches folders, not files, because editors replace files; behind symbolic links it watches the folder of
// every link on the way. readErr hears of a file that cannot be read; it may be nil.
func (s *Store) Watch(ctx context.Context, readErr func(error)) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("prefs: watch %s: %w", s.path, err)
	}
	defer w.Close()
	tell := func(err error) {
		if err != nil && readErr != nil {
			readErr(err)
		}
	}
	names, err := follow(w, s.path)
	if err != nil {
		return fmt.Errorf("prefs: watch %s: %w", s.path, err)
	}
	tell(s.Reload())         // what changed before the watch stood
	var due <-chan time.Time // nil: nothing has changed
	soon := func() {
		if due == nil {
			due = time.After(settle)
		}
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-w.Errors:
			tell(fmt.Errorf("prefs: watch %s: %w", s.path, err))
			soon() // events may have been lost
		case ev := <-w.Events:
			if slices.Contains(names, ev.Name) {
				soon()
			}
		case <-due:
			due = nil
			names, err = follow(w, s.path) // a link may lead elsewhere now
			tell(err)
			tell(s.Reload())
		}
	}
}

// follow makes w watch the folders of the file and of everything that it links to, and gives their names.
// Only the folder of the file itself must exist.
//
// A link may have moved before its folder was watched, so links are read again until there is no new folder.
func follow(w *fsnotify.Watcher, path string) ([]string, error) {
	for {
		names, more := links(path), false
		for _, n := range names {
			dir := filepath.Dir(n)
			if slices.Contains(w.WatchList(), dir) {
				continue
			}
			err := w.Add(dir)
			if err != nil && n == path {
				return names, err
			}
			more = more || err == nil
		}
		if !more {
			return names, nil
		}
	}
}

// links lists the file and, first the nearest, what it links to. The last one is the file with the text; it may
// not exist.
func links(path string) []string {
	names := []string{path}
	for range 16 { // more is a loop
		last := names[len(names)-1]
		target, err := os.Readlink(last)
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(last), target)
		}
		names = append(names, target)
	}
	return names
}
