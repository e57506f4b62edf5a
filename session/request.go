package session

import (
	"time"

	"dango/session/event"
)

// request is one thing that an agent waits for. Several of a session never share a slot.
//
// Its life: Offered until the user, the terminal or a limit decides. Sent from the user's answer until evidence
// shows that the agent went on. HandedOff from the release of its holder until evidence shows that the terminal
// was answered. Accepted, Superseded and Expired are the end: an accepted or superseded card stays for closedFor,
// so that it can show the word, anything else goes at once.
type request struct {
	Request
	call
	reply func(event.Answer) // nil: nobody waits (any more)
	sent  event.Decision     // the user's answer, once Sent
	stamp time.Time          // when the agent asked, by the sender's clock

	showBy    time.Time // the card must be on the screen by then
	confirmBy time.Time // evidence of the answer must be there by then
	goneBy    time.Time // end of the closed card
	onscreen  bool
	direct    bool // Incoming.Direct
	card      bool // it has been a card that could be answered
}

func (q *request) open() bool { return q.Life == Offered || q.Life == Sent || q.Life == HandedOff }

// state is what the request makes of its session: Idle when it asks nothing (any more).
func (q *request) state() State {
	switch {
	case q.Life == Offered && q.reply != nil && q.Kind == Question:
		return AskUser
	case q.Life == Offered && q.reply != nil:
		return PermissionPrompt
	case q.Life == Offered || q.Life == HandedOff:
		return Waiting
	}
	return Idle
}

// answer uses up the way back.
func (q *request) answer(a event.Answer) {
	reply := q.reply
	q.reply, q.Decisions = nil, nil
	q.Deadline, q.showBy = time.Time{}, time.Time{}
	if reply != nil {
		a.Schema, a.RequestID = event.Schema, q.ID
		reply(a)
	}
}

// provedAtEnd says that nothing but its end need tell of what was allowed: a command may run for long, and in silence.
func (q *request) provedAtEnd() bool { return q.Kind == Permission && q.sent == event.Allow }

// handOff releases the holder without an opinion, so that the terminal asks. Without a terminal nobody asks: the
// agent refuses by itself and goes on.
func (s *live) handOff(q *request, now time.Time) {
	switch {
	case q.Life != Offered || q.reply == nil:
	case s.facts.Headless:
		q.close(Superseded, now)
	default:
		q.answer(event.Answer{Decision: event.Ask})
		q.Life = HandedOff
	}
}

// handOffAll releases every holder of the session.
func (s *live) handOffAll(now time.Time) {
	for _, q := range s.requests {
		s.handOff(q, now)
	}
}

// close ends the request and lets go of its holder, if it has one.
func (q *request) close(how Life, now time.Time) {
	q.answer(event.Answer{Decision: event.Ask})
	q.Life, q.Note, q.confirmBy = how, "", time.Time{}
	q.goneBy = now
	if q.card && how != Expired {
		q.goneBy = now.Add(closedFor)
	}
}
