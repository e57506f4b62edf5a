package game

import (
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"dango/game/drawlist"
)

// painter replays draw lists. It keeps one picture of the engine's per page, and of a pet's sheet one per cell.
type painter struct {
	pages    [drawlist.NumPages]*ebiten.Image
	sheet    sheet
	shown    []drawlist.Quad // what the screen holds
	origin   image.Point     // under which it does
	part     []drawlist.Quad // the part of a list that is painted
	damage   []drawlist.Rect // where a list differs from shown
	vertices []ebiten.Vertex
	indices  []uint16
	another  bool // pet than in the last frame
}

// maxQuads is how many quads the indices of one batch can name.
const maxQuads = (1<<16 - 1) / 4

// paint draws a list: origin is the device pixel of the desktop at the screen's top left, scale device pixels per
// logical pixel. Quads of one page and one filter that follow each other are one call.
//
// The screen keeps its picture from frame to frame, so only what has changed is painted, unless all says that it holds
// nothing of use. Where pixels are painted by the CPU, a pet that moves below five bubbles costs a third of a picture.
func (p *painter) paint(screen *ebiten.Image, list []drawlist.Quad, pages *drawlist.Pages, origin image.Point, scale float32, all bool) {
	p.upload(pages)
	p.damage = p.damage[:0]
	if all || p.another { // another pet may look as different as it likes in the same quads
		p.replay(screen, list, origin, scale)
	} else {
		carry(p.shown, origin.Sub(p.origin), scale)
		p.damage = drawlist.Damage(p.damage, p.shown, list)
	}
	for _, d := range p.damage {
		if r := devicePixels(d, origin, scale).Intersect(screen.Bounds()); !r.Empty() {
			p.part = within(p.part[:0], list, r, origin, scale)
			p.replay(screen.SubImage(r).(*ebiten.Image), p.part, origin, scale)
		}
	}
	p.shown, p.origin = append(p.shown[:0], list...), origin
}

// carry moves what a window shows along with the window, which has moved by so many pixels.
func carry(shown []drawlist.Quad, by image.Point, scale float32) {
	if by == (image.Point{}) {
		return
	}
	for i := range shown {
		shown[i].Dst = shown[i].Dst.Translate(float32(by.X)/scale, float32(by.Y)/scale)
	}
}

// replay paints quads on an empty screen, or on an empty part of it.
func (p *painter) replay(screen *ebiten.Image, l []drawlist.Quad, origin image.Point, scale float32) {
	screen.Clear()
	for len(l) > 0 {
		n := 1
		for n < len(l) && n < maxQuads && l[n].Page == l[0].Page && l[n].Linear == l[0].Linear && !apart(l[n], l[0]) {
			n++
		}
		p.batch(screen, l[:n], origin, scale)
		l = l[n:]
	}
}

// apart says that two quads of one page are cut from two pictures.
func apart(a, b drawlist.Quad) bool { return a.Page == drawlist.Sprite && a.Src != b.Src }

// devicePixels are all pixels of the screen that r touches, and one more on each side for filters that smear.
func devicePixels(r drawlist.Rect, origin image.Point, scale float32) image.Rectangle {
	if r.Empty() {
		return image.Rectangle{}
	}
	floor := func(v float32) int { return int(math.Floor(float64(v))) }
	ceil := func(v float32) int { return int(math.Ceil(float64(v))) }
	return image.Rect(
		floor(r.X*scale)-1, floor(r.Y*scale)-1, ceil((r.X+r.W)*scale)+1, ceil((r.Y+r.H)*scale)+1,
	).Sub(origin)
}

// within appends the quads of the list that touch r, pixels of the screen.
func within(dst, list []drawlist.Quad, r image.Rectangle, origin image.Point, scale float32) []drawlist.Quad {
	world := drawlist.Rect{
		X: float32(r.Min.X+origin.X) / scale, Y: float32(r.Min.Y+origin.Y) / scale,
		W: float32(r.Dx()) / scale, H: float32(r.Dy()) / scale,
	}.Inset(-1)
	for _, q := range list {
		if !q.Dst.Intersect(world).Empty() {
			dst = append(dst, q)
		}
	}
	return dst
}

// upload brings the engine's pictures up to date with the pages.
//
// They are unmanaged: the engine would copy a managed one into an atlas of its own, which costs tens of megabytes.
func (p *painter) upload(pages *drawlist.Pages) {
	p.another = false
	for id, page := range pages {
		switch {
		case page != nil && page.Cells != nil:
			p.sheet.take(page)
			p.another = true
			continue
		case page == nil || page.Image == nil:
			continue
		}
		b := page.Image.Rect
		if img := p.pages[id]; img == nil || img.Bounds() != b {
			if img != nil {
				img.Deallocate()
			}
			p.pages[id] = unmanaged(b)
			page.Dirty = b
		}
		if d := page.Dirty.Intersect(b); !d.Empty() {
			write(p.pages[id], page.Image, d)
			page.Dirty = image.Rectangle{}
		}
	}
}

func unmanaged(bounds image.Rectangle) *ebiten.Image {
	return ebiten.NewImageWithOptions(bounds, &ebiten.NewImageOptions{Unmanaged: true})
}

// bandRows is how many rows are handed to the engine at once. It keeps copies of the last 31 for ever, so they had better
// be small.
const bandRows = 16

// write copies r of m to the same place of to.
func write(to *ebiten.Image, m *image.RGBA, r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y += bandRows {
		band := image.Rect(r.Min.X, y, r.Max.X, min(y+bandRows, r.Max.Y))
		to.SubImage(band).(*ebiten.Image).WritePixels(pixels(m, band))
	}
}

// pixels are those of r alone, row after row; without a copy when r spans whole rows.
func pixels(m *image.RGBA, r image.Rectangle) []byte {
	row := 4 * r.Dx()
	if row == m.Stride {
		return m.Pix[m.PixOffset(r.Min.X, r.Min.Y):][:row*r.Dy()]
	}
	out := make([]byte, 0, row*r.Dy())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		out = append(out, m.Pix[m.PixOffset(r.Min.X, y):][:row]...)
	}
	return out
}

// batch draws quads that have the page and the filter of the first.
func (p *painter) batch(screen *ebiten.Image, quads []drawlist.Quad, origin image.Point, scale float32) {
	page := p.pages[quads[0].Page]
	if quads[0].Page == drawlist.Sprite {
		page = p.sheet.cell(quads[0].Src)
	}
	if page == nil {
		return
	}
	p.vertices, p.indices = p.vertices[:0], p.indices[:0]
	for _, q := range quads {
		i := uint16(len(p.vertices))
		x0, y0 := q.Dst.X*scale-float32(origin.X), q.Dst.Y*scale-float32(origin.Y)
		x1, y1 := x0+q.Dst.W*scale, y0+q.Dst.H*scale
		v := ebiten.Vertex{
			ColorR: float32(q.Tint.R) / 255, ColorG: float32(q.Tint.G) / 255,
			ColorB: float32(q.Tint.B) / 255, ColorA: float32(q.Tint.A) / 255,
		}
		corner := func(x, y, u, w float32) {
			v.DstX, v.DstY, v.SrcX, v.SrcY = x, y, u, w
			p.vertices = append(p.vertices, v)
		}
		corner(x0, y0, q.Src.X, q.Src.Y)
		corner(x1, y0, q.Src.X+q.Src.W, q.Src.Y)
		corner(x0, y1, q.Src.X, q.Src.Y+q.Src.H)
		corner(x1, y1, q.Src.X+q.Src.W, q.Src.Y+q.Src.H)
		p.indices = append(p.indices, i, i+1, i+2, i+1, i+3, i+2)
	}
	o := &ebiten.DrawTrianglesOptions{ColorScaleMode: ebiten.ColorScaleModePremultipliedAlpha}
	if quads[0].Linear {
		o.Filter = ebiten.FilterLinear
	}
	screen.DrawTriangles(p.vertices, p.indices, page, o)
}
