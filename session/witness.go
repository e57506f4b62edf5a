package session

import (
	"slices"
	"time"

	"dango/session/event"
	"dango/session/phase"
)

// evidence folds what a witness saw from outside. Two witnesses of one fact may come in either order: what counts
// is when the fact was true, and that the agent's own event says more than anybody's observation.
func (r *Registry) evidence(v *Evidence, now time.Time) {
	at := v.At
	if at.IsZero() {
		at = now
	}
	switch v.Kind {
	case SawProcessGone:
		r.processGone(v.Process, v.Key, now)
		return
	case SawRequestResolved:
		if s, q := r.find(v.Request); q != nil && q.open() {
			how := Superseded
			if q.Life == Sent {
				how = Accepted
			} else if q.AgentID == "" && q.asksLeave() {
				s.answered = now
			}
			q.close(how, now)
			if q.Kind == Question { // its tool does nothing but ask
				s.end(q.AgentID, q.call)
				if q.AgentID == "" && !s.runs("") {
					s.on(event.AskUserResolved, now)
				}
			}
			s.settleRequests(now)
			r.settled(s, now)
		}
		return
	case SawSession:
		r.recover(v, at, now)
		if s, old := r.byKey[v.Key], r.byKey[v.Replaces]; s != nil && old != nil && old != s && !s.placed {
			r.succeed(s, old, now)
			s.facts.Recovered = false
		}
	}
	for _, s := range slices.Backward(r.sessions) {
		if s.key() == v.Key || v.Key.ID == "" && s.process.is(v.Process) {
			r.witnessed(s, v, at, now)
		}
	}
}

// recover makes a session that was found without an event, unless it is known to have ended since.
func (r *Registry) recover(v *Evidence, at, now time.Time) {
	if v.Key.ID == "" || r.byKey[v.Key] != nil || r.muted(v.Key.Tool) {
		return
	}
	if i := r.ended.find(v.Key); i >= 0 && !at.After(r.ended[i].stamp) {
		return
	}
	s := r.create(v.Key, now)
	s.merge(fromOutside, evident(v))
	if !v.StartedAt.IsZero() {
		s.facts.StartedAt, r.unsorted = v.StartedAt, true
	}
	s.set(fromOutside, fLastText, snippet(v.Text, event.MaxAssistant))
	s.facts.Recovered = !r.takePlace(s, "", now)
	if began := now.Sub(v.StartedAt); v.Replaces.ID == "" && 0 <= began && began < justBegun {
		s.greet()
		s.facts.Recovered = false
	}
}

// witnessed folds evidence about a known session.
func (r *Registry) witnessed(s *live, v *Evidence, at, now time.Time) {
	if s.leaving && v.Kind != SawSessionEnd {
		return
	}
	s.merge(fromOutside, evident(v))
	s.quiet = now
	s.due[dueStale] = now.Add(staleAfter)
	over := v.TurnID != "" && slices.Contains(s.turn.finished, v.TurnID) && !s.turn.guessed
	stale := at.Before(s.workedAt) && v.TurnID != s.turn.open || over
	switch v.Kind {
	case SawProcess:
		s.alive = s.process.is(v.Process)
		r.adopt(s, v.Ancestors)
	case SawServed, SawUnserved:
		s.served = v.Kind == SawServed
		if s.served {
			s.letHooksGo()
		}
	case SawSessionEnd:
		r.bury(s, at, now)
		return
	case SawStatus, SawSession:
		if !at.Before(s.statusAt) {
			s.says(v.Status, at, now)
		}
	case SawTurnAborted:
		if !stale && (s.phase.Working() || s.asks("")) {
			s.guessOver(event.Interrupted, at, now)
		}
	case SawTurnDone:
		if !stale && s.restsSince(v.TurnID) {
			s.on(event.UserPrompt, now)
		}
		if !stale && s.phase.Working() {
			s.guessOver(event.Stop, at, now)
			s.set(fromOutside, fLastText, snippet(v.Text, event.MaxAssistant))
		} else if s.turn.over && v.TurnID != "" && v.TurnID == s.turn.open { // hooks do not tell a plan
			s.set(fromOutside, fLastText, snippet(v.Text, event.MaxAssistant))
		}
	case SawTurnFailed:
		if !stale {
			s.guessOver(event.TurnFailed, at, now)
			s.set(fromOutside, fError, snippet(v.Error, event.MaxMessage))
		}
	}
	r.settled(s, now)
}

// restsSince says that the turn id is over because the agent said that it rests, which does not tell how it ended.
func (s *live) restsSince(id string) bool {
	return s.turn.guessed && s.phase == phase.Idle && id != "" && id == s.turn.open
}

// says folds what the agent says about itself, true since at.
//
// Claude Code says it of the whole agent: between turns, busy means its subagents, waiting one of their dialogs, and
// idle that neither they nor commands in the background run any more. Codex says it of one thread.
func (s *live) says(status Status, at, now time.Time) {
	if status == StatusUnknown {
		return
	}
	before := s.status
	s.status, s.statusAt = status, at
	if before == StatusWaiting && status != StatusWaiting && s.key().Tool == event.ClaudeCode {
		s.closeDialogs(at, now)
	}
	if at.Before(s.workedAt) {
		return // it has worked since
	}
	switch status {
	case StatusIdle, StatusBackground:
		how := event.Interrupted
		if s.reopened {
			how = event.Stop // only its Stop hooks ran on
		}
		if s.phase.Working() || s.asks("") {
			s.guessOver(how, at, now)
		}
		if status == StatusIdle && s.key().Tool == event.ClaudeCode && !at.Before(s.restedAt) {
			s.leaveNothing(closer{stamp: at, sent: Superseded, now: now})
		}
	case StatusBusy:
		switch {
		case before == StatusWaiting || s.phase == phase.Waiting: // somebody answered at the terminal, or we did
			s.closeRequests(closer{stamp: at, sent: Accepted, now: now})
			s.goesOn(now)
		case !s.phase.Working() && at.After(s.restedAt) && len(s.background) == 0: // a Stop hook made it go on, or a prompt was missed
			s.reopened = s.turn.over && !s.turn.guessed
			s.turn.at(s.turn.open)
			s.on(event.UserPrompt, now)
		}
	case StatusWaiting:
		if !slices.ContainsFunc(s.requests, (*request).open) && !at.Before(s.restedAt) {
			s.on(event.HandedOff, now)
		}
	}
}

// goesOn leaves the waiting phase for what the main agent does now.
func (s *live) goesOn(now time.Time) {
	switch {
	case s.phase != phase.Waiting:
	case s.turn.over && len(s.background) > 0: // it waited for a subagent
		s.on(event.Interrupted, now)
	case s.runs(""):
		s.on(event.PreToolUse, now)
	default:
		s.on(event.AskUserResolved, now)
	}
}
