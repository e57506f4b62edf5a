package desktop

import (
	"image"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"dango/game/drawlist"
	"dango/game/input"
)

// pointer passes on what the pointer does over our windows.
func (s *server) pointer(e xgb.Event) {
	switch e := e.(type) {
	case xproto.ButtonPressEvent:
		s.typist.wantAgain(s, e.Time)
		switch e.Detail {
		case 4, 5: // one notch of the wheel is a press of its own
			s.report(input.Event{Kind: input.Wheel, Wheel: 9 - 2*float32(e.Detail), Mods: modsOf(e.State)}, e.Time, e.Event, e.RootX, e.RootY)
		default:
			s.button(input.Press, e)
		}
	case xproto.ButtonReleaseEvent:
		s.button(input.Release, xproto.ButtonPressEvent(e))
	case xproto.MotionNotifyEvent:
		s.held.moved = true
		s.report(input.Event{Kind: input.Move}, e.Time, e.Event, e.RootX, e.RootY)
	case xproto.EnterNotifyEvent:
		if e.Mode == xproto.NotifyModeNormal { // others are a window manager's look at each click
			s.report(input.Event{Kind: input.Enter}, e.Time, e.Event, e.RootX, e.RootY)
		}
	case xproto.LeaveNotifyEvent:
		if e.Mode == xproto.NotifyModeNormal {
			s.report(input.Event{Kind: input.Leave}, e.Time, e.Event, e.RootX, e.RootY)
		}
	}
}

func (s *server) button(kind input.Kind, e xproto.ButtonPressEvent) {
	if e.Detail >= 1 && e.Detail <= 3 {
		s.held.note(kind, e.Detail, e.Event)
		s.report(input.Event{Kind: kind, Button: input.Left + input.Button(e.Detail-1), Mods: modsOf(e.State)}, e.Time, e.Event, e.RootX, e.RootY)
	}
}

// modsOf are the modifiers in our words.
func modsOf(state uint16) (m input.Mods) {
	for _, p := range modMasks {
		if state&p.mask != 0 {
			m |= p.mod
		}
	}
	return m
}

// report passes on an event of a window of ours, with when and where it was on the desktop.
func (s *server) report(e input.Event, when xproto.Timestamp, on xproto.Window, x, y int16) {
	e.Time = s.clock.time(when, time.Now())
	at := image.Pt(int(x), int(y))
	if on != s.glass.window || on == 0 {
		at = at.Sub(s.displaced())
	}
	e.At = drawlist.Point{X: float32(at.X), Y: float32(at.Y)}
	s.push(e)
}

// clock tells what our clock said at a moment of the X server's, which counts milliseconds. The zero value knows nothing.
type clock struct {
	zero time.Time // when the server's clock was at 0, as far as is known
}

// latest is how late an event may come: a machine that has more to do than it can. After that the server's clock has jumped.
const latest = 10 * time.Second

// time is when something happened that we hear of now. Nothing is heard of before it happens, so what comes with the least
// delay tells how the clocks differ.
func (c *clock) time(t xproto.Timestamp, now time.Time) time.Time {
	if t == xproto.TimeCurrentTime {
		return now
	}
	since := time.Duration(t) * time.Millisecond
	if at := c.zero.Add(since); !c.zero.IsZero() && !at.After(now) && now.Sub(at) < latest {
		return at
	}
	c.zero = now.Add(-since)
	return now
}

// displaced is how far the window is from where it shall be. A window manager that places windows itself has put it
// elsewhere, and what we draw with it; while a move is under way it counts as done.
func (s *server) displaced() image.Point {
	k := &s.keeper
	if k.phase != settled || k.sent.Empty() || time.Since(k.sentAt) < obeyWithin {
		return image.Point{}
	}
	return k.actual.Min.Sub(k.sent.Min)
}
