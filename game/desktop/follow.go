package desktop

import (
	"image"
	"time"
)

// followEvery is how often the pointer is looked for while somebody follows it.
const followEvery = time.Second / 10

// Follow has the loop woken when sort gives another number for where the pointer is, anywhere on the desktop, in its
// device pixels; nil ends that. sort is called on a goroutine of ours, ten times a second at most, and must not wait.
//
// Where Places is false, Wake receives so often anyway, and this does nothing.
func (d *Desktop) Follow(sort func(at image.Point) int) {
	if !places {
		return
	}
	d.sort.Store(&sort)
	nudge(d.wished)
}

// Pointer is where the pointer was when Follow woke the loop last. ok is false while nobody follows it and while the
// system does not say.
func (d *Desktop) Pointer() (at image.Point, ok bool) {
	if p := d.followed.Load(); p != nil {
		return *p, true
	}
	return image.Point{}, false
}
