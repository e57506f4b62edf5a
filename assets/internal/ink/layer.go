package ink

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/vector"
)

// Color is straight (not premultiplied), each part from 0 to 1.
type Color struct{ R, G, B, A float64 }

// Hex is an opaque colour: 0xRRGGBB.
func Hex(v uint32) Color {
	return Color{float64(v>>16&255) / 255, float64(v>>8&255) / 255, float64(v&255) / 255, 1}
}

// Fade is the colour with its alpha multiplied by a.
func (c Color) Fade(a float64) Color { c.A *= a; return c }

// Mix is c at 0 and d at 1.
func (c Color) Mix(d Color, t float64) Color {
	return Color{c.R + (d.R-c.R)*t, c.G + (d.G-c.G)*t, c.B + (d.B-c.B)*t, c.A + (d.A-c.A)*t}
}

// Paint gives the colour of a point.
type Paint func(Pt) Color

// Flat is one colour everywhere.
func Flat(c Color) Paint { return func(Pt) Color { return c } }

// Linear goes through the colours from one point to another.
func Linear(from, to Pt, ramp ...Color) Paint {
	d := to.Sub(from)
	l := d.X*d.X + d.Y*d.Y
	return func(p Pt) Color {
		q := p.Sub(from)
		return along(ramp, (q.X*d.X+q.Y*d.Y)/l)
	}
}

// Radial goes through the colours from a centre to an ellipse round it.
func Radial(centre Pt, rx, ry float64, ramp ...Color) Paint {
	return func(p Pt) Color {
		q := p.Sub(centre)
		return along(ramp, math.Hypot(q.X/rx, q.Y/ry))
	}
}

func along(ramp []Color, t float64) Color {
	t = min(max(t, 0), 1) * float64(len(ramp)-1)
	i := min(int(t), len(ramp)-2)
	return ramp[i].Mix(ramp[i+1], t-float64(i))
}

// Mask is how much of each pixel of a layer may be painted, 0 to 1.
type Mask []float64

// Layer is a transparent picture to paint on.
type Layer struct {
	W, H int     // in pixels
	zoom float64 // pixels a unit of shapes and paints
	pix  []Color // premultiplied
	clip Mask    // nil = everything
}

// NewLayer is an empty layer.
func NewLayer(w, h int) *Layer { return Zoomed(w, h, 1) }

// Zoomed is an empty layer for the same drawing at another size: zoom pixels for each of NewLayer's.
func Zoomed(w, h int, zoom float64) *Layer {
	w, h = int(math.Ceil(float64(w)*zoom)), int(math.Ceil(float64(h)*zoom))
	return &Layer{W: w, H: h, zoom: zoom, pix: make([]Color, w*h)}
}

// blank is an empty layer like l.
func (l *Layer) blank() *Layer {
	return &Layer{W: l.W, H: l.H, zoom: l.zoom, pix: make([]Color, len(l.pix))}
}

// Clip lets the next fills touch the inside of a shape only, until the returned function is called.
func (l *Layer) Clip(s Shape) (restore func()) {
	old := l.clip
	k := make(Mask, len(l.pix))
	l.cover(s, func(i int, c float64) {
		if old != nil {
			c *= old[i]
		}
		k[i] = c
	})
	l.clip = k
	return func() { l.clip = old }
}

// Fill paints the inside of a shape.
func (l *Layer) Fill(s Shape, p Paint) {
	l.cover(s, func(i int, cover float64) {
		if l.clip != nil {
			cover *= l.clip[i]
		}
		if cover > 0 {
			c := p(Pt{(float64(i%l.W) + 0.5) / l.zoom, (float64(i/l.W) + 0.5) / l.zoom})
			l.over(i, c.Fade(cover))
		}
	})
}

func (l *Layer) over(i int, c Color) {
	d, k := l.pix[i], 1-c.A
	l.pix[i] = Color{c.R*c.A + d.R*k, c.G*c.A + d.G*k, c.B*c.A + d.B*k, c.A + d.A*k}
}

// cover calls each for every pixel that the shape touches.
func (l *Layer) cover(s Shape, each func(i int, cover float64)) {
	r := vector.NewRasterizer(l.W, l.H)
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, c := range s {
		for j, p := range c {
			p = Pt{p.X * l.zoom, p.Y * l.zoom}
			if lo, hi = min(lo, p.Y), max(hi, p.Y); j == 0 {
				r.MoveTo(float32(p.X), float32(p.Y))
			} else {
				r.LineTo(float32(p.X), float32(p.Y))
			}
		}
		r.ClosePath()
	}
	a := image.NewAlpha(image.Rect(0, 0, l.W, l.H))
	r.Draw(a, a.Rect, image.Opaque, image.Point{})
	top, bottom := max(int(lo), 0), min(int(hi)+1, l.H)
	for i := top * l.W; i < bottom*l.W; i++ {
		if a.Pix[i] != 0 {
			each(i, float64(a.Pix[i])/255)
		}
	}
}

// Over lays o over l.
func (l *Layer) Over(o *Layer) {
	for i, c := range o.pix {
		d, k := l.pix[i], 1-c.A
		l.pix[i] = Color{c.R + d.R*k, c.G + d.G*k, c.B + d.B*k, c.A + d.A*k}
	}
}

// Rim gives a layer that holds what is painted on l, grown by radius px in every direction, in one colour.
func (l *Layer) Rim(radius float64, c Color) *Layer {
	out := l.blank()
	radius *= l.zoom
	reach := int(math.Ceil(radius))
	for y := range l.H {
		for x := range l.W {
			if a := l.near(x, y, reach, radius); a > 0 {
				out.over(y*l.W+x, c.Fade(a))
			}
		}
	}
	return out
}

// near is the most alpha round a pixel, each neighbour counted by how far inside the radius it lies.
func (l *Layer) near(x, y, reach int, radius float64) (most float64) {
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			if x+dx < 0 || x+dx >= l.W || y+dy < 0 || y+dy >= l.H {
				continue
			}
			k := min(max(radius+0.5-math.Hypot(float64(dx), float64(dy)), 0), 1)
			most = max(most, k*l.pix[(y+dy)*l.W+x+dx].A)
		}
	}
	return most
}

// Image is the layer in eight bits.
func (l *Layer) Image() *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, l.W, l.H))
	for i, c := range l.pix {
		if a := round(c.A); a > 0 {
			m.SetNRGBA(i%l.W, i/l.W, color.NRGBA{round(c.R / c.A), round(c.G / c.A), round(c.B / c.A), a})
		}
	}
	return m
}

func round(v float64) uint8 { return uint8(min(max(v, 0), 1)*255 + 0.5) }
