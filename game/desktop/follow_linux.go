package desktop

import (
	"image"
	"time"

	"github.com/jezek/xgb/xproto"
)

// follower looks where the pointer is. One question to the server costs less than the motion events of all windows,
// and it draws nothing.
type follower struct {
	timer *time.Timer   // nil while nobody follows
	wait  time.Duration // before the next look
	at    image.Point   // of the last look, on the screen
	kind  int           // of the place that was published
}

// due receives when it is time to look.
func (f *follower) due() <-chan time.Time {
	if f.timer == nil {
		return nil
	}
	return f.timer.C
}

// follow begins or ends to look. A server that is itself a Wayland client sees the pointer over X windows alone, and
// would have the pet stare at where it was last seen.
func (s *server) follow() {
	sort := s.sort.Load()
	on := sort != nil && *sort != nil && !s.wayland
	switch f := &s.follower; {
	case on && f.timer == nil:
		f.wait = followEvery
		f.timer = time.NewTimer(f.wait)
	case !on && f.timer != nil:
		f.timer.Stop()
		f.timer = nil
		s.followed.Store(nil)
	}
}

// seek asks where the pointer is, and wakes the loop when that matters.
func (s *server) seek() {
	sort, f := *s.sort.Load(), &s.follower
	defer func() { f.timer.Reset(f.wait) }()
	p, err := xproto.QueryPointer(s.conn, s.root).Reply()
	if sort == nil || err != nil {
		return
	}
	now := image.Pt(int(p.RootX), int(p.RootY))
	f.wait = nextLook(f.wait, now != f.at)
	f.at = now
	old := s.followed.Load()
	if !p.SameScreen {
		if old != nil {
			s.followed.Store(nil)
			nudge(s.wake)
		}
		return
	}
	at := now.Sub(s.displaced())
	if kind := sort(at); old == nil || kind != f.kind {
		f.kind = kind
		s.followed.Store(&at)
		nudge(s.wake)
	}
}
