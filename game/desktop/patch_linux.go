package desktop

import (
	"image"

	"github.com/jezek/xgb/xproto"
)

// showPatch puts a patch into our window, if there is one.
func (s *server) showPatch(p Patch) {
	defer blanks.Put(p)
	k := &s.keeper
	if k.phase == unmapped {
		return
	}
	if k.gc == 0 {
		gc, err := xproto.NewGcontextId(s.conn)
		if err != nil {
			return
		}
		xproto.CreateGC(s.conn, gc, xproto.Drawable(k.window), xproto.GcGraphicsExposures, []uint32{0})
		k.gc = gc
	}
	s.put(canvas{xproto.Drawable(k.window), k.gc, k.depth}, p, p.Rect)
}

// canvas is a window or a pixmap that pictures are put into.
type canvas struct {
	on    xproto.Drawable
	gc    xproto.Gcontext
	depth byte
}

// stripBytes is how many bytes of picture go into one request: well below the protocol's limit of 256 KiB.
const stripBytes = 64 << 10

// put sends the part r of a picture to its place on a canvas.
func (s *server) put(to canvas, m *image.RGBA, r image.Rectangle) {
	row := 4 * r.Dx()
	if row == 0 {
		return
	}
	rows := max(1, stripBytes/row)
	for y := r.Min.Y; y < r.Max.Y; y += rows {
		n := min(rows, r.Max.Y-y)
		s.strip = s.strip[:0]
		for line := y; line < y+n; line++ {
			for p := m.Pix[m.PixOffset(r.Min.X, line):][:row]; len(p) > 0; p = p[4:] {
				s.strip = append(s.strip, p[2], p[1], p[0], p[3]) // the server keeps blue first
			}
		}
		xproto.PutImage(s.conn, xproto.ImageFormatZPixmap, to.on, to.gc,
			uint16(r.Dx()), uint16(n), int16(r.Min.X), int16(y), 0, to.depth, s.strip)
	}
}
