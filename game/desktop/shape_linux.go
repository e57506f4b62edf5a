package desktop

import (
	"image"

	"github.com/jezek/xgb/shape"
	"github.com/jezek/xgb/xproto"
)

// cut limits what of our window takes clicks to solid, given in the window's own coordinates; a ghost takes none.
//
// Nothing solid also hides the window. Without a compositor transparency shows black, so then the window consists of
// its solid parts alone. On Wayland a window of no parts keeps on the screen what it showed last, so there it shows nothing.
func (s *server) cut(solid []image.Rectangle) {
	if s.keeper.window == 0 || !s.hasShape {
		return
	}
	s.keeper.solid = solid
	rects := xRectangles(solid)
	if s.keeper.wish.Ghost {
		s.region(shape.SkInput, nil)
	} else {
		s.region(shape.SkInput, rects)
	}
	wiped := s.wayland && s.keeper.phase != unmapped
	if s.now.Composited && (len(rects) > 0 || wiped) {
		shape.Mask(s.conn, shape.SoSet, shape.SkBounding, s.keeper.window, 0, 0, xproto.PixmapNone)
	} else {
		s.region(shape.SkBounding, rects)
	}
	if len(rects) == 0 && wiped {
		xproto.ClearArea(s.conn, true, s.keeper.window, 0, 0, 0, 0) // the engine hears of it and does the same
	}
}

// widen has clicks taken where they were, and already where the newest wish wants them: what is new may be drawn before the
// window has its new size. What of it lies outside of the window takes none until the window gets there.
//
// What is there at all, without a compositor, stays as it is: it would show what nobody has drawn yet.
func (s *server) widen() {
	k := &s.keeper
	if k.window == 0 || !s.hasShape || k.wish.Ghost || len(k.solid) == 0 {
		return
	}
	rects := xRectangles(k.solid)
	for _, r := range k.wish.Solid {
		if r = r.Intersect(k.wish.Bounds); !r.Empty() {
			rects = append(rects, xRectangle(r.Sub(k.sent.Min)))
		}
	}
	s.region(shape.SkInput, rects)
}

func xRectangle(r image.Rectangle) xproto.Rectangle {
	return xproto.Rectangle{X: int16(r.Min.X), Y: int16(r.Min.Y), Width: uint16(r.Dx()), Height: uint16(r.Dy())}
}

func xRectangles(all []image.Rectangle) []xproto.Rectangle {
	rects := make([]xproto.Rectangle, len(all))
	for i, r := range all {
		rects[i] = xRectangle(r)
	}
	return rects
}

// shift moves what is cut by d within the window.
func (s *server) shift(d image.Point) {
	if d == (image.Point{}) || !s.hasShape {
		return
	}
	moved := make([]image.Rectangle, len(s.keeper.solid))
	for i, r := range s.keeper.solid {
		moved[i] = r.Add(d)
	}
	s.keeper.solid = moved
	shape.Offset(s.conn, shape.SkInput, s.keeper.window, int16(d.X), int16(d.Y))
	if !s.now.Composited {
		shape.Offset(s.conn, shape.SkBounding, s.keeper.window, int16(d.X), int16(d.Y))
	}
}

func (s *server) region(kind shape.Kind, rects []xproto.Rectangle) {
	shape.Rectangles(s.conn, shape.SoSet, kind, xproto.ClipOrderingUnsorted, s.keeper.window, 0, 0, rects)
}

// clickThrough has w take no clicks at all.
func (s *server) clickThrough(w xproto.Window) {
	if s.hasShape {
		shape.Rectangles(s.conn, shape.SoSet, shape.SkInput, xproto.ClipOrderingUnsorted, w, 0, 0, nil)
	}
}
