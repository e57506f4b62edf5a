package rig

import (
	"math"

	"dango/assets/internal/ink"
)

// Measures of the body at rest, from its middle.
const (
	bodyRX, bodyRY = 65.0, 58.0
	ballR          = 61.0
	legs           = 5.0 // of the body's lowest point above the ground
	outline        = 3.2
	rim            = 2.4
)

// puppet is one picture under way.
type puppet struct {
	Pose
	c Palette
	*ink.Layer
	stand ink.Matrix // the point on the ground that the pet stands on
	body  ink.Matrix // the middle of the body
	face  ink.Matrix // the same, turned by Roll
	hull  ink.Shape  // the body's silhouette without its outline
}

// Draw makes the picture of a pose.
func Draw(p Pose, c Palette) *ink.Layer { return zoomed(p, c, 1) }

// zoomed makes it at another size: zoom pixels for each of the cell's.
func zoomed(p Pose, c Palette, zoom float64) *ink.Layer {
	d := puppet{Pose: p, c: c, Layer: ink.Zoomed(Width, Height, zoom)}
	d.place()
	d.props(true)
	d.arms(Beside)
	d.feet()
	d.torso()
	d.features()
	d.arms(Middle)
	d.props(false)
	d.arms(Front)
	out := ink.Zoomed(Width, Height, zoom)
	d.shadow(out)
	out.Over(d.Layer.Rim(rim, c.Rim))
	out.Over(d.Layer)
	return out
}

// place lays out the coordinate systems.
func (d *puppet) place() {
	tall := 1 + d.Stretch
	wide := 1 - 0.8*d.Stretch
	d.stand = ink.Identity.Move(centre+d.X, ground-d.Lift)
	rx, ry, up := bodyRX, bodyRY, bodyRY+legs
	if d.Ball {
		rx, ry, up = ballR, ballR, ballR
	}
	d.body = d.stand.Turn(d.Lean).Scale(wide, tall).Move(0, -up)
	d.face = d.body.Turn(d.Roll)
	d.hull = dumpling(rx, ry, d.Ball).Map(d.body)
}

// dumpling is the outline of the body: a soft ball that sits a little heavy.
func dumpling(rx, ry float64, ball bool) ink.Shape {
	if ball {
		return ink.Ellipse(rx, ry)
	}
	s := ink.Oval(rx, ry, 2.12)
	for i, p := range s[0] {
		s[0][i].X *= 1 + 0.055*p.Y/ry
	}
	return s
}

// torso paints the body.
func (d *puppet) torso() {
	d.Fill(d.hull.Grow(outline), ink.Flat(d.c.Line))
	d.shade(d.hull, d.body, bodyRX, bodyRY)
	defer d.Clip(d.hull)()
	gloss := d.body.Move(-28, -37).Turn(-28)
	d.Fill(ink.Ellipse(19, 9.5).Map(gloss), glow(gloss, 19, 9.5, white.Fade(0.95)))
	if d.Glow > 0 {
		screen := d.stand.Move(0, -36)
		d.Fill(ink.Ellipse(54, 27).Map(screen), glow(screen, 54, 27, glass.Mix(white, 0.6).Fade(d.Glow)))
	}
}

// shade fills a piece of dough: lit from the upper left, darker towards the lower right, and a breath of warm light
// thrown back from below.
func (d *puppet) shade(s ink.Shape, m ink.Matrix, rx, ry float64) {
	light := m.Apply(ink.Pt{X: -0.38 * rx, Y: -0.5 * ry})
	d.Fill(s, ink.Radial(light, 1.62*rx, 1.62*ry, d.c.Light, d.c.Light.Mix(d.c.Base, 0.8), d.c.Base, d.c.Base.Mix(d.c.Shade, 0.55), d.c.Shade, d.c.Deep))
	defer d.Clip(s)()
	low := m.Apply(ink.Pt{X: 0.1 * rx, Y: 1.12 * ry})
	d.Fill(s, ink.Radial(low, 0.8*rx, 0.3*ry, d.c.Base.Fade(0.55), d.c.Base.Fade(0)))
}

// glow is a soft spot of one colour in the coordinates of m.
func glow(m ink.Matrix, rx, ry float64, c ink.Color) ink.Paint {
	return local(m, func(p ink.Pt) ink.Color {
		t := math.Hypot(p.X/rx, p.Y/ry)
		return c.Fade(max(1-t*t, 0))
	})
}

// local makes a paint that is given points in the coordinates of m.
func local(m ink.Matrix, p ink.Paint) ink.Paint {
	inv := m.Invert()
	return func(q ink.Pt) ink.Color { return p(inv.Apply(q)) }
}

// feet draws two small feet, half hidden by the body.
func (d *puppet) feet() {
	if d.Ball {
		return
	}
	for i, l := range d.Feet {
		side := float64(2*i - 1)
		m := d.stand.Move(side*25+l.X, -9.5+l.Y).Turn(l.Turn - side*6)
		d.lump(ink.Oval(17, 9.5, 2.3), m, 17, 11)
	}
}

// arms draws the hands of one depth.
func (d *puppet) arms(at Depth) {
	for i, l := range d.Arms {
		if l.At == at && !d.Ball {
			d.arm(float64(2*i-1), l)
		}
	}
}

// arm draws a stubby arm from behind the body, or, for a hand in front of it, the paw alone.
func (d *puppet) arm(side float64, l Limb) {
	hand := d.body.Apply(ink.Pt{X: side*65 + l.X, Y: 25 + l.Y})
	if l.At != Beside {
		d.lump(ink.Oval(12.5, 10.5, 2.2), ink.Identity.Move(hand.X, hand.Y).Turn(l.Turn), 13, 11)
		return
	}
	shoulder := d.body.Apply(ink.Pt{X: side * 44, Y: 10}) // deep inside, so that a resting arm is a stub
	bend := ink.Lerp(shoulder, hand, 0.5).Add(ink.Pt{X: side * 2, Y: 3})
	s := ink.Stroke(ink.Curve(shoulder, bend, hand), 17, 17, 18)
	d.Fill(s.Grow(outline), ink.Flat(d.c.Line))
	d.Fill(s, ink.Radial(hand.Add(ink.Pt{X: -4, Y: -5}), 26, 26, d.c.Light, d.c.Base, d.c.Base.Mix(d.c.Shade, 0.6)))
}

// lump is a small separate piece of dough.
func (d *puppet) lump(s ink.Shape, m ink.Matrix, rx, ry float64) {
	s = s.Map(m)
	d.Fill(s.Grow(outline), ink.Flat(d.c.Line))
	d.shade(s, m, rx, ry)
}

// shadow is a faint pool under the pet: too faint to be part of it, and fainter the higher the pet is.
func (d *puppet) shadow(l *ink.Layer) {
	k := 1 - min(d.Lift/90, 0.7)
	m := ink.Identity.Move(centre+d.X, ground+1)
	rx, ry := 66*k*(1-0.5*d.Stretch), 7.0
	l.Fill(ink.Ellipse(rx, ry).Map(m), glow(m, rx, ry, ink.Hex(0x2a1a18).Fade(0.095*k)))
}
