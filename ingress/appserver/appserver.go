// Package appserver joins the app-server that Codex's terminals share, and tells the keeper what its threads do and
// ask.
//
// The app-server runs in the background since the first terminal, and listens on a socket file: WebSocket, one JSON
// message a text frame. Every client is told the status of every thread. One that subscribes to a thread is asked
// what the thread's terminal is asked, at the same time; the first answer counts, and the other side is told. A
// thread stays loaded as long as anybody subscribes, so we do only while one waits.
//
// It is never started from here: without one there is nothing to know. Verified with Codex 0.171.
package appserver

import (
	"context"
	"log/slog"
	"path/filepath"
	"time"

	"dango/session"
)

// Sink takes what was seen; *session.Keeper is one.
type Sink interface {
	// SubmitWait hands an item over and waits while there is no room. The error is ctx's.
	SubmitWait(ctx context.Context, it session.Item) error
}

// Options say where to look.
type Options struct {
	Root    string // Codex's folder, see codex.Root
	Version string // of Dango, which the app-server is told
	Log     *slog.Logger

	// retry is how long to wait before joining again, after so many attempts in vain; nil: doubling up to a minute.
	retry func(vain int) time.Duration
	now   func() time.Time // nil: time.Now

	settle    time.Duration // how old the socket must be; 0 = settledAfter, < 0: anything
	terminals func() []seat // those that run; nil: in the system's process table
}

// socketPath is where the app-server of a Codex folder listens.
func socketPath(root string) string {
	return filepath.Join(root, "app-server-control", "app-server-control.sock")
}

// Watch stays with the app-server, whenever there is one, until ctx ends; then it returns nil. It runs on the caller's
// goroutine. The error says that the folder cannot be watched.
func Watch(ctx context.Context, sink Sink, o Options) error {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.retry == nil {
		o.retry = backOff
	}
	if o.now == nil {
		o.now = time.Now
	}
	if o.settle == 0 {
		o.settle = settledAfter
	}
	if o.terminals == nil {
		o.terminals = func() []seat { return terminals(o.Root) }
	}
	path := socketPath(o.Root)
	door, err := watchDoor(path)
	if err != nil {
		return err
	}
	defer door.close()
	w := &watcher{ctx: ctx, sink: sink, log: o.Log, now: o.now, terminals: o.terminals, threads: map[string]*thread{}}
	for vain := 0; ctx.Err() == nil; {
		door.settle(ctx, o.settle)
		c, err := dial(ctx, path)
		if err == nil {
			err = w.attend(c, o.Version)
			if w.joined {
				vain = 0
			}
			o.Log.Info("the connection to codex's app-server has ended", "error", err)
		}
		if c == nil || !door.there() {
			w.abandon()
		}
		vain++
		door.await(ctx, o.retry(vain))
	}
	return nil
}

// settledAfter leaves the first word to the terminal that started the app-server: whoever introduces himself first gives
// his name to all that the app-server says to its model from then on (seen with Codex 0.171).
const settledAfter = 3 * time.Second

const (
	retryFirst = 250 * time.Millisecond
	retryLast  = time.Minute
)

func backOff(vain int) time.Duration {
	return min(retryFirst<<min(vain-1, 16), retryLast)
}
