package glyph

import (
	"math"

	"golang.org/x/image/math/fixed"
)

// A stop is a place where a caret can stand: before a rune, x device pixels from its line's start. Every line has one
// more after its last rune.
type stop struct{ rune, x int32 }

// stop appends a place; a cluster of several glyphs has one.
func (t *Text) stop(r int, x fixed.Int26_6) {
	first := 0
	if n := len(t.stopEnds); n > 0 {
		first = t.stopEnds[n-1]
	}
	if n := len(t.stops); n > first && t.stops[n-1].rune == int32(r) {
		return
	}
	t.stops = append(t.stops, stop{int32(r), int32(math.Round(float64(x) / 64))})
}

func (t *Text) stopsOf(line int) []stop {
	first := 0
	if line > 0 {
		first = t.stopEnds[line-1]
	}
	return t.stops[first:t.stopEnds[line]]
}

// Caret says where rune i of t stands: on which line, and how many logical pixels from the line's start. Runes count as
// in the text that was laid out, when that is in Unicode's form NFC and without tabs. At the break of a line that was too
// long, the place is the beginning of the next one.
func (t *Text) Caret(i int) (line int, x float32) {
	for line = t.Lines - 1; line > 0 && int(t.stopsOf(line)[0].rune) > i; line-- {
	}
	if line < 0 {
		return 0, 0
	}
	return line, t.On(line, i)
}

// On is where rune i stands on a line that it is on, or ends.
func (t *Text) On(line, i int) (x float32) {
	for _, s := range t.stopsOf(line) {
		if int(s.rune) > i {
			break
		}
		x = float32(s.x) / t.scale
	}
	return x
}

// Nearest is the rune before which a caret stands that is put x logical pixels from the start of a line.
func (t *Text) Nearest(line int, x float32) int {
	if t.Lines == 0 {
		return 0
	}
	best, way := 0, float32(math.MaxFloat32)
	for _, s := range t.stopsOf(min(max(line, 0), t.Lines-1)) {
		if d := abs(float32(s.x)/t.scale - x); d < way {
			best, way = int(s.rune), d
		}
	}
	return best
}

// Bounds are the first rune of a line and the one after its last.
func (t *Text) Bounds(line int) (first, end int) {
	if t.Lines == 0 {
		return 0, 0
	}
	s := t.stopsOf(min(max(line, 0), t.Lines-1))
	return int(s[0].rune), int(s[len(s)-1].rune)
}

func abs(v float32) float32 { return max(v, -v) }
