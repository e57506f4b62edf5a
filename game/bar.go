package game

import (
	"image"
	"slices"

	"dango/game/desktop"
	"dango/game/drawlist"
	"dango/game/raster"
	"dango/game/scene"
	"dango/game/window"
)

// barPainter paints the bar's own window. The engine has but one window, and one that reaches from the pet to the top of
// the screen would cost three times as much: see desktop.Pane. The bar is small, so the CPU paints it.
type barPainter struct {
	list, shown []drawlist.Quad
	picture     *image.RGBA // what is shown, nil while nothing is
	bounds      image.Rectangle
	solid       []image.Rectangle // as last shown
	wanted      []image.Rectangle // scratch
	rects       []drawlist.Rect
	damage      []drawlist.Rect
	opacity     float32
	ghost       bool
}

// show brings the window up to date with the scene.
func (b *barPainter) show(s *scene.Scene, w *window.Window) {
	bounds := w.Device(s.BarViewport())
	if bounds.Empty() {
		if b.picture != nil {
			*b = barPainter{list: b.list, shown: b.shown[:0]}
			w.ShowBar(desktop.Pane{})
		}
		return
	}
	b.rects = s.BarInput(b.rects[:0])
	b.wanted = b.wanted[:0]
	for _, r := range b.rects {
		b.wanted = append(b.wanted, w.Device(r))
	}
	same := b.picture != nil && bounds == b.bounds
	if same && !s.BarDirty() && slices.Equal(b.wanted, b.solid) && s.Opacity() == b.opacity && s.Ghost() == b.ghost {
		return
	}
	b.paint(s, bounds, w.Scale(), same)
	b.bounds, b.solid, b.opacity, b.ghost = bounds, slices.Clone(b.wanted), s.Opacity(), s.Ghost()
	w.ShowBar(desktop.Pane{Bounds: bounds, Solid: b.solid, Ghost: b.ghost, Picture: faded(b.picture, b.opacity)})
}

// shows says whether there is a bar in a window of its own.
func (b *barPainter) shows() bool { return b.picture != nil }

// paint makes the picture: all of it, or when the one before is of the same place, only what has changed.
func (b *barPainter) paint(s *scene.Scene, bounds image.Rectangle, scale float64, same bool) {
	b.shown, b.list = b.list, s.AppendBar(b.shown[:0])
	m := image.NewRGBA(image.Rectangle{Max: bounds.Size()})
	origin := drawlist.Point{X: float32(float64(bounds.Min.X) / scale), Y: float32(float64(bounds.Min.Y) / scale)}
	old := b.picture
	b.picture = m
	if !same {
		raster.Paint(m, b.list, s.Pages(), origin, scale)
		return
	}
	copy(m.Pix, old.Pix)
	b.damage = drawlist.Damage(b.damage[:0], b.shown, b.list)
	for _, d := range b.damage {
		r := devicePixels(d, bounds.Min, float32(scale)).Intersect(m.Rect)
		part := m.SubImage(r).(*image.RGBA)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			clear(part.Pix[part.PixOffset(r.Min.X, y):][:4*r.Dx()])
		}
		raster.Paint(part, b.list, s.Pages(), origin, scale)
	}
}

// faded is a picture of which as much is seen as opacity says.
func faded(m *image.RGBA, opacity float32) *image.RGBA {
	if opacity >= 1 {
		return m
	}
	out := image.NewRGBA(m.Rect)
	for i, v := range m.Pix {
		out.Pix[i] = uint8(float32(v)*opacity + .5)
	}
	return out
}
