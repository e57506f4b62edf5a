package claude

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	"dango/session"
	"dango/session/board"
)

// watcher is one running Watch. Its goroutine owns all of it.
type watcher struct {
	ctx  context.Context
	sink Sink
	list *board.Board[session.Watchlist]
	log  *slog.Logger
	fs   *fsnotify.Watcher
	due  chan func() // what is due, done on the watcher's goroutine

	roots   map[string]reach
	named   map[string]time.Time  // when a config folder that a hook named was last looked for
	looking bool                  // such a folder will be looked for in a moment
	files   map[string]*entry     // by path
	tails   map[session.Key]*tail // transcripts that are followed
}

// reach is how much of a config folder is there to be watched.
type reach uint8

const (
	nothing  reach = iota // the folder is not there: it costs nothing, and a hook will name it when it is
	parent                // no session file was ever written: the folder is watched until one is
	sessions              // the folder of session files is watched
)

// maxRoots bounds the config folders: hooks name them, and nobody has more than a few.
const maxRoots = 16

// attend watches a config folder's session files, or waits for the first.
func (w *watcher) attend(root string) {
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real // hooks may name it by another way
	}
	_, known := w.roots[root]
	if root == "" || w.roots[root] == sessions || !known && len(w.roots) == maxRoots {
		return
	}
	dir := filepath.Join(root, "sessions")
	switch {
	case w.fs.Add(dir) == nil:
		if w.roots[root] == parent {
			_ = w.fs.Remove(root)
		}
		w.roots[root] = sessions
		w.scan(dir)
	case w.fs.Add(root) == nil:
		w.roots[root] = parent
		if _, err := os.Stat(dir); err == nil { // made meanwhile
			w.later(0, func() { w.attend(root) })
		}
	default:
		w.roots[root] = nothing
	}
}

// lookAgainAfter is how long a config folder that a hook named and that is not there is not looked for again.
const lookAgainAfter = 500 * time.Millisecond

// lookFor attends to a config folder that a hook named. One that is not there is looked for again when more is heard of
// its sessions, and not by itself.
func (w *watcher) lookFor(root string) {
	last, known := w.named[root]
	switch {
	case root == "" || known && w.roots[root] != nothing || !known && len(w.named) == maxRoots:
	case known && time.Since(last) < lookAgainAfter:
		if !w.looking {
			w.looking = true
			w.later(lookAgainAfter, func() {
				w.looking = false
				w.follow(*w.list.Latest())
			})
		}
	default:
		w.named[root] = time.Now()
		w.attend(root)
	}
}

// scan reads every session file of a folder.
func (w *watcher) scan(dir string) {
	names, err := os.ReadDir(dir)
	if err != nil {
		w.log.Warn("claude's session files cannot be listed", "error", err)
		return
	}
	for _, n := range names {
		w.read(filepath.Join(dir, n.Name()))
	}
}

// changed folds one event of the file system.
func (w *watcher) changed(ev fsnotify.Event) {
	dir := filepath.Dir(ev.Name)
	for _, t := range w.tails {
		if t.path == ev.Name {
			w.tailed(t)
			return
		}
	}
	switch {
	case w.roots[dir] == parent && filepath.Base(ev.Name) == "sessions":
		w.attend(dir)
	case w.roots[dir] == sessions && filepath.Base(ev.Name) == "sessions" && ev.Has(fsnotify.Remove|fsnotify.Rename):
		w.roots[dir] = nothing
		w.attend(dir)
	case filepath.Base(dir) == "sessions" && ev.Op != fsnotify.Chmod:
		w.read(ev.Name)
	}
}

// lookAgain reads everything, after events were lost.
func (w *watcher) lookAgain() {
	for path := range w.files {
		w.read(path)
	}
	for root, r := range w.roots {
		if r == sessions {
			w.scan(filepath.Join(root, "sessions"))
		}
	}
	for _, t := range w.tails {
		w.tailed(t)
	}
}

// later does something on the watcher's goroutine after d.
func (w *watcher) later(d time.Duration, do func()) {
	time.AfterFunc(d, func() {
		select {
		case w.due <- do:
		case <-w.ctx.Done():
		}
	})
}

func (w *watcher) tell(v session.Evidence) {
	_ = w.sink.SubmitWait(w.ctx, session.Item{Evidence: &v}) // an error means that ctx has ended
}

// follow looks after what the keeper knows: config folders that hooks named, turns that ended while the file says
// busy, and turns of sessions that have no file.
func (w *watcher) follow(list session.Watchlist) {
	alone := map[session.Key]string{} // transcripts to follow
	for _, s := range list {
		if s.Key.Tool != keyOf("").Tool {
			continue
		}
		w.lookFor(rootOf(s.TranscriptPath))
		if e := w.entryOf(s.Key); e != nil {
			e.titled, e.silent = e.titled || s.Titled, s.Silent
			w.doubt(e, s)
		} else if s.Working && s.TranscriptPath != "" {
			alone[s.Key] = s.TranscriptPath
		}
	}
	w.followTails(alone)
}

func (w *watcher) entryOf(k session.Key) *entry {
	for _, e := range w.files {
		if e.told && e.record.key() == k {
			return e
		}
	}
	return nil
}
