// Package ink draws smooth shapes into a small layer: fills, gradients, tapered strokes, soft light.
//
// Coordinates are pixels, x to the right and y down. Everything is plain arithmetic, so that a drawing comes out
// the same each time.
package ink

import "math"

// Pt is a point or a vector.
type Pt struct{ X, Y float64 }

func (p Pt) Add(q Pt) Pt          { return Pt{p.X + q.X, p.Y + q.Y} }
func (p Pt) Sub(q Pt) Pt          { return Pt{p.X - q.X, p.Y - q.Y} }
func (p Pt) Mul(k float64) Pt     { return Pt{p.X * k, p.Y * k} }
func (p Pt) Len() float64         { return math.Hypot(p.X, p.Y) }
func Lerp(a, b Pt, t float64) Pt  { return a.Add(b.Sub(a).Mul(t)) }
func Polar(r, degrees float64) Pt { s, c := sincos(degrees); return Pt{r * c, r * s} }

func sincos(degrees float64) (sin, cos float64) { return math.Sincos(degrees * math.Pi / 180) }

// Matrix maps (x, y) to (A·x + C·y + E, B·x + D·y + F).
type Matrix struct{ A, B, C, D, E, F float64 }

// Identity leaves points where they are.
var Identity = Matrix{A: 1, D: 1}

// Apply maps a point.
func (m Matrix) Apply(p Pt) Pt { return Pt{m.A*p.X + m.C*p.Y + m.E, m.B*p.X + m.D*p.Y + m.F} }

// Then is the mapping that does n first and m after it, as nested coordinate systems want it.
func (m Matrix) Then(n Matrix) Matrix {
	o, x, y := m.Apply(Pt{n.E, n.F}), Pt{n.A, n.B}, Pt{n.C, n.D}
	return Matrix{
		m.A*x.X + m.C*x.Y, m.B*x.X + m.D*x.Y,
		m.A*y.X + m.C*y.Y, m.B*y.X + m.D*y.Y,
		o.X, o.Y,
	}
}

// Invert is the mapping back. m must not flatten the plane.
func (m Matrix) Invert() Matrix {
	k := 1 / (m.A*m.D - m.B*m.C)
	inv := Matrix{A: m.D * k, B: -m.B * k, C: -m.C * k, D: m.A * k}
	o := inv.Apply(Pt{m.E, m.F})
	inv.E, inv.F = -o.X, -o.Y
	return inv
}

// Move, Turn (degrees clockwise) and Scale are nested into m.
func (m Matrix) Move(x, y float64) Matrix  { return m.Then(Matrix{1, 0, 0, 1, x, y}) }
func (m Matrix) Scale(x, y float64) Matrix { return m.Then(Matrix{x, 0, 0, y, 0, 0}) }
func (m Matrix) Turn(degrees float64) Matrix {
	s, c := sincos(degrees)
	return m.Then(Matrix{c, s, -s, c, 0, 0})
}

// Shape is a set of closed contours. Contours of one direction add up; a reversed one cuts a hole.
type Shape [][]Pt

// Map transforms every point.
func (s Shape) Map(m Matrix) Shape {
	out := make(Shape, len(s))
	for i, c := range s {
		out[i] = make([]Pt, len(c))
		for j, p := range c {
			out[i][j] = m.Apply(p)
		}
	}
	return out
}

// Grow moves every edge outwards by d along its normal. Contours must be convex enough not to cross themselves.
func (s Shape) Grow(d float64) Shape {
	out := make(Shape, len(s))
	for i, c := range s {
		sign := 1.0
		if area(c) < 0 {
			sign = -1
		}
		n := len(c)
		out[i] = make([]Pt, n)
		for j, p := range c {
			t := c[(j+1)%n].Sub(c[(j+n-1)%n])
			if l := t.Len(); l > 0 {
				p = p.Add(Pt{t.Y, -t.X}.Mul(sign * d / l))
			}
			out[i][j] = p
		}
	}
	return out
}

func area(c []Pt) (a float64) {
	for i, p := range c {
		q := c[(i+1)%len(c)]
		a += p.X*q.Y - q.X*p.Y
	}
	return a / 2
}

// Ellipse is an ellipse round (0, 0).
func Ellipse(rx, ry float64) Shape { return Oval(rx, ry, 2) }

// Oval is a superellipse round (0, 0): exponent 2 is an ellipse, more is squarer.
func Oval(rx, ry, exponent float64) Shape {
	const n = 96
	c := make([]Pt, n)
	for i := range c {
		s, k := sincos(float64(i) * 360 / n)
		c[i] = Pt{rx * power(k, 2/exponent), ry * power(s, 2/exponent)}
	}
	return Shape{c}
}

func power(x, e float64) float64 { return math.Copysign(math.Pow(math.Abs(x), e), x) }

// Rect is a rectangle round (0, 0) with rounded corners.
func Rect(w, h, r float64) Shape {
	var c []Pt
	for q := range 4 {
		centre := Pt{w/2 - r, h/2 - r}
		if q == 1 || q == 2 {
			centre.X = -centre.X
		}
		if q >= 2 {
			centre.Y = -centre.Y
		}
		for i := range 9 {
			c = append(c, centre.Add(Polar(r, float64(q)*90+float64(i)*90/8)))
		}
	}
	return Shape{c}
}

// Poly is the polygon of these corners.
func Poly(p ...Pt) Shape { return Shape{p} }

// Blob is a smooth closed curve through these points.
func Blob(p ...Pt) Shape {
	n := len(p)
	at := func(i int) Pt { return p[(i+n)%n] }
	var c []Pt
	for i := range n {
		c = append(c, spline(at(i-1), at(i), at(i+1), at(i+2))...)
	}
	return Shape{c}
}

// Star is a star round (0, 0) with soft corners: its points at radius outer, its notches at inner.
func Star(points int, outer, inner float64) Shape {
	var p []Pt
	for i := range 2 * points {
		r := outer
		if i%2 == 1 {
			r = inner
		}
		p = append(p, Polar(r, float64(i)*180/float64(points)-90))
	}
	return Shape{p}
}

// Curve is a smooth open curve through these points, as many short steps.
func Curve(p ...Pt) []Pt {
	n := len(p)
	at := func(i int) Pt {
		switch {
		case i < 0:
			return p[0].Mul(2).Sub(p[1])
		case i >= n:
			return p[n-1].Mul(2).Sub(p[n-2])
		}
		return p[i]
	}
	var c []Pt
	for i := range n - 1 {
		c = append(c, spline(at(i-1), at(i), at(i+1), at(i+2))...)
	}
	return append(c, p[n-1])
}

// spline is a Catmull-Rom segment from b to c without its end.
func spline(a, b, c, d Pt) []Pt {
	const steps = 12
	out := make([]Pt, steps)
	for i := range out {
		t := float64(i) / steps
		out[i] = b.Mul(2).
			Add(c.Sub(a).Mul(t)).
			Add(a.Mul(2).Sub(b.Mul(5)).Add(c.Mul(4)).Sub(d).Mul(t * t)).
			Add(b.Mul(3).Sub(a).Sub(c.Mul(3)).Add(d).Mul(t * t * t)).
			Mul(0.5)
	}
	return out
}

// Stroke is a line along a curve with round ends, as wide as w0 at its start, w1 in the middle and w2 at its end.
func Stroke(curve []Pt, w0, w1, w2 float64) Shape {
	n := len(curve)
	width := func(i int) float64 {
		t := float64(i) / float64(n-1)
		return (w0*(1-t)*(1-2*t) + w1*4*t*(1-t) + w2*t*(2*t-1)) / 2
	}
	normal := func(i int) Pt {
		t := curve[min(i+1, n-1)].Sub(curve[max(i-1, 0)])
		return Pt{t.Y, -t.X}.Mul(1 / max(t.Len(), 1e-9))
	}
	var c []Pt
	side := func(i int, k float64) { c = append(c, curve[i].Add(normal(i).Mul(k*width(i)))) }
	end := func(i int, k float64) {
		from := normal(i).Mul(k)
		a := math.Atan2(from.Y, from.X) * 180 / math.Pi
		for j := 1; j < 8; j++ {
			c = append(c, curve[i].Add(Polar(width(i), a+float64(j)*180/8)))
		}
	}
	for i := range n {
		side(i, 1)
	}
	end(n-1, 1)
	for i := n - 1; i >= 0; i-- {
		side(i, -1)
	}
	end(0, -1)
	return Shape{c}
}
