package scene

import (
	"math"

	"dango/game/input"
	"dango/session"
)

const (
	// leaveTicks is how long after the last session a pet that does not stay alone is there: 0.9 s, time for a wave.
	leaveTicks = 54
	// hideTicks is how long an idle pet is seen that hides: half a minute.
	hideTicks = 30 * input.TicksPerSecond
)

// life is when the pet comes and goes by itself.
type life struct {
	company bool   // there has been a session
	leaves  uint64 // tick at which it quits; 0 = it stays
	idle    uint64 // tick since when nothing has happened; 0 = something is going on
	asleep  bool   // hidden until something happens. Requests count as seen all the same: their card comes at once
}

// come notes a new snapshot: whoever has company stays, and news keeps the pet from hiding. old may be nil.
func (l *life) come(snap, old *session.Snapshot, tick uint64) {
	switch {
	case len(snap.Sessions) > 0:
		l.company, l.leaves = true, 0
	case l.company && l.leaves == 0:
		l.leaves = tick + leaveTicks
	}
	if old == nil || len(snap.Sessions) != len(old.Sessions) || latest(snap) != latest(old) {
		l.idle = 0
	}
}

// latest is the number of a snapshot's newest moment; 0 = it has none.
func latest(snap *session.Snapshot) uint64 {
	if n := len(snap.Moments); n > 0 {
		return snap.Moments[n-1].Seq
	}
	return 0
}

// live has the pet leave with the last session, and hide when it has nothing to show.
func (s *Scene) live() (changed bool) {
	l, m := &s.life, &s.manner
	if m.Leave && l.leaves != 0 && s.tick >= l.leaves {
		s.wish.Quit = true
	}
	busy := !m.Hide || s.snap == nil || s.snap.Pet != session.Idle || s.hover.part != partNone || s.pressed.part != partNone ||
		s.dragging || s.flying || s.menu.open || s.Keyboard()
	switch {
	case busy:
		l.idle = 0
	case l.idle == 0:
		l.idle = s.tick
	}
	away := !busy && s.tick >= l.idle+hideTicks
	changed = away != l.asleep
	l.asleep = away
	return changed
}

// due is the tick at which that changes by itself.
func (s *Scene) lifeDue() uint64 {
	due := uint64(math.MaxUint64)
	if s.manner.Leave && s.life.leaves != 0 {
		due = max(s.life.leaves, s.tick+1)
	}
	if s.life.idle != 0 && !s.life.asleep {
		due = min(due, s.life.idle+hideTicks)
	}
	return due
}
