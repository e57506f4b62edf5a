package scene_test

import (
	"math"
	"strings"
	"testing"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/game/scene"
	"dango/session"
	"dango/sprite"
)

const second = input.TicksPerSecond

// pass lets time pass as the game does: the scene is asked again when it says so, or when the time is over.
func (s *stage) pass(ticks int) {
	end := s.in.Tick + uint64(ticks)
	for s.step(1); s.in.Tick < end; { // a new snapshot wakes the game
		s.in.Tick = max(s.in.Tick, min(end, s.NextTick())-1)
		s.step(1)
	}
}

func TestLeavesWithTheLastSession(t *testing.T) {
	one, none := snapshot(running("a", "A", "x")), snapshot()
	for _, c := range []struct {
		name  string
		leave bool
		play  func(s *stage)
		want  bool
	}{
		{"the last one ends", true, func(s *stage) { s.snap = one; s.pass(second); s.snap = none; s.pass(second) }, true},
		{"not at once", true, func(s *stage) { s.snap = one; s.pass(second); s.snap = none; s.pass(50) }, false},
		{"it stays", false, func(s *stage) { s.snap = one; s.pass(second); s.snap = none; s.pass(second) }, false},
		{"there was none yet", true, func(s *stage) { s.pass(10 * second) }, false},
		{"another one comes in time", true, func(s *stage) {
			s.snap = one
			s.pass(second)
			s.snap = snapshot()
			s.pass(40)
			s.snap = snapshot(running("b", "B", "x"))
			s.pass(second)
		}, false},
		{"hidden", true, func(s *stage) { s.SetVisible(false); s.snap = one; s.pass(second); s.snap = none; s.pass(second) }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t)
			s.SetManner(scene.Manner{Leave: c.leave})
			s.step(1)
			c.play(s)
			if got := s.Wish().Quit; got != c.want {
				t.Errorf("it leaves: %v, want %v", got, c.want)
			}
		})
	}
}

func TestHidesWhenIdle(t *testing.T) {
	idle := func() *session.Snapshot {
		v := running("a", "A", "x")
		v.State = session.Idle
		return snapshot(v)
	}
	s := newStage(t)
	s.SetManner(scene.Manner{Hide: true})
	for range 29 { // a snapshot that tells nothing new is nothing that happens
		s.snap = idle()
		s.pass(second)
	}
	if !s.Shown() {
		t.Fatal("it hides before half a minute is over")
	}
	s.pass(2 * second)
	if s.Shown() || !s.Visible() || !s.Resting() || len(s.Append(nil)) > 0 || len(s.Input(nil)) > 0 {
		t.Fatalf("after half a minute it is shown: %v, visible: %v", s.Shown(), s.Visible())
	}
	if s.NextTick() != math.MaxUint64 {
		t.Error("a pet that hides wants to be woken")
	}
	for _, c := range s.sent {
		if c.Kind == session.Screen {
			t.Error("the core was told that there is no screen: cards would go to the terminals")
		}
	}
	s.snap = snapshot(asking("a", "A", "x", permission("r", "Bash", "ls")))
	s.step(1)
	if _, ok := s.Find("[Allow]"); !s.Shown() || s.Resting() || !ok {
		t.Error("a card does not bring it back at once")
	}
	s.pass(60 * second)
	if !s.Shown() {
		t.Error("it hides behind a card")
	}
	s.snap = idle()
	s.pass(31 * second)
	s.SetVisible(true)
	s.step(1)
	if !s.Shown() {
		t.Error("who asks for the pet does not get it")
	}
	x, y := s.petFeet()
	s.do(input.Move, input.NoButton, x, y)
	s.pass(60 * second)
	if !s.Shown() {
		t.Error("it hides under the pointer")
	}
	s.SetManner(scene.Manner{})
	s.do(input.Leave, input.NoButton, 0, 0)
	s.pass(60 * second)
	if !s.Shown() {
		t.Error("it hides although it shall not")
	}
}

// throw drags the pet by its middle to where the pointer is, in steps of a tick, and lets go.
func (s *stage) throw(way ...drawlist.Point) {
	x, y := s.petFeet()
	s.do(input.Press, input.Left, x, y)
	for _, p := range way {
		s.do(input.Move, input.NoButton, p.X, p.Y)
	}
	s.do(input.Release, input.Left, s.at.X, s.at.Y)
}

// body is the pet's body, at rest.
func (s *stage) body() (r drawlist.Rect) {
	for _, q := range s.PetRegion() {
		r = r.Union(q)
	}
	return r
}

func TestSnap(t *testing.T) {
	work := drawlist.Rect{X: 100, Y: 50, W: 1000, H: 700}
	near := func(a, b float32) bool { return math.Abs(float64(a-b)) <= 2 }
	at := func(x, y float32) drawlist.Point { return drawlist.Point{X: x, Y: y} }
	for _, c := range []struct {
		name string
		way  []drawlist.Point
		edge func(r drawlist.Rect) bool
		clip sprite.Clip
	}{
		{"to the left", []drawlist.Point{at(300, 400), at(300, 400), at(300, 400), at(300, 401), at(300, 401), at(300, 401), at(300, 401), at(300, 401)},
			func(r drawlist.Rect) bool { return near(r.X, work.X) }, sprite.RunningLeft},
		{"to the right", []drawlist.Point{at(940, 400), at(940, 400), at(940, 400), at(940, 400), at(940, 400), at(940, 400), at(940, 400), at(940, 400)},
			func(r drawlist.Rect) bool { return near(r.X+r.W, work.X+work.W) }, sprite.RunningRight},
		{"up", []drawlist.Point{at(600, 160), at(600, 160), at(600, 160), at(600, 160), at(600, 160), at(600, 160), at(600, 160), at(600, 160)},
			func(r drawlist.Rect) bool { return near(r.Y, work.Y) }, sprite.Jumping},
		{"down", []drawlist.Point{at(600, 640), at(600, 640), at(600, 640), at(600, 640), at(600, 640), at(600, 640), at(600, 640), at(600, 640)},
			func(r drawlist.Rect) bool { return near(r.Y+r.H, work.Y+work.H) }, sprite.Jumping},
		{"thrown to the left from the middle", []drawlist.Point{at(700, 400), at(670, 400), at(640, 400), at(610, 400), at(580, 400)},
			func(r drawlist.Rect) bool { return near(r.X, work.X) }, sprite.RunningLeft},
		{"thrown to the right from the middle", []drawlist.Point{at(500, 400), at(530, 400), at(560, 400), at(590, 400), at(620, 400)},
			func(r drawlist.Rect) bool { return near(r.X+r.W, work.X+work.W) }, sprite.RunningRight},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t)
			s.in.Monitors = []input.Monitor{{Name: "one", Bounds: screen, Work: work, Scale: 1, Primary: true}}
			s.SetManner(scene.Manner{Snap: true})
			s.SetPetPosition(at(540, 340))
			s.step(5)
			s.throw(c.way...)
			if s.Wish().Moved {
				t.Error("it counts as put down before it has landed")
			}
			s.step(1)
			if got := clipOf(s); got != c.clip {
				t.Errorf("it flies as %s, want %s", got, c.clip)
			}
			last, farthest := s.PetPosition(), float32(0)
			for n := 0; n < 40; n++ {
				s.step(1)
				now := s.PetPosition()
				farthest = max(farthest, float32(math.Hypot(float64(now.X-last.X), float64(now.Y-last.Y))))
				last = now
			}
			s.step(5)
			if r := s.body(); !c.edge(r) {
				t.Errorf("it landed at %v", r)
			}
			if farthest > 90 {
				t.Errorf("it moves by %v in a tick: not gently", farthest)
			}
			w := s.Wish()
			if !w.Moved || w.Pet != s.PetPosition() {
				t.Errorf("its place is not to be kept: %+v", w)
			}
			if got := clipOf(s); got != sprite.Idle {
				t.Errorf("at the edge it shows %s", got)
			}
		})
	}
}

// clipOf is the clip on show.
func clipOf(s *stage) sprite.Clip {
	line, _, _ := strings.Cut(s.Summary(), "\n")
	return sprite.Clip(strings.TrimPrefix(line, "pet: "))
}

func TestSnapIsAChoice(t *testing.T) {
	for _, c := range []struct {
		name          string
		snap, reduced bool
		left          float32 // of the body
	}{{"off", false, false, 360}, {"at once with reduced motion", true, true, 0}} {
		s := newStage(t)
		s.in.Reduced = c.reduced
		s.SetManner(scene.Manner{Snap: c.snap})
		s.SetPetPosition(drawlist.Point{X: 500, Y: 340})
		s.step(5)
		s.throw(drawlist.Point{X: 500, Y: 400}, drawlist.Point{X: 400, Y: 400})
		if s.step(1); math.Abs(float64(s.body().X-c.left)) > 30 || !s.Wish().Moved {
			t.Errorf("%s: it is at %v, want %v at the left", c.name, s.body(), c.left)
		}
	}
}

// A pet that flies can be caught.
func TestCatch(t *testing.T) {
	s := newStage(t)
	s.SetManner(scene.Manner{Snap: true})
	s.SetPetPosition(drawlist.Point{X: 540, Y: 340})
	s.step(5)
	s.throw(drawlist.Point{X: 500, Y: 400}, drawlist.Point{X: 480, Y: 400})
	s.step(4)
	x, y := s.petFeet()
	s.do(input.Press, input.Left, x, y)
	held := s.PetPosition()
	s.step(8)
	if s.PetPosition() != held {
		t.Errorf("it flies on from %v to %v", held, s.PetPosition())
	}
}
