package rig

import (
	"math"

	"dango/assets/internal/ink"
)

// How far the head turns at Look 1, degrees.
const (
	yaw   = 20
	pitch = 17
)

// on is a place on the front of the ball: degrees to the right and down of the face's middle, carried along when
// the head turns and foreshortened towards the edge.
func (d *puppet) on(lon, lat float64) ink.Matrix {
	a := (lon + d.Look.X*yaw) * math.Pi / 180
	b := (lat + d.Look.Y*pitch) * math.Pi / 180
	x, y := bodyRX*math.Sin(a)*math.Cos(b*0.6), bodyRY*math.Sin(b)
	return d.face.Move(x, y).Scale(math.Cos(a*0.8), math.Cos(b*0.7))
}

// features draws what is on the body: blossom, blush, eyes, brows and mouth.
func (d *puppet) features() {
	d.blossom()
	restore := d.Clip(d.hull)
	for _, side := range []float64{-1, 1} {
		m := d.on(side*37, 14)
		d.Fill(ink.Ellipse(12, 8).Map(m), glow(m, 12, 8, d.c.Blush.Fade(0.85*(1-d.Pale))))
	}
	d.mouth(d.on(0, 14))
	restore()
	for i, side := range []float64{-1, 1} {
		d.eye(d.on(side*20, 1), i)
		d.brow(d.on(side*20, -15), side)
	}
}

func (d *puppet) eye(m ink.Matrix, i int) {
	side := float64(2*i - 1)
	m = m.Scale(1+d.Wide, 1+d.Wide)
	dark := ink.Flat(d.c.Eye)
	line := func(w float64, p ...ink.Pt) {
		d.Fill(ink.Stroke(ink.Curve(p...), 0.6*w, w, 0.6*w).Map(m), dark)
	}
	switch d.Eyes {
	case Open:
		d.openEye(m)
	case Shut:
		line(4.4, ink.Pt{X: -9, Y: 0}, ink.Pt{X: 0, Y: 5}, ink.Pt{X: 9, Y: 0})
	case Happy:
		line(4.8, ink.Pt{X: -9, Y: 5}, ink.Pt{X: 0, Y: -5}, ink.Pt{X: 9, Y: 5})
	case Tight:
		p := func(x, y float64) ink.Pt { return ink.Pt{X: -side * x, Y: y} }
		corner := append(ink.Curve(p(-8, -7), p(6, 0)), ink.Curve(p(6, 0), p(-8, 7))...)
		d.Fill(ink.Stroke(corner, 3.2, 5, 3.2).Map(m), dark)
	case Spiral:
		var s []ink.Pt
		for t := 0.0; t <= 1; t += 0.02 {
			s = append(s, ink.Polar(1+11*t, side*(t*830+40+d.Spin)))
		}
		d.Fill(ink.Stroke(s, 3, 3.2, 3.2).Map(m), dark)
	}
}

// openEye is a dark oval with two lights, cut by the lid from above.
func (d *puppet) openEye(m ink.Matrix) {
	const rx, ry = 9.3, 12
	s := ink.Ellipse(rx, ry)
	lid := func(x float64) float64 { return -ry + 2*ry*d.Lid + 0.035*x*x }
	for i, p := range s[0] {
		s[0][i].Y = max(p.Y, lid(p.X))
	}
	s = s.Map(m)
	d.Fill(s, ink.Linear(m.Apply(ink.Pt{Y: -ry}), m.Apply(ink.Pt{Y: ry}), d.c.Eye, d.c.Eye, d.c.Eye.Mix(d.c.Mouth, 0.35)))
	restore := d.Clip(s)
	at := d.Look.Mul(2)
	d.Fill(ink.Ellipse(3.9, 4.2).Map(m.Move(-2.7+at.X, -4.2+at.Y)), ink.Flat(white))
	d.Fill(ink.Ellipse(1.9, 1.9).Map(m.Move(3.2+at.X, 4.8+at.Y)), ink.Flat(white.Fade(0.85)))
	restore()
	if d.Lid > 0 {
		d.Fill(ink.Stroke(ink.Curve(ink.Pt{X: -rx, Y: lid(rx)}, ink.Pt{Y: lid(0)}, ink.Pt{X: rx, Y: lid(rx)}), 2.6, 3.6, 2.6).Map(m), ink.Flat(d.c.Eye))
	}
}

func (d *puppet) brow(m ink.Matrix, side float64) {
	var in, out float64 // heights of the inner and the outer end
	switch d.Brow {
	case NoBrow:
		return
	case Stern:
		in, out = 0.6, -1
	case Raised:
		in, out = -6, -3
	}
	c := ink.Curve(ink.Pt{X: -side * 8, Y: in}, ink.Pt{Y: (in+out)/2 - 1.5}, ink.Pt{X: side * 8, Y: out})
	d.Fill(ink.Stroke(c, 3, 4.4, 2.4).Map(m), ink.Flat(d.c.Line))
}

func (d *puppet) mouth(m ink.Matrix) {
	line := func(w float64, p ...ink.Pt) {
		d.Fill(ink.Stroke(ink.Curve(p...), 0.7*w, w, 0.7*w).Map(m), ink.Flat(d.c.Eye))
	}
	switch d.Mouth {
	case Smile:
		line(3.4, ink.Pt{X: -7, Y: -1}, ink.Pt{Y: 3.5}, ink.Pt{X: 7, Y: -1})
	case Laugh:
		s := ink.Blob(ink.Pt{X: -10, Y: -3}, ink.Pt{Y: -1.5}, ink.Pt{X: 10, Y: -3}, ink.Pt{X: 7, Y: 7}, ink.Pt{Y: 11}, ink.Pt{X: -7, Y: 7}).Map(m)
		d.Fill(s.Grow(2.2), ink.Flat(d.c.Eye))
		d.Fill(s, ink.Flat(d.c.Mouth))
		defer d.Clip(s)()
		d.Fill(ink.Ellipse(7, 5).Map(m.Move(0, 10)), ink.Flat(tongue))
	case Round:
		d.Fill(ink.Ellipse(5.4, 6.4).Map(m.Move(0, 2)), ink.Flat(d.c.Eye))
		d.Fill(ink.Ellipse(3.2, 4).Map(m.Move(0, 3)), ink.Flat(d.c.Mouth))
	case Line:
		line(3.4, ink.Pt{X: -6, Y: 1.6}, ink.Pt{X: 0, Y: 1.8}, ink.Pt{X: 6, Y: 0.4})
	case Tongue:
		d.Fill(ink.Ellipse(3.9, 4.4).Map(m.Move(3.6, 3.6)), ink.Flat(d.c.Eye))
		d.Fill(ink.Ellipse(2.3, 3).Map(m.Move(3.6, 3.4)), ink.Flat(tongue))
		line(3.4, ink.Pt{X: -7, Y: 0.4}, ink.Pt{X: 0, Y: 1.6}, ink.Pt{X: 7.5, Y: 0})
	case Wavy:
		line(3.4, ink.Pt{X: -11, Y: 3}, ink.Pt{X: -5.5, Y: -1}, ink.Pt{Y: 3}, ink.Pt{X: 5.5, Y: -1}, ink.Pt{X: 11, Y: 3})
	case Cat:
		line(3.4, ink.Pt{X: -11, Y: -1}, ink.Pt{X: -8.5, Y: 3.4}, ink.Pt{X: -3.5, Y: 4}, ink.Pt{Y: -1.5}, ink.Pt{X: 3.5, Y: 4}, ink.Pt{X: 8.5, Y: 3.4}, ink.Pt{X: 11, Y: -1})
	}
}

// blossom is the pickled cherry blossom pressed into the dough.
func (d *puppet) blossom() {
	m := d.on(23, -46).Turn(14 + d.Bloom)
	petal := ink.Blob(
		ink.Pt{Y: -1}, ink.Pt{X: -5, Y: -7}, ink.Pt{X: -4.6, Y: -13}, ink.Pt{X: -1.6, Y: -15.4}, ink.Pt{Y: -13.6},
		ink.Pt{X: 1.6, Y: -15.4}, ink.Pt{X: 4.6, Y: -13}, ink.Pt{X: 5, Y: -7},
	)
	line := ink.Flat(d.c.Line.Mix(d.c.Blush, 0.3))
	pink := local(m, ink.Radial(ink.Pt{}, 15, 15, d.c.Petal.Mix(d.c.Blush, 0.7), d.c.Petal, d.c.Petal.Mix(white, 0.45)))
	for i := range 5 {
		d.Fill(petal.Map(m.Turn(float64(i)*72)).Grow(2.2), line)
	}
	for i := range 5 {
		d.Fill(petal.Map(m.Turn(float64(i)*72)), pink)
	}
	d.Fill(ink.Ellipse(3.4, 3.4).Map(m), ink.Flat(d.c.Heart))
}
