package desktop

import (
	"context"
	"image"
	"slices"
	"strings"

	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/xproto"

	"dango/game/desktop/films"
)

// isWayland says whether the X server is a Wayland client: XWayland. Newer ones say so, older ones call their monitors by
// that name. What the environment says does not count: there can be an X server beside the compositor.
func (s *server) isWayland() bool {
	const name = "XWAYLAND"
	if r, err := xproto.QueryExtension(s.conn, uint16(len(name)), name).Reply(); err == nil && r.Present {
		return true
	}
	if !s.hasRandr {
		return false
	}
	r, err := randr.GetMonitors(s.conn, s.root, false).Reply()
	if err != nil {
		return false
	}
	return slices.ContainsFunc(r.Monitors, func(m randr.MonitorInfo) bool {
		n, err := xproto.GetAtomName(s.conn, m.Name).Reply()
		return err == nil && strings.HasPrefix(n.Name, name)
	})
}

// unkept says whether our window is better off without the window manager. One that knows nothing of windows that stay
// above places them, too, where it likes, and gives the keyboard to whatever the pointer is on: such are those of the small
// Wayland compositors. KWin's and Mutter's do as they are told.
func (s *server) unkept() bool {
	known := s.words(s.root, s.atoms.supported)
	return s.wayland && len(known) > 0 && !slices.Contains(known, uint32(s.atoms.above))
}

// watchFilms hears of full-screen windows that are none of X's, where the compositor tells.
func (s *server) watchFilms(ctx context.Context) {
	_ = films.Watch(ctx, func(at []image.Point) {
		select {
		case s.films <- at:
		case <-ctx.Done():
		}
	})
}

// openApart makes a window for the keys beside the one that is seen. It shows nothing and takes no clicks.
//
// The keyboard of a Wayland desktop is the compositor's to give, and nobody else knows which window had it: that may be
// none of X's. A new window gets it, and when that goes the one before has it again.
func (s *server) openApart() (xproto.Window, bool) {
	w, _, ok := s.newWindow(false, xproto.EventMaskFocusChange|xproto.EventMaskStructureNotify)
	if !ok {
		return 0, false
	}
	a := &s.atoms
	s.setClass(w, "dango-keys")
	s.setFocusable(w, true)
	s.setWords(w, a.state, xproto.AtomAtom, uint32(a.above), uint32(a.skipTaskbar), uint32(a.skipPager))
	s.setWords(w, a.windowType, xproto.AtomAtom, uint32(a.dialog)) // of all kinds with the keyboard the one that tiles nowhere
	s.setWords(w, a.protocols, xproto.AtomAtom, uint32(a.deleteWindow))
	s.undecorate(w)
	s.clickThrough(w)
	return w, true
}

// call has the compositor give us the keyboard, also when it has given it to another window meanwhile. now is when the
// user did what we want it for, if that is known.
func (s *server) call(now xproto.Timestamp) {
	t := &s.typist
	s.dismiss()
	s.putCaret()
	if now != xproto.TimeCurrentTime {
		s.setWords(t.window, s.atoms.userTime, xproto.AtomCardinal, uint32(now))
	}
	xproto.MapWindow(s.conn, t.window)
	t.mapped = true
}

// called takes the keyboard for the window of the keys, now that it is there, from a window manager that may think twice
// about new windows. The others take it away again from whoever helps himself.
func (s *server) called(w xproto.Window) {
	if t := &s.typist; s.wayland && w == t.window && w != 0 && t.mapped && !s.keeper.free {
		xproto.SetInputFocus(s.conn, xproto.InputFocusParent, w, xproto.TimeCurrentTime)
	}
}

// dismiss takes away the window of the keys, and with it the keyboard.
func (s *server) dismiss() {
	if t := &s.typist; t.mapped {
		xproto.UnmapWindow(s.conn, t.window)
		t.mapped = false
	}
}

// told is a message to a window of ours. The user may close whatever has the keyboard.
func (s *server) told(e xproto.ClientMessageEvent) {
	if e.Window == s.typist.window && e.Type == s.atoms.protocols && len(e.Data.Data32) > 0 &&
		e.Data.Data32[0] == uint32(s.atoms.deleteWindow) {
		s.dismiss()
	}
}

// putApart moves the window of the keys to where text goes in, where input methods look, and says so beforehand to those
// who place new windows.
func (s *server) putApart(caret image.Rectangle) {
	if caret.Empty() {
		caret = image.Rectangle{Min: s.keeper.sent.Min, Max: s.keeper.sent.Min.Add(image.Pt(1, 1))}
	}
	const byUser = 1 | 2 // position and size
	at := []uint32{uint32(caret.Min.X), uint32(caret.Min.Y), uint32(caret.Dx()), uint32(caret.Dy())}
	s.setWords(s.typist.window, xproto.AtomWmNormalHints, xproto.AtomWmSizeHints,
		byUser, at[0], at[1], at[2], at[3], 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	s.configure(s.typist.window, caret)
}
