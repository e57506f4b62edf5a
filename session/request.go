package session

import (
	"encoding/json"
	"slices"
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

// close ends the request and lets go of its holder, if it has one.
func (q *request) close(how Life, now time.Time) {
	q.answer(event.Answer{Decision: event.Ask})
	q.Life, q.Note, q.confirmBy = how, "", time.Time{}
	q.goneBy = now
	if q.card && how != Expired {
		q.goneBy = now.Add(closedFor)
	}
}

func (r *Registry) fireRequest(s *live, q *request, now time.Time) {
	if take(&q.showBy, now) || take(&q.Deadline, now) {
		s.handOff(q, now)
	}
	if take(&q.confirmBy, now) && q.Life == Sent {
		q.Note = "not accepted yet"
	}
}

// decide sends the user's answer, once. Answers that come late, or that the agent would misread, are not sent: an
// allowed question without its answers goes to the terminal instead.
func (r *Registry) decide(id string, a event.Answer, now time.Time) {
	s, q := r.find(id)
	if q == nil || q.Life != Offered || q.reply == nil {
		return
	}
	switch {
	case a.Decision == event.Allow && q.Kind == Question && len(a.UpdatedInput) == 0,
		a.Decision != event.Allow && a.Decision != event.Deny:
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
		s.end(q.AgentID, q.call)
		if _, runs := s.mainTool(); q.AgentID == "" && !runs {
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
	q.close(Expired, now)
	s.settleRequests(now)
	agentStops := s.key().Tool == event.ClaudeCode || s.key().Tool == event.Codex
	switch {
	case slices.ContainsFunc(s.requests, func(o *request) bool { return o.Life == Sent && o.call.is(q.call) }):
		// another hook of the same call was answered, and the agent ended this one
	case q.AgentID != "" || !agentStops || s.facts.Headless:
		s.end(q.AgentID, q.call)
	case s.status == StatusWaiting: // the agent itself says that its terminal still asks: only the hook ended
		s.on(event.HandedOff, now)
	default:
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
	}
}

// releaseAll hands every held request to the terminal.
func (r *Registry) releaseAll(now time.Time) {
	for _, s := range slices.Backward(r.sessions) {
		for _, q := range s.requests {
			s.handOff(q, now)
		}
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

// closer is an event that shows that requests are no longer asked.
type closer struct {
	agent string
	call  *call     // nil: every request of that agent
	ran   bool      // the call ran, so a refusal that is on its way came too late
	stamp time.Time // requests that were made after it are not meant: they overtook it
	sent  Life      // what it makes of an answer that is on its way
	now   time.Time
}

// overtaken says that the request was made after the closing event and only arrived before it, as requests may. When
// the stamps are further apart than any queue, two clocks disagree and order of arrival counts.
func (c closer) overtaken(q *request) bool {
	ahead := q.stamp.Sub(c.stamp)
	return 0 < ahead && ahead < 2*time.Second
}

func (s *live) closeRequests(c closer) {
	for _, q := range s.requests {
		if !q.open() || q.AgentID != c.agent || c.overtaken(q) || c.call != nil && !q.call.is(*c.call) {
			continue
		}
		if q.Life == Sent && !(c.ran && q.sent == event.Deny) {
			q.close(c.sent, c.now)
		} else {
			q.close(Superseded, c.now)
		}
		if c.call != nil && s.running(c.agent, *c.call) > 1 {
			break // the others may be about its twin
		}
	}
	s.settleRequests(c.now)
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

// settleRequests forgets the closed requests that show no word, or have shown it.
func (s *live) settleRequests(now time.Time) {
	for _, q := range s.requests {
		take(&q.goneBy, now)
	}
	s.requests = slices.DeleteFunc(s.requests, func(q *request) bool { return !q.open() && q.goneBy.IsZero() })
}

// questions are the tools that ask the user something.
var questions = map[string]RequestKind{
	"AskUserQuestion":    Question,
	"Elicitation":        Question,
	"request_user_input": Question,
	"ExitPlanMode":       Plan,
}

func kindOf(e *event.StateEvent, toolName string) RequestKind {
	if k, ok := questions[toolName]; ok {
		return k
	}
	if e.Kind == event.AskUser {
		return Question
	}
	return Permission
}

var everyDecision = []event.Decision{event.Allow, event.Deny, event.Ask}

// offer adds what e asks, or joins it with the request that already asks the same: a question is announced by its
// tool call and then asked by its permission request, in either order.
func (r *Registry) offer(s *live, e *Incoming, agent string, now time.Time) {
	p := payload(&e.StateEvent)
	c := callOf(&e.StateEvent)
	q := s.sameRequest(e, agent, c)
	if q == nil {
		if len(s.requests) >= maxRequests {
			release(e)
			return
		}
		q = &request{call: c}
		q.Since, q.AgentID, q.AgentType = now, agent, agentType(p)
		s.requests = append(s.requests, q)
	} else if e.Reply == nil {
		return // it is known already, and better
	}
	q.Kind, q.stamp = kindOf(&e.StateEvent, p.ToolName), e.Timestamp
	q.ToolName = p.ToolName
	if q.ID = e.RequestID; q.ID == "" {
		r.made++
		q.ID = madeID(r.made)
	}
	if len(p.ToolInput) > 0 {
		q.Input = json.RawMessage(slices.Clone(p.ToolInput))
	}
	q.Suggest = json.RawMessage(slices.Clone(p.Suggestions))
	q.Detail = detail(p.ToolName, q.Input, s.facts.Cwd)
	if q.Detail == "" {
		q.Detail = p.Message
	}
	q.link(s)
	if q.reply = e.Reply; q.reply == nil {
		return
	}
	q.Life, q.card = Offered, true
	q.Decisions = everyDecision
	if d := r.opt.Hold.limit(s.key().Tool, agent != "", s.facts.Headless); d > 0 {
		q.Deadline = now.Add(d)
	}
	switch {
	case r.opt.HoldAlways:
	case !r.screen || r.muted(s.key().Tool):
		s.handOff(q, now)
	default:
		q.showBy = now.Add(r.opt.ShowWithin)
	}
}

// sameRequest finds the open request that e asks again.
func (s *live) sameRequest(e *Incoming, agent string, c call) *request {
	for _, q := range s.requests {
		if !q.open() || q.AgentID != agent || q.Life == Sent {
			continue
		}
		if e.RequestID != "" && q.ID == e.RequestID { // the holder connected again
			q.answer(event.Answer{Decision: event.Ask})
			return q
		}
		announced := q.reply == nil && q.Life == Offered // only shown so far, or only shown now
		if q.call.is(c) && (announced || e.Reply == nil) {
			return q
		}
	}
	return nil
}

// link finds the running tool that the request is about and takes its id, so that two calls with the same input
// are told apart.
func (q *request) link(s *live) {
	for _, t := range s.tools {
		if q.call.id == "" && t.agent == q.AgentID && t.is(q.call) && !s.asked(t.id) {
			q.call.id = t.id
			return
		}
	}
}

// asked says that an open request is about the tool call id.
func (s *live) asked(id string) bool {
	return id != "" && slices.ContainsFunc(s.requests, func(q *request) bool { return q.open() && q.call.id == id })
}

// release lets go of a holder that nobody will answer.
func release(e *Incoming) {
	if e.Reply != nil {
		e.Reply(event.Answer{Schema: event.Schema, RequestID: e.RequestID, Decision: event.Ask})
	}
}
