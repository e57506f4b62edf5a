package session

import (
	"slices"
	"time"

	"dango/session/event"
)

// subagent is one entry of the roster.
type subagent struct {
	Subagent
	lost time.Time // when silence means that it vanished
}

// ofSubagent folds an event of a subagent. It never moves the main agent's phase; what the subagent asks hangs on
// the main session.
func (r *Registry) ofSubagent(s *live, agent string, e *Incoming, now time.Time) {
	c := closer{agent: agent, stamp: e.Timestamp, sent: Accepted, now: now}
	s.toolNews(&e.StateEvent)
	switch e.Kind {
	case event.SubagentStop, event.SessionEnd:
		if slices.ContainsFunc(s.agents, func(a subagent) bool { return a.ID == agent }) {
			s.tell(SubagentCompleted)
		}
		s.gone(c)
		return
	case event.PreToolUse:
		s.beginTool(e, agent)
	case event.PermissionAsk, event.AskUser:
		if e.ToolUseID != "" {
			s.beginTool(e, agent)
		}
		r.offer(s, e, agent, now)
	case event.PostToolUse, event.Error, event.AskUserResolved:
		s.endTools(e, agent, now)
	case event.Stop, event.TurnFailed, event.Interrupted: // of the subagent's own turn
		s.closeRequests(c)
	}
	if typ := agentType(payload(&e.StateEvent)); typ != "" { // without a type: the agent's own helper, which is noise
		s.enlist(agent, typ, now)
	}
}

// enlist puts a subagent on the roster, or notes that it lives. One that has stopped does not come back.
func (s *live) enlist(id, typ string, now time.Time) {
	i := slices.IndexFunc(s.agents, func(a subagent) bool { return a.ID == id })
	switch {
	case i >= 0:
		s.agents[i].lost = now.Add(lostAfter)
	case len(s.agents) < maxSubagents && !slices.Contains(s.stopped, id):
		s.agents = append(s.agents, subagent{Subagent{ID: id, Type: typ, Since: now}, now.Add(lostAfter)})
		s.tell(SubagentStarted)
	}
}

// gone takes the subagent c.agent away, with what it ran and asked. A later event does not bring it back.
func (s *live) gone(c closer) {
	if len(s.stopped) == maxSubagents {
		s.stopped = slices.Delete(s.stopped, 0, 1)
	}
	s.stopped = append(s.stopped, c.agent)
	s.forget(c)
}

// forget takes away the subagent c.agent, of which nothing was heard for long: it may still come back.
func (s *live) forget(c closer) {
	s.agents = slices.DeleteFunc(s.agents, func(a subagent) bool { return a.ID == c.agent })
	s.background = slices.DeleteFunc(s.background, func(b event.Background) bool { return b.ID == c.agent })
	s.endAll(c.agent)
	s.closeRequests(c)
}

// runs says that an agent has a tool that began and did not end.
func (s *live) runs(agent string) bool {
	return slices.ContainsFunc(s.tools, func(t tool) bool { return t.agent == agent })
}

// leaveRunning notes what goes on after the main agent's turn. A list is the whole truth, and who is not on it has
// vanished. Without a list, Codex's subagents live on; those of other agents ended with the turn, because their
// older versions, which send none, wait for them.
func (s *live) leaveRunning(list []event.Background, c closer) {
	s.background = s.background[:0]
	switch {
	case list != nil:
		for _, b := range list {
			if b.ID != "" && (b.Status == "" || b.Status == "running" || b.Status == "pending") {
				s.background = append(s.background, b)
			}
		}
	case s.key().Tool == event.Codex:
		for _, a := range s.agents {
			s.background = append(s.background, event.Background{ID: a.ID, Type: inSubagent})
		}
	}
	for _, a := range slices.Clone(s.agents) {
		if !slices.ContainsFunc(s.background, func(b event.Background) bool { return b.ID == a.ID }) {
			c.agent = a.ID
			s.gone(c)
		}
	}
}

// The types of background work that an agent's status speaks of.
const (
	inSubagent = "subagent"
	inShell    = "shell"
)

// leaveNothing notes that an agent is at rest: its subagents and shells have ended, also those that did not say so.
func (s *live) leaveNothing(c closer) {
	for _, a := range slices.Clone(s.agents) {
		c.agent = a.ID
		s.gone(c)
	}
	s.background = slices.DeleteFunc(s.background, func(b event.Background) bool {
		return b.Type == inSubagent || b.Type == inShell
	})
}
