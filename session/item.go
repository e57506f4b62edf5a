// Package session keeps what every agent session is doing and asking.
//
// A Registry is the model: a pure fold of items, without a clock, a goroutine or any I/O. A Keeper owns one on its
// own goroutine, feeds it from a channel and publishes what is shown as immutable snapshots.
package session

import (
	"dango/session/event"
)

// Item is what reaches the keeper: exactly one of its fields is set.
type Item struct {
	Event    *Incoming
	Evidence *Evidence
	Command  *Command
	Post     *Post
}

// urgent items overtake events: a person or an agent waits for them.
func (it Item) urgent() bool {
	return it.Command != nil || it.Event != nil && it.Event.Reply != nil
}

// Incoming is an event and, when its sender waits for an answer, the way back to it.
type Incoming struct {
	event.StateEvent
	// Reply hands the answer to whoever holds the request. It must not wait; it is called at most once, on the
	// keeper's goroutine, and with Decision Ask when the request is the terminal's or nobody's any more.
	// nil: nobody waits, so nothing can be answered. A holder that loses its connection sends Drop and gets no call.
	Reply func(event.Answer)

	// Direct says that the agent asks over its own connection, beside its terminal, which can be answered meanwhile. It
	// asks the same through its hooks before, which must not wait then.
	Direct bool
	// Observed says that no hook told this but that it was read from the agent's files. A session whose hooks speak has
	// no use for it.
	Observed bool

	first bool // of its session, that a hook tells
}

// CommandKind is what the user, the screen or a holder wants.
type CommandKind uint8

const (
	Decide    CommandKind = iota // Request, Answer: the user decided
	Dismiss                      // Key: the bubble goes until its next event
	MarkSeen                     // Key: a finished session was looked at
	Onscreen                     // Requests: ids of the requests whose cards are on the screen right now
	Drop                         // Request: its holder is gone (connection closed)
	Probe                        // Request, Held: its holder wants to know whether it is still held
	Screen                       // On: whether there is a screen for cards. Off (hidden, do not disturb, locked) releases all
	Configure                    // Options: new choices, all of them
)

// Command is one wish. Sending it never waits; a full channel is counted.
type Command struct {
	Kind     CommandKind
	Key      Key
	Request  string
	Requests []string
	Answer   event.Answer
	On       bool
	Options  *Options
	Held     func() // called when the request is held, on the keeper's goroutine. It must not wait
}
