package session

import (
	"encoding/json"
	"slices"
	"time"

	"dango/session/event"
)

// elicitation is the name under which adapters send an MCP server's question, which comes out of a running tool.
const elicitation = "Elicitation"

// questions are the tools that ask the user something.
var questions = map[string]RequestKind{
	"AskUserQuestion":    Question,
	elicitation:          Question,
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

// decisionsOf are what an agent takes from us. Gemini CLI's hooks can refuse a call, but nothing that they say skips
// the terminal's dialog. Codex's questions can be answered but not refused.
func decisionsOf(tool event.Tool, kind RequestKind) []event.Decision {
	switch {
	case tool == event.Gemini:
		return allButAllow
	case tool == event.Codex && kind == Question:
		return allButDeny
	}
	return everyDecision
}

var (
	everyDecision = []event.Decision{event.Allow, event.Deny, event.Ask}
	allButAllow   = []event.Decision{event.Deny, event.Ask}
	allButDeny    = []event.Decision{event.Allow, event.Ask}
)

// offer adds what e asks, or joins it with the request that already asks the same: a question is announced by its
// tool call and then asked by its permission request, in either order.
//
// The hook of an agent that asks over its own connection too is let go at once: the agent asks there, and at its
// terminal, only after it.
func (r *Registry) offer(s *live, e *Incoming, agent string, now time.Time) {
	if s.served && !e.Direct {
		release(e)
		e.Reply = nil
	}
	p := payload(&e.StateEvent)
	c := callOf(&e.StateEvent)
	q := s.sameRequest(e, agent, c)
	if q == nil {
		if s.openRequests() >= maxRequests {
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
	if q.Detail == "" {
		q.Detail = s.detailOf(q)
	}
	if q.reply = e.Reply; q.reply == nil {
		return
	}
	q.Life, q.card, q.direct = Offered, true, e.Direct
	q.Decisions = decisionsOf(s.key().Tool, q.Kind)
	if d := r.opt.Hold.limit(s.key().Tool, agent != "", s.facts.Headless); d > 0 && !e.Direct {
		q.Deadline = now.Add(d)
	}
	switch {
	case r.unseen():
		s.handOff(q, now)
	case !r.opt.HoldAlways:
		q.showBy = now.Add(r.opt.ShowWithin)
	}
}

// letHooksGo releases the hooks that are held when a witness joins the agent: it asks there, and at its terminal, only after
// them, and until then what they ask is shown.
func (s *live) letHooksGo() {
	for _, q := range s.requests {
		if q.Life == Offered && q.reply != nil && !q.direct {
			q.answer(event.Answer{Decision: event.Ask})
		}
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

// detailOf is what is known of the running tool that the request is about, for one that does not say it.
func (s *live) detailOf(q *request) string {
	for _, t := range s.tools {
		if t.agent == q.AgentID && t.id != "" && t.id == q.call.id {
			return t.detail
		}
	}
	return ""
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
