package sprite

import "time"

// Player decides which clip a pet plays: a drag before a one-shot before the state.
//
// It has no clock: now is any clock that never runs backwards, the same for all calls. The zero value is not
// usable; NewPlayer gives an idle pet.
type Player struct {
	// Repeats is how many cycles a finished state plays before it settles; Settle is who settles.
	Repeats int
	Settle  Settle
	// Still shows the first frame of every clip and nothing else: reduced motion.
	Still bool
	// Tool is the clip of a pet that uses a tool: Running, or RunningRight. A change counts from the next state on.
	Tool Clip

	sheet *Sheet
	alone time.Duration // since when there is nobody to look after; Never = there is

	state   track
	oneShot Clip          // empty = none
	brief   bool          // of the one-shot only the beginning is played
	shotEnd time.Duration // Never until the one-shot has come on show
	drag    Clip          // empty = none

	shown   Clip
	since   time.Duration // when shown came on show
	start   time.Duration // when its first frame was due
	instant bool          // the next change does not wait for MinDisplay
}

// Picture is what a Player wants on the screen.
type Picture struct {
	Clip     Clip
	Col, Row int
	// Next is how long until the picture may change by itself; Never when only a call changes it.
	Next time.Duration
	// Resting is set while nothing but idle is on show: the pet may look at the pointer instead.
	Resting bool
}

// NewPlayer gives a player that is idle.
func NewPlayer(sheet *Sheet) *Player {
	return &Player{
		Repeats: DefaultRepeats, Tool: Running, sheet: sheet, alone: Never,
		state: newTrack(0, "idle", 0, sheet.play("idle", "")), shown: Idle, since: -MinDisplay,
	}
}

// SetState says what the pet has to show and when there was evidence of it last. It may be called as often as the
// caller likes: the same state changes nothing but its evidence, and a clip that is on show already does not restart.
func (p *Player) SetState(now time.Duration, s State, evidence time.Duration) {
	if s != p.state.name {
		if s.asks() && !p.state.name.asks() {
			p.oneShot = "" // the card matters more
		}
		p.state = newTrack(now, s, evidence, p.sheet.play(s, p.Tool))
	}
	if p.Settle == SettleFinished {
		p.state.witness(now, evidence)
	}
}

// SetAlone says whether there is nobody to look after. A pet that is alone for DozeAfter, and does nothing else, sleeps.
func (p *Player) SetAlone(now time.Duration, alone bool) {
	switch {
	case !alone:
		p.alone = Never
	case p.alone == Never:
		p.alone = now
	}
}

// Play shows a clip once, over the state and under a drag. It replaces a one-shot that is under way, unless it is
// the same one, and is ignored while a card has just come.
func (p *Player) Play(now time.Duration, c Clip) {
	quiet := p.state.name.asks() && now < p.state.at+CardQuiet
	if !quiet && p.oneShot != c {
		p.oneShot, p.shotEnd, p.brief = c, Never, false
	}
}

// Wince shows the beginning of the failed clip, as Play does, but never instead of another one-shot.
func (p *Player) Wince(now time.Duration) {
	if p.oneShot == "" {
		p.Play(now, Failed)
		p.brief = true
	}
}

// Drag shows a clip at once and for as long as the pet is dragged. Turning from one side to the other keeps the frame.
func (p *Player) Drag(c Clip) {
	if p.drag != c {
		p.drag, p.instant = c, true
	}
}

// Drop ends the drag.
func (p *Player) Drop() {
	if p.drag != "" {
		p.drag, p.instant = "", true
	}
}

// Picture gives what is on show at now.
func (p *Player) Picture(now time.Duration) Picture {
	p.expire(now)
	if (p.drag != "" || p.oneShot != "") && p.alone != Never {
		p.alone = now // somebody plays with it
	}
	want := p.want()
	if held := p.since + MinDisplay - now; want != p.shown && held > 0 && !p.instant {
		return p.picture(now, held)
	}
	p.instant = false
	p.show(now, want)
	return p.picture(now, until(p.ends(), now))
}

// want is the clip of the highest layer.
func (p *Player) want() Clip {
	switch {
	case p.drag != "":
		return p.drag
	case p.oneShot != "":
		return p.oneShot
	}
	return p.state.clip()
}

// show puts a clip on the screen and tells the layers who is seen.
func (p *Player) show(now time.Duration, c Clip) {
	if c != p.shown {
		if !turns(p.shown, c) {
			p.start = now
		}
		p.shown, p.since = c, now
	}
	cycle := p.sheet.Cycle(c)
	if p.drag == "" && p.oneShot == "" {
		p.state.come(now, p.start, cycle)
		return
	}
	p.state.cover(now, p.sheet.Cycle(p.state.clip()))
	if p.drag == "" && p.shotEnd == Never {
		p.shotEnd = now - (now-p.start)%cycle + cycle
		if p.brief {
			p.shotEnd = now + min(WinceFor, cycle)
		}
	}
}

// turns says whether the pet turns round while it is dragged.
func turns(from, to Clip) bool {
	return from == RunningLeft && to == RunningRight || from == RunningRight && to == RunningLeft
}

// expire takes away what has had its time.
func (p *Player) expire(now time.Duration) {
	if p.oneShot != "" && now >= p.shotEnd {
		p.oneShot = ""
	}
	if now >= p.stateEnd() {
		p.state.next()
	}
}

// ends is when what is on show ends by itself.
func (p *Player) ends() time.Duration {
	switch {
	case p.drag != "":
		return Never
	case p.oneShot != "":
		return p.shotEnd
	}
	return p.stateEnd()
}

func (p *Player) stateEnd() time.Duration {
	return p.state.end(p.sheet.Cycle(p.state.clip()), p.Repeats, p.Settle)
}

// until is how long it is from now to end.
func until(end, now time.Duration) time.Duration {
	if end == Never {
		return Never
	}
	return end - now
}

// picture is the shown clip at now, to be looked at again after left at the latest.
func (p *Player) picture(now, left time.Duration) Picture {
	pic := Picture{Clip: p.shown, Resting: p.shown == Idle && p.drag == "" && p.oneShot == ""}
	if pic.Resting && p.alone != Never {
		if now >= p.alone+DozeAfter {
			pic.Resting, pic.Next = false, left
			pic.Col, pic.Row = p.sheet.Doze()
			return pic
		}
		left = min(left, p.alone+DozeAfter-now)
	}
	if p.Still {
		pic.Col, pic.Row, _ = p.sheet.Cell(p.shown, 0)
		pic.Next = left
		return pic
	}
	pic.Col, pic.Row, pic.Next = p.sheet.Cell(p.shown, now-p.start)
	pic.Next = min(pic.Next, left)
	return pic
}
