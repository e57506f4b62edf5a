// Package event holds the words that agents, witnesses and the keeper share: what happened in a session.
//
// A StateEvent is the schema 1 message of the local socket. Its Go form is typed: a field that has no place in
// these structs does not exist for Dango, which makes them the allow-list for everything that is stored or logged.
package event

import (
	"encoding/json"
	"time"
)

// Schema is the only protocol version that this build speaks.
const Schema = 1

// Limits of what an event carries, in characters (runes), not bytes.
const (
	MaxTitle     = 40  // a bubble's title
	MaxPrompt    = 256 // snippet of the user's prompt
	MaxCommand   = 256 // tool_input.command of an event that nobody is asked about
	MaxMessage   = 256 // a notification's text
	MaxAssistant = 120 // the agent's last words
)

// Tool names the kind of agent. Unknown names are kept: any tool may speak the protocol.
type Tool string

const (
	ClaudeCode Tool = "claude-code"
	Codex      Tool = "codex"
	Gemini     Tool = "gemini"
	OpenCode   Tool = "opencode"
	Custom     Tool = "custom"
)

// Name is what people call the agent; any tool that only posts events is an agent.
func (t Tool) Name() string {
	switch t {
	case ClaudeCode:
		return "Claude"
	case Codex:
		return "Codex"
	case Gemini:
		return "Gemini"
	case OpenCode:
		return "OpenCode"
	case Custom, "":
		return "Agent"
	}
	return string(t)
}

// StateEvent is one thing that happened in one session.
//
// Schema, SessionID, Tool, Kind and Timestamp are required on the wire; every other field may be missing, and
// missing means "this witness does not know", never "empty".
type StateEvent struct {
	Schema    int       `json:"schema"`
	SessionID string    `json:"sessionId"`
	Tool      Tool      `json:"tool"`
	Kind      Kind      `json:"event"`
	Timestamp time.Time `json:"timestamp"`

	Cwd               string   `json:"cwd,omitempty"`
	TerminalApp       string   `json:"terminalApp,omitempty"`
	TerminalTTY       string   `json:"terminalTty,omitempty"`
	TerminalSessionID string   `json:"terminalSessionId,omitempty"`
	Payload           *Payload `json:"payload,omitempty"`

	// RequestID is set when the sender holds its connection open for an Answer.
	RequestID string `json:"requestId,omitempty"`
	// Heartbeats says that the sender of a request wants to see meanwhile that it is still held, see wire.Heartbeat.
	Heartbeats bool `json:"heartbeats,omitempty"`
	// IsSubagent says that the payload carried a subagent's marker.
	IsSubagent bool `json:"isSubagent,omitempty"`

	// TurnID names the turn: prompt_id of Claude Code, turn_id of Codex.
	TurnID string `json:"turnId,omitempty"`
	// ToolUseID names the tool call. PermissionRequest carries none.
	ToolUseID string `json:"toolUseId,omitempty"`
	// AgentPID is the agent's process on this machine; 0 when it is not proven.
	AgentPID int `json:"agentPid,omitempty"`
	// AgentStart is that process's start time in the system's own unit (/proc/PID/stat field 22 on Linux).
	// Together with the pid it is the process's identity. 0 = unknown.
	AgentStart uint64 `json:"agentStart,omitempty"`
	// ParentTool and ParentSession name the session whose tool started this agent, as the environment has it.
	ParentTool    Tool   `json:"parentTool,omitempty"`
	ParentSession string `json:"parentSession,omitempty"`
	// Headless says that nobody sits in front of the agent (claude -p, codex exec).
	Headless bool `json:"headless,omitempty"`
}

// Payload is the allow-list of what a hook's JSON may hand on (seed 000, 8.4.3, plus what DESIGN adds).
type Payload struct {
	ToolName         string          `json:"tool_name,omitempty"`
	ToolInput        json.RawMessage `json:"tool_input,omitempty"`
	NotificationType string          `json:"notification_type,omitempty"`
	Message          string          `json:"message,omitempty"` // ≤ MaxMessage
	SessionID        string          `json:"session_id,omitempty"`
	Cwd              string          `json:"cwd,omitempty"`
	TranscriptPath   string          `json:"transcript_path,omitempty"`
	ParentSessionID  string          `json:"parent_session_id,omitempty"`
	AgentID          string          `json:"agent_id,omitempty"`
	SubagentID       string          `json:"subagent_id,omitempty"`
	SubagentType     string          `json:"subagent_type,omitempty"`
	AgentType        string          `json:"agent_type,omitempty"`
	AssistantMessage string          `json:"assistant_message,omitempty"` // ≤ MaxAssistant

	Prompt         string          `json:"prompt,omitempty"` // ≤ MaxPrompt
	PermissionMode string          `json:"permission_mode,omitempty"`
	Source         string          `json:"source,omitempty"` // SessionStart: startup, resume, clear, compact, fork
	Reason         string          `json:"reason,omitempty"` // SessionEnd, PermissionDenied
	Error          string          `json:"error,omitempty"`  // StopFailure: server_error, rate_limit, …
	IsInterrupt    bool            `json:"is_interrupt,omitempty"`
	StopHookActive bool            `json:"stop_hook_active,omitempty"`
	Suggestions    json.RawMessage `json:"permission_suggestions,omitempty"`
	// HookEventName is the agent's own name of what happened, for rules that need more than the kind.
	HookEventName string `json:"hook_event_name,omitempty"`
	// CallKey is a fingerprint of the tool's name and input, the same in every event of one call unless an answer
	// changed the input. PermissionRequest carries no ToolUseID: the PreToolUse with its key tells which call it is
	// about. Empty without a tool.
	CallKey string `json:"call_key,omitempty"`
	// Calls lists the tool calls that are over with this event, also those that were denied (PostToolBatch).
	Calls []Call `json:"tool_calls,omitempty"`
	// Background lists work that goes on after the turn. nil = not said; empty = said to be none.
	Background []Background `json:"background_tasks,omitzero"`
}

// Call is one tool call that is over, whatever came of it.
type Call struct {
	ToolName  string `json:"tool_name,omitempty"`
	ToolUseID string `json:"tool_use_id,omitempty"`
	CallKey   string `json:"call_key,omitempty"`
}

// Background is one subagent or shell that outlives the main agent's turn.
type Background struct {
	ID     string `json:"id,omitempty"`
	Type   string `json:"type,omitempty"` // subagent, shell
	Status string `json:"status,omitempty"`
}

// Answer is what the user decided about a held request, in no agent's dialect.
type Answer struct {
	Schema    int      `json:"schema"`
	RequestID string   `json:"requestId"`
	Decision  Decision `json:"decision"`
	Reason    string   `json:"reason,omitempty"`
	// UpdatedInput replaces the tool's input. For questions: the whole input plus "answers".
	UpdatedInput json.RawMessage `json:"updatedInput,omitempty"`
	// UpdatedPermissions is copied from the request's own suggestions.
	UpdatedPermissions json.RawMessage `json:"updatedPermissions,omitempty"`
}

// Decision is the user's verdict. Ask hands the question to the terminal: no opinion.
type Decision string

const (
	Allow Decision = "allow"
	Deny  Decision = "deny"
	Ask   Decision = "ask"
)
