package desktop

import (
	"bytes"
	"image"

	"github.com/jezek/xgb/shape"
	"github.com/jezek/xgb/xproto"
)

// glass is the window of the pane. The zero value has none yet.
type glass struct {
	window xproto.Window
	gc     xproto.Gcontext
	pixmap xproto.Pixmap // what it shows; 0 = not made yet
	size   image.Point   // of that
	alpha  bool          // its pixels can be transparent
	shown  *Pane         // as last obeyed
	mapped bool
}

// showPane makes the newest pane come true.
func (s *server) showPane() {
	g, p := &s.glass, s.pane.Load()
	if p == nil || p == g.shown {
		return
	}
	if p.Bounds.Empty() || p.Picture == nil {
		if g.mapped {
			xproto.UnmapWindow(s.conn, g.window)
		}
		g.mapped, g.shown = false, p
		return
	}
	if g.window == 0 && !s.openPane() {
		g.shown = p
		return
	}
	old, whole := g.shown, !g.mapped || g.shown.Bounds != p.Bounds
	g.shown = p
	from, to := 0, p.Bounds.Dy()
	if !whole {
		from, to = changedRows(old.Picture, p.Picture)
	}
	s.putRows(p.Picture, from, to)
	if whole {
		s.configure(g.window, p.Bounds)
	}
	s.cutPane()
	if !g.mapped {
		g.mapped = true
		xproto.ConfigureWindow(s.conn, g.window, xproto.ConfigWindowStackMode, []uint32{xproto.StackModeAbove})
		xproto.MapWindow(s.conn, g.window)
	}
	s.copyRows(from, to)
}

// openPane makes the window. The window manager has no say in it: it would put it below a full-screen window, where
// nobody sees what an agent asks, and might give it the keyboard.
func (s *server) openPane() bool {
	gc, err := xproto.NewGcontextId(s.conn)
	if err != nil {
		return false
	}
	const mask = xproto.EventMaskButtonPress | xproto.EventMaskButtonRelease | xproto.EventMaskPointerMotion |
		xproto.EventMaskEnterWindow | xproto.EventMaskLeaveWindow | xproto.EventMaskExposure
	w, depth, ok := s.newWindow(true, mask)
	if !ok {
		return false
	}
	xproto.CreateGC(s.conn, gc, xproto.Drawable(w), xproto.GcGraphicsExposures, []uint32{0})
	s.setClass(w, "dango-bar") // not that of the engine's window, which we look for
	s.setHints(w)              // for compositors, which ask what kind of window it is
	s.glass = glass{window: w, gc: gc, alpha: depth == depthWithAlpha}
	return true
}

// newWindow makes a window that nobody sees yet, with transparency where the screen has that. free: the window manager has
// no say in it.
func (s *server) newWindow(free bool, events uint32) (w xproto.Window, depth byte, ok bool) {
	screen := xproto.Setup(s.conn).DefaultScreen(s.conn)
	depth, visual := screen.RootDepth, screen.RootVisual
	for _, d := range screen.AllowedDepths {
		for _, v := range d.Visuals {
			if d.Depth == depthWithAlpha && v.Class == xproto.VisualClassTrueColor {
				depth, visual = d.Depth, v.VisualId
			}
		}
	}
	w, err := xproto.NewWindowId(s.conn)
	if err != nil {
		return 0, 0, false
	}
	colors, err := xproto.NewColormapId(s.conn)
	if err != nil {
		return 0, 0, false
	}
	unasked := uint32(0)
	if free {
		unasked = 1
	}
	xproto.CreateColormap(s.conn, xproto.ColormapAllocNone, colors, s.root, visual)
	err = xproto.CreateWindowChecked(s.conn, depth, w, s.root, 0, 0, 1, 1, 0, xproto.WindowClassInputOutput, visual,
		xproto.CwBackPixel|xproto.CwBorderPixel|xproto.CwBitGravity|xproto.CwOverrideRedirect|xproto.CwEventMask|xproto.CwColormap,
		[]uint32{0, 0, xproto.GravityStatic, unasked, events, uint32(colors)}).Check()
	return w, depth, err == nil
}

// raise puts windows that nobody keeps above what has come to the front there.
func (s *server) raise() {
	above := []uint32{xproto.StackModeAbove}
	if s.keeper.free {
		xproto.ConfigureWindow(s.conn, s.keeper.window, xproto.ConfigWindowStackMode, above)
	}
	if s.glass.mapped {
		xproto.ConfigureWindow(s.conn, s.glass.window, xproto.ConfigWindowStackMode, above)
	}
}

// cutPane limits what of the pane takes clicks, and without a compositor what of it is there at all.
func (s *server) cutPane() {
	g := &s.glass
	if g.window == 0 || g.shown == nil || !s.hasShape {
		return
	}
	rects := make([]xproto.Rectangle, 0, len(g.shown.Solid))
	for _, r := range g.shown.Solid {
		if r = r.Intersect(g.shown.Bounds).Sub(g.shown.Bounds.Min); !r.Empty() {
			rects = append(rects, xRectangle(r))
		}
	}
	clicks := rects
	if g.shown.Ghost {
		clicks = nil
	}
	shape.Rectangles(s.conn, shape.SoSet, shape.SkInput, xproto.ClipOrderingUnsorted, g.window, 0, 0, clicks)
	if g.alpha && s.composes {
		shape.Mask(s.conn, shape.SoSet, shape.SkBounding, g.window, 0, 0, xproto.PixmapNone)
	} else {
		shape.Rectangles(s.conn, shape.SoSet, shape.SkBounding, xproto.ClipOrderingUnsorted, g.window, 0, 0, rects)
	}
}

// exposed paints the pane anew where nobody composes the screen and something has uncovered it. The engine's window has to
// be painted by the engine.
func (s *server) exposed(e xproto.ExposeEvent) {
	if e.Window == s.keeper.window && e.Count == 0 {
		s.uncovered.Add(1)
		nudge(s.wake)
	}
	if g := &s.glass; e.Window == g.window && e.Count == 0 && g.pixmap != 0 {
		s.copyRows(0, g.size.Y)
	}
}

// changedRows are the first row in which two pictures of one size differ, and the one after the last.
func changedRows(a, b *image.RGBA) (from, to int) {
	same := func(y int) bool {
		n := 4 * b.Rect.Dx()
		return bytes.Equal(a.Pix[y*a.Stride:][:n], b.Pix[y*b.Stride:][:n])
	}
	to = b.Rect.Dy()
	for from < to && same(from) {
		from++
	}
	for to > from && same(to-1) {
		to--
	}
	return from, to
}

// putRows sends rows of a picture to the server. They go in strips, so they go into a pixmap, which is shown at once: a
// compositor that looks in between shall not see half of them.
func (s *server) putRows(m *image.RGBA, from, to int) {
	g := &s.glass
	depth := byte(depthWithAlpha)
	if !g.alpha {
		depth = xproto.Setup(s.conn).DefaultScreen(s.conn).RootDepth
	}
	if g.pixmap == 0 || g.size != m.Rect.Size() {
		if g.pixmap != 0 {
			xproto.FreePixmap(s.conn, g.pixmap) // its id can be used again
		} else if id, err := xproto.NewPixmapId(s.conn); err == nil {
			g.pixmap = id
		} else {
			return
		}
		g.size = m.Rect.Size()
		xproto.CreatePixmap(s.conn, depth, g.pixmap, xproto.Drawable(g.window), uint16(g.size.X), uint16(g.size.Y))
	}
	s.put(canvas{xproto.Drawable(g.pixmap), g.gc, depth}, m, image.Rect(0, from, g.size.X, to))
}

// copyRows copies rows of the pixmap to the pane.
func (s *server) copyRows(from, to int) {
	g := &s.glass
	if to > from {
		xproto.CopyArea(s.conn, xproto.Drawable(g.pixmap), xproto.Drawable(g.window), g.gc,
			0, int16(from), 0, int16(from), uint16(g.size.X), uint16(to-from))
	}
}
