package appserver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// door waits for a socket file. Nothing is polled: of the folders on the way to the file, the innermost that exists is
// watched.
type door struct {
	path    string
	fs      *fsnotify.Watcher
	watched string
}

func watchDoor(path string) (*door, error) {
	fs, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("appserver: watch for %s: %w", path, err)
	}
	d := &door{path: path, fs: fs}
	d.approach()
	return d, nil
}

func (d *door) close() { _ = d.fs.Close() }

// approach watches the innermost folder that exists.
func (d *door) approach() {
	for {
		dir := filepath.Dir(d.path)
		for d.fs.Add(dir) != nil && dir != filepath.Dir(dir) {
			dir = filepath.Dir(dir)
		}
		if dir == d.watched {
			return
		}
		if d.watched != "" {
			_ = d.fs.Remove(d.watched) // it may be gone
		}
		d.watched = dir // and look again: the next folder may have been made meanwhile
	}
}

// await returns when the file was made, and when it is there but nobody answered, after d; at last with ctx.
func (d *door) await(ctx context.Context, after time.Duration) {
	d.approach()
	var late <-chan time.Time
	if d.there() {
		t := time.NewTimer(after)
		defer t.Stop()
		late = t.C
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-late:
			return
		case ev := <-d.fs.Events:
			if ev.Has(fsnotify.Remove | fsnotify.Rename) {
				d.watched = "" // perhaps the folder itself
			}
			d.approach()
			if ev.Has(fsnotify.Create) && d.there() {
				return
			}
		case <-d.fs.Errors: // events may have been lost
			d.approach()
			if d.there() {
				return
			}
		}
	}
}

// settle returns when the file, if there is one, is that old.
func (d *door) settle(ctx context.Context, old time.Duration) {
	info, err := os.Stat(d.path)
	if err != nil {
		return
	}
	if left := min(old-time.Since(info.ModTime()), old); left > 0 { // at most, though the clock was set
		select {
		case <-ctx.Done():
		case <-time.After(left):
		}
	}
}

func (d *door) there() bool {
	_, err := os.Stat(d.path)
	return err == nil
}
