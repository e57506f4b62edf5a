package desktop

import (
	"image"
	"time"

	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/xproto"
)

// phase is how far a wish has come.
type phase uint8

const (
	unmapped phase = iota // the window is not there yet
	settled               // nothing under way
	framing               // a new size waits until the engine has shown the frame that it draws for the old one
	obeying               // a new size was asked for
)

const (
	// frameWithin is how long a new size waits for the engine's frame: two frames and some.
	frameWithin = 40 * time.Millisecond
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
	sentAt time.Time
	tries  int               // how often sent was asked for
	solid  []image.Rectangle // what was last cut, relative to the window; nil = nothing
	damage damage.Damage     // not 0 while framing
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
	k.wish = *w
	if k.phase == settled {
		s.begin()
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
		k.phase, k.gate = framing, time.NewTimer(frameWithin)
		s.awaitFrame()
	}
}

// advance ends framing or obeying.
func (s *server) advance() {
	k := &s.keeper
	switch k.phase {
	case framing:
		if k.damage != 0 {
			damage.Destroy(s.conn, k.damage)
			k.damage = 0
		}
		if k.wish.Bounds.Empty() {
			s.settle()
			return
		}
		k.phase, k.gate = obeying, time.NewTimer(obeyWithin)
		s.send(k.wish.Bounds)
	case obeying:
		s.settle()
	}
}

func (s *server) settle() {
	s.keeper.phase, s.keeper.gate = settled, nil
	s.begin()
}

// checkPlace compares where the window is with where it shall be.
func (s *server) checkPlace() {
	k := &s.keeper
	fits := k.actual.Size() == k.sent.Size()
	switch {
	case k.phase == obeying && fits:
		s.settle()
	case k.phase == settled && !fits && !k.sent.Empty() && k.tries < maxTries:
		s.send(k.sent)
	}
}

// awaitFrame asks to be told when something is next drawn into our window.
func (s *server) awaitFrame() {
	id, err := damage.NewDamageId(s.conn)
	if !s.hasDamage || err != nil {
		return
	}
	s.keeper.damage = id
	damage.Create(s.conn, id, xproto.Drawable(s.keeper.window), damage.ReportLevelNonEmpty)
}

// send asks the window manager for bounds in one request, so that place and size change together.
// What is on show stays where it is on the screen: the server keeps it at the corner that does not move.
func (s *server) send(r image.Rectangle) {
	k := &s.keeper
	if r != k.sent {
		k.tries = 0
	}
	k.sent, k.sentAt = r, time.Now()
	k.tries++
	xproto.ChangeWindowAttributes(s.conn, k.window, xproto.CwBitGravity, []uint32{gravity(k.actual, r)})
	xproto.ConfigureWindow(s.conn, k.window,
		xproto.ConfigWindowX|xproto.ConfigWindowY|xproto.ConfigWindowWidth|xproto.ConfigWindowHeight,
		[]uint32{uint32(r.Min.X), uint32(r.Min.Y), uint32(r.Dx()), uint32(r.Dy())})
}

// gravity is the corner that both rectangles share; the top left one when they share none or all.
func gravity(from, to image.Rectangle) uint32 {
	right := from.Max.X == to.Max.X && from.Min.X != to.Min.X
	bottom := from.Max.Y == to.Max.Y && from.Min.Y != to.Min.Y
	switch {
	case right && bottom:
		return xproto.GravitySouthEast
	case right:
		return xproto.GravityNorthEast
	case bottom:
		return xproto.GravitySouthWest
	default:
		return xproto.GravityNorthWest
	}
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
