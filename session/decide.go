package session

import (
	"slices"
	"time"

	"dango/session/event"
)

func (r *Registry) fireRequest(s *live, q *request, now time.Time) {
	if take(&q.showBy, now) || take(&q.Deadline, now) {
		s.handOff(q, now)
	}
	if take(&q.confirmBy, now) && q.Life == Sent && (s.status == StatusWaiting || !q.provedAtEnd()) {
		q.Note = "not accepted yet"
	}
}

// decide sends the user's answer, once. Answers that come late, or that the agent would misread, are not sent: what it
// does not take, and an allowed question without its answers, goes to the terminal instead.
func (r *Registry) decide(id string, a event.Answer, now time.Time) {
	s, q := r.find(id)
	if q == nil || q.Life != Offered || q.reply == nil {
		return
	}
	switch {
	case a.Decision == event.Allow && q.Kind == Question && len(a.UpdatedInput) == 0,
		a.Decision == event.Ask, !slices.Contains(q.Decisions, a.Decision):
		s.handOff(q, now)
		r.settled(s, now)
		return
	case a.Decision == event.Allow && q.Kind == Plan && len(a.UpdatedInput) == 0:
		a.UpdatedInput = q.Input // a bare allow of a plan is ignored by the agent
	}
	q.answer(a)
	q.sent = a.Decision
	q.Life, q.confirmBy = Sent, now.Add(confirmWithin)
	if a.Decision == event.Deny { // the tool will not run; the model reads the refusal
		s.denied(q)
		s.end(q.AgentID, q.call)
		if q.AgentID == "" && !s.runs("") {
			s.on(event.Error, now)
		}
	}
	r.settled(s, now)
}

// drop takes away a request whose holder is gone without an answer of ours. Claude Code ends a hook like that when
// the user says No or presses Esc, Codex when the user presses Esc: the turn is over, as far as hooks can tell. A
// further event of the turn shows that it was not, which is why the turn is not marked as finished.
func (r *Registry) drop(id string, now time.Time) {
	s, q := r.find(id)
	if q == nil || q.Life != Offered || q.reply == nil {
		return
	}
	q.reply = nil
	how := Expired
	if q.AgentID == "" && s.key().Tool == event.ClaudeCode && s.status == StatusWaiting {
		how = Superseded // its dialog was answered, and its status says so a moment after it has ended the hook
		if q.asksLeave() {
			s.answered = now
		}
	}
	q.close(how, now)
	s.settleRequests(now)
	agentStops := s.key().Tool == event.ClaudeCode || s.key().Tool == event.Codex
	switch {
	case slices.ContainsFunc(s.requests, func(o *request) bool { return o.Life == Sent && o.call.is(q.call) }):
		// another hook of the same call was answered, and the agent ended this one
	case q.AgentID != "" || !agentStops || s.facts.Headless:
		s.end(q.AgentID, q.call)
	case s.served, s.status == StatusWaiting: // the terminal still asks: only the hook or the connection ended
		s.on(event.HandedOff, now)
	default:
		s.denied(q)
		s.endAll("")
		s.on(event.Interrupted, now)
	}
	r.settled(s, now)
}

// setOnscreen is told whenever the set of visible cards changes.
func (r *Registry) setOnscreen(ids []string, now time.Time) {
	for _, s := range r.sessions {
		for _, q := range s.requests {
			on := slices.Contains(ids, q.ID)
			switch {
			case on:
				q.showBy = time.Time{}
			case q.onscreen && q.Life == Offered && q.reply != nil && !r.opt.HoldAlways:
				q.showBy = now.Add(r.opt.ShowWithin)
			}
			q.onscreen = on
		}
		r.heed(s)
	}
}

// releaseUnseen hands every held request to the terminal when nobody can see its card.
func (r *Registry) releaseUnseen(now time.Time) {
	if r.unseen() {
		r.releaseAll(now)
	}
}

// releaseAll hands every held request to the terminal.
func (r *Registry) releaseAll(now time.Time) {
	for _, s := range slices.Backward(r.sessions) {
		s.handOffAll(now)
		r.settled(s, now)
	}
}

func (r *Registry) find(id string) (*live, *request) {
	for _, s := range r.sessions {
		for _, q := range s.requests {
			if q.ID == id {
				return s, q
			}
		}
	}
	return nil, nil
}
