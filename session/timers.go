package session

import (
	"slices"
	"time"

	"dango/session/event"
	"dango/session/phase"
)

// Times of the model.
const (
	thinkingAfter = 8 * time.Second         // answering for so long is thinking
	completedFor  = 2 * time.Second         // how long completed is shown
	errorFor      = 10 * time.Minute        // how long a failure is shown when nobody reacts
	staleAfter    = 10 * time.Minute        // silence that ends a session without a process and without a tool
	staleAgain    = time.Minute             // when to look again at one that had either
	lostAfter     = 10 * time.Minute        // silence after which a subagent without a tool has vanished
	siblingQuiet  = 90 * time.Second        // silence after which a newcomer in the same terminal replaces a session
	confirmWithin = 10 * time.Second        // an answer without evidence for so long is "not accepted yet"
	refusedWithin = 2 * time.Second         // a turn that stops so soon after an answer at the terminal was refused
	justBegun     = 10 * time.Second        // what a witness finds so soon after its start, it saw starting
	leavingFor    = 2 * time.Second         // how long a session that was left for another keeps its place
	closedFor     = 1200 * time.Millisecond // how long a card may show the word that closed it
	rememberEnded = 10 * time.Minute        // how long late events of an ended session are recognised

	// A deadline that is missed by this much was not missed by us: the machine slept.
	slept = 5 * time.Second
)

// The timers of a session.
const (
	dueThinking = iota // responding becomes thinking
	dueDecay           // completed or error-interrupted has been shown long enough
	dueStale           // silence ends the session
	dueGone            // nobody took the place of a session that was left
	timers
)

// Deadline is when Tick may have something to do, false when nothing is due by itself. It is never too late.
func (r *Registry) Deadline() (time.Time, bool) { return r.next, !r.next.IsZero() }

// Tick does what is due. Calling it too often or too late does no harm.
func (r *Registry) Tick(now time.Time) {
	if !now.Before(r.now) && (r.next.IsZero() || now.Before(r.next)) {
		r.now = now
		return
	}
	r.rebase(now)
	for _, s := range slices.Backward(r.sessions) {
		if at := s.next(); !at.IsZero() && !at.After(now) {
			r.fire(s, now)
		}
	}
	r.next = r.first()
}

// first is when the first timer of all is due, zero when there is none.
func (r *Registry) first() (first time.Time) {
	for _, s := range r.sessions {
		if at := s.next(); !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}

// next is when the first timer of s is due, zero when there is none.
func (s *live) next() (first time.Time) {
	s.eachTimer(func(t *time.Time) {
		if !t.IsZero() && (first.IsZero() || t.Before(first)) {
			first = *t
		}
	})
	return first
}

// eachTimer visits every point in time that s acts on.
func (s *live) eachTimer(f func(*time.Time)) {
	for i := range s.due {
		f(&s.due[i])
	}
	for i := range s.agents {
		f(&s.agents[i].lost)
	}
	for _, q := range s.requests {
		f(&q.Deadline)
		f(&q.showBy)
		f(&q.confirmBy)
		f(&q.goneBy)
	}
}

// rebase moves every timer when the clock ran without us: a deadline missed by more than slept, or a clock set
// back. The first timer is then due now and the others keep their distance to it, so nothing fires in a burst.
func (r *Registry) rebase(now time.Time) {
	var gap time.Duration
	if d := r.first(); !d.IsZero() && now.Sub(d) > slept {
		gap = now.Sub(d)
	} else if now.Before(r.now) {
		gap = now.Sub(r.now)
	}
	r.now = now
	if gap == 0 {
		return
	}
	for _, s := range r.sessions {
		s.quiet = s.quiet.Add(gap)
		s.eachTimer(func(t *time.Time) {
			if !t.IsZero() {
				*t = t.Add(gap)
			}
		})
	}
}

// take says that the timer is due, and unsets it.
func take(t *time.Time, now time.Time) bool {
	if t.IsZero() || t.After(now) {
		return false
	}
	*t = time.Time{}
	return true
}

func (r *Registry) fire(s *live, now time.Time) {
	if take(&s.due[dueThinking], now) {
		s.on(event.ThinkingStart, now)
	}
	if take(&s.due[dueDecay], now) {
		s.on(event.Decayed, now)
		if s.phase == phase.Review && (s.seen || !r.opt.KeepUnseen) {
			s.on(event.Seen, now)
		}
	}
	for i := len(s.agents) - 1; i >= 0; i-- {
		if a := &s.agents[i]; take(&a.lost, now) && s.runs(a.ID) {
			a.lost = now.Add(lostAfter)
		} else if a.lost.IsZero() {
			s.forget(closer{agent: a.ID, stamp: now, sent: Superseded, now: now})
		}
	}
	for _, q := range s.requests {
		r.fireRequest(s, q, now)
	}
	s.settleRequests(now)
	if take(&s.due[dueGone], now) {
		r.bury(s, now, now)
		return
	}
	if take(&s.due[dueStale], now) {
		if s.post == nil && (s.alive || s.served || s.busy()) {
			s.due[dueStale] = now.Add(staleAgain)
		} else {
			r.remove(s, now)
			return
		}
	}
	r.settled(s, now)
}
