package desktop

import (
	"bytes"

	"github.com/jezek/xgb/xproto"
)

// watch looks for the engine's window among all new ones.
//
// The window manager decides about focus and stacking when a window is mapped. The engine maps its window before our
// code runs again, so the properties that matter are set from here, between creation and mapping. In between the engine
// makes its graphics context, which takes it tens of milliseconds.
type watch struct {
	class      string
	candidates map[xproto.Window]bool // seen, without a class so far
}

// consider looks at a new top-level window. It may have its class already, or get it soon.
func (s *server) consider(e xproto.CreateNotifyEvent) {
	if e.Parent != s.root || s.keeper.window != 0 || e.Window == s.glass.window {
		return
	}
	s.watch.candidates[e.Window] = true
	xproto.ChangeWindowAttributes(s.conn, e.Window, xproto.CwEventMask,
		[]uint32{xproto.EventMaskPropertyChange | xproto.EventMaskStructureNotify | xproto.EventMaskFocusChange |
			xproto.EventMaskExposure})
	s.identify(e.Window)
}

// identify adopts w when its class is ours, and stops to look further.
func (s *server) identify(w xproto.Window) {
	fields := bytes.Split(s.bytes(w, xproto.AtomWmClass), []byte{0}) // instance, class
	if len(fields) < 2 {
		return
	}
	if string(fields[1]) != s.watch.class {
		s.drop(w)
		return
	}
	delete(s.watch.candidates, w)
	for other := range s.watch.candidates {
		s.drop(other)
	}
	s.adopt(w)
}

// drop stops listening to a window that is not ours.
func (s *server) drop(w xproto.Window) {
	delete(s.watch.candidates, w)
	xproto.ChangeWindowAttributes(s.conn, w, xproto.CwEventMask, []uint32{xproto.EventMaskNoEvent})
}

// forget is told of a destroyed window.
func (s *server) forget(w xproto.Window) {
	delete(s.watch.candidates, w)
	if w == s.keeper.window {
		s.keeper = keeper{}
		if s.wayland && s.typist.window != 0 {
			xproto.DestroyWindow(s.conn, s.typist.window)
		}
		s.typist.close()
		s.rest()
	}
}
