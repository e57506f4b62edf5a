package session

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"dango/session/phase"
)

// Snapshot is what is shown at now. It shares nothing with the registry that the registry ever changes, and shares with
// the one before what has not changed; when nothing has, it is the one before.
//
// Hidden are sessions that were dismissed, and headless ones that ask nothing; they do not move the pet either.
func (r *Registry) Snapshot(now time.Time) *Snapshot {
	if r.unsorted {
		r.unsorted = false
		slices.SortFunc(r.sessions, newestFirst)
	}
	r.relate()
	r.tellApart()
	pet, lead := r.lead()
	r.pictures = r.pictures[:0]
	for _, s := range r.sessions {
		if r.shown(s) {
			r.pictures = append(r.pictures, r.picture(s))
		}
	}
	old := r.shows
	if !slices.Equal(r.pictures, old.Sessions) || r.moments.seq() != moments(old.Moments).seq() {
		r.shows = &Snapshot{
			Seq: old.Seq + 1, At: now, Pet: pet, Leader: lead, Sessions: slices.Clone(r.pictures), Moments: r.moments.newest(),
		}
	}
	return r.shows
}

func (r *Registry) shown(s *live) bool {
	return !s.dismissed && (!s.facts.Headless || r.opt.ShowHeadless || len(s.requests) > 0)
}

func newestFirst(a, b *live) int {
	if later := b.facts.StartedAt.Compare(a.facts.StartedAt); later != 0 {
		return later
	}
	return a.key().compare(b.key())
}

// lead finds the session that the pet shows: the most urgent, of those the one that became so last, of those the first
// by id. Flashes do not count.
func (r *Registry) lead() (pet State, key Key) {
	var best *live
	for _, s := range r.sessions {
		if r.shown(s) && !s.facts.Flash && (best == nil || moreUrgent(&s.facts, &best.facts)) {
			best = s
		}
	}
	for _, s := range r.sessions {
		if is := s == best; s.facts.Leader != is {
			s.facts.Leader, s.changed = is, true
		}
	}
	if best == nil {
		return Idle, Key{}
	}
	return best.facts.State, best.key()
}

func moreUrgent(a, b *Session) bool {
	if a.State != b.State {
		return a.State < b.State
	}
	if newer := a.StateSince.Compare(b.StateSince); newer != 0 {
		return newer > 0
	}
	return a.Key.compare(b.Key) < 0
}

// compare orders by id first: it is what a reader sees.
func (k Key) compare(o Key) int { return cmp.Or(cmp.Compare(k.ID, o.ID), cmp.Compare(k.Tool, o.Tool)) }

// picture is what is shown of s: the value that was shown before, as long as a reader sees no difference.
func (r *Registry) picture(s *live) *Session {
	old := s.picture
	if old != nil && !s.changed {
		return old
	}
	s.changed = false
	v := &r.sketch
	s.view(v)
	if old != nil && sameSession(v, old) {
		return old
	}
	if old == nil {
		old = &Session{}
	}
	own := *v
	own.Subagents = kept(old.Subagents, v.Subagents, sameSubagent)
	own.Requests = kept(old.Requests, v.Requests, sameRequest)
	s.picture = &own
	return s.picture
}

// kept is old when a reader sees no difference, else a copy of all.
func kept[T any](old, all []T, same func(a, b T) bool) []T {
	if slices.EqualFunc(old, all, same) {
		return old
	}
	return slices.Clone(all)
}

// title is never empty.
func (s *live) title() string {
	if s.facts.Titled {
		return s.facts.Title
	}
	return firstOf(s.facts.Folder, string(s.key().Tool)+" "+tail(s.key().ID))
}

// view writes what is shown of s, into the room of the slices that v has.
func (s *live) view(v *Session) {
	agents, requests := v.Subagents[:0], v.Requests[:0]
	*v = s.facts
	v.Title = s.title()
	v.Background = s.besides()
	if t, runs := s.mainTool(); runs && (s.phase == phase.ToolUse || s.phase == phase.Waiting) {
		v.ToolName, v.ToolDetail = t.name, t.detail
	}
	for _, a := range s.agents {
		agents = append(agents, a.Subagent)
	}
	for _, q := range s.requests {
		requests = append(requests, q.Request)
	}
	v.Subagents, v.Requests = agents, requests
}

// besides counts the background work that is not one of the subagents, who are counted as such.
func (s *live) besides() (n int) {
	for _, b := range s.background {
		if !slices.ContainsFunc(s.agents, func(a subagent) bool { return a.ID == b.ID }) {
			n++
		}
	}
	return n
}

// spot is a folder, or a terminal in it. A session that is hidden has none.
type spot struct{ folder, tty string }

func (r *Registry) spotOf(s *live) spot {
	if !r.shown(s) {
		return spot{}
	}
	return spot{s.facts.Folder, s.facts.TerminalTTY}
}

// tellApart gives sessions of one folder a suffix: the terminal when each has its own, else the end of the id,
// because the beginning of Codex's ids is the time and the same for all that started together.
func (r *Registry) tellApart() {
	for _, s := range r.sessions {
		if at := r.spotOf(s); s.changed && at != s.spot {
			s.spot, r.moved = at, true
		}
	}
	if !r.moved {
		return
	}
	r.moved = false
	clear(r.inFolder)
	for _, s := range r.sessions {
		r.inFolder[spot{s.spot.folder, ""}]++
		if s.spot.tty != "" {
			r.inFolder[s.spot]++
		}
	}
	for _, s := range r.sessions {
		suffix := ""
		switch {
		case s.spot.folder == "" || r.inFolder[spot{s.spot.folder, ""}] == 1:
		case s.spot.tty != "" && r.inFolder[s.spot] == 1:
			suffix = terminal(s.spot.tty)
		default:
			suffix = tail(s.key().ID)
		}
		if s.facts.Suffix != suffix {
			s.facts.Suffix, s.changed = suffix, true
		}
	}
}

func terminal(tty string) string { return strings.TrimPrefix(tty, "/dev/") }

func tail(id string) string { return id[max(0, len(id)-4):] }
