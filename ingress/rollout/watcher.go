package rollout

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"dango/ingress/codex"
	"dango/ingress/process"
	"dango/session"
)

const (
	// recentDays is how many of the newest day folders are watched: a turn may go on past midnight.
	recentDays = 2

	// maxFiles bounds the files that are followed at a time; the one that was written longest ago gives way.
	maxFiles = 128
)

// watcher is one running Watch. Its goroutine owns all of it.
type watcher struct {
	ctx       context.Context
	sink      Sink
	log       *slog.Logger
	fs        *fsnotify.Watcher
	root      string
	processes func() []agent

	dirs     map[string]bool  // folders that are watched
	followed map[string]bool  // rollouts elsewhere that are watched
	files    map[string]*file // by path

	held   map[string]session.Process // rollouts that these have open, or had
	last   session.Watchlist
	look   <-chan time.Time // what is open will be looked at; nil: nothing has happened
	looked time.Time
}

// descend watches what leads to the newest rollouts: Codex's folder, which changes whenever it works, sessions, its
// newest year and month, and the newest days.
func (w *watcher) descend() {
	want := map[string]bool{}
	sessions := filepath.Join(w.root, "sessions")
	if _, err := os.Stat(sessions); err != nil {
		want[w.innermost()] = true
	} else {
		want[w.root], want[sessions] = true, true
		for _, day := range w.days() {
			want[day], want[filepath.Dir(day)], want[filepath.Dir(filepath.Dir(day))] = true, true, true
		}
		for _, dir := range []string{newest(sessions), newest(newest(sessions))} {
			if dir != "" {
				want[dir] = true // a folder that has no day yet
			}
		}
	}
	for dir := range w.dirs {
		if !want[dir] {
			_ = w.fs.Remove(dir) // it may be gone
			delete(w.dirs, dir)
		}
	}
	for dir := range want {
		if w.dirs[dir] || w.fs.Add(dir) != nil {
			continue
		}
		w.dirs[dir] = true
		w.descend() // something may have been made in it before it was watched
		return
	}
}

// innermost is the folder nearest to sessions that exists.
func (w *watcher) innermost() string {
	dir := w.root
	for {
		if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// days are the newest day folders, newest first.
func (w *watcher) days() (days []string) {
	for _, year := range below(filepath.Join(w.root, "sessions")) {
		for _, month := range below(year) {
			for _, day := range below(month) {
				if days = append(days, day); len(days) == recentDays {
					return days
				}
			}
		}
	}
	return days
}

// below are the folders of dir that are called by a number, the greatest first.
func below(dir string) (all []string) {
	if dir == "" {
		return nil
	}
	names, _ := os.ReadDir(dir) // what is not there has nothing below
	for _, n := range slices.Backward(names) {
		if n.IsDir() && strings.Trim(n.Name(), "0123456789") == "" {
			all = append(all, filepath.Join(dir, n.Name()))
		}
	}
	return all
}

func newest(dir string) string {
	if all := below(dir); len(all) > 0 {
		return all[0]
	}
	return ""
}

// changed folds one event of the file system.
func (w *watcher) changed(ev fsnotify.Event) {
	switch {
	case isRollout(ev.Name):
		if ev.Has(fsnotify.Create | fsnotify.Write) {
			w.written(ev.Name)
		} else if ev.Has(fsnotify.Remove | fsnotify.Rename) {
			delete(w.files, ev.Name) // archived
		}
	case filepath.Dir(ev.Name) == w.root && filepath.Base(ev.Name) != "sessions" && w.dirs[filepath.Join(w.root, "sessions")]:
		w.stirred()
	case ev.Has(fsnotify.Remove | fsnotify.Rename):
		delete(w.dirs, ev.Name)
		w.descend()
	case ev.Has(fsnotify.Create):
		w.descend()
		w.catchUp()
	}
}

const (
	lookAfter = 100 * time.Millisecond
	lookEvery = 2 * time.Second // it means to go through the process table
)

// stirred notes that some Codex has done something: it may have opened an older rollout, which nothing else would tell.
func (w *watcher) stirred() {
	if w.look == nil {
		w.look = time.After(max(lookAfter, lookEvery-time.Since(w.looked)))
	}
}

// catchUp reads what was written before its folder was watched: also to rollouts that are followed already, because one may
// have been found, and have grown, before its folder was.
func (w *watcher) catchUp() {
	for _, path := range w.recent(time.Now().Add(-justNow)) {
		w.written(path)
	}
}

// justNow is more than it takes to watch a folder that was just made.
const justNow = 5 * time.Second

func isRollout(path string) bool {
	name := filepath.Base(path)
	return strings.HasPrefix(name, "rollout-") && strings.HasSuffix(name, ".jsonl")
}

// written reads what was appended to a rollout, of one that is new to us the turn that goes on.
func (w *watcher) written(path string) {
	f := w.files[path]
	if f == nil {
		f = w.open(path)
	}
	if f != nil {
		w.advance(f)
	}
}

// open begins to follow a rollout; nil when it is none, or none yet.
func (w *watcher) open(path string) *file {
	f, err := openFile(path)
	if err != nil {
		return nil // half a line so far: the next event tells of more
	}
	if len(w.files) >= maxFiles {
		var oldest *file
		for _, o := range w.files {
			if oldest == nil || o.read.Before(oldest.read) {
				oldest = o
			}
		}
		delete(w.files, oldest.path)
	}
	w.files[path] = f
	if f.meta.relation() == codex.OfUser {
		f.process = w.processOf(f)
		f.replaces = w.before(f)
	}
	return f
}

// before is the thread that the terminal of a new one showed: a process that a user sits in front of shows one at a time.
func (w *watcher) before(f *file) (old session.Key) {
	var read time.Time
	for _, o := range w.files {
		if o != f && f.process.PID != 0 && o.process == f.process && o.read.After(read) {
			old, read = codex.Key(o.meta.session()), o.read
		}
	}
	return old
}

// advance reads what is new and tells it.
//
// A turn may have begun in another process than the last one.
func (w *watcher) advance(f *file) {
	if f.process.PID != 0 && !process.Lives(f.process.PID, f.process.Start) {
		f.process = session.Process{}
		f.process = w.processOf(f)
	}
	for _, it := range f.advance() {
		_ = w.sink.SubmitWait(w.ctx, it) // an error means that ctx has ended
	}
}

// follow watches the rollouts of live sessions and running agents that lie in older folders: those were resumed.
func (w *watcher) follow(list session.Watchlist) {
	wanted := map[string]bool{}
	for _, s := range list {
		if s.Key.Tool == codex.Key("").Tool && isRollout(s.TranscriptPath) && !w.dirs[filepath.Dir(s.TranscriptPath)] {
			wanted[s.TranscriptPath] = true
		}
	}
	for path, p := range w.held {
		if !process.Lives(p.PID, p.Start) {
			delete(w.held, path)
		} else if !w.dirs[filepath.Dir(path)] {
			wanted[path] = true
		}
	}
	for path := range w.followed {
		if !wanted[path] {
			_ = w.fs.Remove(path) // it may be gone
			delete(w.followed, path)
		}
	}
	for path := range wanted {
		if !w.followed[path] && w.fs.Add(path) == nil {
			w.followed[path] = true
			w.written(path)
		}
	}
}
