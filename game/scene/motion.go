package scene

import "dango/game/drawlist"

// Lengths of motions in ticks: 167 ms and 133 ms.
const (
	moveTicks = 10
	fadeTicks = 8
	slide     = 8 // how far a new bubble comes from, logical pixels
)

// motion brings a rectangle from one place to another, fast first.
type motion struct {
	from, to drawlist.Rect
	start    uint64
	ticks    uint64 // 0 = at once
}

func (m *motion) moving(tick uint64) bool { return tick < m.start+m.ticks }

func (m *motion) at(tick uint64) drawlist.Rect {
	if !m.moving(tick) {
		return m.to
	}
	k := ease(tick-m.start, m.ticks)
	mid := func(a, b float32) float32 { return a + (b-a)*k }
	return drawlist.Rect{X: mid(m.from.X, m.to.X), Y: mid(m.from.Y, m.to.Y), W: mid(m.from.W, m.to.W), H: mid(m.from.H, m.to.H)}
}

// fading is a motion of one number.
type fading struct {
	from, to     float32
	start, ticks uint64
}

func (f *fading) moving(tick uint64) bool { return tick < f.start+f.ticks }

func (f *fading) at(tick uint64) float32 {
	if !f.moving(tick) {
		return f.to
	}
	return f.from + (f.to-f.from)*ease(tick-f.start, f.ticks)
}

// ease is the part of the way that is done after n of all ticks: cubic, slowing down.
func ease(n, all uint64) float32 {
	left := 1 - float32(n)/float32(all)
	return 1 - left*left*left
}
