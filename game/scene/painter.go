package scene

import (
	"math"

	"dango/game/drawlist"
	"dango/game/glyph"
)

// painter appends quads. Everything lands on whole device pixels.
type painter struct {
	list  []drawlist.Quad
	text  *glyph.Set
	shape *shapes
	scale float32
	alpha float32 // of all that is painted
	clip  drawlist.Rect
	cuts  bool // clip is in force
}

// px is v on the grid of device pixels.
func (p *painter) px(v float32) float32 {
	return float32(math.Round(float64(v*p.scale))) / p.scale
}

func (p *painter) snap(r drawlist.Rect) drawlist.Rect {
	x, y := p.px(r.X), p.px(r.Y)
	return drawlist.Rect{X: x, Y: y, W: p.px(r.X+r.W) - x, H: p.px(r.Y+r.H) - y}
}

// add appends q, faded and clipped.
func (p *painter) add(q drawlist.Quad) {
	q.Tint = faded(q.Tint, p.alpha)
	if p.cuts {
		var ok bool
		if q, ok = drawlist.Clip(q, p.clip); !ok {
			return
		}
	}
	p.list = append(p.list, q)
}

// box stretches a nine-patch over r. A box smaller than its corners gets smaller corners.
func (p *painter) box(n patch, r drawlist.Rect, c drawlist.Color) {
	r = p.snap(r)
	corner := min(float32(n.corner)/p.scale, r.W/2, r.H/2)
	k := corner * p.scale
	sx := [4]float32{0, k, n.src.W - k, n.src.W}
	sy := [4]float32{0, k, n.src.H - k, n.src.H}
	dx := [4]float32{0, corner, r.W - corner, r.W}
	dy := [4]float32{0, corner, r.H - corner, r.H}
	for j := range 3 {
		for i := range 3 {
			if n.hollow && i == 1 && j == 1 || dx[i+1] <= dx[i] || dy[j+1] <= dy[j] {
				continue
			}
			p.add(drawlist.Quad{Page: drawlist.Shapes, Tint: c,
				Src: drawlist.Rect{X: n.src.X + sx[i], Y: n.src.Y + sy[j], W: sx[i+1] - sx[i], H: sy[j+1] - sy[j]},
				Dst: drawlist.Rect{X: r.X + dx[i], Y: r.Y + dy[j], W: dx[i+1] - dx[i], H: dy[j+1] - dy[j]}})
		}
	}
}

// shadow paints what a card casts.
func (p *painter) shadow(r drawlist.Rect, c drawlist.Color) {
	p.cast(p.shape.shadow, r, shadowReach, shadowDrop, c)
}

func (p *painter) cast(n patch, r drawlist.Rect, far, drop float32, c drawlist.Color) {
	reach := float32(math.Ceil(float64(far*p.scale))) / p.scale
	p.box(n, p.snap(r).Inset(-reach).Translate(0, p.px(drop)), c)
}

// icon paints an icon around a point.
func (p *painter) icon(i icon, x, y float32, c drawlist.Color) {
	src := p.shape.icon[i]
	w, h := src.W/p.scale, src.H/p.scale
	p.add(drawlist.Quad{Page: drawlist.Shapes, Src: src, Tint: c,
		Dst: drawlist.Rect{X: p.px(x - w/2), Y: p.px(y - h/2), W: w, H: h}})
}

// write paints one line with its left end at x, in the middle of the h pixels below y.
func (p *painter) write(t *glyph.Text, x, y, h float32, c drawlist.Color) {
	p.lines(t, 0, t.Lines, x, y+(h-t.LineHeight())/2, c)
}

// lines paints lines from…from+n of t, the first with its top left at x, y.
func (p *painter) lines(t *glyph.Text, from, n int, x, y float32, c drawlist.Color) {
	at := len(p.list)
	p.list = p.text.AppendLines(p.list, t, from, n, drawlist.Point{X: x, Y: y}, faded(c, p.alpha))
	if !p.cuts {
		return
	}
	kept := p.list[:at]
	for _, q := range p.list[at:] {
		if q, ok := drawlist.Clip(q, p.clip); ok {
			kept = append(kept, q)
		}
	}
	p.list = kept
}
