package sprite

import "image"

// maxPixelColours is how many colours pixel art has at most that is not made of blocks.
const maxPixelColours = 64

// isPixelArt looks at a picture: pixel art is made of blocks of equal pixels, or has few colours and no soft edges.
func isPixelArt(m *image.RGBA) bool {
	for block := 8; block > 1; block-- {
		if blocky(m, block) {
			return true
		}
	}
	return flat(m)
}

// blocky says whether colours change at multiples of n pixels alone, across and down.
func blocky(m *image.RGBA, n int) bool {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	changes := 0
	for y := range h {
		row := m.Pix[y*m.Stride:]
		for x := 1; x < w; x++ {
			if pixel(row, x) != pixel(row, x-1) {
				if x%n != 0 {
					return false
				}
				changes++
			}
		}
		if y%n != 0 && y > 0 {
			above := m.Pix[(y-1)*m.Stride:]
			for x := range w {
				if pixel(row, x) != pixel(above, x) {
					return false
				}
			}
		}
	}
	return changes > 0
}

// flat says whether a picture has few colours, all opaque.
func flat(m *image.RGBA) bool {
	seen := map[uint32]bool{}
	var last uint32
	for y := range m.Rect.Dy() {
		row := m.Pix[y*m.Stride:]
		for x := range m.Rect.Dx() {
			p := pixel(row, x)
			if p == last {
				continue
			}
			if a := p >> 24; a != 0 && a != 255 {
				return false
			}
			if last = p; !seen[p] {
				if seen[p] = true; len(seen) > maxPixelColours {
					return false
				}
			}
		}
	}
	return true
}

// pixel is the x-th pixel of a row: alpha, blue, green and red, from the top bits down.
func pixel(row []byte, x int) uint32 {
	p := row[4*x : 4*x+4 : 4*x+4]
	return uint32(p[0]) | uint32(p[1])<<8 | uint32(p[2])<<16 | uint32(p[3])<<24
}
