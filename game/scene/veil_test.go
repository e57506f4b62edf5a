package scene_test

import (
	"slices"
	"strings"
	"testing"

	"dango/game/input"
	"dango/game/scene"
	"dango/session"
	"dango/sprite"
)

// opacity steps until it has stayed the same for a while.
func (s *stage) opacity() float32 {
	s.step(30)
	return s.Opacity()
}

// onscreen is what the keeper was told last to be on the screen.
func (s *stage) onscreen() []string {
	for i := len(s.sent) - 1; i >= 0; i-- {
		if s.sent[i].Kind == session.Onscreen {
			return s.sent[i].Requests
		}
	}
	return nil
}

func TestGhost(t *testing.T) {
	s := newStage(t)
	s.snap = snapshot(running("a", "Low", "x"), asking("b", "High", "x", permission("r", "Bash", "ls")))
	s.step(30)
	if s.Ghost() || s.Opacity() != 1 || !slices.Equal(s.onscreen(), []string{"r"}) {
		t.Fatalf("at first: ghost %v, opacity %v, on the screen %v", s.Ghost(), s.Opacity(), s.onscreen())
	}
	x, y := s.petMiddle()
	s.do(input.Press, input.Right, x, y) // a menu is open, which could not be reached any more
	s.do(input.Vanish, 0, 0, 0)
	if w := s.Wish(); !w.Ghost || !s.Ghost() {
		t.Errorf("after the shortcut: ghost %v, wish %+v", s.Ghost(), w)
	}
	if o := s.Opacity(); o <= .5 || o > 1 {
		t.Errorf("it vanishes at once: opacity %v", o)
	}
	if o := s.opacity(); o > .5 || o < .2 {
		t.Errorf("a ghost's opacity is %v", o)
	}
	if _, ok := s.Find("[Allow]"); ok || len(s.onscreen()) > 0 {
		t.Errorf("a ghost has a card, and %v on the screen", s.onscreen())
	}
	if !strings.Contains(s.Summary(), "Bash ls") || strings.Contains(s.Summary(), "menu:") {
		t.Errorf("a ghost shows\n%s", s.Summary())
	}
	s.do(input.Vanish, 0, 0, 0)
	if o := s.opacity(); o != 1 || s.Ghost() || !slices.Equal(s.onscreen(), []string{"r"}) {
		t.Errorf("back again: ghost %v, opacity %v, on the screen %v", s.Ghost(), o, s.onscreen())
	}
	if s.NextTick() == s.in.Tick+1 {
		t.Error("it never comes to rest")
	}
}

// What a hidden pet would ask is on no screen: its terminal asks. It is again once the pet is shown.
func TestHiddenHoldsNothing(t *testing.T) {
	for _, mode := range []scene.BarMode{scene.BarOff, scene.BarAlways} {
		s := newStage(t)
		s.SetBar(scene.Bar{Mode: mode})
		s.snap = snapshot(asking("b", "High", "x", permission("r", "Bash", "ls")))
		s.step(60)
		for _, visible := range []bool{true, false, true} {
			s.SetVisible(visible)
			s.step(60)
			if got := slices.Contains(s.onscreen(), "r"); got != visible {
				t.Errorf("visible %v, bar %v: on the screen %v", visible, mode, s.onscreen())
			}
		}
	}
}

// A pet that is dragged when it becomes a ghost lies where it is.
func TestGhostLetsGo(t *testing.T) {
	s := newStage(t)
	s.step(5)
	x, y := s.petMiddle()
	s.do(input.Press, input.Left, x, y)
	s.do(input.Move, input.NoButton, x-100, y)
	at := s.PetPosition()
	s.SetGhost(true)
	s.do(input.Move, input.NoButton, x-200, y)
	if s.PetPosition() != at || !s.Wish().Moved {
		t.Errorf("it is still dragged: from %v to %v", at, s.PetPosition())
	}
}

func TestHoverFade(t *testing.T) {
	s := newStage(t)
	s.snap = snapshot(running("a", "Title", "x"))
	s.step(30)
	over := func() float32 { x, y := s.find("Title"); s.do(input.Move, input.NoButton, x, y); return s.opacity() }
	if o := over(); o != 1 {
		t.Errorf("it fades although nobody wants that: %v", o)
	}
	s.SetHoverFade(true)
	if o := over(); o > .5 {
		t.Errorf("under the pointer its opacity is %v", o)
	}
	x, y := s.petMiddle()
	s.do(input.Move, input.NoButton, x, y)
	if o := s.opacity(); o > .5 {
		t.Errorf("with the pointer on the pet its opacity is %v", o)
	}
	s.do(input.Press, input.Left, x, y)
	s.do(input.Move, input.NoButton, x-50, y)
	if o := s.opacity(); o != 1 {
		t.Errorf("while it is dragged its opacity is %v", o)
	}
	s.do(input.Release, input.Left, x-50, y)
	s.do(input.Leave, input.NoButton, 0, 0)
	if o := s.opacity(); o != 1 {
		t.Errorf("with the pointer elsewhere its opacity is %v", o)
	}
	s.snap = snapshot(asking("a", "Title", "x", permission("r", "Bash", "ls")))
	s.step(30)
	if o := over(); o != 1 {
		t.Errorf("with a card its opacity is %v", o)
	}
}

// Do-not-disturb: no card, no motion, no greeting, until it is over.
func TestQuiet(t *testing.T) {
	s := stageFor(t, sprite.Builtin)
	s.SetQuiet(true)
	s.snap = snapshot(running("a", "Low", "x"))
	s.step(3)
	s.snap = snapshot(running("a", "Low", "x"), asking("b", "High", "x", permission("r", "Bash", "ls")))
	s.step(1)
	if _, ok := s.Find("[Allow]"); ok || len(s.onscreen()) > 0 || !strings.Contains(s.Summary(), "Bash ls") {
		t.Errorf("on the screen %v:\n%s", s.onscreen(), s.Summary())
	}
	card, _ := s.Find("High")
	s.step(1)
	if now, _ := s.Find("High"); now != card {
		t.Errorf("the bubble moves from %v to %v", card, now)
	}
	s.step(20) // the pet finishes what it does
	if strings.Contains(s.Summary(), "pet: waving") {
		t.Error("the pet greets")
	}
	s.Append(nil)
	for range 300 {
		s.in.Tick++
		s.Step(s.snap, s.in)
		if s.Dirty() {
			t.Fatalf("something moves:\n%s", s.Summary())
		}
	}
	if next := s.NextTick(); next < s.in.Tick+10 {
		t.Errorf("it wants to be looked at in %d ticks", next-s.in.Tick)
	}
	s.SetQuiet(false)
	s.step(30)
	if _, ok := s.Find("[Allow]"); !ok {
		t.Errorf("no card after it is over:\n%s", s.Summary())
	}
}

func TestVisibleBubbles(t *testing.T) {
	s := newStage(t)
	s.snap = eight()
	for _, n := range []int{5, 2, 7} {
		if n != 5 {
			s.SetVisibleBubbles(n)
		}
		s.step(30)
		if got := strings.Count(s.Summary(), "Session "); got != n {
			t.Errorf("%d bubbles are shown, want %d", got, n)
		}
	}
}
