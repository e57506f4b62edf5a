// Package board hands the newest value of one writer to any number of readers.
package board

import (
	"sync"
	"sync/atomic"
)

// A Board shows the value last published by one writer to any number of readers.
//
// One goroutine calls Publish. Latest may be called from any goroutine and never waits. A reader sees whole values,
// never one older than it has seen, often the same one many times, and some not at all, because a newer value
// replaces an older one. After Publish nobody changes the value or anything reachable from it, and a reader may keep
// it as long as it likes.
//
// In short: look as often as you like, touch never.
type Board[T any] struct {
	latest atomic.Pointer[T]
	wake   chan struct{}

	mu       sync.Mutex // of sleepers; readers never take it
	sleepers map[chan struct{}]bool
}

// New publishes first, so that Latest is never nil.
func New[T any](first *T) *Board[T] {
	b := &Board[T]{wake: make(chan struct{}, 1)}
	b.latest.Store(first)
	return b
}

// Latest gives the value last published. It never waits and never returns nil.
func (b *Board[T]) Latest() *T { return b.latest.Load() }

// Publish replaces the value and nudges whoever waits on Wake or a subscription. It waits for no reader.
func (b *Board[T]) Publish(v *T) {
	b.latest.Store(v)
	nudge(b.wake)
	b.mu.Lock()
	defer b.mu.Unlock()
	for c := range b.sleepers {
		nudge(c)
	}
}

func nudge(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// Wake receives after one or more publications. It serves one sleeper: the pacer of the screen.
func (b *Board[T]) Wake() <-chan struct{} { return b.wake }

// Subscribe gives one more sleeper a channel of its own, which receives after one or more publications until
// cancel. Look at Latest after subscribing: what was published before is not announced.
func (b *Board[T]) Subscribe() (wake <-chan struct{}, cancel func()) {
	c := make(chan struct{}, 1)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.sleepers == nil {
		b.sleepers = map[chan struct{}]bool{}
	}
	b.sleepers[c] = true
	return c, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.sleepers, c)
	}
}
