package session

import (
	"slices"
	"time"

	"dango/session/event"
)

// Moment is something that happened and is over: it is shown once, by whoever has not shown it yet, and moves no
// state. Sessions that are hidden have none, nor has what was found by looking round.
type Moment struct {
	Seq  uint64     `json:"seq"` // rises by one with each moment; a reader remembers the newest that it has shown
	Kind MomentKind `json:"kind"`
	Key  Key        `json:"key"` // the session, which may be gone
	At   time.Time  `json:"at"`
}

// MomentKind is what happened.
type MomentKind uint8

const (
	SessionStarted    MomentKind = iota // just now; one that takes another's place did not start
	SessionEnded                        // it or its process ended; one that the user sent away did not end
	SubagentStarted                     // it is on the roster now
	SubagentCompleted                   // it said so; one that vanished did not complete
	TaskCompleted                       // a task of the agent's list
	ToolFailed                          // a tool call, which is no failure of the session
	PermissionDenied                    // a permission or a plan: by the user, here or at the terminal, or by the agent's own rules
)

var momentNames = [...]string{
	"session-started", "session-ended", "subagent-started", "subagent-completed", "task-completed", "tool-failed", "permission-denied",
}

func (k MomentKind) String() string { return momentNames[k] }

// MarshalText writes the kind's name.
func (k MomentKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads a kind's name.
func (k *MomentKind) UnmarshalText(b []byte) error { return parse(k, momentNames[:], "moment", b) }

// maxMoments is how many of the newest moments a snapshot carries: a reader that looks once a frame misses none, and
// nobody wants to see more of the past than this.
const maxMoments = 32

// moments are the newest of all sessions, oldest first.
type moments []Moment

// add appends one. What was published is never written to: it ends before.
func (all *moments) add(k MomentKind, key Key, now time.Time) {
	if len(*all) == cap(*all) {
		*all = append(make(moments, 0, 4*maxMoments), all.newest()...)
	}
	*all = append(*all, Moment{Seq: all.seq() + 1, Kind: k, Key: key, At: now})
}

// newest are those to publish.
func (all moments) newest() []Moment { return slices.Clip(all[max(0, len(all)-maxMoments):]) }

// seq is the number of the newest, 0 when there is none.
func (all moments) seq() uint64 {
	if len(all) == 0 {
		return 0
	}
	return all[len(all)-1].Seq
}

// tell notes what has just happened in the session: settled makes it known.
func (s *live) tell(k MomentKind) { s.news = append(s.news, k) }

// greet tells once that the session has started, unless it took another's place.
func (s *live) greet() {
	if !s.greeted && !s.placed {
		s.greeted = true
		s.tell(SessionStarted)
	}
}

// makeKnown adds the session's news to the moments, when the session is shown.
func (r *Registry) makeKnown(s *live, now time.Time) {
	for _, k := range s.news {
		if s.post == nil && r.shown(s) {
			r.moments.add(k, s.key(), now)
		}
	}
	s.news = s.news[:0]
}

// toolNews tells of an event that is news whatever the turn makes of it.
func (s *live) toolNews(e *event.StateEvent) {
	p := payload(e)
	switch {
	case p.HookEventName == "TaskCompleted":
		s.tell(TaskCompleted)
	case e.Kind == event.Error && p.HookEventName == "PermissionDenied":
		s.tell(PermissionDenied)
	case e.Kind == event.Error && !p.IsInterrupt:
		s.tell(ToolFailed)
	}
}

// asksLeave says that No is an answer: a question that is not answered is no refusal.
func (q *request) asksLeave() bool { return q.Kind == Permission || q.Kind == Plan }

// denied tells that the user refused what q asks leave for.
func (s *live) denied(q *request) {
	if q.asksLeave() {
		s.tell(PermissionDenied)
	}
}
