package rollout

import (
	"encoding/json"
	"strings"
	"time"

	"dango/ingress/codex"
	"dango/session"
	"dango/session/event"
)

// line is one record of a rollout, as far as it matters.
type line struct {
	Timestamp time.Time `json:"timestamp"`
	Type      string    `json:"type"`
	Payload   payload   `json:"payload"`
}

// payload is what records of all types say. A field that a record has in another form stays empty.
type payload struct {
	Type   string `json:"type"`
	TurnID string `json:"turn_id"`

	Mode  string `json:"collaboration_mode_kind"` // task_started: default, plan
	Last  string `json:"last_agent_message"`      // task_complete
	Error *struct {
		Message string `json:"message"`
	} `json:"error"`
	Message string `json:"message"` // user_message, agent_message and error, before items were written
	Item    item   `json:"item"`

	CallID    string `json:"call_id"` // calls and their outputs
	Name      string `json:"name"`
	Namespace string `json:"namespace"`
	Arguments string `json:"arguments"` // function_call: JSON
	Input     string `json:"input"`     // custom_tool_call: anything
	Action    struct {
		Command []string `json:"command"`
	} `json:"action"` // local_shell_call
}

// item is what happened in a turn, in the paginated form.
type item struct {
	Type    string `json:"type"`
	Text    string `json:"text"`
	Content []struct {
		Text string `json:"text"`
	} `json:"content"`
}

func (it *item) text() string {
	var all []string
	for _, c := range it.Content {
		if c.Text != "" {
			all = append(all, c.Text)
		}
	}
	return strings.Join(all, "\n")
}

// turn is what is known of the turn that a file is in.
type turn struct {
	id    string
	begun bool // it was seen to begin
	acted bool // somebody said or did something in it
	over  bool
	plan  string
	last  string            // the agent's last words
	calls map[string]string // names of calls without an output, bounded by maxCalls
}

// maxCalls bounds what is remembered of one turn.
const maxCalls = 128

// readLine decodes a record; false when it says nothing that matters.
func readLine(raw []byte) (line, bool) {
	var kind struct {
		Type string `json:"type"`
	}
	if json.Unmarshal(raw, &kind) != nil || kind.Type != "event_msg" && kind.Type != "response_item" {
		return line{}, false
	}
	var l line
	_ = json.Unmarshal(raw, &l) // it is JSON: an error means a field in another form
	return l, true
}

// tell says what a record tells the keeper. begins: a turn begins with it.
func (f *file) tell(raw []byte) (items []session.Item, begins bool) {
	l, ok := readLine(raw)
	if !ok {
		return nil, false
	}
	switch f.meta.relation() {
	case codex.OfAgent:
		return f.tellOfAgent(&l), false
	case codex.OfCodex:
		return nil, false
	}
	p := &l.Payload
	if l.Type == "response_item" {
		return f.tellCall(&l), false
	}
	switch p.Type {
	case "task_started", "turn_started":
		f.turn = turn{id: p.TurnID, begun: true}
		mode := session.Evidence{Kind: session.SawMode, Mode: p.Mode}
		return []session.Item{f.sawSession(l.Timestamp), f.observed(&l, event.UserPrompt, &event.Payload{}), f.saw(&l, mode)}, true
	case "user_message":
		return f.tellPrompt(&l, p.Message), false
	case "agent_message":
		f.turn.acted, f.turn.last = true, p.Message
	case "item_completed":
		return f.tellItem(&l), false
	case "task_complete", "turn_complete":
		return []session.Item{f.saw(&l, f.ended(p))}, false
	case "error":
		return []session.Item{f.saw(&l, session.Evidence{Kind: session.SawTurnFailed, Error: p.Message})}, false
	case "turn_aborted":
		f.turn.over = true
		return []session.Item{f.saw(&l, session.Evidence{Kind: session.SawTurnAborted})}, false
	}
	return nil, false
}

// ended says how a turn ended. One in which nothing happened was blocked by a hook, or compacted the memory.
func (f *file) ended(p *payload) session.Evidence {
	f.turn.over = true
	text := p.Last
	if text == "" {
		text = f.turn.plan
	}
	f.turn.last = plain(text)
	switch {
	case p.Error != nil:
		return session.Evidence{Kind: session.SawTurnFailed, Error: p.Error.Message}
	case f.turn.begun && !f.turn.acted && text == "":
		return session.Evidence{Kind: session.SawTurnAborted}
	}
	return session.Evidence{Kind: session.SawTurnDone, Text: f.turn.last}
}

// plain takes the tags off a plan, which are not for people.
func plain(text string) string {
	text = strings.TrimPrefix(strings.TrimSpace(text), "<proposed_plan>")
	return strings.TrimSpace(strings.TrimSuffix(text, "</proposed_plan>"))
}

func (f *file) tellItem(l *line) []session.Item {
	it := &l.Payload.Item
	switch it.Type {
	case "UserMessage":
		return f.tellPrompt(l, it.text())
	case "AgentMessage":
		f.turn.acted, f.turn.last = true, plain(it.text())
	case "Plan":
		f.turn.acted, f.turn.plan = true, it.Text
	}
	return nil
}

func (f *file) tellPrompt(l *line, text string) []session.Item {
	f.turn.acted = true
	return []session.Item{f.observed(l, event.UserPrompt, &event.Payload{Prompt: cut(text, event.MaxPrompt)})}
}

func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most])
	}
	return text
}

// tellCall folds what the model asked for and what it got. There is no record of a request for approval: a call without
// an output runs or waits.
func (f *file) tellCall(l *line) []session.Item {
	p := &l.Payload
	switch p.Type {
	case "function_call", "custom_tool_call", "local_shell_call":
		f.turn.acted = true
		name, input := toolOf(p)
		if f.turn.calls == nil {
			f.turn.calls = map[string]string{}
		}
		if len(f.turn.calls) < maxCalls {
			f.turn.calls[p.CallID] = name
		}
		kind := event.PreToolUse
		if name == requestUserInput {
			kind = event.AskUser
		}
		return []session.Item{f.observed(l, kind, &event.Payload{ToolName: name, ToolInput: input})}
	case "function_call_output", "custom_tool_call_output", "local_shell_call_output":
		name := f.turn.calls[p.CallID]
		delete(f.turn.calls, p.CallID)
		kind := event.PostToolUse
		if name == requestUserInput {
			kind = event.AskUserResolved
		}
		return []session.Item{f.observed(l, kind, &event.Payload{ToolName: name})}
	}
	return nil
}

// tellOfAgent folds a subagent's file: it is on its session's roster while it is at work.
func (f *file) tellOfAgent(l *line) []session.Item {
	kind := event.SubagentStart
	switch l.Payload.Type {
	case "task_started", "turn_started":
	case "task_complete", "turn_complete", "turn_aborted":
		kind = event.SubagentStop
	default:
		return nil
	}
	it := f.observed(l, kind, &event.Payload{AgentID: f.meta.ID, AgentType: f.meta.Role})
	it.Event.IsSubagent = true
	return []session.Item{it}
}

// observed is an event as a hook would have told it.
func (f *file) observed(l *line, kind event.Kind, p *event.Payload) session.Item {
	e := event.StateEvent{
		Schema: event.Schema, Tool: event.Codex, SessionID: f.meta.session(), Kind: kind, Timestamp: l.Timestamp,
		Cwd: f.meta.Cwd, Payload: p, TurnID: l.Payload.TurnID, ToolUseID: l.Payload.CallID,
		AgentPID: f.process.PID, AgentStart: f.process.Start, Headless: f.meta.headless(),
	}
	if e.TurnID == "" && f.meta.relation() == codex.OfUser {
		e.TurnID = f.turn.id
	}
	if f.meta.relation() == codex.OfUser {
		p.TranscriptPath = f.path
	}
	return session.Item{Event: &session.Incoming{StateEvent: e, Observed: true}}
}

// saw completes evidence about the session's turn.
func (f *file) saw(l *line, v session.Evidence) session.Item {
	v.Key, v.At, v.TurnID = codex.Key(f.meta.session()), l.Timestamp, l.Payload.TurnID
	if v.TurnID == "" {
		v.TurnID = f.turn.id
	}
	return session.Item{Evidence: &v}
}

// sawSession tells what the head knows of the session.
func (f *file) sawSession(at time.Time) session.Item {
	return session.Item{Evidence: &session.Evidence{
		Kind: session.SawSession, Key: codex.Key(f.meta.session()), Process: f.process, At: at,
		Cwd: f.meta.Cwd, Title: f.title, TranscriptPath: f.path, StartedAt: f.meta.Began, Headless: f.meta.headless(),
		Replaces: f.replaces,
	}}
}
