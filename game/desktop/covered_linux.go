package desktop

import (
	"image"
	"slices"

	"github.com/jezek/xgb/xproto"
)

// front is the window that was active last on a monitor. What is in front of a monitor decides whether it is covered:
// the user may work on one while a film fills another.
type front struct {
	window  xproto.Window
	monitor image.Rectangle
}

// refreshFront notes which window is active now.
func (s *server) refreshFront() {
	if v := s.words(s.root, s.atoms.active); len(v) == 1 && v[0] != 0 && !s.ours(xproto.Window(v[0])) {
		s.last = xproto.Window(v[0])
	}
	w := s.active()
	if w == 0 || s.ours(w) {
		s.refreshCovered() // what was in front may have gone, but nothing else has come
		return
	}
	at, ok := s.place(w)
	i := slices.IndexFunc(s.screensNow, func(m screen) bool { return middle(at).In(m.bounds) })
	if !ok || i < 0 {
		s.refreshCovered()
		return
	}
	m := s.screensNow[i].bounds
	had := slices.IndexFunc(s.fronts, func(f front) bool { return f.monitor == m })
	switch {
	case had < 0:
		s.fronts = append(s.fronts, front{monitor: m})
		had = len(s.fronts) - 1
	case s.fronts[had].window == w:
		s.refreshCovered()
		return
	}
	old := s.fronts[had].window
	s.fronts[had].window = w
	if old != 0 && !s.inFront(old) {
		xproto.ChangeWindowAttributes(s.conn, old, xproto.CwEventMask, []uint32{xproto.EventMaskNoEvent})
	}
	xproto.ChangeWindowAttributes(s.conn, w, xproto.CwEventMask,
		[]uint32{xproto.EventMaskPropertyChange | xproto.EventMaskStructureNotify})
	s.refreshCovered()
}

// active is the active window, or the one that it is a dialog of: a dialog leaves its window in front. 0 is none.
func (s *server) active() xproto.Window {
	const deepest = 4
	v := s.words(s.root, s.atoms.active)
	for range deepest {
		if len(v) != 1 || xproto.Window(v[0]) == s.root || v[0] == 0 {
			return 0
		}
		next := s.words(xproto.Window(v[0]), xproto.AtomWmTransientFor)
		if len(next) != 1 || next[0] == 0 || xproto.Window(next[0]) == s.root {
			break
		}
		v = next
	}
	return xproto.Window(v[0])
}

// inFront says whether w is in front of a monitor.
func (s *server) inFront(w xproto.Window) bool {
	return slices.ContainsFunc(s.fronts, func(f front) bool { return f.window == w })
}

// frontChanged is told that something about a window has changed.
func (s *server) frontChanged(w xproto.Window) {
	if s.inFront(w) {
		s.refreshCovered()
	}
}

// refreshCovered finds out which monitors are covered, and publishes that if it is news.
func (s *server) refreshCovered() {
	covered := s.covered()
	same := func(i int) bool { return s.now.Monitors[i].Covered == covered[i] }
	for i := range s.now.Monitors {
		if !same(i) {
			s.now.Monitors = slices.Clone(s.now.Monitors) // readers have the old one
			for i := range s.now.Monitors {
				s.now.Monitors[i].Covered = covered[i]
			}
			s.publish(s.now)
			return
		}
	}
}

// covered says for each monitor whether the window in front of it is a full-screen one.
func (s *server) covered() []bool {
	out := make([]bool, len(s.screensNow))
	for i, m := range s.screensNow {
		out[i] = slices.Contains(s.filled, m.bounds.Min)
		for _, f := range s.fronts {
			out[i] = out[i] || s.fills(f.window, m.bounds)
		}
	}
	return out
}

// fills says whether w is seen, calls itself full-screen, and is as large as the monitor.
func (s *server) fills(w xproto.Window, monitor image.Rectangle) bool {
	if !slices.Contains(s.words(w, s.atoms.state), uint32(s.atoms.fullscreen)) {
		return false
	}
	a, err := xproto.GetWindowAttributes(s.conn, w).Reply()
	if err != nil || a.MapState != xproto.MapStateViewable {
		return false
	}
	r, ok := s.place(w)
	return ok && monitor.In(r)
}

// place is where a window's inside is on the desktop.
func (s *server) place(w xproto.Window) (r image.Rectangle, ok bool) {
	size, err := xproto.GetGeometry(s.conn, xproto.Drawable(w)).Reply()
	if err != nil {
		return r, false
	}
	at, err := xproto.TranslateCoordinates(s.conn, w, s.root, 0, 0).Reply()
	if err != nil {
		return r, false
	}
	x, y := int(at.DstX), int(at.DstY)
	return image.Rect(x, y, x+int(size.Width), y+int(size.Height)), true
}

func middle(r image.Rectangle) image.Point { return r.Min.Add(r.Max).Div(2) }
