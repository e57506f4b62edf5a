package desktop

import (
	"slices"
	"time"

	"github.com/jezek/xgb/xproto"
)

// lift paces how often our window is put above again when somebody takes that away: at once the first time, and twice as late
// each time that it did not last. Who insists is asked once a minute, so that two who insist do not keep each other busy.
type lift struct {
	last  time.Time     // when the window was put above
	wait  time.Duration // from then on until the next time
	timer *time.Timer   // of the next time; nil when none is due
}

const (
	liftSoon   = time.Second
	liftSeldom = time.Minute
	liftedWell = 2 * liftSeldom // it has lasted
)

// due receives when the window is to be put above.
func (l *lift) due() <-chan time.Time {
	if l.timer == nil {
		return nil
	}
	return l.timer.C
}

// lost says how long after now to wait.
func (l *lift) lost(now time.Time) time.Duration {
	since := now.Sub(l.last)
	if since >= liftedWell {
		l.wait = 0
	}
	return max(0, l.wait-since)
}

// done says that the window was put above.
func (l *lift) done(now time.Time) {
	l.last, l.wait, l.timer = now, min(max(liftSoon, 2*l.wait), liftSeldom), nil
}

// stateChanged puts the window above again when something took that away.
func (s *server) stateChanged(name xproto.Atom) {
	k := &s.keeper
	if name != s.atoms.state || k.phase == unmapped || k.lift.timer != nil || s.isAbove() {
		return
	}
	if wait := k.lift.lost(time.Now()); wait > 0 {
		k.lift.timer = time.NewTimer(wait)
	} else {
		s.putAbove()
	}
}

// liftAgain puts the window above when that is still to be done.
func (s *server) liftAgain() {
	s.keeper.lift.timer = nil
	if s.keeper.phase != unmapped && !s.isAbove() {
		s.putAbove()
	}
}

// isAbove says whether the window manager keeps our window above others.
func (s *server) isAbove() bool {
	return slices.Contains(s.words(s.keeper.window, s.atoms.state), uint32(s.atoms.above))
}

func (s *server) putAbove() {
	k := &s.keeper
	k.lift.done(time.Now())
	const add, fromApplication = 1, 1
	e := xproto.ClientMessageEvent{Format: 32, Window: k.window, Type: s.atoms.state, Data: xproto.ClientMessageDataUnionData32New(
		[]uint32{add, uint32(s.atoms.above), 0, fromApplication, 0})}
	xproto.SendEvent(s.conn, false, s.root, xproto.EventMaskSubstructureNotify|xproto.EventMaskSubstructureRedirect,
		string(e.Bytes()))
}
