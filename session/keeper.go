// Package session keeps what every agent session is doing and asking.
package session

import (
	"dango/session/event"
)

// Item is what reaches the keeper: exactly one of its fields is set.
type Item struct {
	Event   *Incoming
	Command *Command
}

// Incoming is an event and, when its sender waits for an answer, the way back to it.
type Incoming struct {
	event.StateEvent
	// Reply hands the answer to whoever holds the request. It never waits and is called at most once.
	// nil: nobody waits, so nothing can be answered.
	Reply func(event.Answer)
	// Gone is called by nobody here; the holder reports a broken connection with Command{Kind: Drop, Request: id}.
}

// CommandKind is what the user, the screen or a holder wants.
type CommandKind uint8

const (
	Decide   CommandKind = iota // Request, Answer: the user decided
	Dismiss                     // Key: the bubble goes until its next event
	MarkSeen                    // Key: a finished session was looked at
	Onscreen                    // Requests: ids of the requests whose cards are on the screen right now
	Drop                        // Request: its holder is gone (connection closed)
)

// Command is one wish. Sending it never waits; a full channel is counted.
type Command struct {
	Kind     CommandKind
	Key      Key
	Request  string
	Requests []string
	Answer   event.Answer
}
