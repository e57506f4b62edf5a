package desktop

import (
	"image"
	"time"

	"github.com/jezek/xgb/xproto"
)

// follower looks where the pointer is. One question to the server costs less than the motion events of all windows,
// and it draws nothing.
type follower struct {
	ticker *time.Ticker // nil while nobody follows
	kind   int          // of the place that was published
}

// due receives when it is time to look.
func (f *follower) due() <-chan time.Time {
	if f.ticker == nil {
		return nil
	}
	return f.ticker.C
}

// follow begins or ends to look. A server that is itself a Wayland client sees the pointer over X windows alone, and
// would have the pet stare at where it was last seen.
func (s *server) follow() {
	sort := s.sort.Load()
	on := sort != nil && *sort != nil && !s.wayland
	switch f := &s.follower; {
	case on && f.ticker == nil:
		f.ticker = time.NewTicker(followEvery)
	case !on && f.ticker != nil:
		f.ticker.Stop()
		f.ticker = nil
		s.followed.Store(nil)
	}
}

// seek asks where the pointer is, and wakes the loop when that matters.
func (s *server) seek() {
	sort := *s.sort.Load()
	p, err := xproto.QueryPointer(s.conn, s.root).Reply()
	if sort == nil || err != nil {
		return
	}
	old := s.followed.Load()
	if !p.SameScreen {
		if old != nil {
			s.followed.Store(nil)
			nudge(s.wake)
		}
		return
	}
	at := image.Pt(int(p.RootX), int(p.RootY)).Sub(s.displaced())
	if kind := sort(at); old == nil || kind != s.follower.kind {
		s.follower.kind = kind
		s.followed.Store(&at)
		nudge(s.wake)
	}
}
