package sprite

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"
)

var builtin = sync.OnceValues(Builtin)

func dango(t *testing.T) *Sheet {
	t.Helper()
	s, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// act does something to a player at a moment.
type act func(p *Player, now time.Duration)

func state(s State) act                  { return func(p *Player, now time.Duration) { p.SetState(now, s, now) } }
func stale(s State) act                  { return func(p *Player, now time.Duration) { p.SetState(now, s, -time.Hour) } }
func shot(c Clip) act                    { return func(p *Player, now time.Duration) { p.Play(now, c) } }
func wince(p *Player, now time.Duration) { p.Wince(now) }
func drag(c Clip) act                    { return func(p *Player, _ time.Duration) { p.Drag(c) } }
func drop(p *Player, _ time.Duration)    { p.Drop() }

// cue is one line of a story: at a moment, do something, then see a frame of a clip. Frame -1 is any.
type cue struct {
	at    time.Duration
	do    act
	clip  Clip
	frame int
}

const (
	reviewCycle  = 1030 * ms
	jumpingCycle = 840 * ms
	wavingCycle  = 700 * ms
	runningCycle = 820 * ms
	waitingCycle = 1010 * ms
)

func TestPlayer(t *testing.T) {
	stories := map[string][]cue{
		"a new player is idle": {
			{0, nil, Idle, 0}, {1680 * ms, nil, Idle, 1}, {6600 * ms, nil, Idle, 0},
		},
		"a state that nobody knows is idle": {
			{0, state("daydreaming"), Idle, 0},
		},
		"somebody who waits for the user is never forgotten": {
			{0, state("permission-prompt"), Waiting, 0}, {150 * ms, nil, Waiting, 1}, {9 * time.Hour, nil, Waiting, -1},
		},
		"a question is greeted once, then waits": {
			{0, state("ask-user"), Waving, 0}, {wavingCycle - ms, nil, Waving, 3},
			{wavingCycle, nil, Waiting, 0}, {time.Hour, nil, Waiting, -1},
		},
		"work goes on while there is evidence": {
			{0, state("tool-use"), Running, 0}, {4 * time.Minute, state("tool-use"), Running, -1},
			{8 * time.Minute, nil, Running, -1}, {9*time.Minute + runningCycle, nil, Idle, -1},
		},
		"work without evidence settles at the end of its cycle": {
			{0, state("responding"), Running, 0}, {Fresh + 119*ms, nil, Running, -1}, // 300 s are 365 cycles and 700 ms
			{Fresh + 120*ms, nil, Idle, 0},
		},
		"fresh evidence wakes work that had settled": {
			{0, state("thinking"), Review, 0}, {time.Hour, nil, Idle, -1}, {2 * time.Hour, state("thinking"), Review, 0},
		},
		"old work is not begun": {
			{0, stale("tool-use"), Idle, 0}, {time.Minute, nil, Idle, -1}, {2 * time.Minute, state("tool-use"), Running, 0},
		},
		"what has finished is told three times, then settles": {
			{0, state("review"), Review, 0}, {3*reviewCycle - ms, nil, Review, 5},
			{3 * reviewCycle, nil, Idle, 0}, {time.Hour, state("review"), Idle, -1},
		},
		"a failure is told three times": {
			{0, state("error-interrupted"), Failed, 0}, {3*1220*ms - ms, nil, Failed, 7}, {3 * 1220 * ms, nil, Idle, 0},
		},
		"completed jumps, then review inspects": {
			{0, state("completed"), Jumping, 0}, {2 * time.Second, state("review"), Review, 0},
			{2*time.Second + 3*reviewCycle, nil, Idle, 0},
		},
		"the same state again does not restart": {
			{0, state("tool-use"), Running, 0}, {130 * ms, state("tool-use"), Running, 1}, {250 * ms, state("tool-use"), Running, 2},
		},
		"another state with the same clip does not restart it": {
			{0, state("responding"), Running, 0}, {400 * ms, state("tool-use"), Running, 3},
		},
		"three cycles are counted from the cycle in which the state came": {
			{0, state("thinking"), Review, 0}, {reviewCycle + 160*ms, state("review"), Review, 1},
			{4*reviewCycle - ms, nil, Review, 5}, {4 * reviewCycle, nil, Idle, 0},
		},
		"a clip stays for a quarter of a second": {
			{time.Second, state("tool-use"), Running, 0}, {1100 * ms, state("thinking"), Running, 0},
			{1249 * ms, nil, Running, 2}, {1250 * ms, nil, Review, 0},
		},
		"a state that rushes by is never seen": {
			{time.Second, state("tool-use"), Running, 0}, {1100 * ms, state("thinking"), Running, 0},
			{1200 * ms, state("tool-use"), Running, 1}, {1260 * ms, nil, Running, 2},
		},
		"a drag comes before everything, at once": {
			{time.Second, state("permission-prompt"), Waiting, 0}, {1010 * ms, drag(Jumping), Jumping, 0},
			{1020 * ms, drag(RunningRight), RunningRight, 0}, {time.Minute, state("error-interrupted"), RunningRight, -1},
		},
		"turning round keeps the frame": {
			{0, drag(RunningRight), RunningRight, 0}, {250 * ms, drag(RunningLeft), RunningLeft, 2}, {370 * ms, drag(RunningRight), RunningRight, 3},
		},
		"dropped, the pet shows its state at once": {
			{0, state("permission-prompt"), Waiting, 0}, {time.Second, drag(RunningLeft), RunningLeft, 0}, {1010 * ms, drop, Waiting, 0},
		},
		"a one-shot is played once over the state": {
			{0, state("permission-prompt"), Waiting, 0}, {10 * time.Second, shot(Jumping), Jumping, 0},
			{10*time.Second + jumpingCycle - ms, nil, Jumping, 4}, {10*time.Second + jumpingCycle, nil, Waiting, 0},
		},
		"a newer one-shot replaces the older": {
			{time.Second, shot(Waving), Waving, 0}, {1300 * ms, shot(Jumping), Jumping, 0}, {1300*ms + jumpingCycle, nil, Idle, 0},
		},
		"the same one-shot again goes on": {
			{time.Second, shot(Waving), Waving, 0}, {1300 * ms, shot(Waving), Waving, 2}, {time.Second + wavingCycle, nil, Idle, 0},
		},
		"a one-shot waits for the drag to end": {
			{0, drag(RunningLeft), RunningLeft, 0}, {time.Second, shot(Waving), RunningLeft, 7},
			{5 * time.Second, drop, Waving, 0}, {5*time.Second + wavingCycle, nil, Idle, 0},
		},
		"a wince is short": {
			{0, state("tool-use"), Running, 0}, {time.Second, wince, Failed, 0}, {time.Second + WinceFor - ms, nil, Failed, 2},
			{time.Second + WinceFor, nil, Running, 0},
		},
		"a wince does not replace a one-shot": {
			{time.Second, shot(Waving), Waving, 0}, {1300 * ms, wince, Waving, 2}, {time.Second + wavingCycle, nil, Idle, 0},
		},
		"a one-shot replaces a wince, and is whole": {
			{time.Second, wince, Failed, 0}, {1300 * ms, shot(Jumping), Jumping, 0}, {1300*ms + jumpingCycle - ms, nil, Jumping, 4},
		},
		"no wince over a card that has just come": {
			{0, state("ask-user"), Waving, 0}, {time.Second, nil, Waiting, -1}, {CardQuiet - ms, wince, Waiting, -1}, {CardQuiet, wince, Failed, 0},
		},
		"a card cuts a one-shot short": {
			{time.Second, shot(Jumping), Jumping, 0}, {1300 * ms, state("permission-prompt"), Waiting, 0}, {1800 * ms, nil, Waiting, 3},
		},
		"no one-shot over a card that has just come": {
			{0, state("permission-prompt"), Waiting, 0}, {CardQuiet - ms, shot(Waving), Waiting, -1}, {CardQuiet, shot(Waving), Waving, 0},
		},
		"settled stays settled after a one-shot": {
			{0, state("review"), Review, 0}, {30 * time.Second, nil, Idle, 0}, {time.Minute, shot(Waving), Waving, 0}, {time.Minute + wavingCycle, nil, Idle, 0},
		},
		"settled stays settled after a drag": {
			{0, state("review"), Review, 0}, {time.Minute, drag(Jumping), Jumping, 0}, {time.Hour, drop, Idle, 0},
		},
		"a cycle that was interrupted is told again": {
			{0, state("completed"), Jumping, 0}, {jumpingCycle + 300*ms, drag(RunningLeft), RunningLeft, 0},
			{5 * time.Second, drop, Jumping, 0}, {5*time.Second + 2*jumpingCycle - ms, nil, Jumping, 4},
			{5*time.Second + 2*jumpingCycle, nil, Idle, 0},
		},
	}
	for name, cues := range stories {
		t.Run(name, func(t *testing.T) { tell(t, NewPlayer(dango(t)), cues) })
	}
}

func tell(t *testing.T, p *Player, cues []cue) {
	t.Helper()
	for _, c := range cues {
		p.Picture(c.at) // the screen looks often
		if c.do != nil {
			c.do(p, c.at)
		}
		pic := p.Picture(c.at)
		if pic.Clip != c.clip || c.frame >= 0 && pic.Col != c.frame {
			t.Errorf("at %v: %s frame %d, want %s frame %d", c.at, pic.Clip, pic.Col, c.clip, c.frame)
		}
		if pic.Next <= 0 {
			t.Errorf("at %v: next change in %v, want later than now", c.at, pic.Next)
		}
	}
}

func TestEveryStateHasItsClip(t *testing.T) {
	want := map[State]Clip{
		"idle": Idle, "thinking": Review, "responding": Running, "tool-use": Running, "permission-prompt": Waiting,
		"ask-user": Waving, "completed": Jumping, "review": Review, "error-interrupted": Failed, "waiting": Waiting,
	}
	if len(want) != len(plays) {
		t.Errorf("%d states have a clip, want %d", len(plays), len(want))
	}
	for s, clip := range want {
		p := NewPlayer(dango(t))
		p.SetState(0, s, 0)
		if got := p.Picture(0).Clip; got != clip {
			t.Errorf("%s shows %s, want %s", s, got, clip)
		}
	}
}

func TestSettle(t *testing.T) {
	const long = 4 * time.Minute // less than evidence lasts
	cases := []struct {
		settle Settle
		state  State
		want   Clip
	}{
		{SettleFinished, "waiting", Waiting}, {SettleFinished, "tool-use", Running}, {SettleFinished, "review", Idle},
		{SettleAll, "waiting", Idle}, {SettleAll, "tool-use", Idle}, {SettleAll, "review", Idle},
		{SettleNever, "waiting", Waiting}, {SettleNever, "tool-use", Running}, {SettleNever, "review", Review},
	}
	for _, c := range cases {
		t.Run(fmt.Sprint(c.settle, c.state), func(t *testing.T) {
			p := NewPlayer(dango(t))
			p.Settle = c.settle
			p.SetState(0, c.state, 0)
			p.Picture(0)
			if got := p.Picture(long).Clip; got != c.want {
				t.Errorf("after %v the pet shows %s, want %s", long, got, c.want)
			}
		})
	}
}

func TestRepeats(t *testing.T) {
	p := NewPlayer(dango(t))
	p.Repeats = 1
	tell(t, p, []cue{{0, state("review"), Review, 0}, {reviewCycle - ms, nil, Review, 5}, {reviewCycle, nil, Idle, 0}})
}

func TestStill(t *testing.T) {
	p := NewPlayer(dango(t))
	p.Still = true
	tell(t, p, []cue{
		{0, nil, Idle, 0}, {2 * time.Second, nil, Idle, 0}, {3 * time.Second, state("waiting"), Waiting, 0}, {time.Hour, nil, Waiting, 0},
	})
	if next := p.Picture(time.Hour).Next; next != Never {
		t.Errorf("a still pet wants to be drawn in %v, want never", next)
	}
}

func TestResting(t *testing.T) {
	p := NewPlayer(dango(t))
	want := func(now time.Duration, resting bool, when string) {
		t.Helper()
		if got := p.Picture(now).Resting; got != resting {
			t.Errorf("%s: resting = %v, want %v", when, got, resting)
		}
	}
	want(0, true, "idle")
	p.SetState(0, "review", 0)
	want(0, false, "review")
	want(time.Minute, true, "settled")
	p.Play(2*time.Minute, Waving)
	want(2*time.Minute, false, "one-shot")
	want(3*time.Minute, true, "after it")
	p.Drag(Idle)
	want(3*time.Minute, false, "dragged")
}

func TestTool(t *testing.T) {
	p := NewPlayer(dango(t))
	p.Tool = RunningRight
	tell(t, p, []cue{
		{0, state("responding"), Running, 0}, {time.Second, state("tool-use"), RunningRight, 0}, {3 * time.Second, state("thinking"), Review, 0},
	})
}

func TestDoze(t *testing.T) {
	alone := func(p *Player, now time.Duration) { p.SetAlone(now, true) }
	company := func(p *Player, now time.Duration) { p.SetAlone(now, false) }
	sleeps := func(p *Player, now time.Duration) bool { q := *p; return q.Picture(now).Next == Never }
	stories := map[string]struct {
		cues   []cue
		at     time.Duration
		sleeps bool
	}{
		"after ten minutes alone":  {[]cue{{0, alone, Idle, 0}}, DozeAfter, true},
		"not sooner":               {[]cue{{0, alone, Idle, 0}}, DozeAfter - ms, false},
		"not in company":           {[]cue{{0, alone, Idle, 0}, {time.Minute, company, Idle, -1}}, time.Hour, false},
		"still alone":              {[]cue{{0, alone, Idle, 0}, {time.Minute, alone, Idle, -1}}, DozeAfter, true},
		"a click keeps it awake":   {[]cue{{0, alone, Idle, 0}, {9 * time.Minute, shot(Jumping), Jumping, 0}}, DozeAfter, false},
		"a drag wakes it":          {[]cue{{0, alone, Idle, 0}, {time.Hour, drag(Jumping), Jumping, 0}, {time.Hour + ms, drop, Idle, 0}}, time.Hour + ms, false},
		"and then it sleeps again": {[]cue{{0, alone, Idle, 0}, {time.Hour, drag(Jumping), Jumping, 0}, {time.Hour + ms, drop, Idle, 0}}, time.Hour + ms + DozeAfter, true},
	}
	for name, s := range stories {
		t.Run(name, func(t *testing.T) {
			p := NewPlayer(dango(t))
			tell(t, p, s.cues)
			if got := sleeps(p, s.at); got != s.sleeps {
				t.Errorf("at %v it sleeps: %v, want %v", s.at, got, s.sleeps)
			}
			if pic := p.Picture(s.at); s.sleeps && (pic.Col != 2 || pic.Row != 0) {
				t.Errorf("it sleeps as (%d, %d), want (2, 0), whose eyes are closed", pic.Col, pic.Row)
			} else if pic.Resting == s.sleeps {
				t.Errorf("at %v it may look around: %v", s.at, pic.Resting)
			}
		})
	}
}

// TestNext folds random stories and wants the picture to stay until the moment that the player announced.
func TestNext(t *testing.T) {
	sheet := dango(t)
	clips := []Clip{Idle, RunningLeft, RunningRight, Waving, Jumping, Failed}
	var names []State
	for s := range plays {
		names = append(names, s)
	}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		p, now := NewPlayer(sheet), time.Duration(0)
		for range 60 {
			switch r.IntN(8) {
			case 0, 1:
				p.SetState(now, names[r.IntN(len(names))], now)
			case 2:
				p.Play(now, clips[r.IntN(len(clips))])
			case 3:
				p.Drag(clips[r.IntN(len(clips))])
			case 4:
				p.Drop()
			case 6:
				p.Wince(now)
			case 5:
				p.SetAlone(now, r.IntN(4) > 0)
			}
			pic := p.Picture(now)
			if pic.Next <= 0 {
				t.Fatalf("seed %d at %v: next change in %v", seed, now, pic.Next)
			}
			wait := min(pic.Next, 10*time.Minute)
			early := *p
			if got := early.Picture(now + wait - 1); got.Clip != pic.Clip || got.Col != pic.Col {
				t.Fatalf("seed %d at %v: %s frame %d was to stay for %v, but became %s frame %d",
					seed, now, pic.Clip, pic.Col, pic.Next, got.Clip, got.Col)
			}
			now += time.Duration(r.Int64N(int64(2 * wait)))
		}
	}
}
