package sheet

import (
	"fmt"
	"image"
)

// Palette gives the colours, three bytes each, with which the encoded sheet of m looks like other: the same drawing in
// other colours. What an entry stands for in m it stands for in other, too: the mean of those pixels.
func Palette(m, other *image.NRGBA) ([]byte, error) {
	if m.Rect != other.Rect {
		return nil, fmt.Errorf("sheet: %v and %v are not the same drawing", m.Rect, other.Rect)
	}
	p := quantize(m)
	sum := make([]tone, len(p.Palette))
	for i, entry := range p.Pix {
		v := premultiplied(other.Pix[4*i:])
		s := &sum[entry]
		s.n++
		for j := range v {
			s.v[j] += v[j]
		}
	}
	out := make([]byte, 0, 3*len(sum))
	for _, s := range sum {
		for j := range s.v {
			s.v[j] /= max(s.n, 1)
		}
		c := straight(s.v)
		out = append(out, c.R, c.G, c.B)
	}
	return out, nil
}
