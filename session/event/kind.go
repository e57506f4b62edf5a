package event

import "fmt"

// Kind is what happened. The zero value is Unknown, which keeps a session alive and changes nothing else.
type Kind uint8

const (
	Unknown Kind = iota
	SessionStart
	SessionEnd
	UserPrompt
	PreToolUse
	PostToolUse
	ThinkingStart // injected by the keeper's timer, never by a hook
	PermissionAsk
	AskUser
	AskUserResolved
	Stop
	Error       // a tool call failed: cancels its request, never a session's state
	Interrupted // the user stopped the turn
	TurnFailed  // the turn ended with an API error
	SubagentStart
	SubagentStop
	Notice    // a notification of the agent: Payload.NotificationType
	Seen      // injected: the user saw what had finished
	Decayed   // injected: completed has been shown for its 2 s
	HandedOff // injected: the request is the terminal's now
	Activity  // compaction, cwd change, task list: alive, fields only

	Kinds = iota // how many there are
)

var kindNames = [Kinds]string{
	"unknown", "session_start", "session_end", "user_prompt", "pre_tool_use", "post_tool_use", "thinking_start",
	"permission_ask", "ask_user", "ask_user_resolved", "stop", "error", "interrupted", "turn_failed",
	"subagent_start", "subagent_stop", "notice", "seen", "decayed", "handed_off", "activity",
}

var kindByName = func() map[string]Kind {
	m := make(map[string]Kind, Kinds)
	for k, n := range kindNames {
		m[n] = Kind(k)
	}
	return m
}()

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// ParseKind gives the kind of that name, Unknown when there is none.
func ParseKind(name string) Kind { return kindByName[name] }

// MarshalText writes the wire name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText accepts every name: one that this build does not know becomes Unknown.
func (k *Kind) UnmarshalText(b []byte) error { *k = ParseKind(string(b)); return nil }
