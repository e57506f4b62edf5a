package desktop

import (
	"image"
	"strings"

	"github.com/jezek/xgb/xproto"
)

// keeper looks after our window. The zero value has none.
type keeper struct {
	window xproto.Window
	free   bool            // no window manager keeps it
	opaque bool            // it has no transparency, compositor or not
	depth  byte            // bits a pixel
	gc     xproto.Gcontext // 0 until it is needed
	actual image.Rectangle // where it is
	lift   lift            // puts it above again
	placing
}

// depthWithAlpha is the depth of a window whose pixels have an alpha channel.
const depthWithAlpha = 32

// childSide is larger than any window: the parent clips its children, so the child never has to be resized.
const childSide = 16384

// adopt prepares a window that is not mapped yet.
func (s *server) adopt(w xproto.Window) {
	s.keeper = keeper{window: w, free: s.unkept()}
	s.setHints(w)
	if s.keeper.free {
		xproto.ChangeWindowAttributes(s.conn, w, xproto.CwOverrideRedirect, []uint32{1})
	}
	if g, err := xproto.GetGeometry(s.conn, xproto.Drawable(w)).Reply(); err == nil {
		s.keeper.opaque, s.keeper.depth = g.Depth != depthWithAlpha, g.Depth
		s.refreshCompositor()
		s.publish(s.now)
	}
	// What a resize uncovers becomes transparent, not black.
	xproto.ChangeWindowAttributes(s.conn, w, xproto.CwBackPixel, []uint32{0})
	s.cut(nil)
	s.coverWithInput(w)
	if a, err := xproto.GetWindowAttributes(s.conn, w).Reply(); err == nil && a.MapState != xproto.MapStateUnmapped {
		s.mapped(w)
		s.decline()
	}
}

// setHints says what kind of window this is, in the words of ICCCM and EWMH: one that never takes the keyboard, stays
// above, is on every desktop and in no list.
func (s *server) setHints(w xproto.Window) {
	a := &s.atoms
	s.setFocusable(w, false)
	s.setWords(w, a.state, xproto.AtomAtom, uint32(a.above), uint32(a.sticky), uint32(a.skipTaskbar), uint32(a.skipPager))
	s.setWords(w, a.windowType, xproto.AtomAtom, uint32(a.utility))
	s.setWords(w, a.desktop, xproto.AtomCardinal, 0xFFFFFFFF)
	s.setWords(w, a.userTime, xproto.AtomCardinal, 0)
	s.undecorate(w)
}

// undecorate says that w shall have no frame.
func (s *server) undecorate(w xproto.Window) {
	const decorationsHint = 2
	s.setWords(w, s.atoms.motif, s.atoms.motif, decorationsHint, 0, 0, 0, 0)
}

// setClass says what w is called, for those who have rules for windows.
func (s *server) setClass(w xproto.Window, name string) {
	class := name + "\x00" + strings.ToUpper(name[:1]) + name[1:] + "\x00"
	xproto.ChangeProperty(s.conn, xproto.PropModeReplace, w, xproto.AtomWmClass, xproto.AtomString, 8, uint32(len(class)), []byte(class))
}

// setFocusable says whether the window manager may give the keyboard to w.
func (s *server) setFocusable(w xproto.Window, on bool) {
	const inputHint, stateHint, normalState = 1, 2, 1
	takes := uint32(0)
	if on {
		takes = 1
	}
	s.setWords(w, xproto.AtomWmHints, xproto.AtomWmHints, inputHint|stateHint, takes, normalState, 0, 0, 0, 0, 0, 0)
}

// coverWithInput lays an invisible window of our own over w, which hears every press, however short.
func (s *server) coverWithInput(w xproto.Window) {
	child, err := xproto.NewWindowId(s.conn)
	if err != nil {
		return
	}
	const mask = xproto.EventMaskButtonPress | xproto.EventMaskButtonRelease | xproto.EventMaskPointerMotion |
		xproto.EventMaskEnterWindow | xproto.EventMaskLeaveWindow
	xproto.CreateWindow(s.conn, 0, child, w, 0, 0, childSide, childSide, 0, xproto.WindowClassInputOnly, 0,
		xproto.CwEventMask, []uint32{mask})
	xproto.MapWindow(s.conn, child)
}

func (s *server) mapped(w xproto.Window) {
	s.called(w)
	if w != s.keeper.window || s.keeper.phase != unmapped {
		return
	}
	s.keeper.phase = settled
	s.moved(w)
	s.take(s.wish.Load())
	s.typeKeys()
}

// configured is told of a new place or size, by the server or by the window manager.
func (s *server) configured(e xproto.ConfigureNotifyEvent) {
	if e.Window == s.root {
		s.refreshMonitors()
		s.publish(s.now)
		return
	}
	s.moved(e.Window)
}

// moved reads back where the window really is: events are relative to a frame that we know nothing about.
func (s *server) moved(w xproto.Window) {
	k := &s.keeper
	if w != k.window {
		return
	}
	at, ok := s.place(w)
	if !ok {
		return
	}
	k.actual = at
	if s.now.Window != k.actual {
		s.now.Window = k.actual
		s.publish(s.now)
	}
	s.checkPlace()
}
