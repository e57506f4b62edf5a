// Package drawlist holds the words of a picture: quads cut from pages, back to front.
//
// game/scene appends them, game/raster paints them into memory, game replays them with the engine.
package drawlist

import "image"

// PageID names a page. Both painters keep one picture per page.
type PageID uint8

const (
	Shapes PageID = iota // corners, discs, shadows, one solid pixel
	Glyphs               // rasterised text at device resolution
	Sprite               // the pet's atlas
	NumPages
)

// Point is a position in the world: logical pixels of the desktop, origin at the top left of the first monitor,
// negative to the left of and above it.
type Point struct{ X, Y float32 }

// Rect is a rectangle: in the world for destinations, in pixels of its page for sources.
type Rect struct{ X, Y, W, H float32 }

// Contains says whether p lies inside r; the right and bottom edges lie outside.
func (r Rect) Contains(p Point) bool {
	return p.X >= r.X && p.Y >= r.Y && p.X < r.X+r.W && p.Y < r.Y+r.H
}

// Empty says whether r holds no area.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Union is the smallest rectangle that holds both; an empty one adds nothing.
func (r Rect) Union(o Rect) Rect {
	if r.Empty() {
		return o
	}
	if o.Empty() {
		return r
	}
	x, y := min(r.X, o.X), min(r.Y, o.Y)
	return Rect{x, y, max(r.X+r.W, o.X+o.W) - x, max(r.Y+r.H, o.Y+o.H) - y}
}

// Intersect is what both hold; empty when they do not meet.
func (r Rect) Intersect(o Rect) Rect {
	x, y := max(r.X, o.X), max(r.Y, o.Y)
	w, h := min(r.X+r.W, o.X+o.W)-x, min(r.Y+r.H, o.Y+o.H)-y
	if w <= 0 || h <= 0 {
		return Rect{}
	}
	return Rect{x, y, w, h}
}

// Inset moves every edge inwards by d; a negative d grows r.
func (r Rect) Inset(d float32) Rect { return Rect{r.X + d, r.Y + d, r.W - 2*d, r.H - 2*d} }

// Translate moves r.
func (r Rect) Translate(dx, dy float32) Rect { return Rect{r.X + dx, r.Y + dy, r.W, r.H} }

// Color is premultiplied, as the engine wants it. A quad's page is multiplied by it.
type Color struct{ R, G, B, A uint8 }

// White leaves a page's own colours as they are.
var White = Color{255, 255, 255, 255}

// Quad is one rectangle of a page, stretched over one rectangle of the world, source-over.
type Quad struct {
	Page   PageID
	Src    Rect
	Dst    Rect
	Tint   Color
	Linear bool // smooth when stretched; else nearest
}

// Clip cuts q to c, its source in proportion. ok is false when nothing is left.
func Clip(q Quad, c Rect) (_ Quad, ok bool) {
	d := q.Dst.Intersect(c)
	if d.Empty() {
		return q, false
	}
	if d != q.Dst {
		kx, ky := q.Src.W/q.Dst.W, q.Src.H/q.Dst.H
		q.Src = Rect{q.Src.X + (d.X-q.Dst.X)*kx, q.Src.Y + (d.Y-q.Dst.Y)*ky, d.W * kx, d.H * ky}
		q.Dst = d
	}
	return q, true
}

// Page is a picture that quads cut from, with what has changed since the engine last uploaded it.
//
// The game goroutine alone touches a page. Image is premultiplied, and may be replaced by a larger one.
type Page struct {
	Image *image.RGBA
	Dirty image.Rectangle // to be uploaded; the uploader empties it
	Cells Cells           // when set, the picture never changes, and every quad is one whole cell of it
}

// Cells is a picture of which one cell at a time is at hand. A painter that takes it from a page, and sets both it and Image
// to nil, paints from it until another comes.
type Cells interface {
	// Pixels are those of the cell at r, with the same coordinates; nil where there is no such cell.
	Pixels(r image.Rectangle) *image.RGBA
	// Rest is told that no cell will be needed for a while.
	Rest()
}

// Pages is one page per id.
type Pages [NumPages]*Page
