// Package events is the table of hook events that Dango registers with each agent, and how long the agent
// waits for each. The installer writes these numbers into settings files; the helper that hooks run reads its
// own deadlines from the same rows, so the two cannot disagree. It holds data only and imports almost nothing.
package events

import (
	"time"

	"dango/session/event"
)

// A Hook is one event of one agent.
type Hook struct {
	Name string `json:"name"` // as the agent spells it: "PreToolUse"
	// Since is the first version that accepts the name, "" for all that have hooks. An unknown name costs a
	// dialog at every start of Claude Code, or in old versions the user's whole settings file.
	Since string `json:"since,omitempty"`
	// Timeout is how long the agent waits before it gives up on the hook.
	Timeout time.Duration `json:"timeout"`
	// Holds says that the hook may stay open until the user has answered.
	Holds bool `json:"holds,omitempty"`
}

const (
	// day is long enough for a person to come back to, and verified to be accepted: no agent clips it.
	day = 24 * time.Hour
	// quick bounds the hooks that only report. The helper needs milliseconds; this is for a machine under load.
	quick = 10 * time.Second
	// ending bounds what runs while the agent is leaving: the terminal waits for it. Codex clamps to 3 s.
	ending = 3 * time.Second
	// closing is for Claude Code's SessionEnd: its own default is 1.5 s, the helper is done in well under 1 s.
	closing = 1 * time.Second
	// notice bounds hooks before which a dialog waits, with the keys typed meanwhile being lost (Gemini CLI).
	notice = 2 * time.Second
)

// Tested is the newest Claude Code whose list of events was verified. A newer one gets the base set.
const Tested = "2.1.332"

var table = map[event.Tool][]Hook{
	event.ClaudeCode: {
		{Name: "SessionStart", Timeout: quick},
		{Name: "SessionEnd", Timeout: closing},
		{Name: "UserPromptSubmit", Timeout: quick},
		{Name: "PreToolUse", Timeout: quick},
		{Name: "PermissionRequest", Timeout: day, Holds: true},
		{Name: "PostToolUse", Timeout: quick},
		{Name: "PostToolUseFailure", Timeout: quick},
		{Name: "Notification", Timeout: quick},
		{Name: "SubagentStart", Timeout: quick},
		{Name: "SubagentStop", Timeout: quick},
		{Name: "PreCompact", Timeout: quick},
		{Name: "Stop", Timeout: quick},
		{Name: "PostCompact", Since: "2.1.76", Timeout: quick},
		{Name: "Elicitation", Since: "2.1.76", Timeout: day, Holds: true},
		{Name: "ElicitationResult", Since: "2.1.76", Timeout: quick},
		{Name: "StopFailure", Since: "2.1.78", Timeout: quick},
		{Name: "CwdChanged", Since: "2.1.83", Timeout: quick},
		{Name: "TaskCreated", Since: "2.1.84", Timeout: quick},
		{Name: "TaskCompleted", Since: "2.1.84", Timeout: quick}, // known since 2.1.33, of use only with TaskCreated
		{Name: "PermissionDenied", Since: "2.1.89", Timeout: quick},
		{Name: "PostToolBatch", Since: "2.1.197", Timeout: quick},
	},
	// A changed number here costs every user of Codex the trust in that hook: it is part of what was reviewed.
	event.Codex: {
		{Name: "SessionStart", Timeout: quick},
		{Name: "SessionEnd", Timeout: ending},
		{Name: "UserPromptSubmit", Timeout: quick},
		{Name: "PreToolUse", Timeout: quick},
		{Name: "PermissionRequest", Timeout: day, Holds: true},
		{Name: "PostToolUse", Timeout: quick},
		{Name: "PreCompact", Timeout: quick},
		{Name: "PostCompact", Timeout: quick},
		{Name: "SubagentStart", Timeout: quick},
		{Name: "SubagentStop", Timeout: quick},
		{Name: "Stop", Timeout: quick},
		{Name: "Interrupt", Timeout: ending},
	},
	event.Gemini: {
		{Name: "SessionStart", Timeout: quick},
		{Name: "SessionEnd", Timeout: closing},
		{Name: "BeforeAgent", Timeout: quick},
		{Name: "AfterAgent", Timeout: quick},
		{Name: "BeforeTool", Timeout: quick},
		{Name: "AfterTool", Timeout: quick},
		{Name: "Notification", Timeout: notice},
	},
}

// For gives the hooks of a tool in the order in which they are written. The caller must not change them.
func For(tool event.Tool) []Hook { return table[tool] }

// Timeout is how long the agent waits for that hook; false when we do not register it.
func Timeout(tool event.Tool, name string) (time.Duration, bool) {
	for _, h := range table[tool] {
		if h.Name == name {
			return h.Timeout, true
		}
	}
	return 0, false
}
