package session

import (
	"slices"
	"time"

	"dango/session/event"
)

// notices say what a notification means. Those that are not here only prove that the session lives.
var notices = map[string]event.Kind{
	// Claude Code. Where a permission request is known already, they tell nothing new.
	"permission_prompt":    event.HandedOff,
	"agent_needs_input":    event.HandedOff,
	"elicitation_dialog":   event.HandedOff,
	"elicitation_response": event.AskUserResolved,
	"idle_prompt":          event.Interrupted, // at its prompt for 60 s: the turn is over, and no event said so

	// Words of scripts.
	"running": event.UserPrompt,
	"waiting": event.HandedOff, "warning": event.HandedOff,
	"failed": event.TurnFailed, "danger": event.TurnFailed,
	"review": event.Stop, "success": event.Stop,
	"idle": event.Interrupted,
}

func (s *live) noticed(e *Incoming, late bool, now time.Time) {
	p := payload(&e.StateEvent)
	means, known := notices[p.NotificationType]
	switch {
	case !known || late && means == event.HandedOff:
	case means == event.HandedOff:
		if !slices.ContainsFunc(s.requests, (*request).open) {
			s.on(means, now)
		}
	case means == event.AskUserResolved:
		s.goesOn(now)
	case means == event.Interrupted:
		if s.phase.Working() || s.asks("") {
			s.guessOver(event.Interrupted, e.Timestamp, now)
		}
	case means == event.TurnFailed:
		s.on(means, now)
		s.set(fromHook, fError, snippet(p.Message, event.MaxMessage))
	case means == event.Stop:
		s.on(event.UserPrompt, now)
		s.on(means, now)
		s.set(fromHook, fLastText, snippet(p.Message, event.MaxAssistant))
	default:
		s.on(means, now)
	}
}

// turnComplete is the one thing that Codex tells its notify program.
const turnComplete = "agent-turn-complete"

// tellsOfTurn says that the event is no hook's but from Codex's notify program.
func tellsOfTurn(e *event.StateEvent) bool {
	return e.Tool == event.Codex && e.Kind == event.Notice && payload(e).NotificationType == turnComplete
}

// turnDone makes evidence of it. It makes no session, because Codex also tells of threads that it hides (it lets the model
// find a title in one), and says nothing of whether the session's hooks speak.
func turnDone(e *event.StateEvent) Evidence {
	return Evidence{Kind: SawTurnDone, Key: keyOf(e), At: e.Timestamp, TurnID: e.TurnID, Text: payload(e).AssistantMessage, Cwd: e.Cwd}
}

// guessOver ends the open turn because somebody else than the agent's own end event says so.
func (s *live) guessOver(how event.Kind, at, now time.Time) {
	s.turn.finish("")
	s.turn.guessed, s.reopened = true, false
	s.restedAt = latest(s.restedAt, at)
	s.forgetTurn(closer{stamp: at, sent: Superseded, refused: how == event.Interrupted, now: now})
	s.on(how, now)
}
