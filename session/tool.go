package session

import (
	"slices"
	"time"

	"dango/session/event"
	"dango/session/phase"
)

// tool is one call that runs or wants to run.
type tool struct {
	call
	agent  string // empty: the main agent
	detail string // one line
}

// call says which tool call an event is about. PermissionRequest carries no id, so a key stands in.
type call struct {
	id, key, name string
}

// is says that two events speak of one call: by id when both have one, else by key, else by name.
func (c call) is(d call) bool {
	switch {
	case c.id != "" && d.id != "":
		return c.id == d.id
	case c.key != "" && d.key != "":
		return c.key == d.key
	}
	return c.name == d.name
}

// mainTool is the tool of the main agent that began last.
func (s *live) mainTool() (tool, bool) {
	for _, t := range slices.Backward(s.tools) {
		if t.agent == "" {
			return t, true
		}
	}
	return tool{}, false
}

// begin adds a call, once.
func (s *live) begin(t tool) {
	same := func(o tool) bool { return t.id != "" && o.id == t.id && o.agent == t.agent }
	if !slices.ContainsFunc(s.tools, same) && len(s.tools) < maxTools {
		s.tools = append(s.tools, t)
	}
}

// end takes away a call of an agent, if it is there: the exact one, else the oldest that fits.
func (s *live) end(agent string, c call) {
	i := slices.IndexFunc(s.tools, func(t tool) bool { return t.agent == agent && t.is(c) })
	if i >= 0 {
		s.tools = slices.Delete(s.tools, i, i+1)
	}
}

// endAll takes away every call of an agent.
func (s *live) endAll(agent string) {
	s.tools = slices.DeleteFunc(s.tools, func(t tool) bool { return t.agent == agent })
}

// beginTool adds the call that e tells of.
func (s *live) beginTool(e *Incoming, agent string) {
	s.begin(tool{call: callOf(&e.StateEvent), agent: agent, detail: toolLine(&e.StateEvent, s.facts.Cwd)})
	for _, q := range s.requests {
		if q.open() && q.AgentID == agent { // a request may overtake the call that it is about
			q.link(s)
		}
	}
}

// endTools ends the calls that e tells of, and the requests that were about them.
func (s *live) endTools(e *Incoming, agent string, now time.Time) {
	c := closer{agent: agent, stamp: e.Timestamp, sent: Accepted, now: now}
	own := callOf(&e.StateEvent)
	if own != (call{}) {
		c.call, c.ran = &own, true
		s.closeRequests(c)
		s.end(agent, own)
	}
	if own == (call{}) || !s.runs(agent) { // the result of an elicitation, or the end of the tool that it came from
		c.call = &call{name: elicitation}
		s.closeRequests(c)
	}
	c.ran, c.refused = false, true // the list has the refused ones too, and those that ran are closed by now
	for _, over := range payload(&e.StateEvent).Calls {
		one := call{id: over.ToolUseID, key: over.CallKey, name: over.ToolName}
		c.call = &one
		s.closeRequests(c)
		s.end(agent, one)
	}
}

// toolEnded moves the phase when a tool of the main agent is over, but not while another one runs.
func (s *live) toolEnded(e *Incoming, now time.Time) {
	if e.Kind == event.Error && payload(&e.StateEvent).IsInterrupt {
		s.endAll("")
		s.on(event.Interrupted, now)
		return
	}
	if !s.runs("") {
		s.on(e.Kind, now)
	} else if s.phase != phase.ToolUse && s.phase.Working() {
		s.on(event.PreToolUse, now)
	}
}
