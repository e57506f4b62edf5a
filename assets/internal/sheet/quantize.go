package sheet

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

const (
	paletteSize = 256
	refinements = 6 // more of them change nothing that can be seen
)

// tone is a premultiplied colour of the picture and how many pixels have it.
type tone struct {
	v [4]float64
	n float64
}

// box is a group of tones that will become one entry of the palette.
type box struct {
	tones []tone
	mean  [4]float64
	axis  int     // of the largest spread
	cost  float64 // squared error along that axis
}

// quantize reduces a picture to a palette of 256 colours, entry 0 fully transparent.
//
// It cuts the colours at the means of the worst boxes and then lets the entries settle among their neighbours.
// It does not dither: a pattern would crawl from frame to frame.
func quantize(m *image.NRGBA) *image.Paletted {
	tones := tonesOf(m)
	centres := refine(tones, cut(tones, paletteSize-1))
	p := color.Palette{color.NRGBA{}}
	for _, c := range centres {
		p = append(p, straight(c))
	}
	out := image.NewPaletted(m.Rect, p)
	index := map[[4]float64]uint8{}
	for i := range out.Pix {
		v := premultiplied(m.Pix[4*i:])
		if v[3] == 0 {
			continue
		}
		k, ok := index[v]
		if !ok {
			k = uint8(nearest(centres, v) + 1)
			index[v] = k
		}
		out.Pix[i] = k
	}
	return out
}

func premultiplied(p []uint8) [4]float64 {
	a := float64(p[3])
	return [4]float64{float64(p[0]) * a / 255, float64(p[1]) * a / 255, float64(p[2]) * a / 255, a}
}

func straight(c [4]float64) color.NRGBA {
	k := 255 / max(c[3], 1)
	round := func(v float64) uint8 { return uint8(min(v, 255) + 0.5) }
	return color.NRGBA{round(c[0] * k), round(c[1] * k), round(c[2] * k), round(c[3])}
}

// tonesOf counts the colours of a picture, in a fixed order.
func tonesOf(m *image.NRGBA) []tone {
	count := map[[4]float64]float64{}
	for i := 0; i < len(m.Pix); i += 4 {
		if m.Pix[i+3] != 0 {
			count[premultiplied(m.Pix[i:])]++
		}
	}
	tones := make([]tone, 0, len(count))
	for v, n := range count {
		tones = append(tones, tone{v, n})
	}
	slices.SortFunc(tones, func(a, b tone) int { return slices.Compare(a.v[:], b.v[:]) })
	return tones
}

// cut splits the tones into at most n boxes, always the one with the largest error.
func cut(tones []tone, n int) [][4]float64 {
	boxes := []box{newBox(tones)}
	for len(boxes) < n {
		i := worst(boxes)
		a, b := boxes[i].split()
		if len(a) == 0 || len(b) == 0 {
			break
		}
		boxes[i] = newBox(a)
		boxes = append(boxes, newBox(b))
	}
	centres := make([][4]float64, len(boxes))
	for i, b := range boxes {
		centres[i] = b.mean
	}
	return centres
}

func worst(boxes []box) (at int) {
	for i, b := range boxes {
		if b.cost > boxes[at].cost {
			at = i
		}
	}
	return at
}

func newBox(tones []tone) box {
	b := box{tones: tones}
	var n float64
	for _, t := range tones {
		n += t.n
		for i, v := range t.v {
			b.mean[i] += v * t.n
		}
	}
	for i := range b.mean {
		b.mean[i] /= n
		var cost float64
		for _, t := range tones {
			d := t.v[i] - b.mean[i]
			cost += d * d * t.n
		}
		if cost > b.cost {
			b.axis, b.cost = i, cost
		}
	}
	return b
}

// split divides a box at its mean.
func (b box) split() (low, high []tone) {
	slices.SortStableFunc(b.tones, func(x, y tone) int { return cmp.Compare(x.v[b.axis], y.v[b.axis]) })
	i := 0
	for i < len(b.tones) && b.tones[i].v[b.axis] <= b.mean[b.axis] {
		i++
	}
	return b.tones[:i], b.tones[i:]
}

// refine moves each centre to the mean of the tones that are nearest to it, a few times over.
func refine(tones []tone, centres [][4]float64) [][4]float64 {
	for range refinements {
		sum := make([]tone, len(centres))
		for _, t := range tones {
			s := &sum[nearest(centres, t.v)]
			s.n += t.n
			for i, v := range t.v {
				s.v[i] += v * t.n
			}
		}
		for i, s := range sum {
			for j := range s.v {
				if s.n > 0 {
					centres[i][j] = s.v[j] / s.n
				}
			}
		}
	}
	return centres
}

func nearest(centres [][4]float64, v [4]float64) (at int) {
	best := -1.0
	for i, c := range centres {
		r, g, b, a := c[0]-v[0], c[1]-v[1], c[2]-v[2], c[3]-v[3]
		if d := r*r + g*g + b*b + a*a; best < 0 || d < best {
			at, best = i, d
		}
	}
	return at
}
