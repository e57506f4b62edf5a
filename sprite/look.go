package sprite

import "math"

// Glance is where a pet looks: one of sixteen directions, clockwise, 0 = up; or one of the two below.
type Glance int

const (
	Away     Glance = -1    // at nothing: it breathes as always
	Straight Glance = gazes // at the viewer: the pointer is on its nose
)

// Look says which pointers a pet looks at. The zero value looks at none.
type Look struct {
	Radius float64 // logical pixels from the pet's middle, inclusive: farther pointers are left alone
	Dead   float64 // strictly within, it looks straight
}

// DefaultLook is what a pet does until the user says otherwise.
var DefaultLook = Look{Radius: 600, Dead: 48}

// At gives the glance at a pointer that is (dx, dy) logical pixels to the right of and below the pet's middle.
func (l Look) At(dx, dy float64) Glance {
	switch d := math.Hypot(dx, dy); {
	case !(l.Radius > 0) || !(d <= l.Radius): // also of a pointer that is nowhere
		return Away
	case d < l.Dead:
		return Straight
	}
	return direction(math.Atan2(dx, -dy) * 180 / math.Pi)
}

// direction rounds degrees, clockwise from up, to the nearest of the sixteen.
func direction(degrees float64) Glance {
	return Glance((int(math.Round(math.Mod(degrees, 360)*gazes/360)) + gazes) % gazes)
}

// Glance gives the cell of a glance. ok is false when the sheet has none: it cannot look around, or g is Away.
func (s *Sheet) Glance(g Glance) (col, row int, ok bool) {
	switch {
	case !s.gaze || g < 0 || g > Straight:
		return 0, 0, false
	case g == Straight:
		return neutralCol, 0, true
	}
	return int(g) % columns, gazeRow + int(g)/columns, true
}

// Looks says whether the sheet can look around.
func (s *Sheet) Looks() bool { return s.gaze }
