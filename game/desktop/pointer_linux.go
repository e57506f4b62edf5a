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
			s.report(input.Event{Kind: input.Wheel, Wheel: 9 - 2*float32(e.Detail), Mods: modsOf(e.State)}, e.Event, e.RootX, e.RootY)
		default:
			s.button(input.Press, e.Detail, e.State, e.Event, e.RootX, e.RootY)
		}
	case xproto.ButtonReleaseEvent:
		s.button(input.Release, e.Detail, e.State, e.Event, e.RootX, e.RootY)
	case xproto.MotionNotifyEvent:
		s.held.moved = true
		s.report(input.Event{Kind: input.Move}, e.Event, e.RootX, e.RootY)
	case xproto.EnterNotifyEvent:
		if e.Mode == xproto.NotifyModeNormal { // others are a window manager's look at each click
			s.report(input.Event{Kind: input.Enter}, e.Event, e.RootX, e.RootY)
		}
	case xproto.LeaveNotifyEvent:
		if e.Mode == xproto.NotifyModeNormal {
			s.report(input.Event{Kind: input.Leave}, e.Event, e.RootX, e.RootY)
		}
	}
}

func (s *server) button(kind input.Kind, detail xproto.Button, state uint16, on xproto.Window, x, y int16) {
	if detail >= 1 && detail <= 3 {
		s.held.note(kind, detail, on)
		s.report(input.Event{Kind: kind, Button: input.Left + input.Button(detail-1), Mods: modsOf(state)}, on, x, y)
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

// report passes on an event of a window of ours, with where it was on the desktop.
func (s *server) report(e input.Event, on xproto.Window, x, y int16) {
	at := image.Pt(int(x), int(y))
	if on != s.glass.window || on == 0 {
		at = at.Sub(s.displaced())
	}
	e.At = drawlist.Point{X: float32(at.X), Y: float32(at.Y)}
	s.push(e)
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
