package game

import (
	"image"

	"dango/game/desktop"
	"dango/game/drawlist"
	"dango/game/raster"
	"dango/game/window"
)

// patcher shows small changes without the engine. To show anything the engine copies the whole window three times, which
// is little for a graphics card, but where the CPU paints it is all that a pet costs which works below five bubbles.
//
// The window then shows more than the engine has painted. Whatever is too much for a patch is painted by the engine, which
// covers all of them: it paints what has changed since it painted last.
type patcher struct {
	wanted  bool            // patches are cheaper, and could have shown the last change
	still   int             // frames in a row in which the engine had nothing to paint
	hurried int             // pictures in a row that the engine has painted because it could not come to rest between them
	ahead   bool            // the window shows more than the engine has painted
	shown   []drawlist.Quad // what the window shows
	part    []drawlist.Quad
	damage  []drawlist.Rect
	places  []image.Rectangle // of the window, that patches have to cover
	patches []desktop.Patch
	pages   drawlist.Pages
}

const (
	// stillFrames is how many frames the engine shows again after it has painted one; they would cover a patch.
	stillFrames = 3
	// hurriedPictures are more than anything that appears or closes consists of. Whoever paints so many in a row has more to
	// do than there is time for: they come as fast as the engine shows them.
	hurriedPictures = 12
	// maxPatch is how many pixels the CPU paints faster than the engine shows any window, with much to spare; of a large
	// window, such as one on a fine screen, it may be patchPart of all.
	maxPatch  = 48 << 10
	patchPart = 4
)

// waits says that the engine has to run through some more frames before patches can be shown.
func (p *patcher) waits() bool { return p.wanted && !p.ready() }

// ready says that the engine will show nothing in this frame if it has nothing to paint.
func (p *patcher) ready() bool { return p.wanted && p.still >= stillFrames }

// hurries says that a picture has to wait until the engine has come to rest, for some frames: on a machine that is slow or
// busy there would otherwise never be a patch, and each picture would cost as much as the whole window.
func (p *patcher) hurries() bool { return p.waits() && p.hurried >= hurriedPictures }

// rest is told of a frame in which the engine paints nothing.
func (p *patcher) rest() { p.still++ }

// painted is told that the engine has painted list: it covers all patches.
func (p *patcher) painted(list []drawlist.Quad) {
	if p.hurried++; !p.wanted {
		p.hurried = 0
	}
	p.still, p.ahead = 0, false
	p.shown = append(p.shown[:0], list...)
}

// fits says whether what the window shows and list differ by no more than patches are good for, and notes where.
func (p *patcher) fits(list []drawlist.Quad, size, origin image.Point, scale float64) bool {
	p.damage = drawlist.Damage(p.damage[:0], p.shown, list)
	p.places = p.places[:0]
	area := 0
	for _, d := range p.damage {
		if r := devicePixels(d, origin, float32(scale)).Intersect(image.Rectangle{Max: size}); !r.Empty() {
			p.places, area = append(p.places, r), area+r.Dx()*r.Dy()
		}
	}
	return area <= max(maxPatch, size.X*size.Y/patchPart)
}

// show brings the window up to list by patches alone, where fits has noted that they differ. false says that the engine has
// to do it.
func (p *patcher) show(w *window.Window, list []drawlist.Quad, pages *drawlist.Pages, sheet *sheet, origin image.Point, scale float64) bool {
	p.patches = p.patches[:0]
	corner := drawlist.Point{X: float32(float64(origin.X) / scale), Y: float32(float64(origin.Y) / scale)}
	for _, r := range p.places {
		p.part = within(p.part[:0], list, r, origin, float32(scale))
		if !p.fetch(pages, sheet) {
			return false
		}
		patch := desktop.NewPatch(r)
		raster.Paint(patch, p.part, &p.pages, corner, scale)
		p.patches = append(p.patches, patch)
	}
	if !w.Patch(p.patches) {
		return false
	}
	p.shown, p.ahead, p.hurried = append(p.shown[:0], list...), true, 0
	return true
}

// fetch has all pictures at hand that the part is cut from. One cell of a sheet is enough for a pet.
func (p *patcher) fetch(pages *drawlist.Pages, sheet *sheet) bool {
	p.pages = *pages
	var cell drawlist.Rect
	for _, q := range p.part {
		if q.Page != drawlist.Sprite {
			continue
		}
		if !cell.Empty() && q.Src != cell {
			return false
		}
		cell = q.Src
	}
	if cell.Empty() {
		return true
	}
	m := sheet.pixels(cell)
	p.pages[drawlist.Sprite] = &drawlist.Page{Image: m}
	return m != nil
}
