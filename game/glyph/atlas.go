package glyph

import (
	"image"

	"golang.org/x/image/math/fixed"

	"dango/game/drawlist"
)

// The page grows downwards from firstHeight to maxHeight pixels, then it is emptied and filled anew: 4 MiB at most.
const (
	pageWidth   = 1024
	firstHeight = 256
	maxHeight   = 1024
)

// glyphKey names a picture of a glyph.
type glyphKey struct {
	face  uint16
	phase uint8 // quarter pixels to the right
	gid   uint32
	size  fixed.Int26_6 // device pixels per em
}

// slot is where a glyph's picture stands on the page; w = 0: nothing to draw.
type slot struct {
	x, y, w, h int16
	dx, dy     int16 // from the glyph's origin to the picture's top left
	colour     bool  // brings its own colours
}

// atlas packs pictures in shelves.
type atlas struct {
	page  drawlist.Page
	epoch uint64
	slots map[glyphKey]slot

	x, y, shelf int // next free place, height of the current shelf
}

func (a *atlas) init() {
	a.page.Image = image.NewRGBA(image.Rect(0, 0, pageWidth, firstHeight))
	a.slots = make(map[glyphKey]slot, 512)
}

func (a *atlas) reset() {
	a.epoch++
	clear(a.slots)
	clear(a.page.Image.Pix)
	a.page.Dirty = a.page.Image.Bounds()
	a.x, a.y, a.shelf = 0, 0, 0
}

// reserve finds room for w × h pixels. ok is false for a picture larger than the whole page.
func (a *atlas) reserve(w, h int) (p image.Point, ok bool) {
	if w+1 > pageWidth || h+1 > maxHeight {
		return p, false
	}
	if a.x+w+1 > pageWidth {
		a.x, a.y, a.shelf = 0, a.y+a.shelf, 0
	}
	if a.y+h+1 > maxHeight {
		a.reset()
	}
	for a.y+h+1 > a.page.Image.Rect.Dy() {
		a.grow()
	}
	p = image.Pt(a.x, a.y)
	a.x += w + 1
	a.shelf = max(a.shelf, h+1)
	return p, true
}

func (a *atlas) grow() {
	old := a.page.Image
	a.page.Image = image.NewRGBA(image.Rect(0, 0, pageWidth, old.Rect.Dy()*2))
	copy(a.page.Image.Pix, old.Pix)
	a.page.Dirty = a.page.Image.Bounds()
}

// put stores the picture that paint draws into a w × h rectangle of the page.
func (a *atlas) put(k glyphKey, sl slot, paint func(*image.RGBA)) slot {
	p, ok := a.reserve(int(sl.w), int(sl.h))
	if !ok {
		sl = slot{}
	} else {
		sl.x, sl.y = int16(p.X), int16(p.Y)
		r := image.Rect(p.X, p.Y, p.X+int(sl.w), p.Y+int(sl.h))
		paint(a.page.Image.SubImage(r).(*image.RGBA))
		a.page.Dirty = a.page.Dirty.Union(r)
	}
	a.slots[k] = sl
	return sl
}
