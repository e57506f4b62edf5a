// Package liveness tells the keeper which agents' processes live, and at once when one has ended.
//
// Only processes with a proven identity count: pid and start time. While there are none it does nothing at all.
package liveness

import (
	"context"
	"sync"

	"dango/ingress/process"
	"dango/session"
	"dango/session/board"
)

// Sink takes what was seen; *session.Keeper is one.
type Sink interface {
	// SubmitWait hands an item over and waits while there is no room. The error is ctx's.
	SubmitWait(ctx context.Context, it session.Item) error
}

// Watch looks after every process on the list until ctx ends, with one sleeping goroutine for each.
func Watch(ctx context.Context, list *board.Board[session.Watchlist], sink Sink) {
	wake, cancel := list.Subscribe()
	defer cancel()
	w := watch{sink: sink, watched: map[session.Process]context.CancelFunc{}}
	defer w.looking.Wait()
	defer w.stopAll()
	for {
		w.follow(ctx, *list.Latest())
		select {
		case <-ctx.Done():
			return
		case <-wake:
		}
	}
}

type watch struct {
	sink    Sink
	looking sync.WaitGroup
	watched map[session.Process]context.CancelFunc // ends the goroutine of a process
}

// follow starts to look after the processes that are new, and stops with those that no session has any more.
func (w *watch) follow(ctx context.Context, list session.Watchlist) {
	wanted := map[session.Process]bool{}
	for _, s := range list {
		if s.Process.PID > 0 && s.Process.Start != 0 {
			wanted[s.Process] = true
		}
	}
	for p, stop := range w.watched {
		if !wanted[p] {
			stop()
			delete(w.watched, p)
		}
	}
	for p := range wanted {
		if w.watched[p] != nil {
			continue
		}
		ctx, stop := context.WithCancel(ctx)
		w.watched[p] = stop
		w.looking.Go(func() { w.look(ctx, p) })
	}
}

func (w *watch) stopAll() {
	for _, stop := range w.watched {
		stop()
	}
}

// look says that a process lives, and later that it has ended.
func (w *watch) look(ctx context.Context, p session.Process) {
	if process.Lives(p.PID, p.Start) {
		w.tell(ctx, session.Evidence{Kind: session.SawProcess, Process: p, Ancestors: ancestors(p)})
	}
	if process.Await(ctx, p.PID, p.Start) {
		w.tell(ctx, session.Evidence{Kind: session.SawProcessGone, Process: p})
	}
}

// ancestors tell whether an agent was started by another's tool.
func ancestors(p session.Process) (all []session.Process) {
	for pid, a := range process.Ancestors(p.PID) {
		if pid != p.PID {
			all = append(all, session.Process{PID: pid, Start: a.Start})
		}
	}
	return all
}

func (w *watch) tell(ctx context.Context, v session.Evidence) {
	// An error means that the core ends: nobody wants to know any more.
	_ = w.sink.SubmitWait(ctx, session.Item{Evidence: &v})
}
