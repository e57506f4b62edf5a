package session

import (
	"slices"
	"time"

	"dango/session/event"
)

// grave remembers a session that ended, so that a late event does not bring it back.
type grave struct {
	key     Key
	place   place
	left    bool      // its terminal shows another session, and may show it again
	started time.Time // when its bubble appeared: a successor in the same terminal takes its place
	stamp   time.Time // when it ended, by the sender's clock
	at      time.Time
}

// graves are the newest ended sessions, newest last.
type graves []grave

const maxGraves = 256

func (g graves) find(k Key) int { return slices.IndexFunc(g, func(o grave) bool { return o.key == k }) }

func (r *Registry) remember(s *live, stamp, now time.Time) {
	r.ended = slices.DeleteFunc(r.ended, func(g grave) bool { return g.key == s.key() || now.Sub(g.at) > rememberEnded })
	if len(r.ended) == maxGraves {
		r.ended = slices.Delete(r.ended, 0, 1)
	}
	r.ended = append(r.ended, grave{s.key(), s.place(), false, s.facts.StartedAt, stamp, now})
}

// bury removes a session that has ended for good.
func (r *Registry) bury(s *live, stamp, now time.Time) {
	s.tell(SessionEnded)
	r.makeKnown(s, now)
	r.giveUp(s, stamp, now)
}

// giveUp removes a session whose place another takes.
func (r *Registry) giveUp(s *live, stamp, now time.Time) {
	r.remember(s, stamp, now)
	r.remove(s, now)
}

// admit gives the session that the event is about, and makes it when the event may. nil: the event is nobody's.
func (r *Registry) admit(e *Incoming, now time.Time) *live {
	k := keyOf(&e.StateEvent)
	if anonymous(k.ID) {
		return r.parent(&e.StateEvent)
	}
	s, agent := r.byKey[k], agentOf(&e.StateEvent)
	if r.muted(k.Tool) && (s == nil || e.Reply != nil) {
		return nil
	}
	if s != nil && !s.leaving {
		return s
	}
	asks := e.Kind == event.PermissionAsk || e.Kind == event.AskUser
	if agent != "" {
		if p := r.parent(&e.StateEvent); p != nil || !asks {
			return p
		}
	}
	source := payload(&e.StateEvent).Source
	if i := r.ended.find(k); i >= 0 {
		if !revives(&e.StateEvent, r.ended[i]) {
			return nil
		}
		if r.ended[i].left {
			source = "resume" // whatever says so
		}
		r.ended = slices.Delete(r.ended, i, i+1)
	}
	if s != nil {
		s.leaving, s.due[dueGone] = false, time.Time{}
		return s
	}
	if e.Kind == event.SessionEnd {
		return nil // Codex ends sessions that never began
	}
	s = r.create(k, now)
	s.merge(fromHook, factsOf(&e.StateEvent))
	r.takePlace(s, source, now)
	s.greet()
	r.pruneSiblings(s, now)
	return s
}

// parent finds the main session of a subagent by the transcript that they share.
func (r *Registry) parent(e *event.StateEvent) *live {
	path := payload(e).TranscriptPath
	if path == "" {
		return nil
	}
	for _, s := range r.sessions {
		if s.key().Tool == e.Tool && s.facts.TranscriptPath == path {
			return s
		}
	}
	return nil
}

// revives says that an ended session lives again: it was resumed, or it began anew after its end.
func revives(e *event.StateEvent, g grave) bool {
	source := payload(e).Source
	switch {
	case source == "resume":
		return e.Kind == event.SessionStart || e.Kind == event.UserPrompt
	case e.Kind == event.SessionStart && source != "compact", e.Kind == event.UserPrompt && g.left:
		return e.Timestamp.After(g.stamp)
	case e.AgentPID != 0 && g.place.process.PID != 0: // it goes on in another process, and its start was missed
		return !g.place.process.is(Process{e.AgentPID, e.AgentStart}) && e.Kind == event.UserPrompt
	}
	return false
}

// takePlace removes the sessions that s follows in one process or terminal, and says whether there was one: /clear,
// /resume and a fork change the id, not the place of the bubble.
func (r *Registry) takePlace(s *live, source string, now time.Time) bool {
	if s.facts.Headless {
		return false
	}
	switched := source == "clear" || source == "resume" || source == "fork"
	var likely []*live
	for _, o := range slices.Backward(r.sessions) {
		switch {
		case o == s || o.facts.Headless:
		case s.follows(o.place(), switched, o.leaving):
			r.succeed(s, o, now)
		case switched && s.mayFollow(o):
			likely = append(likely, o)
		}
	}
	if !s.placed && len(likely) == 1 {
		r.succeed(s, likely[0], now)
	}
	for _, g := range r.ended {
		if switched && now.Sub(g.at) < replaceWithin && s.follows(g.place, true, false) {
			s.facts.StartedAt, r.unsorted = minTime(s.facts.StartedAt, g.started), true
			s.placed = true
		}
	}
	return s.placed
}

// succeed puts s where old was.
func (r *Registry) succeed(s, old *live, now time.Time) {
	s.facts.StartedAt, r.unsorted = minTime(s.facts.StartedAt, old.facts.StartedAt), true
	s.placed = true
	r.giveUp(old, now, now)
	r.ended[len(r.ended)-1].left = true
}

// mayFollow says that s may be what the terminal of o opened next: threads of Codex's shared app-server have neither a
// process nor a terminal of their own. Where a witness is connected to it, that one says so.
func (s *live) mayFollow(o *live) bool {
	return s.key().Tool == event.Codex && o.key().Tool == event.Codex && !s.served && !o.served &&
		s.process.PID == 0 && o.process.PID == 0 && s.facts.Cwd != "" && s.facts.Cwd == o.facts.Cwd && !o.phase.Working()
}

// place is where a session is or was at home.
type place struct {
	tool     event.Tool
	process  Process
	tty, cwd string
}

func (s *live) place() place {
	return place{s.key().Tool, s.process, s.facts.TerminalTTY, s.facts.Cwd}
}

// follows says that s is at home where another was. A Claude Code process has one session at a time. Codex has one
// process for many terminals, so there the terminal must be the same too, and Codex must say that it opened another
// thread. Where processes are not known, the folder of a session that was left a moment ago must do.
func (s *live) follows(o place, switched, left bool) bool {
	own := s.place()
	same, sameTTY := o.process.is(own.process), o.tty != "" && o.tty == own.tty
	known := o.process.PID != 0 && own.process.PID != 0
	switch {
	case o.tool != own.tool:
		return false
	case left && switched && !known:
		return o.cwd == own.cwd
	case own.tool == event.ClaudeCode:
		return same || switched && sameTTY
	}
	return same && sameTTY && switched
}

// replaceWithin is how long after the end of one session the next in its process takes its place.
const replaceWithin = 10 * time.Second

func minTime(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// pruneSiblings runs when an event makes a session: one of the same tool that sat in its terminal and said nothing
// for 90 s was left behind by a crash. The same folder proves nothing: two agents may well share one.
func (r *Registry) pruneSiblings(s *live, now time.Time) {
	if s.facts.Headless {
		return // a nested agent shares the terminal of the one that started it
	}
	for _, o := range slices.Backward(r.sessions) {
		if o == s || o.key().Tool != s.key().Tool || now.Sub(o.quiet) <= siblingQuiet || o.alive || o.busy() {
			continue
		}
		a, b := &o.facts, &s.facts
		if a.TerminalTTY != "" && a.TerminalTTY == b.TerminalTTY ||
			a.TerminalSessionID != "" && a.TerminalSessionID == b.TerminalSessionID {
			r.remove(o, now)
		}
	}
}

// processGone ends the sessions of a process. What they asked dies with it.
func (r *Registry) processGone(p Process, k Key, now time.Time) {
	for _, s := range slices.Backward(r.sessions) {
		if s.process.is(p) && (k.ID == "" || k == s.key()) {
			r.bury(s, now, now)
		}
	}
}
