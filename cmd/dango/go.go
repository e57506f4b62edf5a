package main

import (
	"context"
	"errors"
	"sync/atomic"

	"dango/cmd/internal/core"
	"dango/game/desktop/jump"
	"dango/game/scene"
	"dango/ingress/events"
	"dango/prefs/lang"
	"dango/session"
)

// leaper goes to the terminals of sessions, off the game goroutine.
type leaper struct {
	core *core.Core
	busy atomic.Bool
	why  chan failure     // newest alone
	open chan scene.Visit // that the user's browser has; newest alone
	wake func()
	told map[string]bool // what kept a terminal from coming all the way; whoever is busy has it
}

// failure is why a terminal did not come to the front, or not all the way.
type failure struct {
	key  session.Key
	text string
}

func newLeaper(c *core.Core, wake func()) *leaper {
	return &leaper{core: c, why: make(chan failure, 1), open: make(chan scene.Visit, 1), wake: wake, told: map[string]bool{}}
}

// to brings a session's terminal to the front, or opens what an event's bubble carries. One at a time: a second click
// on the way means the same. It never waits.
func (l *leaper) to(ctx context.Context, key session.Key) {
	if !l.busy.CompareAndSwap(false, true) {
		return
	}
	go func() {
		defer l.busy.Store(false)
		err := l.core.Open(key)
		if errors.Is(err, core.ErrNothingToOpen) {
			err = l.terminal(ctx, key)
		}
		if err == nil {
			l.explain(key, nil)
			return
		}
		l.core.Log().Info("a session's terminal did not come to the front, or not all the way", "tool", key.Tool, "error", err)
		l.explain(key, err)
	}()
}

// explain hands the reason of a failure to the game; nil takes back what was said before.
func (l *leaper) explain(key session.Key, err error) {
	f := failure{key: key}
	if err != nil {
		f.text = lang.Explain(err)
	}
	latest(l.why, f)
	l.wake()
}

// latest puts v into a channel with room for one, in the place of what nobody has taken.
func latest[T any](c chan T, v T) {
	select {
	case <-c:
	default:
	}
	c <- v // there is room: one goroutine at a time sends
}

// visit opens a page that a request asks for, in the user's browser. It never waits.
func (l *leaper) visit(v scene.Visit) {
	if !l.busy.CompareAndSwap(false, true) {
		return
	}
	go func() {
		defer l.busy.Store(false)
		if err := events.Open(&session.Action{Type: "open_url", Target: v.URL}); err != nil {
			l.core.Log().Warn("a page was not opened", "error", err)
			l.explain(v.Key, err)
			return
		}
		latest(l.open, v)
		l.wake()
	}()
}

func (l *leaper) terminal(ctx context.Context, key session.Key) error {
	snap := l.core.Board().Latest()
	for i := range snap.Sessions {
		if s := snap.Sessions[i]; s.Key == key {
			if s.Posted {
				return core.ErrNothingToOpen
			}
			if s.Headless {
				return lang.Fault("nobody sits in front of it: it has no terminal")
			}
			level, err := jump.To(ctx, jump.Place{
				App: s.TerminalApp, ID: s.TerminalSessionID, TTY: s.TerminalTTY, PID: s.AgentPID, Cwd: s.Cwd, Title: s.Title,
			})
			return l.unlessTold(level, err)
		}
	}
	return lang.Fault("it has ended")
}

// unlessTold leaves out what kept a terminal from going on to the tab or the pane, when that was said before: its window is
// at the front, and the user knows what to do about the rest, or that nothing can be done.
func (l *leaper) unlessTold(level jump.Level, err error) error {
	if err == nil || level == jump.None {
		return err
	}
	if l.told[err.Error()] {
		return nil
	}
	l.told[err.Error()] = true
	return err
}
