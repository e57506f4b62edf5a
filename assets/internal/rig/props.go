package rig

import (
	"math"

	"dango/assets/internal/ink"
)

// propTable says which things lie behind the pet and how each is drawn.
var propTable = [propKinds]struct {
	behind bool
	draw   func(*puppet, Prop, ink.Matrix)
}{
	Laptop:   {false, (*puppet).laptop},
	Lens:     {false, (*puppet).lens},
	Question: {false, (*puppet).question},
	Stars:    {false, (*puppet).stars},
	Dust:     {true, (*puppet).dust},
	Speed:    {true, (*puppet).speed},
	Taps:     {false, (*puppet).taps},
	Swish:    {true, (*puppet).swish},
	Thud:     {true, (*puppet).thud},
}

func (d *puppet) props(behind bool) {
	for _, p := range d.Props {
		t := propTable[p.Kind]
		if t.behind != behind {
			continue
		}
		size := p.Size
		if size == 0 {
			size = 1
		}
		flip := 1.0
		if p.Mirror {
			flip = -1
		}
		t.draw(d, p, ink.Identity.Move(centre+p.At.X, ground+p.At.Y).Turn(p.Turn).Scale(flip*size, size))
	}
}

// solid fills a shape with an outline of its own.
func (d *puppet) solid(s ink.Shape, line ink.Color, fill ink.Paint) {
	d.Fill(s.Grow(outline-0.4), ink.Flat(line))
	d.Fill(s, fill)
}

func (d *puppet) laptop(_ Prop, m ink.Matrix) {
	d.solid(ink.Rect(98, 8, 4).Map(m.Move(0, -4)), d.c.Line, ink.Flat(slate))
	lid := m.Move(0, -22)
	s := ink.Rect(72, 29, 7).Map(lid)
	d.solid(s, d.c.Line, ink.Linear(lid.Apply(ink.Pt{X: -40, Y: -21}), lid.Apply(ink.Pt{X: 40, Y: 21}), steel.Mix(white, 0.45), steel, slate))
	d.Fill(ink.Stroke(ink.Curve(ink.Pt{X: -17, Y: 0}, ink.Pt{X: 18, Y: 0}), 2.4, 2.4, 2.4).Map(lid), ink.Flat(d.c.Line))
	for i, c := range []ink.Color{d.c.Petal, white, matcha} {
		at := lid.Move(float64(i-1)*11, 0)
		d.Fill(ink.Ellipse(6.6, 6.6).Map(at), ink.Flat(d.c.Line))
		d.Fill(ink.Ellipse(4.8, 4.8).Map(at), ink.Flat(c))
	}
}

// lens is a magnifying glass that shows the eye behind it large.
func (d *puppet) lens(p Prop, m ink.Matrix) {
	const r = 23.0
	handle := ink.Stroke(ink.Curve(ink.Pt{X: 0, Y: r}, ink.Pt{X: 0, Y: r + 27}), 8, 9, 9).Map(m.Turn(-32))
	d.solid(handle, d.c.Line, ink.Flat(amber.Mix(d.c.Line, 0.25)))
	d.Fill(ink.Ellipse(r+6.4, r+6.4).Map(m), ink.Flat(d.c.Line))
	d.Fill(ink.Ellipse(r+3.6, r+3.6).Map(m), ink.Linear(m.Apply(ink.Pt{X: -r, Y: -r}), m.Apply(ink.Pt{X: r, Y: r}), gold.Mix(white, 0.4), gold, amber))
	d.Fill(ink.Ellipse(r+0.6, r+0.6).Map(m), ink.Flat(d.c.Line))
	pane := ink.Ellipse(r-1.6, r-1.6).Map(m)
	d.Fill(pane, ink.Radial(m.Apply(ink.Pt{X: -8, Y: -8}), 40, 40, white, glass, glass.Mix(steel, 0.4)))
	restore := d.Clip(pane)
	d.openEye(m.Move(6*p.Phase, 2).Scale(1.62, 1.62))
	d.Fill(ink.Stroke(ink.Curve(ink.Pt{X: -19, Y: -2}, ink.Pt{X: -14, Y: -13}, ink.Pt{X: -4, Y: -19}), 1, 4.5, 1).Map(m), ink.Flat(white.Fade(0.9)))
	restore()
}

// question is a speech balloon that asks.
func (d *puppet) question(_ Prop, m ink.Matrix) {
	tail := ink.Poly(ink.Pt{X: -17, Y: 10}, ink.Pt{X: -22, Y: 31}, ink.Pt{X: 0, Y: 18}).Map(m)
	s := ink.Oval(27, 23, 2.6).Map(m)
	d.Fill(s.Grow(outline), ink.Flat(d.c.Line))
	d.solid(tail, d.c.Line, ink.Flat(white))
	d.Fill(s, ink.Flat(white))
	mark := ink.Stroke(ink.Curve(
		ink.Pt{X: -7.5, Y: -7}, ink.Pt{X: -4, Y: -13}, ink.Pt{X: 3, Y: -14}, ink.Pt{X: 8, Y: -8}, ink.Pt{X: 5, Y: -2}, ink.Pt{X: 0.5, Y: 2}, ink.Pt{X: 0, Y: 6},
	), 6, 6.4, 5.6).Map(m)
	d.Fill(mark, ink.Flat(amber))
	d.Fill(ink.Ellipse(3.7, 3.7).Map(m.Move(0, 13.5)), ink.Flat(amber))
}

// stars circle above the head.
func (d *puppet) stars(p Prop, m ink.Matrix) {
	for i := range 3 {
		at := ink.Polar(1, 360*(p.Phase+float64(i)/3))
		size := 0.85 + 0.25*at.Y
		s := m.Move(at.X*50, at.Y*17).Scale(size, size).Turn(20 * at.X)
		d.solid(ink.Star(5, 13, 6.2).Map(s), d.c.Line, ink.Linear(s.Apply(ink.Pt{Y: -12}), s.Apply(ink.Pt{Y: 12}), gold.Mix(white, 0.45), gold))
	}
}

// dust is what a rolling dumpling leaves behind: puffs that grow and fade.
func (d *puppet) dust(p Prop, m ink.Matrix) {
	for i := range 2 {
		age := math.Mod(p.Phase+float64(i)/2, 1)
		r := 9 * math.Sin(math.Pi*(0.15+0.75*age))
		puff := m.Move(-17*age, -r-9*age)
		s := ink.Shape{}
		for _, q := range []ink.Pt{{X: -r * 0.8, Y: r * 0.3}, {X: 0, Y: -r * 0.3}, {X: r * 0.8, Y: r * 0.3}} {
			s = append(s, ink.Ellipse(r*0.75, r*0.7).Map(puff.Move(q.X, q.Y))...)
		}
		d.Fill(s.Grow(2.2), ink.Flat(d.c.Line.Mix(d.c.Shade, 0.2+0.5*age)))
		d.Fill(s, ink.Flat(d.c.Shade.Mix(white, 0.45)))
	}
}

// speed is a few short lines in the air behind.
func (d *puppet) speed(p Prop, m ink.Matrix) {
	for i, y := range []float64{-96, -70, -44} {
		long := 13 + 8*math.Sin(2*math.Pi*(p.Phase+float64(i)*0.37))
		bow := 8.0
		if i == 1 {
			bow = 0
		}
		c := ink.Curve(ink.Pt{X: bow, Y: y}, ink.Pt{X: bow - long, Y: y})
		d.Fill(ink.Stroke(c, 4.4, 3.6, 1.4).Map(m), ink.Flat(d.c.Line.Fade(0.75)))
	}
}

// taps are the little lines of keys being struck, at the right.
func (d *puppet) taps(_ Prop, m ink.Matrix) {
	for _, a := range []float64{-58, -24, 10} {
		c := ink.Curve(ink.Polar(5, a), ink.Polar(12, a))
		d.Fill(ink.Stroke(c, 3, 3.4, 2).Map(m.Move(57, 0)), ink.Flat(amber))
	}
}

// thud is the dust at both sides of what has landed.
func (d *puppet) thud(_ Prop, m ink.Matrix) {
	for _, side := range []float64{-1, 1} {
		s := ink.Shape{}
		for _, c := range []ink.Pt{{X: 70, Y: -3}, {X: 76.5, Y: -5.5}, {X: 82.5, Y: -3}} {
			s = append(s, ink.Ellipse(4.8, 4.2).Map(m.Move(side*c.X, c.Y))...)
		}
		d.Fill(s.Grow(2.2), ink.Flat(d.c.Line.Mix(d.c.Shade, 0.4)))
		d.Fill(s, ink.Flat(d.c.Shade.Mix(white, 0.45)))
	}
}

// swish is the air moved by a waving hand.
func (d *puppet) swish(_ Prop, m ink.Matrix) {
	const r = 29
	c := ink.Curve(ink.Polar(r, -66), ink.Polar(r, -38), ink.Polar(r, -10))
	d.Fill(ink.Stroke(c, 1.6, 4, 1.6).Map(m), ink.Flat(d.c.Line))
}
