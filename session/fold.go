package session

import (
	"slices"
	"time"

	"dango/session/event"
)

// event folds one event. What it makes up is made up in a copy: the sender keeps its own.
func (r *Registry) event(sent *Incoming, now time.Time) {
	own := *sent
	e := &own
	if int(e.Kind) >= event.Kinds {
		e.Kind = event.Unknown
	}
	s := r.admit(e, now)
	if s == nil || s.post != nil {
		release(e)
		return
	}
	if e.Observed && s.hooked {
		release(e)
		return
	}
	e.first = !s.hooked && !e.Observed && !e.Direct
	s.hooked = s.hooked || e.first
	if e.Timestamp.IsZero() {
		e.Timestamp = now
	}
	agent := agentOf(&e.StateEvent)
	if agent == "" {
		s.merge(fromHook, factsOf(&e.StateEvent))
	} else {
		s.merge(fromSub, factsOf(&e.StateEvent))
	}
	if e.Kind == event.SessionEnd && agent == "" {
		r.over(s, e, now)
		return
	}
	s.touched(now)
	if agent != "" {
		r.ofSubagent(s, agent, e, now)
	} else {
		r.ofMain(s, e, now)
	}
	r.settled(s, now)
}

// over folds the end of a session. When its agent only opens another one, the bubble stays where it is for a moment, at
// rest, so that the other can take its place.
func (r *Registry) over(s *live, e *Incoming, now time.Time) {
	reason := payload(&e.StateEvent).Reason
	if reason != "clear" && reason != "resume" {
		r.bury(s, e.Timestamp, now)
		return
	}
	r.remember(s, e.Timestamp, now)
	s.leaveTurn(e.Timestamp, now)
	s.leaving, s.due[dueGone] = true, now.Add(leavingFor)
	r.settled(s, now)
}

// ofMain folds an event of the session's main agent.
func (r *Registry) ofMain(s *live, e *Incoming, now time.Time) {
	p := payload(&e.StateEvent)
	late := s.turn.late(&e.StateEvent)
	if !late && works[e.Kind] {
		s.workedAt = latest(s.workedAt, e.Timestamp)
		s.reopened = false
	}
	if !late {
		s.toolNews(&e.StateEvent)
	}
	switch e.Kind {
	case event.SessionStart:
		if p.Source != "compact" { // the session goes on with a shorter memory, maybe in the middle of a turn
			r.started(s, e, now)
		}
	case event.UserPrompt:
		r.prompted(s, e, now)
	case event.PreToolUse:
		if !late {
			s.turn.at(e.TurnID)
			s.beginTool(e, "")
			s.on(e.Kind, now)
		}
	case event.PermissionAsk, event.AskUser:
		if late && e.Reply == nil {
			return
		}
		if !late {
			s.turn.at(e.TurnID)
			if e.ToolUseID != "" {
				s.beginTool(e, "")
			}
			s.on(e.Kind, now)
		}
		r.offer(s, e, "", now)
	case event.PostToolUse, event.Error, event.AskUserResolved:
		s.endTools(e, "", now)
		if !late {
			s.turn.at(e.TurnID)
			s.toolEnded(e, now)
		}
	case event.Stop, event.TurnFailed, event.Interrupted:
		s.turnEnded(e, late, now)
	case event.Notice:
		s.noticed(e, late, now)
	}
}

// works are the kinds that show the main agent at work.
var works = [event.Kinds]bool{
	event.UserPrompt: true, event.PreToolUse: true, event.PostToolUse: true, event.Error: true,
	event.PermissionAsk: true, event.AskUser: true, event.AskUserResolved: true,
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// started folds the opening of a session, also of one that was open before: it left its turn behind.
func (r *Registry) started(s *live, e *Incoming, now time.Time) {
	source := payload(&e.StateEvent).Source
	r.takePlace(s, source, now)
	if source == "startup" {
		s.greet()
	}
	if e.first && e.Tool == event.Codex && s.phase.Working() {
		return // it tells of its start with the first prompt, which its file or app-server may have told before
	}
	s.leaveTurn(e.Timestamp, now)
}

// leaveTurn puts the session at rest, whatever it did.
func (s *live) leaveTurn(stamp, now time.Time) {
	s.turn.finish("")
	c := closer{stamp: stamp, sent: Superseded, now: now}
	s.forgetTurn(c)
	s.background = nil
	for _, a := range slices.Clone(s.agents) {
		c.agent = a.ID
		s.gone(c)
	}
	s.on(event.SessionStart, now)
}

// prompted folds a prompt. A prompt without text was written by the agent itself, to tell the model that work in
// the background has ended: a turn begins, but nobody spoke. A prompt that joins the open turn leaves its running
// tools alone.
func (r *Registry) prompted(s *live, e *Incoming, now time.Time) {
	joins := e.TurnID != "" && e.TurnID == s.turn.open && !s.turn.over
	s.turn.at(e.TurnID)
	s.closeRequests(closer{stamp: e.Timestamp, sent: Accepted, now: now})
	if text := payload(&e.StateEvent).Prompt; !synthetic(text) {
		s.facts.Prompt = snippet(text, event.MaxPrompt)
		s.unset(fLastText)
		s.set(fromHook, fTitle, snippet(text, event.MaxTitle))
	}
	if !joins {
		s.endAll("")
	}
	if !s.runs("") {
		s.on(event.UserPrompt, now)
	}
	for _, q := range s.requests {
		if q.open() && q.AgentID == "" { // it overtook its own prompt
			s.on(event.PermissionAsk, now)
		}
	}
}

// turnEnded folds the end of the main agent's turn. When a witness told of it before, the agent's own word says
// more: it replaces the guess.
func (s *live) turnEnded(e *Incoming, late bool, now time.Time) {
	p := payload(&e.StateEvent)
	again := e.Kind == event.Stop && p.StopHookActive // a Stop hook made the finished turn go on, this is its real end
	guessed := s.turn.over && s.turn.guessed && (e.TurnID == "" || e.TurnID == s.turn.open)
	if late && !again && !guessed {
		return
	}
	if guessed || again {
		s.on(event.UserPrompt, now)
	} else {
		s.turn.at(e.TurnID)
	}
	s.turn.finish(e.TurnID)
	s.restedAt = latest(s.restedAt, e.Timestamp)
	s.set(fromHook, fLastText, snippet(p.AssistantMessage, event.MaxAssistant))
	sent := Accepted
	if e.Kind == event.Interrupted {
		sent = Superseded
	}
	s.forgetTurn(closer{stamp: e.Timestamp, sent: sent, refused: e.Kind == event.Interrupted, now: now})
	if e.Kind == event.Stop {
		s.leaveRunning(p.Background, closer{stamp: e.Timestamp, sent: sent, now: now})
	}
	s.on(e.Kind, now)
	if e.Kind == event.TurnFailed {
		s.set(fromHook, fError, snippet(firstOf(p.Error, p.Message, p.AssistantMessage), event.MaxMessage))
	}
}

// forgetTurn takes away what the main agent ran and asked.
func (s *live) forgetTurn(c closer) {
	s.endAll("")
	s.closeRequests(c)
	if c.refused && !s.answered.IsZero() && c.now.Sub(s.answered) < refusedWithin {
		s.tell(PermissionDenied)
	}
	s.answered = time.Time{}
}

// asks says that an agent has an open request.
func (s *live) asks(agent string) bool {
	for _, q := range s.requests {
		if q.open() && q.AgentID == agent {
			return true
		}
	}
	return false
}
