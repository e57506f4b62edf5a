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
	kx, ky := float64(q.Src.W)/w, float64(q.Src.H)/h
	for y := area.Min.Y; y < area.Max.Y; y++ {
		v := float64(q.Src.Y) + (float64(y)+.5-y0)*ky
		out := dst.Pix[dst.PixOffset(area.Min.X, y):]
		for x := area.Min.X; x < area.Max.X; x++ {
			u := float64(q.Src.X) + (float64(x)+.5-x0)*kx
			var c [4]uint32
			if q.Linear {
				c = linear(src, q.Src, u, v)
			} else {
				c = nearest(src, q.Src, u, v)
			}
			over(out[:4:4], c, q.Tint)
			out = out[4:]
		}
	}
}

// cover is the first pixel whose centre lies at or behind an edge. The slack absorbs the rounding of world coordinates.
func cover(edge float64) int { return int(math.Ceil(edge - .5 - 1./256)) }

func nearest(src *image.RGBA, r drawlist.Rect, u, v float64) [4]uint32 {
	x := min(max(int(math.Floor(u+1./512)), int(r.X)), int(math.Ceil(float64(r.X+r.W)))-1)
	y := min(max(int(math.Floor(v+1./512)), int(r.Y)), int(math.Ceil(float64(r.Y+r.H)))-1)
	return at(src, x, y)
}

// linear blends the four pixels around (u, v). Outside the source rectangle its border goes on, so that neighbours on
// the page never shine through.
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

func at(src *image.RGBA, x, y int) (c [4]uint32) {
	if !image.Pt(x, y).In(src.Rect) {
		return c
	}
	p := src.Pix[src.PixOffset(x, y):]
	return [4]uint32{uint32(p[0]), uint32(p[1]), uint32(p[2]), uint32(p[3])}
}

// over blends c × tint over dst, both premultiplied.
func over(dst []uint8, c [4]uint32, tint drawlist.Color) {
	if c == ([4]uint32{}) {
		return
	}
	t := [4]uint32{uint32(tint.R), uint32(tint.G), uint32(tint.B), uint32(tint.A)}
	left := 255 - (c[3]*t[3]+127)/255
	for i := range t {
		dst[i] = uint8(min(255, (c[i]*t[i]+127)/255+(uint32(dst[i])*left+127)/255))
	}
}

func round(v float64) int { return int(math.Round(v)) }
