package scene

import (
	"math"

	"dango/game/drawlist"
	"dango/sprite"
)

const (
	// trailTicks is how far back the hand's speed is looked for when it lets go: 100 ms.
	trailTicks = 6
	// carry is for how many ticks of its speed a thrown pet flies on before it chooses its edge.
	carry = 9
	// maxCarry is how far it flies on at most, in pixels: gently.
	maxCarry = 240
	// A flight takes flightTicks and one more for every flightPixels, at most maxFlight: half a second.
	flightTicks, flightPixels, maxFlight = 9, 40, 30
)

// trail is where the hand was during a drag, the newest last.
type trail [8]struct {
	at   drawlist.Point
	tick uint64
}

func (t *trail) note(at drawlist.Point, tick uint64) {
	if n := len(t) - 1; t[n].tick != tick {
		copy(t[:], t[1:])
	}
	t[len(t)-1].at, t[len(t)-1].tick = at, tick
}

// speed is how fast the hand was lately, in pixels a tick.
func (t *trail) speed(now uint64) (dx, dy float32) {
	last := t[len(t)-1]
	for _, p := range t {
		if p.tick+trailTicks >= now && p.tick < last.tick {
			n := float32(now - p.tick)
			return (last.at.X - p.at.X) / n, (last.at.Y - p.at.Y) / n
		}
	}
	return 0, 0
}

// throw lets the pet fly to the nearest edge of its work area, seen from where the hand's speed would carry it. The hand let
// go at that tick. false: it is there.
func (s *Scene) throw(letGo uint64) bool {
	vx, vy := s.trail.speed(letGo)
	on := carry * min(1, maxCarry/max(1, carry*float32(math.Hypot(float64(vx), float64(vy)))))
	body := s.bodyRect()
	aim := body.Translate(vx*on, vy*on)
	to := s.edge(aim)
	from := drawlist.Rect{X: s.pet.X, Y: s.pet.Y}
	land := from.Translate(to.X-body.X, to.Y-body.Y)
	way := float32(math.Hypot(float64(land.X-from.X), float64(land.Y-from.Y)))
	if way < 1 {
		return false
	}
	s.flight = motion{from: from, to: land, start: s.tick, ticks: s.length(min(maxFlight, flightTicks+uint64(way/flightPixels)))}
	s.flying = true
	if dx := land.X - from.X; dx >= dragPixels {
		s.player.Drag(sprite.RunningRight)
	} else if dx <= -dragPixels {
		s.player.Drag(sprite.RunningLeft)
	} else {
		s.player.Drag(sprite.Jumping)
	}
	return true
}

// edge moves r to the nearest edge of the work area, along the shortest way, and into it.
func (s *Scene) edge(r drawlist.Rect) drawlist.Point {
	w := s.work
	x, y := max(w.X, min(r.X, w.X+w.W-r.W)), max(w.Y, min(r.Y, w.Y+w.H-r.H))
	least := float32(math.Inf(1))
	var at drawlist.Point
	for _, c := range [...]struct{ far, x, y float32 }{
		{r.X - w.X, w.X, y}, {w.X + w.W - r.X - r.W, w.X + w.W - r.W, y},
		{w.Y + w.H - r.Y - r.H, x, w.Y + w.H - r.H}, {r.Y - w.Y, x, w.Y},
	} {
		if c.far < least {
			least, at = c.far, drawlist.Point{X: c.x, Y: c.y}
		}
	}
	return at
}

// fly moves a thrown pet, and puts it down where it lands.
func (s *Scene) fly() {
	if !s.flying {
		return
	}
	at := s.flight.at(s.tick)
	s.pet = drawlist.Point{X: at.X, Y: at.Y}
	if !s.flight.moving(s.tick) {
		s.land()
	}
}

// land ends a flight where the pet is.
func (s *Scene) land() {
	if s.flying {
		s.flying = false
		s.player.Drop()
		s.wish.Moved = true
	}
}
