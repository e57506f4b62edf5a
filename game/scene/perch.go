package scene

import (
	"image"
	"math"

	"dango/game/drawlist"
	"dango/sprite"
)

const (
	// perchReach is how far the number may stick out of the body, in logical pixels. Bubbles begin at layout.Gap.
	perchReach = 2
	// perchHold is how much of the number lies on the body, or it would seem to float.
	perchHold = .35
	// perchClear is how much of the number may lie on what sticks out of the pet when it sits on a shoulder that is liked better.
	perchClear = .2
)

// perch is where the number of sessions sits: on the same shoulder whatever the pet does, where it covers least of a raised
// hand or a sign.
type perch struct {
	size        float32 // of the pet that it was found for
	right, down bool    // which shoulder
	at          drawlist.Point
}

// shoulders are the corners of the body in the order in which they are liked.
var shoulders = [...]perch{{right: true}, {}, {right: true, down: true}, {down: true}}

// perched finds the number's outer corner, in logical pixels from the cell's.
func (c *character) perched() *perch {
	if c.perch.size == c.size {
		return &c.perch
	}
	least := float32(math.Inf(1))
	for _, p := range shoulders {
		out := p.settle(c.sheet, c.body, c.size)
		if out < least {
			c.perch, least = p, out
		}
		if out <= perchClear {
			break
		}
	}
	return &c.perch
}

// settle comes from a corner of the body towards its middle until the number has hold of it. out is how much of the number
// then lies on what the pet does at times, 1 being all of it.
func (p *perch) settle(sheet *sprite.Sheet, body image.Rectangle, size float32) (out float32) {
	p.size = size
	k := 1 / size
	w, h := float32(body.Dx()), float32(body.Dy())
	whole := countSize * k * countSize * k
	steps := max(1, int(max(w, h)*size/2))
	for i := range steps {
		way := float32(i) / float32(2*steps)
		x, y := float32(body.Min.X)-perchReach*k+way*w, float32(body.Min.Y)-perchReach*k+way*h
		if p.right {
			x = float32(body.Max.X) + perchReach*k - way*w
		}
		if p.down {
			y = float32(body.Max.Y) + perchReach*k - way*h
		}
		p.at = drawlist.Point{X: x * size, Y: y * size}
		r := p.rect(countSize)
		rest, covered := sheet.Under(image.Rect(int(r.X*k), int(r.Y*k), int((r.X+r.W)*k), int((r.Y+r.H)*k)))
		if out = covered / whole; rest >= perchHold*whole {
			break
		}
	}
	return out
}

// rect is the number's place when it is w wide. A wider one grows towards the middle.
func (p *perch) rect(w float32) drawlist.Rect {
	r := drawlist.Rect{X: p.at.X, Y: p.at.Y, W: w, H: countSize}
	if p.right {
		r.X -= w
	}
	if p.down {
		r.Y -= countSize
	}
	return r
}
