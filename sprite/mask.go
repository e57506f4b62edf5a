package sprite

import "image"

// solidAlpha is the least alpha of 255 that counts as part of the pet: above a tenth. Soft shadows stay below.
const solidAlpha = 26

// mask keeps one bit a pixel, so that clicks can be tested when the picture itself is gone: 440 KB for a v2 sheet.
type mask struct {
	bits   []uint64
	stride int // words in a line
}

func newMask(m *image.RGBA) mask {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	k := mask{stride: (w + 63) / 64}
	k.bits = make([]uint64, k.stride*h)
	for y := range h {
		line := m.Pix[y*m.Stride:]
		for x := range w {
			if line[4*x+3] >= solidAlpha {
				k.bits[y*k.stride+x/64] |= 1 << (x % 64)
			}
		}
	}
	return k
}

func (k mask) at(x, y int) bool { return k.bits[y*k.stride+x/64]>>(x%64)&1 != 0 }

// bounds is the smallest rectangle that holds the solid pixels inside r; empty when there are none.
func (k mask) bounds(r image.Rectangle) image.Rectangle {
	var b image.Rectangle // grows in one sweep
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if k.at(x, y) {
				b = b.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return b
}
