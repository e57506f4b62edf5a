package session

import (
	"strconv"
	"strings"

	"dango/session/event"
)

// keyOf is the session that an event is about: of a subagent's event, its parent when it names one.
func keyOf(e *event.StateEvent) Key {
	k := Key{Tool: e.Tool, ID: e.SessionID}
	if p := e.Payload; p != nil && p.ParentSessionID != "" {
		k.ID = p.ParentSessionID
	}
	return k
}

var noPayload event.Payload

func payload(e *event.StateEvent) *event.Payload {
	if e.Payload == nil {
		return &noPayload
	}
	return e.Payload
}

// agentOf is the subagent's id, empty for the main agent.
func agentOf(e *event.StateEvent) string {
	p := payload(e)
	switch {
	case p.AgentID != "":
		return p.AgentID
	case p.SubagentID != "":
		return p.SubagentID
	case e.IsSubagent:
		return e.SessionID
	}
	return ""
}

func agentType(p *event.Payload) string {
	if p.AgentID == "" && p.SubagentID == "" && p.SubagentType == "" && p.ParentSessionID == "" {
		return "" // `claude --agent` puts its own type on the main agent
	}
	if p.AgentType != "" {
		return p.AgentType
	}
	return p.SubagentType
}

func callOf(e *event.StateEvent) call {
	p := payload(e)
	return call{id: e.ToolUseID, key: p.CallKey, name: p.ToolName}
}

// madeID names a request that nobody can answer. No id of a sender starts like this.
func madeID(n uint64) string { return "~" + strconv.FormatUint(n, 10) }

// anonymous ids are made up by agents for subagents without a session.
func anonymous(id string) bool { return id == "" || strings.HasPrefix(id, "anon-") }
