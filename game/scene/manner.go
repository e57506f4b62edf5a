package scene

import (
	"time"

	"dango/game/drawlist"
	"dango/session"
	"dango/sprite"
)

// Manner is how the pet behaves, as far as the user has a say.
type Manner struct {
	Tuning  sprite.Tuning
	Repeats int // cycles that a finished state plays; 0 = sprite.DefaultRepeats
	Settle  sprite.Settle
	Tool    sprite.Clip // of a pet that uses a tool; empty = sprite.Running
	Look    sprite.Look // at the pointer; zero = at none
}

// SetManner changes how the pet behaves from now on.
func (s *Scene) SetManner(m Manner) {
	if m.Repeats <= 0 {
		m.Repeats = sprite.DefaultRepeats
	}
	s.manner, s.stale = m, true
	s.behave()
}

// behave tells the pet its manner.
func (c *character) behave() {
	c.sheet.Tune(c.manner.Tuning)
	c.player.Repeats, c.player.Settle, c.player.Tool = c.manner.Repeats, c.manner.Settle, c.manner.Tool
}

// Watch is where the pet looks from. The zero value looks nowhere.
type Watch struct {
	From drawlist.Point // the middle of the pet, in the world
	Look sprite.Look
}

// At is the glance at a pointer. It is pure: it may be called on any goroutine.
func (w Watch) At(p drawlist.Point) sprite.Glance {
	return w.Look.At(float64(p.X-w.From.X), float64(p.Y-w.From.Y))
}

// Watch says which moves of the pointer, wherever it is, change the picture: those that change Watch.At.
func (s *Scene) Watch() Watch {
	if !s.visible || s.reduced || !s.pic.Resting || !s.sheet.Looks() {
		return Watch{}
	}
	r := s.bodyRect()
	return Watch{From: drawlist.Point{X: r.X + r.W/2, Y: r.Y + r.H/2}, Look: s.manner.Look}
}

// herald has the pet greet who comes: once, over what it does. What was there before the pet, or has been found by
// looking round, is no news.
func (s *Scene) herald(snap *session.Snapshot) {
	if s.snap == nil || s.veil.quiet {
		return
	}
	var clip sprite.Clip
	for _, v := range snap.Sessions {
		b := s.byKey[v.Key]
		switch {
		case v.Posted:
		case b == nil || b.s == nil:
			if !v.Recovered {
				clip = sprite.Waving
			}
		case clip != "":
		case has(b.s.Subagents, v.Subagents):
			clip = sprite.Jumping // one has done its work
		case has(v.Subagents, b.s.Subagents):
			clip = sprite.Review
		}
	}
	if clip != "" {
		s.player.Play(time.Duration(s.tick)*tick, clip)
	}
}

// farewell has it wave to a session that is over. One that the user sent away goes without.
func (s *Scene) farewell(b *bubble) {
	if b.s != nil && !b.s.Posted && !s.veil.quiet {
		s.player.Play(time.Duration(s.tick)*tick, sprite.Waving)
	}
}

// has says whether one of all is not among the others.
func has(all, others []session.Subagent) bool {
	for i := range all {
		found := false
		for j := range others {
			found = found || all[i].ID == others[j].ID
		}
		if !found {
			return true
		}
	}
	return false
}
