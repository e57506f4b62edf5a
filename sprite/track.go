package sprite

import "time"

// track is the lowest layer: how far the state's clip has come. Its cycles count only while they are on show; what
// covers it stops it at the beginning of the cycle that it interrupts.
type track struct {
	name     State
	at       time.Duration // when the state came
	evidence time.Duration // when there was a sign of it last
	play     play
	intro    bool // the intro is still due
	rest     bool // settled into idle
	done     int  // cycles on show before it was covered
	on       bool // on show
	begin    time.Duration
}

// newTrack begins a state that looks like p.
func newTrack(now time.Duration, s State, evidence time.Duration, p play) track {
	return track{name: s, at: now, evidence: evidence, play: p, intro: p.intro != ""}
}

// clip is what the state wants to show.
func (t *track) clip() Clip {
	switch {
	case t.rest:
		return Idle
	case t.intro:
		return t.play.intro
	}
	return t.play.clip
}

// witness takes in when there was evidence last: fresh evidence wakes work that has settled, and work that has
// long shown no sign of life is not begun.
func (t *track) witness(now, evidence time.Duration) {
	t.evidence = max(t.evidence, evidence)
	if stale := now >= t.evidence+Fresh; t.play.repeat == working && (t.rest || !t.on) && t.rest != stale {
		t.rest, t.on, t.done = stale, false, 0
	}
}

// come notes that the clip is on show; its cycles are those of a clip that started at start.
func (t *track) come(now, start, cycle time.Duration) {
	if !t.on {
		t.on, t.begin = true, now-(now-start)%cycle
	}
}

// cover notes that something else is on show.
func (t *track) cover(now, cycle time.Duration) {
	if t.on {
		t.on = false
		t.done += int((now - t.begin) / cycle)
	}
}

// end is when the clip on show has had its time: Never for one that loops. It always falls between two cycles.
func (t *track) end(cycle time.Duration, repeats int, settle Settle) time.Duration {
	switch r := t.play.repeat; {
	case !t.on || t.rest || t.play.clip == Idle:
		return Never
	case t.intro:
		return t.begin + cycle
	case settle == SettleNever || settle == SettleFinished && r == forever:
		return Never
	case settle == SettleFinished && r == working:
		stale := t.evidence + Fresh - t.begin
		return t.begin + (stale+cycle-1)/cycle*cycle
	}
	return t.begin + time.Duration(repeats-t.done)*cycle
}

// next goes on to what follows the clip that has ended.
func (t *track) next() {
	t.on, t.done = false, 0
	if t.intro {
		t.intro = false
	} else {
		t.rest = true
	}
}
