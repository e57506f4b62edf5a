package scene

import (
	"image"
	"math"

	"dango/game/drawlist"
	"dango/session"
)

// Radii and widths in logical pixels.
const (
	cardRadius   = 12
	buttonRadius = 8
	hairline     = 1
	leaderLine   = 2.5
	otherLine    = 1.5 // of bubbles that do not lead
	shadowDrop   = 5
	shadowReach  = 22 // how far the shadow of a card goes beyond it; below it is shadowDrop more
	chipReach    = 7  // the same for a chip, whose shadow hangs chipDrop low
	chipDrop     = 1
	tabReach     = 18
	tabDrop      = 4
)

// patch is a nine-patch: its corners keep their size, its middle is stretched.
type patch struct {
	src    drawlist.Rect // on the page, pixels
	corner int           // pixels
	hollow bool          // the middle is empty or covered: leave it out
}

// shapes holds every mask that cards are made of, drawn for one scale. Masks are white; quads tint them.
type shapes struct {
	scale  float64
	page   drawlist.Page
	x, y   int
	height int

	card, button, pill   patch
	pillLine             patch
	thumb, chip          patch
	slider, sliderLine   patch
	cardLine, cardLeader patch
	buttonLine, chipLine patch
	radio, radioLine     patch
	check, checkLine     patch
	mark, solid, dot     patch // behind words; a plain rectangle; five pixels wide
	focus, buttonFocus   patch
	shadow, chipShadow   patch
	bar, barLine, bead   patch
	barShadow            patch
	icon                 [icons]drawlist.Rect
	own                  [session.States]*image.Alpha // the pet's marks of states; nil = ours
}

const shapesWidth = 512

// draw makes the page anew for a scale.
func (s *shapes) draw(scale float64) {
	*s = shapes{scale: scale, own: s.own}
	s.page.Image = image.NewRGBA(image.Rect(0, 0, shapesWidth, 128))
	s.card = s.box(cardRadius, 0)
	s.button = s.box(buttonRadius, 0)
	s.pill, s.pillLine = s.box(9, 0), s.box(9, s.pen(hairline))
	s.thumb = s.box(1.5, 0)
	s.slider, s.sliderLine = s.box(barWidth/2, 0), s.box(barWidth/2+1, s.pen(1))
	s.chip = s.box(chipHeight/2, 0)
	s.chipLine = s.box(chipHeight/2, s.pen(hairline))
	s.cardLine = s.box(cardRadius, otherLine*scale)
	s.cardLeader = s.box(cardRadius, s.pen(leaderLine))
	s.buttonLine = s.box(buttonRadius, s.pen(hairline))
	s.radio, s.radioLine = s.box(7, 0), s.box(7, s.pen(1.25))
	s.check, s.checkLine = s.box(4, 0), s.box(4, s.pen(1.25))
	s.mark, s.solid, s.dot = s.box(3, 0), s.box(0, 0), s.box(2.5, 0)
	s.focus, s.buttonFocus = s.box(buttonRadius+2, s.pen(2)), s.box(buttonRadius, s.pen(1.5))
	s.shadow = s.blur(cardRadius, shadowReach, shadowDrop)
	s.chipShadow = s.blur(chipHeight/2-1, chipReach, chipDrop)
	s.bar, s.barLine, s.bead = s.box(barRadius, 0), s.box(barRadius, s.pen(hairline)), s.box(beadSize/2, 0)
	s.barShadow = s.blur(barRadius, tabReach, tabDrop)
	for i := range s.icon {
		if i < len(s.own) && s.own[i] != nil {
			s.icon[i] = s.glyph(s.own[i])
			continue
		}
		s.icon[i] = s.sign(drawings[i])
	}
	s.page.Dirty = s.page.Image.Bounds()
}

// pen is a line's width in device pixels: at least one, and a whole number below two, so that hairlines are even.
func (s *shapes) pen(w float64) float64 {
	if w *= s.scale; w < 2 {
		return max(1, math.Round(w))
	}
	return w
}

// box draws a rounded square of radius r logical pixels: filled, or a line of pen device pixels along the inner edge.
func (s *shapes) box(r, pen float64) patch {
	r *= s.scale
	corner := int(math.Ceil(max(r, pen))) + 1
	n := 2*corner + 1
	mid := float64(n) / 2
	src := s.mask(n, n, func(x, y float64) float64 {
		d := roundedBox(x-mid, y-mid, mid, r)
		if pen == 0 {
			return cover(d)
		}
		return cover(d) - cover(d+pen)
	})
	return patch{src: src, corner: corner, hollow: pen > 0}
}

// roundedBox is the distance to a square of half size h with corners of radius r.
func roundedBox(x, y, h, r float64) float64 {
	qx, qy := math.Abs(x)-h+r, math.Abs(y)-h+r
	return math.Hypot(max(qx, 0), max(qy, 0)) + min(max(qx, qy), 0) - r
}

// cover turns a distance in pixels into how much of the pixel is inside.
func cover(d float64) float64 { return min(1, max(0, .5-d)) }

// blur draws the shadow of a box: a wide soft one for height and a narrow one that sets the edge off. It is cut out
// where the box covers it, so that a box that fades shows the desktop and not its own shadow.
func (s *shapes) blur(radius, far, drop float64) patch {
	reach := int(math.Ceil(far * s.scale))
	radius *= s.scale
	corner := reach + int(math.Ceil(max(radius+drop*s.scale, min(far*s.scale, 2*radius))))
	n := 2*corner + 1
	solid := make([]float64, n*n)
	half := float64(n)/2 - float64(reach)
	for y := range n {
		for x := range n {
			solid[y*n+x] = cover(roundedBox(float64(x)+.5-float64(n)/2, float64(y)+.5-float64(n)/2, half, radius))
		}
	}
	wide, tight := gauss(solid, n, far*.36*s.scale), gauss(solid, n, far*.07*s.scale)
	lift := int(math.Round(max(0, drop-1) * s.scale)) // the narrow one hangs a pixel low only
	hang := math.Round(drop * s.scale)
	src := s.mask(n, n, func(x, y float64) float64 {
		ix, iy := int(x), int(y)
		near := 0.
		if j := iy + lift; j < n {
			near = tight[j*n+ix]
		}
		under := cover(roundedBox(x-float64(n)/2, y+hang-float64(n)/2, half-1, radius-1))
		return (.72*wide[iy*n+ix] + .28*near) * (1 - under)
	})
	return patch{src: src, corner: corner, hollow: true}
}

// gauss blurs a square picture.
func gauss(src []float64, n int, sigma float64) []float64 {
	r := int(math.Ceil(3 * sigma))
	kernel := make([]float64, r+1)
	sum := 0.
	for i := range kernel {
		kernel[i] = math.Exp(-float64(i*i) / (2 * sigma * sigma))
		sum += kernel[i]
		if i > 0 {
			sum += kernel[i]
		}
	}
	pass := func(src []float64, step, across int) []float64 {
		out := make([]float64, n*n)
		for a := range n {
			for i := range n {
				v := 0.
				for k := max(-r, -i); k <= min(r, n-1-i); k++ {
					v += kernel[max(k, -k)] * src[a*across+(i+k)*step]
				}
				out[a*across+i*step] = v / sum
			}
		}
		return out
	}
	return pass(pass(src, 1, n), n, 1)
}

// sign draws an icon.
func (s *shapes) sign(f shape) drawlist.Rect {
	n := int(math.Ceil(iconBox * s.scale))
	mid := float64(n) / 2
	return s.mask(n, n, func(x, y float64) float64 {
		return cover(f((x-mid)/s.scale, (y-mid)/s.scale) * s.scale)
	})
}

// mask finds room for w × h pixels on the page and fills it; f gets the middles of the pixels.
func (s *shapes) mask(w, h int, f func(x, y float64) float64) drawlist.Rect {
	if s.x+w+1 > shapesWidth {
		s.x, s.y, s.height = 0, s.y+s.height, 0
	}
	if need := s.y + h + 1; need > s.page.Image.Rect.Dy() {
		old := s.page.Image
		s.page.Image = image.NewRGBA(image.Rect(0, 0, shapesWidth, max(need, 2*old.Rect.Dy())))
		copy(s.page.Image.Pix, old.Pix)
	}
	at := image.Pt(s.x, s.y)
	s.x += w + 1
	s.height = max(s.height, h+1)
	for y := range h {
		line := s.page.Image.Pix[s.page.Image.PixOffset(at.X, at.Y+y):]
		for x := range w {
			v := uint8(math.Round(255 * min(1, max(0, f(float64(x)+.5, float64(y)+.5)))))
			line[4*x], line[4*x+1], line[4*x+2], line[4*x+3] = v, v, v, v
		}
	}
	return drawlist.Rect{X: float32(at.X), Y: float32(at.Y), W: float32(w), H: float32(h)}
}
