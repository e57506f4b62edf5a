package desktop

import (
	"image"
	"math"
	"slices"
	"time"

	"dango/game/drawlist"
)

// View maps the world to the window's picture. The game goroutine owns it. The zero value has no size yet; Scale must be
// set before Wish.
type View struct {
	Scale  float64     // device pixels per logical pixel
	Origin image.Point // device pixel of the desktop at the picture's top left
	Ghost  bool        // nothing takes clicks; may be set before Wish

	want  image.Rectangle
	ghost bool
	solid []image.Rectangle
	spare []image.Rectangle // for the next solid
	size  image.Point       // of the picture
	since time.Time         // when size began to differ from what is wanted
}

// Wish says what to ask of the desktop so that the window covers viewport and takes clicks in solid, both in the world.
// changed is false when that was asked for already. An empty viewport hides the window. The wish holds until the one after
// the next; nothing is allocated once warm.
func (v *View) Wish(viewport drawlist.Rect, solid []drawlist.Rect) (_ Wish, changed bool) {
	want := v.Device(viewport)
	rects := v.spare[:0]
	for _, r := range solid {
		if d := v.Device(r).Intersect(want); !d.Empty() {
			rects = append(rects, d)
		}
	}
	changed = want != v.want || v.Ghost != v.ghost || !slices.Equal(rects, v.solid)
	if want.Size() == v.want.Size() && v.size == want.Size() {
		v.Origin = want.Min // a move takes the picture along
	}
	v.want, v.solid, v.spare, v.ghost = want, rects, v.solid, v.Ghost
	return Wish{Bounds: want, Solid: rects, Ghost: v.Ghost}, changed
}

// Device is the smallest rectangle of device pixels that holds r, empty for an empty one.
func (v *View) Device(r drawlist.Rect) image.Rectangle {
	if r.Empty() {
		return image.Rectangle{}
	}
	k := v.Scale
	return image.Rect(
		int(math.Floor(float64(r.X)*k)), int(math.Floor(float64(r.Y)*k)),
		int(math.Ceil(float64(r.X+r.W)*k)), int(math.Ceil(float64(r.Y+r.H)*k)))
}

// refusedAfter is how long a size may differ from the wanted one before the system is taken to refuse it.
const refusedAfter = 500 * time.Millisecond

// Follow is told of the picture's size, and of where the desktop last saw the window.
//
// The wanted size comes with the wanted origin; until it is there, the window shows the old part of the world, or, half
// way, what the desktop says.
func (v *View) Follow(size image.Point, seen image.Rectangle, now time.Time) {
	switch {
	case size == v.want.Size():
		v.Origin, v.since = v.want.Min, time.Time{}
	case size != v.size:
		v.Origin, v.since = v.want.Min, now
		if size == seen.Size() {
			v.Origin = seen.Min
		}
	case v.since.IsZero():
		v.since = now
	case now.Sub(v.since) > refusedAfter:
		v.Origin = v.want.Min
	}
	v.size = size
}
