package scene

import (
	"time"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/session"
	"dango/sprite"
)

const (
	// doubleTicks is how soon after a click another one makes a double click of it: 400 ms, at nearly the same spot.
	doubleTicks  = 24
	doublePixels = 8
	// glowTicks is how long a bubble glows that the user was led to.
	glowTicks = input.TicksPerSecond
)

// clicked is the last click on the pet.
type clicked struct {
	at   drawlist.Point
	tick uint64      // 0 = none
	on   session.Key // where the last double click led
}

// poke is a click on the pet: it opens what is due, else the pet jumps. Two of them lead to who needs the user next.
func (s *Scene) poke() {
	c := &s.clicked
	far := max(c.at.X-s.at.X, s.at.X-c.at.X, c.at.Y-s.at.Y, s.at.Y-c.at.Y)
	if c.tick != 0 && s.tick <= c.tick+doubleTicks && far <= doublePixels {
		c.tick = 0
		s.nextNeedy()
		return
	}
	c.at, c.tick = s.at, s.tick
	if !s.open() {
		s.player.Play(time.Duration(s.tick)*tick, sprite.Jumping)
	}
}

// open shows what waits for the user out of sight: a card, or bubbles that are one line. false: there is nothing.
func (s *Scene) open() bool {
	if b := s.hiddenCard(); b != nil {
		s.reveal = b
		return true
	}
	if s.collapsed && len(s.bubbles) > 0 && !s.veil.quiet {
		s.SetCollapsed(false)
		s.wish.Collapse = true
		return true
	}
	return false
}

// hiddenCard is the most urgent card that has no place on the screen; nil when there is none.
func (s *Scene) hiddenCard() (found *bubble) {
	for _, b := range s.column {
		if b.answerable() && !b.shown && (found == nil || b.s.State < found.s.State) {
			found = b
		}
	}
	return found
}

// answerable says whether the bubble has a card that can be answered.
func (b *bubble) answerable() bool {
	return !b.dead && !b.line && !b.small && b.req != nil && b.req.Life == session.Offered && len(b.req.Decisions) > 0
}

// needs says whether a session needs the user, and how much: the less, the more.
func needs(s *session.Session) (rank int, ok bool) {
	switch s.State {
	case session.AskUser, session.PermissionPrompt, session.ErrorInterrupted, session.Waiting, session.Review:
		return int(s.State), true
	}
	return 0, false
}

// nextNeedy leads to the session that needs the user most, each time to the next one: to its card, or else to its
// terminal.
func (s *Scene) nextNeedy() {
	var first, next *bubble
	passed := s.byKey[s.clicked.on]
	for _, b := range s.bubbles {
		if b.dead || b.s == nil {
			continue
		}
		if _, ok := needs(b.s); !ok {
			continue
		}
		if first == nil || sooner(b, first) {
			first = b
		}
		if passed != nil && passed.s != nil && sooner(passed, b) && (next == nil || sooner(b, next)) {
			next = b
		}
	}
	if next == nil {
		next = first
	}
	if next == nil {
		return
	}
	s.clicked.on = next.key
	if !next.answerable() {
		s.visit(next.key)
		return
	}
	s.reveal = next
	next.glow = fading{from: 1, start: s.tick, ticks: s.length(glowTicks)}
}

// sooner says whether a comes before b: by need, then by age.
func sooner(a, b *bubble) bool {
	ra, rb := int(a.s.State), int(b.s.State)
	if ra != rb {
		return ra < rb
	}
	if !a.order.Equal(b.order) {
		return a.order.Before(b.order)
	}
	return a.key.ID < b.key.ID
}
