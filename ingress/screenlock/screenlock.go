// Package screenlock witnesses that nobody can see the screen: it is locked, a screen saver covers it, or the machine
// is about to sleep.
package screenlock

import (
	"context"
	"time"

	"dango/ingress/bus"
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

// Why nobody can see the screen. The reasons of savers are the names of their D-Bus interfaces.
const (
	wanted bus.Reason = "wanted" // logind was asked to have the session locked
	locked bus.Reason = "locked" // whoever locks the session says that it is locked
	asleep bus.Reason = "asleep" // the machine goes to sleep and has not woken up
)

// wantedFor is how long a wish to lock counts by itself. Some lockers (swaylock, i3lock) follow the wish and never
// say that they are done: without a limit the screen would stay out of sight for ever.
const wantedFor = 10 * time.Second

// state is what is known. The zero value knows of no reason.
type state struct {
	reasons map[bus.Reason]bool
	until   time.Time // end of the wish to lock; zero: there is none
}

// apply folds one fact. What the locker itself says ends the wish, since it replaces it.
func (s *state) apply(f bus.Fact, now time.Time) {
	switch f.Reason {
	case wanted:
		s.until = time.Time{}
		if f.On {
			s.until = now.Add(wantedFor)
		}
		return
	case locked:
		s.until = time.Time{}
	}
	if s.reasons == nil {
		s.reasons = map[bus.Reason]bool{}
	}
	if f.On {
		s.reasons[f.Reason] = true
	} else {
		delete(s.reasons, f.Reason)
	}
}

// hidden says whether nobody can see the screen.
func (s *state) hidden(now time.Time) bool { return len(s.reasons) > 0 || now.Before(s.until) }
