// Package ingress brings what arrives on the local socket to the keeper, and the keeper's answers back.
//
// It knows bytes and no pictures. A connection carries one frame after another. A frame with a request id makes the
// connection the request's life: the answer is one frame on it, and when the peer is gone the request is dropped.
// Whatever comes in that is not a message is counted, logged without its content, and costs nothing else.
package ingress

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"

	"dango/ingress/wire"
	"dango/session"
	"dango/session/event"
)

// Sink takes what arrives; *session.Keeper is one.
type Sink interface {
	// SubmitWait hands an item over. While there is no room it waits, which is the back-pressure on the sender. An error
	// means that the item was not taken: ctx ended, or the keeper did.
	SubmitWait(ctx context.Context, it session.Item) error
}

// Options configure Serve. The zero value is the usual server.
type Options struct {
	Log      *slog.Logger  // nil: silent
	Counters *Counters     // nil: nobody looks
	MaxConns int           // open at once; 0 means 512
	Idle     time.Duration // how long a connection without a request may be silent between frames; 0 means 1 min
	Frame    time.Duration // how long one frame may take once it has begun; 0 means 5 s
	Write    time.Duration // how long writing an answer may take; 0 means 5 s
	Room     time.Duration // how long a connection over MaxConns waits for room; 0 means 1 s

	Heartbeat time.Duration // how often senders that ask for it are told that their request is held; 0 means wire.Heartbeat
}

func (o Options) withDefaults() Options {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Counters == nil {
		o.Counters = new(Counters)
	}
	if o.MaxConns <= 0 {
		o.MaxConns = 512
	}
	for _, d := range []struct {
		at *time.Duration
		is time.Duration
	}{{&o.Idle, time.Minute}, {&o.Frame, 5 * time.Second}, {&o.Write, 5 * time.Second}, {&o.Room, time.Second}, {&o.Heartbeat, wire.Heartbeat}} {
		if *d.at <= 0 {
			*d.at = d.is
		}
	}
	return o
}

// server is one running Serve.
type server struct {
	Options
	sink Sink
	room chan struct{} // one token a connection

	mu      sync.Mutex
	waiting map[string]*conn // by the ids of the requests that they wait for
}

// Serve accepts connections until ctx ends or the listener is closed; then it closes them all, waits for their
// goroutines and returns nil. Another error of the listener ends it too and is returned. One goroutine serves a
// connection, a second one writes answers on connections that hold requests.
//
// Held requests end with the server: their senders see a closed connection, which is no opinion.
func Serve(ctx context.Context, l net.Listener, sink Sink, o Options) error {
	s := &server{Options: o.withDefaults(), sink: sink, waiting: map[string]*conn{}}
	s.room = make(chan struct{}, s.MaxConns)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(ctx, func() { l.Close() })()

	var conns sync.WaitGroup
	defer conns.Wait()
	defer cancel()
	for {
		c, err := l.Accept()
		switch {
		case err == nil:
		case ctx.Err() != nil || errors.Is(err, net.ErrClosed):
			return nil
		default:
			return err
		}
		s.Counters.Connections.Add(1)
		if !s.enter(ctx) {
			s.Counters.Crowded.Add(1)
			s.Log.Warn("connection turned away: too many are open")
			c.Close()
			continue
		}
		conns.Go(func() {
			defer func() { <-s.room }()
			s.serve(ctx, c)
		})
	}
}

// enter waits a moment for room: hooks come in bursts and are gone at once.
func (s *server) enter(ctx context.Context) bool {
	select {
	case s.room <- struct{}{}:
		return true
	default:
	}
	late := time.NewTimer(s.Room)
	defer late.Stop()
	select {
	case s.room <- struct{}{}:
		return true
	case <-late.C:
	case <-ctx.Done():
	}
	return false
}

// claim takes a request id for c; false when somebody waits under it already.
func (s *server) claim(id string, c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waiting[id] != nil {
		return false
	}
	s.waiting[id] = c
	return true
}

// waits says that it is c that waits for the answer to that request.
func (s *server) waits(id string, c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.waiting[id] == c
}

func (s *server) release(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.waiting, id)
}

// noOpinion is the answer that lets the agent's terminal ask.
func noOpinion(id string) event.Answer {
	return event.Answer{Schema: event.Schema, RequestID: id, Decision: event.Ask}
}
