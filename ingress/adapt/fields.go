package adapt

import (
	"bytes"
	"encoding/json"
	"strings"

	"dango/session/event"
)

// fields is everything that Dango reads of a hook's JSON, of all agents. tool_response, the biggest part of many
// hooks, is not among them.
type fields struct {
	SessionID      string `json:"session_id"`
	TranscriptPath string `json:"transcript_path"`
	Cwd            string `json:"cwd"`
	HookEventName  string `json:"hook_event_name"`
	PromptID       string `json:"prompt_id"`
	TurnID         string `json:"turn_id"`
	PermissionMode string `json:"permission_mode"`

	ToolName    string          `json:"tool_name"`
	ToolInput   json.RawMessage `json:"tool_input"`
	ToolUseID   string          `json:"tool_use_id"`
	ToolCalls   []toolCall      `json:"tool_calls"`
	Suggestions json.RawMessage `json:"permission_suggestions"`

	ParentSessionID string `json:"parent_session_id"`
	AgentID         string `json:"agent_id"`
	AgentType       string `json:"agent_type"`
	SubagentID      string `json:"subagent_id"`
	SubagentType    string `json:"subagent_type"`

	Prompt           string             `json:"prompt"`
	Message          string             `json:"message"`
	NotificationType string             `json:"notification_type"`
	LastAssistant    string             `json:"last_assistant_message"`
	PromptResponse   string             `json:"prompt_response"`
	Source           string             `json:"source"`
	Trigger          string             `json:"trigger"`
	Reason           string             `json:"reason"`
	Error            string             `json:"error"`
	IsInterrupt      bool               `json:"is_interrupt"`
	StopHookActive   bool               `json:"stop_hook_active"`
	Background       []event.Background `json:"background_tasks"`

	NewCwd          string          `json:"new_cwd"`
	MCPServerName   string          `json:"mcp_server_name"`
	Mode            string          `json:"mode"`
	RequestedSchema json.RawMessage `json:"requested_schema"`
	URL             string          `json:"url"` // of an elicitation of that mode

	Properties busEvent `json:"properties"` // of OpenCode

	notifyProgram // of Codex
}

type toolCall struct {
	ToolName  string          `json:"tool_name"`
	ToolInput json.RawMessage `json:"tool_input"`
	ToolUseID string          `json:"tool_use_id"`
}

// fromSubagent says that the hook ran inside a subagent. agent_type alone does not say so: `claude --agent` puts
// it on the main session's hooks too. Ids that start with "anon-" are made up for agents without a session.
func (in *fields) fromSubagent() bool {
	return in.ParentSessionID != "" || in.AgentID != "" || in.SubagentID != "" || in.SubagentType != "" ||
		strings.HasPrefix(in.SessionID, "anon-")
}

// payload copies what may leave the hook. A held request carries the whole input, because nobody should allow
// what they cannot read; everything else carries what a bubble can show of it.
func (in *fields) payload(r rule) *event.Payload {
	p := &event.Payload{
		ToolName:         in.ToolName,
		NotificationType: in.NotificationType,
		Message:          clip(in.Message, event.MaxMessage),
		SessionID:        in.SessionID,
		Cwd:              in.Cwd,
		TranscriptPath:   in.TranscriptPath,
		ParentSessionID:  in.ParentSessionID,
		AgentID:          in.AgentID,
		SubagentID:       in.SubagentID,
		SubagentType:     in.SubagentType,
		AgentType:        in.AgentType,
		AssistantMessage: firstParagraph(in.LastAssistant, event.MaxAssistant),
		PermissionMode:   in.PermissionMode,
		Source:           firstOf(in.Source, in.Trigger),
		Reason:           clip(in.Reason, event.MaxMessage),
		IsInterrupt:      in.IsInterrupt,
		StopHookActive:   in.StopHookActive,
		HookEventName:    in.HookEventName,
		CallKey:          callKey(in.ToolName, in.ToolInput),
		Background:       in.Background,
	}
	switch r.kind {
	case event.UserPrompt:
		p.Prompt = clip(in.Prompt, event.MaxPrompt)
	case event.TurnFailed: // a word of the agent; a failed tool's own text stays in the hook
		p.Error = clip(in.Error, event.MaxMessage)
	}
	if r.held {
		p.ToolInput, p.Suggestions = object(in.ToolInput), in.Suggestions
	} else {
		p.ToolInput = shorten(in.ToolInput)
	}
	for _, c := range in.ToolCalls {
		p.Calls = append(p.Calls, event.Call{
			ToolName: c.ToolName, ToolUseID: c.ToolUseID, CallKey: callKey(c.ToolName, c.ToolInput),
		})
	}
	return p
}

// Shorten drops from a request what only the person who answers it needs. It is for a sender that cannot hold
// the request after all: then the event is news, no more.
func Shorten(ev *event.StateEvent) {
	ev.RequestID = ""
	if ev.Payload != nil {
		ev.Payload.ToolInput, ev.Payload.Suggestions = shorten(ev.Payload.ToolInput), nil
	}
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func isObject(b []byte) bool {
	b = bytes.TrimLeft(b, " \t\r\n")
	return len(b) > 0 && b[0] == '{'
}

// object is b when it is a JSON object, else nil.
func object(b json.RawMessage) json.RawMessage {
	if isObject(b) {
		return b
	}
	return nil
}
