package sprite

import (
	"image"
	"math/bits"
)

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
		line, words := m.Pix[y*m.Stride:][:4*w], k.bits[y*k.stride:]
		for x := 0; x < w; x += 64 {
			var word uint64
			for i, bit := 4*x+3, uint64(1); i < min(4*w, 4*x+256); i, bit = i+4, bit<<1 {
				if line[i] >= solidAlpha {
					word |= bit
				}
			}
			words[x/64] = word
		}
	}
	return k
}

func (k mask) at(x, y int) bool { return k.bits[y*k.stride+x/64]>>(x%64)&1 != 0 }

// bounds is the smallest rectangle that holds the solid pixels inside r; empty when there are none.
func (k mask) bounds(r image.Rectangle) image.Rectangle {
	var b image.Rectangle // grows in one sweep
	for y := r.Min.Y; y < r.Max.Y; y++ {
		if left, right := k.span(y, r.Min.X, r.Max.X); left < right {
			b = b.Union(image.Rect(left, y, right, y+1))
		}
	}
	return b
}

// span is from where to where a line has solid pixels in [from, to): right is left when it has none.
func (k mask) span(y, from, to int) (left, right int) {
	line := k.bits[y*k.stride:][:k.stride]
	left = to
	for x := from; x < to; {
		first := x / 64 * 64
		word := line[x/64] &^ (1<<(x-first) - 1)
		if over := first + 64 - to; over > 0 {
			word = word << over >> over
		}
		if word != 0 {
			left = min(left, first+bits.TrailingZeros64(word))
			right = first + bits.Len64(word)
		}
		x = first + 64
	}
	return left, max(left, right)
}
