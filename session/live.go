package session

import (
	"time"

	"dango/session/event"
	"dango/session/phase"
)

// Bounds of what is remembered of one session, so that no agent can make it grow.
const (
	maxSubagents = 32
	maxTools     = 128
	maxRequests  = 64 // open ones
	maxClosed    = 16 // that still show the word that closed them
)

// maxSessions bounds the sessions: nobody has so many, but any program may make up names.
const maxSessions = 1024

// live is what the registry knows about one session. The registry's goroutine owns it.
type live struct {
	facts   Session // what is shown as it is; state, roster, requests and suffix are made by view
	known   [fields]authority
	process Process
	parents []Process // the ancestors of process, the nearest first
	parent  *live     // the session that one of them belongs to, or that the environment names
	inherit Key       // the session that the environment names
	kin     kin       // by what the parent was looked for
	alive   bool      // process was seen to live on this machine
	status  Status    // what the agent last said about itself
	hooked  bool      // its hooks speak
	served  bool      // a witness is connected to the agent and offers what it asks

	// Times of what is known, by the clocks of those who said so: they decide between two witnesses.
	statusAt time.Time
	workedAt time.Time // the main agent was seen to work
	restedAt time.Time // its turn was seen to end
	answered time.Time // by our clock: what the main agent asks leave for was answered at the terminal, nobody knows how

	phase      phase.Phase
	turn       turns
	tools      []tool // running ones, of all agents, oldest first
	agents     []subagent
	stopped    []string           // ids of subagents that are gone, newest last
	background []event.Background // the work that goes on after the turn
	requests   []*request
	post       *Post // set: no agent's session, but a bubble that a tool posted

	due       [timers]time.Time // zero = not set
	quiet     time.Time         // last event, moved along when the machine slept
	dismissed bool              // hidden until the next event
	greeted   bool              // its start is known
	reopened  bool              // its turn ended, and goes on by its status alone
	placed    bool              // it took another's place
	leaving   bool              // it has ended, and another is about to take its place
	seen      bool              // somebody looked since the turn ended
	news      []MomentKind      // what settled makes known

	picture *Session // what was shown last
	spot    spot     // where that was
	changed bool     // something may be different since
}

func (s *live) key() Key { return s.facts.Key }

// moved puts the session into a phase and sets the timer of that phase.
func (s *live) moved(to phase.Phase, now time.Time) {
	if to == s.phase {
		return
	}
	s.phase = to
	s.due[dueThinking], s.due[dueDecay] = time.Time{}, time.Time{}
	switch to {
	case phase.Responding:
		s.due[dueThinking] = now.Add(thinkingAfter)
	case phase.Completed:
		s.seen = false
		s.due[dueDecay] = now.Add(completedFor)
	case phase.ErrorInterrupted:
		s.due[dueDecay] = now.Add(errorFor)
	}
	if to != phase.ErrorInterrupted {
		s.unset(fError)
	}
}

func (s *live) on(k event.Kind, now time.Time) { s.moved(phase.Next(s.phase, k), now) }

// state derives what is shown: the most urgent thing that is asked, otherwise the phase, where background work
// counts as a tool that runs.
func (s *live) state() State {
	if s.post != nil {
		return s.post.State
	}
	asked := Idle
	for _, q := range s.requests {
		asked = min(asked, q.state())
	}
	if asked != Idle {
		return asked
	}
	if len(s.background) > 0 && !s.phase.Working() && s.phase != phase.ErrorInterrupted {
		return ToolUse
	}
	return byPhase[s.phase]
}

var byPhase = [phase.Phases]State{
	phase.Idle: Idle, phase.Responding: Responding, phase.Thinking: Thinking, phase.ToolUse: ToolUse,
	phase.Completed: Completed, phase.Review: Review, phase.ErrorInterrupted: ErrorInterrupted, phase.Waiting: Waiting,
}

// busy says that silence proves nothing: a tool or background work may well say nothing for an hour, and a held
// connection is a sign of life by itself.
func (s *live) busy() bool {
	return s.holding() > 0 || s.phase == phase.ToolUse || len(s.tools) > 0 || len(s.background) > 0
}
