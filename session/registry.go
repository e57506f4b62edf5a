package session

import (
	"cmp"
	"slices"
	"time"

	"dango/session/event"
	"dango/session/phase"
)

// A Registry folds items into what every session is doing and asking.
//
// It is pure but for the replies it calls: it has no clock, so every method is told the time, and it is for one
// goroutine. Times may carry Go's monotonic reading, and should: then a clock that is set does not matter.
type Registry struct {
	opt      Options
	sessions []*live
	byKey    map[Key]*live
	ended    graves
	moments  moments
	screen   bool // the screen itself has not said that it shows no cards
	now      time.Time
	made     uint64 // requests that brought no id of their own

	unrelated bool      // the parents are to be looked for anew
	stirred   bool      // what witnesses must know may be different
	next      time.Time // no timer is due before; zero: there is none

	shows    *Snapshot // the last one
	unsorted bool      // sessions is not in the order of a snapshot
	moved    bool      // the suffixes are to be made anew
	inFolder map[spot]int
	sketch   Session // room for the next picture
	pictures []*Session
}

// NewRegistry starts without sessions.
func NewRegistry(o Options) *Registry {
	o = o.withDefaults()
	return &Registry{opt: o, byKey: map[Key]*live{}, screen: true, inFolder: map[spot]int{},
		pictures: []*Session{}, shows: &Snapshot{Pet: Idle, Sessions: []*Session{}}}
}

// Apply folds one item.
func (r *Registry) Apply(now time.Time, it Item) {
	r.Tick(now)
	switch {
	case it.Event != nil && tellsOfTurn(&it.Event.StateEvent):
		v := turnDone(&it.Event.StateEvent)
		r.evidence(&v, now)
	case it.Event != nil:
		r.event(it.Event, now)
	case it.Evidence != nil:
		r.evidence(it.Evidence, now)
	case it.Command != nil:
		r.command(it.Command, now)
	case it.Post != nil:
		r.post(it.Post, now)
	}
}

// Close lets go of every holder, as when the program ends.
func (r *Registry) Close(now time.Time) { r.releaseAll(now) }

func (r *Registry) command(c *Command, now time.Time) {
	switch c.Kind {
	case Decide:
		r.decide(c.Request, c.Answer, now)
	case Drop:
		r.drop(c.Request, now)
	case Probe:
		if _, q := r.find(c.Request); q != nil && q.reply != nil {
			c.Held()
		}
	case Onscreen:
		r.setOnscreen(c.Requests, now)
	case Screen:
		r.screen = c.On
		r.releaseUnseen(now)
	case Configure:
		r.configure(c.Options, now)
	case Dismiss:
		if s := r.byKey[c.Key]; s != nil {
			r.dismiss(s, now)
		}
	case MarkSeen:
		if s := r.byKey[c.Key]; s != nil && s.post == nil {
			s.seen = true
			s.on(event.Seen, now)
			r.settled(s, now)
		}
	}
}

// configure takes over new choices. A tool that is muted now loses its bubbles, but for those that ask something: that
// goes to the terminal and is shown until it is answered there.
func (r *Registry) configure(o *Options, now time.Time) {
	if o == nil {
		return
	}
	r.opt = o.withDefaults()
	r.releaseUnseen(now)
	for _, s := range slices.Backward(r.sessions) {
		if s.phase == phase.Review && !r.opt.KeepUnseen {
			s.on(event.Seen, now)
		}
		if r.muted(s.key().Tool) {
			s.handOffAll(now)
		}
		r.settled(s, now)
	}
}

// dismiss hides a session until its next event. What it asks goes to the terminal: nobody may wait for a card
// that is gone.
func (r *Registry) dismiss(s *live, now time.Time) {
	if s.post != nil {
		r.dismissPost(s, now)
		return
	}
	s.handOffAll(now)
	s.dismissed, s.seen = true, true
	s.on(event.Seen, now)
	if s.phase == phase.ErrorInterrupted {
		s.on(event.Decayed, now)
	}
	r.settled(s, now)
}

// unseen says that nobody can see a card: the screen shows none, or the user's choices say that there is no screen.
// Either is enough, whatever the other says.
func (r *Registry) unseen() bool { return (!r.screen || r.opt.NoScreen) && !r.opt.HoldAlways }

func (r *Registry) muted(t event.Tool) bool { return slices.Contains(r.opt.Muted, t) }

// create adds a session that is known by key alone.
func (r *Registry) create(k Key, now time.Time) *live {
	if len(r.sessions) >= maxSessions {
		r.remove(slices.MinFunc(r.sessions, leastMissed), now)
	}
	s := &live{quiet: now}
	s.facts.Key = k
	s.facts.State, s.facts.StateSince, s.facts.StartedAt, s.facts.LastEvent = Idle, now, now, now
	s.due[dueStale] = now.Add(staleAfter)
	i, _ := slices.BinarySearchFunc(r.sessions, s, newestFirst) // the first place, unless the others are to be sorted anyway
	r.sessions = slices.Insert(r.sessions, i, s)
	r.unrelated = true
	r.byKey[k] = s
	return s
}

// leastMissed puts sessions that hold an agent last, and those first that have been silent for longest.
func leastMissed(a, b *live) int {
	return cmp.Or(cmp.Compare(a.holding(), b.holding()), a.quiet.Compare(b.quiet))
}

// holding counts the requests that somebody waits at.
func (s *live) holding() (n int) {
	for _, q := range s.requests {
		if q.reply != nil {
			n++
		}
	}
	return n
}

// touched notes that the session gave a sign of life.
func (s *live) touched(now time.Time) {
	s.facts.LastEvent, s.quiet = now, now
	s.facts.Recovered, s.dismissed = false, false
	s.due[dueStale] = now.Add(staleAfter)
}

// remove takes a session away, with everything that it asks.
func (r *Registry) remove(s *live, now time.Time) {
	for _, q := range s.requests {
		q.close(Expired, now)
	}
	s.requests = nil
	delete(r.byKey, s.key())
	r.stirred, r.unrelated = true, true
	if i := slices.Index(r.sessions, s); i >= 0 {
		r.sessions = slices.Delete(r.sessions, i, i+1)
		r.moved = r.moved || s.spot != spot{}
	}
}

// settled brings the derived state up to date. It is the end of whatever changes a session.
func (r *Registry) settled(s *live, now time.Time) {
	r.makeKnown(s, now)
	if r.muted(s.key().Tool) && !slices.ContainsFunc(s.requests, (*request).open) {
		r.remove(s, now)
		return
	}
	if st, was := s.state(), s.facts.State; st != was {
		if s.facts.State = st; was != Responding || st != Thinking { // which is to respond for long
			s.facts.StateSince = now
		}
	}
	r.heed(s)
}

// heed notes that the session may look different, and when it acts next.
func (r *Registry) heed(s *live) {
	s.changed, r.stirred = true, true
	r.unrelated = r.unrelated || s.kin != kin{s.process, s.inherit}
	if at := s.next(); !at.IsZero() && (r.next.IsZero() || at.Before(r.next)) {
		r.next = at
	}
}
