package desktop

import (
	"image"
	"time"
)

// A pointer that moves is looked for every followEvery while somebody follows it. One that rests is looked for half as
// often each time, down to every restingEvery: most of the time nobody touches it, and each look wakes us and the server.
const (
	followEvery  = time.Second / 10
	restingEvery = time.Second / 2
)

// nextLook is how long after a look that came after wait the next one comes.
func nextLook(wait time.Duration, moved bool) time.Duration {
	if moved {
		return followEvery
	}
	return min(2*wait, restingEvery)
}

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
