// Package control is how people and scripts talk to a running core: HTTP/1.1 with JSON bodies on the local socket.
//
//	GET  /v1/status     Status
//	GET  /v1/sessions   {"sessions": […]}, in display order
//	GET  /v1/snapshot   the whole session.Snapshot
//	GET  /v1/watch      one Snapshot a line, the present one first, then each that replaces it
//	GET  /v1/counters   numbers by name
//	GET  /v1/hooks      {"hooks": […]}: which hook events came since the start, and when last
//	POST /v1/decide     Decision → Decided: what a click on a card does
//	POST /v1/dismiss    Bubble: what the bubble's ✕ does
//	POST /v1/open       Bubble: what a click on an event's bubble does
//	POST /v1/show, /v1/hide, /v1/quit
//
// A refusal has a status of 400 or more and the body {"error": CODE, "message": TEXT}; the codes are constants here.
// The socket's folder and the check of the peer's user keep others out, so there is no other authentication. The
// Host header must be "dango": no browser can be made to send it.
package control

import (
	"fmt"
	"time"

	"dango/session"
	"dango/session/event"
)

// Host is the name in every request's Host header.
const Host = "dango"

// Status is the answer to "how are you".
type Status struct {
	Version  string    `json:"version"`
	PID      int       `json:"pid"`
	Home     string    `json:"home"`
	Started  time.Time `json:"started"`
	Screen   bool      `json:"screen"`                 // a pet is part of this core; false: petctl core
	Visible  bool      `json:"visible"`                // the pet is shown
	Resting  bool      `json:"resting,omitempty"`      // visible is true, but the pet hides until something happens
	Ghost    bool      `json:"ghost,omitempty"`        // it lets all clicks through, so agents ask in their terminals
	Quiet    *Quiet    `json:"doNotDisturb,omitempty"` // nil: the user may be disturbed
	Endpoint string    `json:"endpoint,omitempty"`     // URL of the event API; "" while there is none
	Problems []string  `json:"problems,omitempty"`
	Summary
}

// Quiet says that nobody wants to be disturbed.
type Quiet struct {
	Until time.Time `json:"until,omitzero"` // zero: until it is switched off
}

// Summary counts what the snapshot shows.
type Summary struct {
	Pet      session.State `json:"pet"`
	Posted   bool          `json:"petPosted,omitempty"` // what the pet shows is no agent's state, but what a tool posted
	Sessions int           `json:"sessions"`
	NeedsYou int           `json:"needsYou"` // sessions that wait for the user, here or in their terminals
}

// Summarize counts.
func Summarize(s *session.Snapshot) Summary {
	sum := Summary{Pet: s.Pet}
	for _, x := range s.Sessions {
		if x.Flash { // it is gone before anybody has counted it
			continue
		}
		sum.Sessions++
		if x.State.NeedsUser() {
			sum.NeedsYou++
		}
		sum.Posted = sum.Posted || x.Leader && x.Posted
	}
	return sum
}

// NeedsYou says whether a request of the session waits for an answer that can be given here.
func NeedsYou(s *session.Session) bool {
	for i := range s.Requests {
		if Answerable(&s.Requests[i]) {
			return true
		}
	}
	return false
}

// Answerable says whether the request still waits for an answer that can be given here.
func Answerable(r *session.Request) bool { return r.Life == session.Offered && len(r.Decisions) > 0 }

// Hook is one hook event of one agent, and how it came since the core started.
type Hook struct {
	Tool  event.Tool `json:"tool"`
	Event string     `json:"event"` // as the agent spells it
	Last  time.Time  `json:"last"`
	Count uint64     `json:"count"`
}

// Decision answers a request.
type Decision struct {
	// Request is the request's id, or the beginning of it when that is unique.
	Request  string         `json:"request"`
	Decision event.Decision `json:"decision"` // allow, deny, ask; ask hands it to the terminal
	Reason   string         `json:"reason,omitempty"`
	// Answers go with an allowed question: for each thing that it asks an option's label or number.
	Answers []string `json:"answers,omitzero"`
}

// Decided says what became of a request. One that went away before the answer came to it is Expired.
type Decided struct {
	Request string       `json:"request"`
	Life    session.Life `json:"life"`
}

// Bubble names a session: its id, or the beginning of it when that is unique.
type Bubble struct {
	Session string `json:"session"`
}

// Codes of refusals.
const (
	CodeBadRequest    = "bad_request"    // 400: the body is not what was expected
	CodeForbidden     = "forbidden"      // 403: a wrong Host header
	CodeNotFound      = "not_found"      // 404: no such page, request or session
	CodeAmbiguous     = "ambiguous"      // 409: several begin like that
	CodeNotAnswerable = "not_answerable" // 409: the request takes no such answer, or none any more
	CodeNotAllowed    = "not_allowed"    // 409: there is nothing to open, or its source may not
	CodeNoScreen      = "no_screen"      // 409: this core has no pet
	CodeBusy          = "busy"           // 503: the core has no room for the command
)

// Error is a refusal.
type Error struct {
	Status  int    `json:"-"` // of HTTP
	Code    string `json:"error"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return e.Message }

func refuse(status int, code, format string, args ...any) *Error {
	return &Error{status, code, fmt.Sprintf(format, args...)}
}

// Wish is what petctl wants of the pet.
type Wish uint8

const (
	Show Wish = iota
	Hide
	Quit
	Summon // the keyboard to it, as its shortcut does
)

func (w Wish) String() string { return [...]string{"show", "hide", "quit", "summon"}[w] }
