package sprite

import (
	"bytes"
	"compress/flate"
	"image"
	"io"
	"runtime/debug"
	"sync/atomic"
	"time"
)

// cells are a sheet's picture of which one cell at a time is needed: 14 MB that become half a megabyte, and the few cells
// that were needed last, 160 KB each. Make them with newCells. One goroutine uses them; any may ask for their bytes.
type cells struct {
	atlas  *image.RGBA // until it is packed
	packed atomic.Pointer[map[image.Rectangle][]byte]
	open   []*image.RGBA // newest last
	whole  int           // bytes of the picture
}

// maxOpen is how many cells are kept as they are: those of the longest clip and of one more.
const maxOpen = 16

// packAfter is how long a picture stays as it is: to pack one takes a tenth of a second, and the pet is to be seen first.
const packAfter = 500 * time.Millisecond

// newCells takes over a picture that is cut in cells of that size, from its top left on. It is packed a little later, on a
// goroutine of its own.
func newCells(m *image.RGBA, size image.Point) *cells {
	c := &cells{atlas: m, whole: len(m.Pix)}
	time.AfterFunc(packAfter, func() { c.pack(m, size) })
	return c
}

// pack makes the picture small.
func (c *cells) pack(m *image.RGBA, size image.Point) {
	packed := map[image.Rectangle][]byte{}
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestSpeed) // the level is one that there is
	for y := m.Rect.Min.Y; y+size.Y <= m.Rect.Max.Y; y += size.Y {
		for x := m.Rect.Min.X; x+size.X <= m.Rect.Max.X; x += size.X {
			at := image.Rectangle{Max: size}.Add(image.Pt(x, y))
			out.Reset()
			w.Reset(&out)
			w.Write(cut(m, at).Pix) // neither fails: a buffer takes everything
			w.Close()
			packed[at] = bytes.Clone(out.Bytes())
		}
	}
	c.packed.Store(&packed)
	debug.FreeOSMemory() // the picture and what it was decoded with are most of the heap, and nobody needs them now
}

// bytes is how much memory is needed beside the open cells.
func (c *cells) bytes() int {
	packed := c.packed.Load()
	if packed == nil {
		return c.whole
	}
	n := 0
	for _, small := range *packed {
		n += len(small)
	}
	return n
}

// cell is the cell that is at r of the picture, and stays there: its bounds are r. It is nil where there is no such cell.
func (c *cells) cell(r image.Rectangle) *image.RGBA {
	for i, m := range c.open {
		if m.Rect == r {
			c.open = append(append(c.open[:i], c.open[i+1:]...), m)
			return m
		}
	}
	m := c.unpack(r)
	if m == nil {
		return nil
	}
	if len(c.open) == maxOpen {
		c.open = append(c.open[:0], c.open[1:]...)
	}
	c.open = append(c.open, m)
	return m
}

// unpack gives a cell as it is.
func (c *cells) unpack(r image.Rectangle) *image.RGBA {
	packed := c.packed.Load()
	if packed == nil {
		if r.Empty() || !r.In(c.atlas.Rect) {
			return nil
		}
		return cut(c.atlas, r)
	}
	c.atlas = nil
	small, ok := (*packed)[r]
	if !ok {
		return nil
	}
	m := image.NewRGBA(r)
	if _, err := io.ReadFull(flate.NewReader(bytes.NewReader(small)), m.Pix); err != nil {
		return nil
	}
	return m
}

// cut copies a part of a picture.
func cut(m *image.RGBA, r image.Rectangle) *image.RGBA {
	out := image.NewRGBA(r)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		copy(out.Pix[out.PixOffset(r.Min.X, y):][:4*r.Dx()], m.Pix[m.PixOffset(r.Min.X, y):])
	}
	return out
}
