package session

import (
	"slices"

	"dango/session/event"
)

// turns remembers which turns are over, so that a late event of one never reopens it.
//
// Claude Code names a turn by prompt_id, Codex by turn_id; older versions name none, and then only the order
// of events counts.
type turns struct {
	open     string   // id of the current or last turn
	over     bool     // it is over
	guessed  bool     // by evidence or a guess, not by the agent's own event
	finished []string // newest last, at most maxFinished
}

const maxFinished = 32

// late says that the event belongs to a turn that is over.
func (t *turns) late(e *event.StateEvent) bool {
	if e.TurnID != "" {
		return slices.Contains(t.finished, e.TurnID)
	}
	switch e.Kind {
	case event.PostToolUse, event.Error, event.AskUserResolved, event.Stop, event.Interrupted, event.TurnFailed:
		return t.over
	}
	return false
}

// at makes id the turn that is going on. The one before it is over, whatever was missed of its end.
func (t *turns) at(id string) {
	if id != "" && id != t.open {
		t.finish(t.open)
		t.open = id
	}
	t.finished = slices.DeleteFunc(t.finished, func(f string) bool { return id != "" && f == id })
	t.over, t.guessed = false, false
}

// finish ends the turn id; empty means the open one.
func (t *turns) finish(id string) {
	if id == "" {
		id = t.open
	}
	if id != "" && !slices.Contains(t.finished, id) {
		if len(t.finished) == maxFinished {
			t.finished = slices.Delete(t.finished, 0, 1)
		}
		t.finished = append(t.finished, id)
	}
	if id == t.open || t.open == "" {
		t.open, t.over, t.guessed = id, true, false
	}
}
