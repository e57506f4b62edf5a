// Package adapt knows the dialects of the agents: a hook's JSON becomes an event, and the user's answer becomes
// what that hook prints. There is one file per agent, and one row per agent in the table below.
//
// The package does no I/O and keeps no state. What reaches an event goes through event.Payload, field by field;
// whatever an agent adds to its hooks tomorrow stays in the hook.
package adapt

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"dango/session/event"
)

// A rule says what one hook event of an agent means.
type rule struct {
	kind event.Kind
	held bool // the agent waits for this hook's output, and a person may decide
}

// A dialect is one agent's way to speak.
type dialect struct {
	hooks   map[string]rule                                               // by hook_event_name
	prepare func(h *fields)                                               // nil: the fields are where Claude has them
	refine  func(r rule, h *fields) rule                                  // nil: the row says it all
	fill    func(h *fields, ev *event.StateEvent)                         // nil: nothing special to tell
	answer  func(h *fields, hookEvent string, a event.Answer) (any, bool) // nil: its hooks cannot answer
}

// dialects is where a further agent is added. Tools that speak Claude's dialect under a name of their own come
// as custom.
var dialects = map[event.Tool]*dialect{
	event.ClaudeCode: &claude,
	event.Codex:      &codex,
	event.Gemini:     &gemini,
	event.OpenCode:   &openCode,
	event.Custom:     &claude,
}

// ErrNoSession says that a hook's JSON names no session, so there is nothing to show it on.
var ErrNoSession = errors.New("adapt: the hook names no session")

// A Hook is one call of an agent's hook: what came on its standard input. It is read-only.
type Hook struct {
	tool   event.Tool
	speaks *dialect
	in     fields
}

// Parse reads a hook's JSON. Fields that Dango has no use for are skipped, whatever their size or type. It fails
// when the input is not a JSON object, and with ErrNoSession.
func Parse(tool event.Tool, input []byte) (*Hook, error) {
	h := &Hook{tool: tool, speaks: dialects[tool]}
	if h.speaks == nil {
		h.speaks = &dialect{}
	}
	err := json.Unmarshal(input, &h.in)
	if _, mistyped := errors.AsType[*json.UnmarshalTypeError](err); err != nil && (!mistyped || !isObject(input)) {
		return nil, fmt.Errorf("adapt: read a hook of %s: %w", tool, err)
	}
	if h.speaks.prepare != nil {
		h.speaks.prepare(&h.in)
	}
	if h.in.SessionID == "" {
		return nil, ErrNoSession
	}
	return h, nil
}

// Tool is the agent whose hook it is.
func (h *Hook) Tool() event.Tool { return h.tool }

// Name is the agent's own name of the event.
func (h *Hook) Name() string { return h.in.HookEventName }

// Event is what the hook says, read by its own name. A name without a row is event.Unknown.
func (h *Hook) Event(now time.Time) event.StateEvent {
	return h.event(h.rule(), now)
}

// As is what the hook says when the caller decided the kind, as `dango-emit --event` does. It is held only if
// the hook's own name is one that can be answered.
func (h *Hook) As(kind event.Kind, now time.Time) event.StateEvent {
	return h.event(rule{kind: kind, held: h.HeldAs(kind)}, now)
}

// Held says that the agent waits for this hook, and that a person may decide what it prints.
func (h *Hook) Held() bool { return h.rule().held }

// HeldAs is Held for a kind that the caller decided.
func (h *Hook) HeldAs(kind event.Kind) bool {
	return (kind == event.PermissionAsk || kind == event.AskUser) && h.rule().held
}

// Answer is the JSON object, without a line end, that tells the agent about a. hookEvent is the name of the hook
// that prints it. false: print nothing, which leaves the decision to the agent's own terminal. That is so for
// event.Ask, for hooks that cannot answer, and for answers that the agent would misread.
func (h *Hook) Answer(hookEvent string, a event.Answer) ([]byte, bool) {
	if h.speaks.answer == nil {
		return nil, false
	}
	out, ok := h.speaks.answer(&h.in, hookEvent, a)
	if !ok {
		return nil, false
	}
	return encode(out)
}

// Answer is Hook.Answer for a caller that kept only the hook's JSON.
func Answer(tool event.Tool, hookEvent string, input []byte, a event.Answer) ([]byte, bool) {
	h, err := Parse(tool, input)
	if err != nil {
		return nil, false
	}
	return h.Answer(hookEvent, a)
}

func (h *Hook) rule() rule {
	r := h.speaks.hooks[h.in.HookEventName]
	if h.speaks.refine != nil {
		r = h.speaks.refine(r, &h.in)
	}
	return r
}

func (h *Hook) event(r rule, now time.Time) event.StateEvent {
	in := &h.in
	ev := event.StateEvent{
		Schema:     event.Schema,
		SessionID:  in.SessionID,
		Tool:       h.tool,
		Kind:       r.kind,
		Timestamp:  now.UTC(),
		Cwd:        in.Cwd,
		IsSubagent: in.fromSubagent(),
		TurnID:     firstOf(in.PromptID, in.TurnID),
		ToolUseID:  in.ToolUseID,
		Payload:    in.payload(r),
	}
	if h.speaks.fill != nil {
		h.speaks.fill(in, &ev)
	}
	return ev
}
