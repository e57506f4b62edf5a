package desktop

import (
	"image"
	"slices"
	"time"

	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/xproto"
)

// phase is how far a wish has come.
type phase uint8

const (
	unmapped phase = iota // the window is not there yet
	settled               // nothing under way
	framing               // a new size waits until the engine has shown the frames that it has begun
	obeying               // a new size was asked for
)

const (
	// frameWithin is how long a frame takes from its beginning to the screen at most: two frames and some.
	frameWithin = 40 * time.Millisecond
	// quietFor is how long no frame must have begun or been shown before a new size is asked for. A frame that was
	// asked for before the loop came to rest begins at once after the one before.
	quietFor = 5 * time.Millisecond
	// obeyWithin is how long a window manager may take to do what we asked. After that it is taken to refuse.
	obeyWithin = 300 * time.Millisecond
	// maxTries is how often the same bounds are asked for: something else may have resized the window meanwhile.
	maxTries = 3
)

// placing is the state of the window's place and shape.
type placing struct {
	phase  phase
	wish   Wish            // newest
	sent   image.Rectangle // bounds last asked for
	rest   image.Rectangle // what to ask for after that; empty = nothing
	sentAt time.Time
	tries  int               // how often sent was asked for
	solid  []image.Rectangle // what was last cut, relative to the window at sent; nil = nothing
	damage bool              // shown is told of frames
	begun  uint64            // frames begun when the gate was set
	gate   *time.Timer       // ends framing and obeying; nil otherwise
}

// late fires when framing or obeying has lasted long enough.
func (p *placing) late() <-chan time.Time {
	if p.gate == nil {
		return nil
	}
	return p.gate.C
}

// take makes w come true, now or after what is under way.
func (s *server) take(w *Wish) {
	k := &s.keeper
	if w == nil {
		return
	}
	old := k.wish
	k.wish = *w
	switch k.phase {
	case settled:
		s.begin()
	case framing, obeying:
		if old.Bounds != w.Bounds || old.Ghost != w.Ghost || !slices.Equal(old.Solid, w.Solid) {
			s.widen()
		}
	}
	if k.phase == settled || k.phase == unmapped {
		s.rest()
	}
}

// rest says that nothing is under way.
func (s *server) rest() {
	if s.busy.Swap(false) {
		nudge(s.wake)
	}
}

// begin starts on the newest wish. A move goes out at once, a new size waits for the engine's frame: that frame has the
// old size and would show up displaced in the new window.
func (s *server) begin() {
	k := &s.keeper
	r := k.wish.Bounds
	switch {
	case r.Empty():
		s.cut(nil)
	case r == k.sent:
		s.cut(k.wish.relative())
	case r.Size() == k.sent.Size():
		s.send(r)
		s.cut(k.wish.relative())
	default:
		k.phase = framing
		s.widen()
		s.wait(frameWithin)
		s.listenFrames()
	}
}

// advance ends framing or obeying.
func (s *server) advance() {
	k := &s.keeper
	switch k.phase {
	case framing:
		if k.begun != s.frames.Load() {
			s.wait(frameWithin)
			return
		}
		if k.damage {
			damage.Destroy(s.conn, s.damage)
			k.damage = false
		}
		if k.wish.Bounds.Empty() {
			s.settle()
			return
		}
		first, rest := steps(k.sent, k.wish.Bounds)
		k.rest = rest
		s.resize(first)
	case obeying:
		s.settle()
	}
}

// resize asks for a new size and keeps what is cut where it is on the screen.
func (s *server) resize(r image.Rectangle) {
	k := &s.keeper
	k.phase = obeying
	s.wait(obeyWithin)
	if !k.sent.Empty() {
		s.shift(k.sent.Min.Sub(r.Min))
	}
	s.send(r)
}

// settle ends a resize, goes on with its second step, or asks again when something else has resized the window: the
// engine does so once after its first frame.
func (s *server) settle() {
	k := &s.keeper
	if r := k.rest; !r.Empty() {
		k.rest = image.Rectangle{}
		s.resize(r)
		return
	}
	if s.retry() {
		return
	}
	k.phase, k.gate = settled, nil
	if s.begin(); k.phase == settled {
		s.rest()
	}
}

// steps splits a resize so that each step leaves a corner where it is, and with it the picture: first the left and upper
// edges move, then the right and lower ones. rest is empty when one step is enough.
func steps(from, to image.Rectangle) (first, rest image.Rectangle) {
	mid := image.Rectangle{Min: to.Min, Max: from.Max}
	if from.Empty() || mid.Dx() <= 0 || mid.Dy() <= 0 || mid == from || mid == to {
		return to, image.Rectangle{}
	}
	return mid, to
}

// checkPlace compares the window's size with what was asked for.
func (s *server) checkPlace() {
	switch k := &s.keeper; k.phase {
	case obeying:
		if k.actual.Size() == k.sent.Size() {
			s.settle()
		}
	case settled:
		s.retry()
	}
}

// retry asks again for a size that the window does not have, a few times at most.
func (s *server) retry() bool {
	k := &s.keeper
	if k.sent.Empty() || k.actual.Size() == k.sent.Size() || k.tries >= maxTries {
		return false
	}
	s.resize(k.sent)
	return true
}

// wait sets the gate.
func (s *server) wait(d time.Duration) {
	s.keeper.gate, s.keeper.begun = time.NewTimer(d), s.frames.Load()
}

// listenFrames asks to be told when something is drawn into our window. There is one id for that: a connection has two
// million, and the library never gives one a second time.
func (s *server) listenFrames() {
	if s.damage == 0 && s.hasDamage {
		s.damage, _ = damage.NewDamageId(s.conn)
	}
	if s.damage == 0 {
		return
	}
	s.keeper.damage = true
	damage.Create(s.conn, s.damage, xproto.Drawable(s.keeper.window), damage.ReportLevelNonEmpty)
}

// shown is told that the engine has shown a frame.
func (s *server) shown(e damage.NotifyEvent) {
	if k := &s.keeper; k.damage && e.Damage == s.damage && k.phase == framing {
		damage.Subtract(s.conn, s.damage, 0, 0) // or we hear of no other
		s.wait(quietFor)
	}
}

// send asks the window manager for bounds in one request, so that place and size change together.
// What is on show stays where it is on the screen: the server keeps it at the corner that does not move.
func (s *server) send(r image.Rectangle) {
	k := &s.keeper
	corner := gravity(k.sent, r)
	if r != k.sent {
		k.tries = 0
	}
	k.sent, k.sentAt = r, time.Now()
	k.tries++
	xproto.ChangeWindowAttributes(s.conn, k.window, xproto.CwBitGravity, []uint32{corner})
	s.configure(k.window, r)
}

// configure asks for a window's place and size.
func (s *server) configure(w xproto.Window, r image.Rectangle) {
	xproto.ConfigureWindow(s.conn, w,
		xproto.ConfigWindowX|xproto.ConfigWindowY|xproto.ConfigWindowWidth|xproto.ConfigWindowHeight,
		[]uint32{uint32(r.Min.X), uint32(r.Min.Y), uint32(r.Dx()), uint32(r.Dy())})
}

// gravity is the corner that keeps its place: the lower right one when the upper left one moves.
func gravity(from, to image.Rectangle) uint32 {
	if from.Max == to.Max {
		return xproto.GravitySouthEast
	}
	return xproto.GravityNorthWest
}

// relative is what is solid, seen from the window's corner.
func (w Wish) relative() []image.Rectangle {
	out := make([]image.Rectangle, 0, len(w.Solid))
	for _, r := range w.Solid {
		if r = r.Intersect(w.Bounds); !r.Empty() {
			out = append(out, r.Sub(w.Bounds.Min))
		}
	}
	return out
}
