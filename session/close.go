package session

import (
	"slices"
	"time"

	"dango/session/event"
)

// closer is an event that shows that requests are no longer asked.
type closer struct {
	agent string
	call  *call     // nil: every request of that agent
	ran   bool      // the call ran, so a refusal that is on its way came too late
	stamp time.Time // requests that were made after it are not meant: they overtook it
	sent  Life      // what it makes of an answer that is on its way
	now   time.Time

	refused bool // what nobody answered here was refused at the terminal
}

// overtakeAtMost is more than any request is ahead of the events that came before it.
const overtakeAtMost = 2 * time.Second

// overtaken says that the request was made after the closing event and only arrived before it, as requests may. When
// the stamps are further apart than any queue, two clocks disagree and order of arrival counts.
func (c closer) overtaken(q *request) bool {
	ahead := q.stamp.Sub(c.stamp)
	return 0 < ahead && ahead < overtakeAtMost
}

// closeRequests ends what c shows to be over.
func (s *live) closeRequests(c closer) {
	for _, q := range s.requests {
		if !q.open() || q.AgentID != c.agent || c.overtaken(q) || c.call != nil && !q.call.is(*c.call) {
			continue
		}
		if q.Life == Sent && !(c.ran && q.sent == event.Deny) {
			q.close(c.sent, c.now)
		} else {
			if c.refused && q.Life != Sent {
				s.denied(q)
			}
			q.close(Superseded, c.now)
		}
		if c.call != nil && s.running(c.agent, *c.call) > 1 {
			break // the others may be about its twin
		}
	}
	s.settleRequests(c.now)
}

// closeDialogs ends what subagents ask at the terminal, which shows no dialog any more. What they still ask here it has
// never shown: of that the agent's status says nothing.
func (s *live) closeDialogs(at, now time.Time) {
	for _, q := range s.requests {
		if q.AgentID != "" && q.reply == nil && (q.Life == Offered || q.Life == HandedOff) && !(closer{stamp: at}).overtaken(q) {
			q.close(Superseded, now)
		}
	}
	s.settleRequests(now)
}

// running counts the tools of an agent that c may be about, by name and input.
func (s *live) running(agent string, c call) (n int) {
	c.id = ""
	for _, t := range s.tools {
		if t.agent == agent && t.is(c) {
			n++
		}
	}
	return n
}

// settleRequests forgets the closed requests that show no word, or have shown it, and of the others the oldest when
// there are too many.
func (s *live) settleRequests(now time.Time) {
	closed := 0
	for _, q := range slices.Backward(s.requests) {
		take(&q.goneBy, now)
		if q.open() || q.goneBy.IsZero() {
			continue
		}
		if closed++; closed > maxClosed {
			q.goneBy = time.Time{}
		}
	}
	s.requests = slices.DeleteFunc(s.requests, func(q *request) bool { return !q.open() && q.goneBy.IsZero() })
}

// openRequests counts.
func (s *live) openRequests() (n int) {
	for _, q := range s.requests {
		if q.open() {
			n++
		}
	}
	return n
}
