// Package raster paints a draw list into memory: the picture that tests compare and that is written to files.
package raster

import (
	"image"
	"math"

	"dango/game/drawlist"
)

// Draw paints list, cut from pages, as a window over viewport (world) with scale device pixels a logical pixel shows
// it. The result is premultiplied and transparent where nothing is painted. A quad whose page has no picture is left out.
func Draw(list []drawlist.Quad, pages *drawlist.Pages, viewport drawlist.Rect, scale float64) *image.RGBA {
	dst := image.NewRGBA(image.Rect(0, 0, round(float64(viewport.W)*scale), round(float64(viewport.H)*scale)))
	Paint(dst, list, pages, drawlist.Point{X: viewport.X, Y: viewport.Y}, scale)
	return dst
}

// Paint paints list over dst, whose top left pixel shows the point origin of the world.
func Paint(dst *image.RGBA, list []drawlist.Quad, pages *drawlist.Pages, origin drawlist.Point, scale float64) {
	for i := range list {
		q := &list[i]
		if p := pages[q.Page]; p != nil && p.Image != nil && !q.Dst.Empty() && q.Tint != (drawlist.Color{}) {
			paint(dst, p.Image, q, origin, scale)
		}
	}
}

// paint covers the pixels whose centres lie in the quad, as the engine does.
func paint(dst, src *image.RGBA, q *drawlist.Quad, origin drawlist.Point, scale float64) {
	x0, y0 := float64(q.Dst.X-origin.X)*scale, float64(q.Dst.Y-origin.Y)*scale
	w, h := float64(q.Dst.W)*scale, float64(q.Dst.H)*scale
	area := image.Rect(cover(x0), cover(y0), cover(x0+w), cover(y0+h)).Intersect(dst.Rect)
	// Outside the source rectangle its border goes on, so that neighbours on the page never shine through.
	from := image.Rect(
		int(q.Src.X), int(q.Src.Y), int(math.Ceil(float64(q.Src.X+q.Src.W))), int(math.Ceil(float64(q.Src.Y+q.Src.H))),
	).Intersect(src.Rect)
	if area.Empty() || from.Empty() {
		return
	}
	kx, ky := float64(q.Src.W)/w, float64(q.Src.H)/h
	tint := [4]uint32{uint32(q.Tint.R), uint32(q.Tint.G), uint32(q.Tint.B), uint32(q.Tint.A)}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		v := float64(q.Src.Y) + (float64(y)+.5-y0)*ky
		out := dst.Pix[dst.PixOffset(area.Min.X, y):]
		for x := area.Min.X; x < area.Max.X; x++ {
			u := float64(q.Src.X) + (float64(x)+.5-x0)*kx
			if q.Linear {
				over(out, linear(src, q.Src, u, v), tint)
			} else {
				over(out, nearest(src, from, u, v), tint)
			}
			out = out[4:]
		}
	}
}

// cover is the first pixel whose centre lies at or behind an edge. The slack absorbs the rounding of world coordinates.
func cover(edge float64) int { return int(math.Ceil(edge - .5 - 1./256)) }

func nearest(src *image.RGBA, from image.Rectangle, u, v float64) [4]uint32 {
	x := min(max(int(u+1./512), from.Min.X), from.Max.X-1)
	y := min(max(int(v+1./512), from.Min.Y), from.Max.Y-1)
	return at(src, x, y)
}

// linear blends the four pixels around (u, v).
func linear(src *image.RGBA, r drawlist.Rect, u, v float64) [4]uint32 {
	u = min(max(u-.5, float64(r.X)), float64(r.X+r.W)-1)
	v = min(max(v-.5, float64(r.Y)), float64(r.Y+r.H)-1)
	x, y := math.Floor(u), math.Floor(v)
	fx, fy := uint32((u-x)*256), uint32((v-y)*256)
	ix, iy := int(x), int(y)
	jx, jy := ix, iy
	if fx > 0 {
		jx++
	}
	if fy > 0 {
		jy++
	}
	a, b, c, d := at(src, ix, iy), at(src, jx, iy), at(src, ix, jy), at(src, jx, jy)
	for i := range a {
		top, bottom := a[i]*(256-fx)+b[i]*fx, c[i]*(256-fx)+d[i]*fx
		a[i] = (top*(256-fy) + bottom*fy + 1<<15) >> 16
	}
	return a
}

func at(src *image.RGBA, x, y int) [4]uint32 {
	p := src.Pix[(y-src.Rect.Min.Y)*src.Stride+(x-src.Rect.Min.X)*4:][:4:4]
	return [4]uint32{uint32(p[0]), uint32(p[1]), uint32(p[2]), uint32(p[3])}
}

// over blends c × tint over the first pixel of dst, all premultiplied.
func over(dst []uint8, c, tint [4]uint32) {
	if c[3] == 0 {
		return
	}
	d := dst[:4:4]
	left := 255 - (c[3]*tint[3]+127)/255
	for i := range d {
		d[i] = uint8(min(255, (c[i]*tint[i]+127)/255+(uint32(d[i])*left+127)/255))
	}
}

func round(v float64) int { return int(math.Round(v)) }
