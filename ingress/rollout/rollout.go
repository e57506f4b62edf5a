// Package rollout reads the session files of Codex, and tells the keeper what its hooks do not say.
//
// Every thread appends to a rollout, sessions/YYYY/MM/DD/rollout-TIME-ID.jsonl in Codex's folder. Errors of the API, Plan
// mode and how a turn ended stand nowhere else, and of sessions whose hooks do not run (an editor's, or not trusted
// ones) everything does. Nothing can be answered here. Of a file only the head and what is appended is read, so its
// size does not matter. Verified with Codex 0.171, whose files are "paginated", and the form before it.
package rollout

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/fsnotify/fsnotify"

	"dango/session"
	"dango/session/board"
)

// Sink takes what was seen; *session.Keeper is one.
type Sink interface {
	// SubmitWait hands an item over and waits while there is no room. The error is ctx's.
	SubmitWait(ctx context.Context, it session.Item) error
}

// Options say where to look.
type Options struct {
	Root string // Codex's folder; it need not exist
	Log  *slog.Logger

	processes func() []agent // nil: the system's process table
}

// Watch tells sink of the sessions that run, and from then on of what is appended to any recent rollout, until ctx ends;
// then it returns nil. Older rollouts are in use again when a Codex has them open, or when list names them. It runs on the
// caller's goroutine.
func Watch(ctx context.Context, list *board.Board[session.Watchlist], sink Sink, o Options) error {
	fs, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("rollout: watch %s: %w", o.Root, err)
	}
	defer fs.Close()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.processes == nil {
		o.processes = agents
	}
	w := &watcher{
		ctx: ctx, sink: sink, log: o.Log, fs: fs, root: o.Root, processes: o.processes,
		dirs: map[string]bool{}, followed: map[string]bool{}, files: map[string]*file{}, held: map[string]session.Process{},
	}
	wake, cancel := list.Subscribe()
	defer cancel()
	w.descend()
	w.recover()
	w.catchUp()
	w.last = *list.Latest()
	w.follow(w.last)
	for {
		select {
		case <-ctx.Done():
			return nil
		case ev := <-fs.Events:
			w.changed(ev)
		case err := <-fs.Errors: // events may have been lost
			w.log.Warn("codex's rollouts: look at all again", "error", err)
			w.descend()
			w.catchUp()
			for _, f := range w.files {
				w.advance(f)
			}
		case <-wake:
			w.last = *list.Latest()
			w.follow(w.last)
		case <-w.look:
			w.look, w.looked = nil, time.Now()
			w.hold(w.running())
		}
	}
}
