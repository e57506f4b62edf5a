package ink

import (
	"math"
	"testing"
)

func TestMatrixInvert(t *testing.T) {
	m := Identity.Move(30, -4).Turn(37).Scale(2, 0.5)
	p := Pt{7, 11}
	if q := m.Invert().Apply(m.Apply(p)); q.Sub(p).Len() > 1e-9 {
		t.Errorf("there and back of %v is %v", p, q)
	}
}

func TestGrow(t *testing.T) {
	for _, p := range Ellipse(10, 10).Grow(3)[0] {
		if math.Abs(p.Len()-13) > 0.02 {
			t.Fatalf("a circle of 10 grown by 3 has a point at %.3f", p.Len())
		}
	}
}

// alphaAt is how much of a pixel is covered.
func alphaAt(l *Layer, x, y int) float64 { return l.pix[y*l.W+x].A }

func TestFillClipRim(t *testing.T) {
	l := NewLayer(20, 20)
	restore := l.Clip(Poly(Pt{0, 0}, Pt{10, 0}, Pt{10, 20}, Pt{0, 20}))
	l.Fill(Poly(Pt{4, 4}, Pt{16, 4}, Pt{16, 16}, Pt{4, 16}), Flat(Hex(0xff0000)))
	restore()
	rim := l.Rim(2, Hex(0xffffff))
	cases := []struct {
		what string
		l    *Layer
		x, y int
		want float64
	}{
		{"inside both", l, 5, 5, 1}, {"outside the clip", l, 12, 5, 0}, {"outside the shape", l, 2, 5, 0},
		{"one pixel out", rim, 3, 8, 1}, {"two pixels out", rim, 2, 8, 0.5}, {"three pixels out", rim, 1, 8, 0},
	}
	for _, c := range cases {
		if got := alphaAt(c.l, c.x, c.y); math.Abs(got-c.want) > 0.51*(1-c.want)*c.want*4+0.01 {
			t.Errorf("%s: alpha %.2f, want %.2f", c.what, got, c.want)
		}
	}
}
