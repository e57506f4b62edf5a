// Package screenlock witnesses that nobody can see the screen: it is locked, a screen saver covers it, or the machine
// is about to sleep.
package screenlock

import (
	"context"
	"time"
)

// Options say where to look.
type Options struct {
	// Getenv gives the environment: XDG_SESSION_ID, XDG_RUNTIME_DIR and DBUS_…_BUS_ADDRESS.
	Getenv func(name string) string
}

// Watch calls report whenever the screen gets out of sight (true) or comes back (false), until ctx ends; it is taken
// to be in sight at first. All calls come from Watch's own goroutine.
//
// On Linux it listens to logind on the system bus and to the screen savers on the session bus. A bus that is not
// there has nothing to say, which is no error; when it comes back, Watch listens to it again. Nothing is asked
// periodically. On other systems the error is errors.ErrUnsupported.
func Watch(ctx context.Context, o Options, report func(hidden bool)) error {
	return watch(ctx, o, report)
}

// A reason is why nobody can see the screen. Those of savers are the names of their D-Bus interfaces.
type reason string

const (
	wanted reason = "wanted" // logind was asked to have the session locked
	locked reason = "locked" // whoever locks the session says that it is locked
	asleep reason = "asleep" // the machine goes to sleep and has not woken up
)

// wantedFor is how long a wish to lock counts by itself. Some lockers (swaylock, i3lock) follow the wish and never
// say that they are done: without a limit the screen would stay out of sight for ever.
const wantedFor = 10 * time.Second

// A fact is one reason that came or went.
type fact struct {
	reason reason
	on     bool
}

// state is what is known. The zero value knows of no reason.
type state struct {
	reasons map[reason]bool
	until   time.Time // end of the wish to lock; zero: there is none
}

// apply folds one fact. What the locker itself says ends the wish, since it replaces it.
func (s *state) apply(f fact, now time.Time) {
	switch f.reason {
	case wanted:
		s.until = time.Time{}
		if f.on {
			s.until = now.Add(wantedFor)
		}
		return
	case locked:
		s.until = time.Time{}
	}
	if s.reasons == nil {
		s.reasons = map[reason]bool{}
	}
	if f.on {
		s.reasons[f.reason] = true
	} else {
		delete(s.reasons, f.reason)
	}
}

// hidden says whether nobody can see the screen.
func (s *state) hidden(now time.Time) bool { return len(s.reasons) > 0 || now.Before(s.until) }
