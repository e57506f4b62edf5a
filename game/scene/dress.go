package scene

import (
	"image"
	"image/color"
	"math"

	"dango/game/drawlist"
	"dango/session"
	"dango/sprite"
)

// Least contrasts of a pet's own colours: of words on their badge and on a card, and of the leader's outline.
const (
	wordContrast = 4.5
	lineContrast = 3
)

// dress gives the scene the colours and marks that a pet brings along. A colour that cannot be read is not taken. marked
// says that the marks are others than before, and have to be drawn.
func (s *Scene) dress(sheet *sprite.Sheet) (marked bool) {
	s.skins = [2]palette{light, dark}
	for i := range session.States {
		st := session.State(i)
		a, _ := sheet.Accent(sprite.State(st.String()))
		s.skins[0].accentuate(st, a.Light, lightTint)
		s.skins[1].accentuate(st, a.Dark, darkTint)
	}
	was := s.shapes.own
	for i := range session.States {
		s.shapes.own[i] = sheet.Glyph(sprite.State(session.State(i).String()))
	}
	return s.shapes.own != was
}

// skin is one of the two palettes.
func (s *Scene) skin(dark bool) *palette { return &s.skins[pick(dark, 1, 0)] }

// accentuate makes a colour that of a state, when everything in it can be read.
func (p *palette) accentuate(st session.State, c color.NRGBA, tint uint32) {
	if c.A == 0 {
		return
	}
	own := drawlist.Color{R: c.R, G: c.G, B: c.B, A: 255}
	badge := mix(p.card, own, tint)
	if contrast(own, badge) < wordContrast || contrast(own, p.card) < max(wordContrast, lineContrast) {
		return
	}
	p.accent[st], p.ring[st], p.badge[st] = own, own, badge
}

// contrast is that of two opaque colours after WCAG 2: 1 to 21.
func contrast(a, b drawlist.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + .05) / (min(la, lb) + .05)
}

func luminance(c drawlist.Color) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= .04045 {
			return x / 12.92
		}
		return math.Pow((x+.055)/1.055, 2.4)
	}
	return .2126*linear(c.R) + .7152*linear(c.G) + .0722*linear(c.B)
}

// glyph draws a pet's own mark into the square of an icon, as large as it goes, each pixel the mean of what it covers.
func (s *shapes) glyph(m *image.Alpha) drawlist.Rect {
	n := int(math.Ceil(iconBox * s.scale))
	w, h := m.Rect.Dx(), m.Rect.Dy()
	k := float64(max(w, h)) / float64(n) // pixels of m for one of the icon
	left, top := (float64(w)-k*float64(n))/2, (float64(h)-k*float64(n))/2
	return s.mask(n, n, func(x, y float64) float64 {
		x0, y0 := left+(x-.5)*k, top+(y-.5)*k
		sum := 0.
		for v := math.Floor(y0); v < y0+k; v++ {
			for u := math.Floor(x0); u < x0+k; u++ {
				across, down := min(u+1, x0+k)-max(u, x0), min(v+1, y0+k)-max(v, y0)
				sum += across * down * float64(m.AlphaAt(int(u), int(v)).A)
			}
		}
		return sum / (255 * k * k)
	})
}
