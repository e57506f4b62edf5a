package session

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"dango/session/phase"
)

// Snapshot makes what is shown at now. It shares nothing with the registry that the registry ever changes.
//
// Hidden are sessions that were dismissed, and headless ones that ask nothing; they do not move the pet either.
func (r *Registry) Snapshot(now time.Time) *Snapshot {
	slices.SortFunc(r.sessions, func(a, b *live) int {
		return cmp.Or(b.facts.StartedAt.Compare(a.facts.StartedAt), a.key().compare(b.key()))
	})
	snap := &Snapshot{At: now, Pet: Idle, Sessions: make([]Session, 0, len(r.sessions)), Moments: r.moments}
	for _, s := range r.sessions {
		if r.shown(s) {
			snap.Sessions = append(snap.Sessions, Session{})
			s.view(&snap.Sessions[len(snap.Sessions)-1])
		}
	}
	r.tellApart(snap.Sessions)
	if i := leader(snap.Sessions); i >= 0 {
		l := &snap.Sessions[i]
		l.Leader = true
		snap.Pet, snap.Leader = l.State, l.Key
	}
	return snap
}

func (r *Registry) shown(s *live) bool {
	return !s.dismissed && (!s.facts.Headless || r.opt.ShowHeadless || len(s.requests) > 0)
}

// leader is the index of the session that the pet shows: the most urgent, of those the one that became so last, of
// those the first by id. Flashes do not count. -1 without sessions.
func leader(all []Session) int {
	best := -1
	for i := range all {
		if all[i].Flash {
			continue
		}
		if best < 0 || urgency(&all[i], &all[best]) < 0 {
			best = i
		}
	}
	return best
}

func urgency(a, b *Session) int {
	return cmp.Or(cmp.Compare(a.State, b.State), b.StateSince.Compare(a.StateSince), a.Key.compare(b.Key))
}

// compare orders by id first: it is what a reader sees.
func (k Key) compare(o Key) int { return cmp.Or(cmp.Compare(k.ID, o.ID), cmp.Compare(k.Tool, o.Tool)) }

// view writes what is shown of s.
func (s *live) view(v *Session) {
	*v = s.facts
	if !v.Titled {
		v.Title = firstOf(v.Folder, string(v.Key.Tool)+" "+tail(v.Key.ID))
	}
	v.Background = len(s.background)
	if t, runs := s.mainTool(); runs && (s.phase == phase.ToolUse || s.phase == phase.Waiting) {
		v.ToolName, v.ToolDetail = t.name, t.detail
	}
	if len(s.agents) > 0 {
		v.Subagents = make([]Subagent, len(s.agents))
		for i, a := range s.agents {
			v.Subagents[i] = a.Subagent
		}
	}
	if len(s.requests) > 0 {
		v.Requests = make([]Request, len(s.requests))
		for i, q := range s.requests {
			v.Requests[i] = q.Request
		}
	}
}

// tellApart gives sessions of one folder a suffix: the terminal when each has its own, else the end of the id,
// because the beginning of Codex's ids is the time and the same for all that started together.
func (r *Registry) tellApart(all []Session) {
	clear(r.inFolder)
	for i := range all {
		s := &all[i]
		r.inFolder[spot{s.Folder, ""}]++
		if s.TerminalTTY != "" {
			r.inFolder[spot{s.Folder, s.TerminalTTY}]++
		}
	}
	for i := range all {
		s := &all[i]
		switch {
		case s.Folder == "" || r.inFolder[spot{s.Folder, ""}] == 1:
		case s.TerminalTTY != "" && r.inFolder[spot{s.Folder, s.TerminalTTY}] == 1:
			s.Suffix = terminal(s.TerminalTTY)
		default:
			s.Suffix = tail(s.Key.ID)
		}
	}
}

// spot is a folder, or a terminal in it.
type spot struct{ folder, tty string }

func terminal(tty string) string { return strings.TrimPrefix(tty, "/dev/") }

func tail(id string) string { return id[max(0, len(id)-4):] }
