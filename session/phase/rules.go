package phase

import "dango/session/event"

// A rule moves every phase of from to one phase. Why is the documentation.
type rule struct {
	from []Phase
	on   event.Kind
	to   Phase
	why  string
}

var (
	atWork = []Phase{Responding, Thinking, ToolUse, Waiting}
	atRest = []Phase{Idle, Completed, Review, ErrorInterrupted}
	ended  = []Phase{Completed, Review, ErrorInterrupted}
	busy   = []Phase{Thinking, ToolUse, Waiting}
)

// rules decides each pair at most once; a pair without a rule keeps its phase. Events of a turn that is over, of
// subagents, and of a tool beside which another still runs never get here: the registry keeps them back.
var rules = []rule{
	{ended, event.SessionStart, Idle, "a session opens at rest"},
	{atWork, event.SessionStart, Idle, "a session that opens again left its turn behind"},

	{atRest, event.UserPrompt, Responding, "the user spoke"},
	{busy, event.UserPrompt, Responding, "the user spoke: whatever ran or waited is over"},
	{[]Phase{Responding}, event.ThinkingStart, Thinking, "it has been answering for 8 s"},

	{[]Phase{Responding, Thinking}, event.PreToolUse, ToolUse, "a tool begins"},
	{[]Phase{Waiting}, event.PreToolUse, ToolUse, "the agent goes on, so somebody answered"},
	{atRest, event.PreToolUse, ToolUse, "a turn whose prompt was missed"},

	{[]Phase{ToolUse, Thinking}, event.PostToolUse, Responding, "the last tool ended, the model reads"},
	{[]Phase{Waiting}, event.PostToolUse, Responding, "the tool ran, so somebody answered"},
	{atRest, event.PostToolUse, Responding, "a turn whose prompt was missed"},
	{atRest, event.Error, Responding, "a turn whose prompt was missed"},
	{[]Phase{ToolUse, Thinking}, event.Error, Responding, "a tool failed, which the model reads like any result"},
	{[]Phase{Waiting}, event.Error, Responding, "the tool was tried or refused, so somebody answered"},

	{[]Phase{Responding, Thinking, Waiting}, event.PermissionAsk, ToolUse, "a tool wants to run; the request lies on top"},
	{atRest, event.PermissionAsk, ToolUse, "a turn whose prompt was missed asks"},
	{[]Phase{Responding, Thinking, Waiting}, event.AskUser, ToolUse, "asking is a tool; the request lies on top"},
	{atRest, event.AskUser, ToolUse, "a turn whose prompt was missed asks"},
	{busy, event.AskUserResolved, Responding, "the user answered, the model reads"},
	{atRest, event.AskUserResolved, Responding, "a turn whose prompt was missed"},

	{[]Phase{Responding, Thinking, ToolUse}, event.HandedOff, Waiting, "the terminal asks, and we cannot answer there"},
	{atRest, event.HandedOff, Waiting, "the terminal asks, though nothing was seen to run"},

	{atWork, event.Stop, Completed, "the turn ended"},
	{atWork, event.Interrupted, Idle, "the user stopped the turn, so the user knows"},
	{atWork, event.TurnFailed, ErrorInterrupted, "the turn failed"},
	{[]Phase{ErrorInterrupted}, event.Interrupted, Idle, "the user stopped an agent that kept failing, so the user knows"},
	{[]Phase{Idle, Completed, Review}, event.TurnFailed, ErrorInterrupted, "the turn failed; the news came late"},

	{[]Phase{Completed}, event.Decayed, Review, "its 2 s are over, and nobody looked yet"},
	{[]Phase{ErrorInterrupted}, event.Decayed, Idle, "shown for 10 minutes, or dismissed"},
	{[]Phase{Review}, event.Seen, Idle, "the user looked"},
}

// next is rules laid out as an array.
var next = func() (table [Phases][event.Kinds]Phase) {
	for p := range table {
		for k := range table[p] {
			table[p][k] = Phase(p)
		}
	}
	for _, r := range rules {
		for _, p := range r.from {
			table[p][r.on] = r.to
		}
	}
	return table
}()

// Next is total and pure: a pair without a rule, and a value that does not exist, keeps its phase.
func Next(p Phase, on event.Kind) Phase {
	if int(p) >= Phases || int(on) >= event.Kinds {
		return p
	}
	return next[p][on]
}
