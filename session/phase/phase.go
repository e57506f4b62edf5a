// Package phase says how a session's phase follows from what happens in it.
//
// A phase is what the main agent of a session does by itself. What it waits for (its requests) and what goes on
// beside it (background work) are not phases: they lie on top, and the state that is shown is derived from all three.
package phase

import "fmt"

// Phase is what a session's main agent is doing.
type Phase uint8

const (
	Idle             Phase = iota // nothing runs, nothing is unseen
	Responding                    // the model answers
	Thinking                      // the model has been answering for long
	ToolUse                       // a tool runs, or wants to
	Completed                     // the turn ended a moment ago
	Review                        // the turn ended and nobody looked yet
	ErrorInterrupted              // the turn failed
	Waiting                       // someone is asked, at a place that we cannot answer

	Phases = iota
)

var names = [Phases]string{
	"idle", "responding", "thinking", "tool-use", "completed", "review", "error-interrupted", "waiting",
}

func (p Phase) String() string {
	if int(p) < len(names) {
		return names[p]
	}
	return fmt.Sprintf("phase(%d)", uint8(p))
}

// Working says that a turn is going on.
func (p Phase) Working() bool {
	return p == Responding || p == Thinking || p == ToolUse || p == Waiting
}
