package desktop

import (
	"image"
	"slices"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/shape"
	"github.com/jezek/xgb/xproto"
)

// above knows whether one window hides all of ours: that of a screen locker, say. The server does not tell it about a
// window with transparency, so we look when something about the windows of the desktop has changed.
type above struct {
	timer *time.Timer // nil while nothing has changed
}

// stirAfter is how long changes may go on before we look: a window that is moved about changes all the time.
const stirAfter = 150 * time.Millisecond

// due receives when it is time to look.
func (a *above) due() <-chan time.Time {
	if a.timer == nil {
		return nil
	}
	return a.timer.C
}

// stirs takes what the root window tells about the windows in it, and says whether e was such a thing.
func (s *server) stirs(e xgb.Event) bool {
	var on, window xproto.Window
	switch e := e.(type) {
	case xproto.MapNotifyEvent:
		on, window = e.Event, e.Window
	case xproto.UnmapNotifyEvent:
		on, window = e.Event, e.Window
	case xproto.ConfigureNotifyEvent:
		on, window = e.Event, e.Window
	case xproto.ReparentNotifyEvent:
		on, window = e.Event, e.Window
	case xproto.CirculateNotifyEvent:
		on, window = e.Event, e.Window
	case xproto.DestroyNotifyEvent:
		on, window = e.Event, e.Window
	default:
		return false
	}
	if on != s.root || window == s.root {
		return false
	}
	if s.above.timer == nil && s.keeper.window != 0 {
		s.above.timer = time.NewTimer(stirAfter)
	}
	return true
}

// lookAbove finds out whether our windows are hidden, and publishes that if it is news.
func (s *server) lookAbove() {
	s.above.timer = nil
	tree, err := xproto.QueryTree(s.conn, s.root).Reply()
	if err != nil {
		return
	}
	top := s.outermost(s.keeper.window)
	hidden, locked := s.hidden(tree.Children, top), s.locked(tree.Children, top)
	if hidden != s.now.Obscured || locked != s.now.Locked {
		s.now.Obscured, s.now.Locked = hidden, locked
		s.publish(s.now)
	}
}

// locked says whether a window above all of ours that are seen is a screen locker's, which most tell nobody about. It
// hides every monitor, and no window manager has a say in it. windows are those of the desktop, from bottom to top, and
// top is ours or its frame.
func (s *server) locked(windows []xproto.Window, top xproto.Window) bool {
	for _, w := range slices.Backward(windows) {
		a, err := xproto.GetWindowAttributes(s.conn, w).Reply()
		if err != nil || a.MapState != xproto.MapStateViewable {
			continue
		}
		if w == top || s.ours(w) {
			return false
		}
		if a.OverrideRedirect && s.hidesAll(w) {
			return true
		}
	}
	return false
}

// hidesAll says whether no monitor shows anything but w. That of xsecurelock leaves one pixel at each edge.
func (s *server) hidesAll(w xproto.Window) bool {
	var all image.Rectangle
	for _, m := range s.screensNow {
		all = all.Union(m.bounds)
	}
	return !all.Empty() && s.hides(w, all.Inset(1))
}

// hidden says whether one window above ours hides all of it. windows and top are as for locked.
func (s *server) hidden(windows []xproto.Window, top xproto.Window) bool {
	i := slices.Index(windows, top)
	if i < 0 || s.keeper.actual.Empty() {
		return false
	}
	for _, w := range windows[i+1:] {
		if !s.ours(w) && s.hides(w, s.keeper.actual) {
			return true
		}
	}
	return false
}

// outermost is w, or the frame that a window manager has put it into.
func (s *server) outermost(w xproto.Window) xproto.Window {
	const deepest = 8
	for range deepest {
		t, err := xproto.QueryTree(s.conn, w).Reply()
		if err != nil || t.Parent == s.root || t.Parent == 0 {
			break
		}
		w = t.Parent
	}
	return w
}

// hides says whether nothing in r is seen through w.
func (s *server) hides(w xproto.Window, r image.Rectangle) bool {
	a, err := xproto.GetWindowAttributes(s.conn, w).Reply()
	if err != nil || a.MapState != xproto.MapStateViewable || a.Class != xproto.WindowClassInputOutput {
		return false
	}
	g, err := xproto.GetGeometry(s.conn, xproto.Drawable(w)).Reply()
	if err != nil || g.Depth == depthWithAlpha {
		return false
	}
	x, y := int(g.X)+int(g.BorderWidth), int(g.Y)+int(g.BorderWidth)
	if !r.In(image.Rect(x, y, x+int(g.Width), y+int(g.Height))) {
		return false
	}
	if !s.hasShape {
		return true
	}
	e, err := shape.QueryExtents(s.conn, w).Reply()
	return err == nil && !e.BoundingShaped
}
