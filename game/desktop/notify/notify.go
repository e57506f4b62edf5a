// Package notify shows notifications of the desktop: on Linux through org.freedesktop.Notifications, with buttons and
// until they are taken away; elsewhere as the system has them, without buttons.
//
// A desktop without notifications is no error: they are shown once it has some.
package notify

import (
	"context"
	"image"
	"slices"
	"sync"
	"time"
)

// Note is one notification.
type Note struct {
	ID          string // of the caller's choice, one of its own for each of those that are shown
	Title, Body string // plain text; Body may have lines
	Picture     *image.NRGBA
	Open        string        // what a click on the notification itself does, in words; empty: nothing
	Buttons     []Button      // in this order
	Quiet       bool          // nothing depends on it
	Stay        time.Duration // 0: as long as the desktop has it; Always: until it is taken away
}

// Button is one thing to choose.
type Button struct{ Key, Text string }

// Always is the Stay of a note that asks.
const Always time.Duration = -1

// OpenKey is the key of a click on the notification itself.
const OpenKey = "default"

// Options say how a Center works.
type Options struct {
	Bus    string                       // address of the session's message bus; Linux alone has one
	Chosen func(id, key string)         // the user chose; called on the center's goroutine, it must not wait
	Log    func(what string, err error) // what does not work, told once
}

// Center keeps notifications on the screen. Its methods may be called from any goroutine.
type Center struct {
	options Options
	wants   chan []Note // newest alone
	end     func()
	life    context.Context // of connections: it outlives the wish to end, for what is still to be taken away
	kill    func()
	done    sync.WaitGroup

	said string // the complaint that was logged last; of the center's goroutine

	mu   sync.Mutex
	last []Note // that Show was told
}

// complain logs what does not work, once.
func (c *Center) complain(what string, err error) {
	if text := what + err.Error(); text != c.said {
		c.said = text
		c.options.Log(what, err)
	}
}

// New makes a center. It looks for no server before there is something to show.
func New(o Options) *Center {
	ctx, cancel := context.WithCancel(context.Background())
	c := &Center{options: o, wants: make(chan []Note, 1), end: cancel}
	c.life, c.kill = context.WithCancel(context.Background())
	c.done.Go(func() { c.run(ctx) })
	return c
}

// Show makes the notifications on the screen be these. One whose words or buttons changed changes in place; one that the
// user has closed stays away for as long as it is among them. It never waits.
func (c *Center) Show(notes []Note) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if slices.EqualFunc(c.last, notes, Note.same) {
		return
	}
	c.last = slices.Clone(notes)
	select {
	case <-c.wants:
	default:
	}
	c.wants <- c.last // there is room: nobody else sends
}

// closesWithin is how long the end may wait for a server that hangs.
const closesWithin = time.Second

// Close takes all notifications away and waits for that.
func (c *Center) Close() {
	c.end()
	defer time.AfterFunc(closesWithin, c.kill).Stop()
	c.done.Wait()
	c.kill()
}

// same says whether two notes look the same. A picture is as its note's words are.
func (n Note) same(o Note) bool {
	return n.ID == o.ID && n.Title == o.Title && n.Body == o.Body && n.Open == o.Open && n.Quiet == o.Quiet && n.Stay == o.Stay &&
		slices.Equal(n.Buttons, o.Buttons)
}
