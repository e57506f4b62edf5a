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
	Wince   bool        // when a tool fails
	Snap    bool        // to the nearest edge when it is put down
	Hide    bool        // while nothing happens
	Leave   bool        // with the last session
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
	if !s.Shown() || s.reduced || !s.pic.Resting || !s.sheet.Looks() || !(s.manner.Look.Radius > 0) {
		return Watch{}
	}
	r := s.bodyRect()
	return Watch{From: drawlist.Point{X: r.X + r.W/2, Y: r.Y + r.H/2}, Look: s.manner.Look}
}

// gestures are what the pet does about what passes, the more important further down: of several at once one is seen.
var gestures = [...]struct {
	on   session.MomentKind
	clip sprite.Clip
}{
	{session.SubagentStarted, sprite.Review},
	{session.SubagentCompleted, sprite.Jumping},
	{session.TaskCompleted, sprite.Jumping},
	{session.SessionEnded, sprite.Waving},
	{session.SessionStarted, sprite.Waving},
	{session.PermissionDenied, sprite.Failed},
}

// herald has the pet react to what has passed since the last snapshot: once, over what it does. What was there before
// the pet is no news.
func (s *Scene) herald(snap *session.Snapshot) {
	seen := s.passed
	s.passed = max(s.passed, latest(snap))
	if s.snap == nil || s.veil.quiet {
		return
	}
	best, failed := -1, false
	for i := range snap.Moments {
		if m := &snap.Moments[i]; m.Seq > seen {
			failed = failed || m.Kind == session.ToolFailed
			for g := range gestures {
				if gestures[g].on == m.Kind {
					best = max(best, g)
				}
			}
		}
	}
	now := time.Duration(s.tick) * tick
	if best >= 0 {
		s.player.Play(now, gestures[best].clip)
	} else if failed && s.manner.Wince {
		s.player.Wince(now)
	}
}
