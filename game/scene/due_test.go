package scene_test

import (
	"fmt"
	"testing"
	"time"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/session"
	"dango/sprite"
)

// pokes clicks on the pet n times, each ticks after the one before.
func (s *stage) pokes(n, apart int) {
	x, y := s.petFeet()
	for range n {
		s.click(x, y)
		s.step(apart)
	}
}

func TestClickOnThePet(t *testing.T) {
	t.Run("nothing is due", func(t *testing.T) {
		s := newStage(t)
		s.step(30)
		s.pokes(1, 2)
		if got := clipOf(s); got != sprite.Jumping {
			t.Errorf("the pet shows %s, want a jump", got)
		}
	})
	t.Run("bubbles are one line", func(t *testing.T) {
		s := newStage(t)
		s.snap = snapshot(running("a", "A", "x"), running("b", "B", "x"))
		s.SetCollapsed(true)
		s.step(30)
		s.pokes(1, 2)
		if s.Collapsed() || !s.Wish().Collapse || clipOf(s) == sprite.Jumping {
			t.Errorf("after a click the list is one line: %v, and the pet shows %s", s.Collapsed(), clipOf(s))
		}
	})
	t.Run("one line, and nobody is there", func(t *testing.T) {
		s := newStage(t)
		s.SetCollapsed(true)
		s.step(30)
		s.pokes(1, 2)
		if !s.Collapsed() || clipOf(s) != sprite.Jumping {
			t.Errorf("one line: %v, the pet shows %s", s.Collapsed(), clipOf(s))
		}
	})
	t.Run("a card out of sight", func(t *testing.T) {
		s := newStage(t)
		all := []session.Session{asking("q", "Asks", "x", permission("r", "Bash", "ls"))}
		for i := range 8 {
			all = append(all, running(fmt.Sprint(i), fmt.Sprint("Session ", i), "x"))
		}
		s.snap = snapshot(all...)
		s.step(30)
		x, y := s.find("Session 2")
		s.do(input.Move, input.NoButton, x, y)
		for range 8 {
			s.wheel(1)
		}
		s.do(input.Leave, input.NoButton, 0, 0)
		s.step(30)
		if _, ok := s.Find("[Allow]"); ok {
			t.Fatalf("the card is still here:\n%s", s.Summary())
		}
		s.pokes(1, 30)
		if _, ok := s.Find("[Allow]"); !ok {
			t.Errorf("a click on the pet does not show the card:\n%s", s.Summary())
		}
	})
}

// asks is a session that needs the user in some way, since so many minutes.
func needy(id string, state session.State, minutes int) session.Session {
	v := running(id, id, "x")
	v.State, v.StateSince = state, noon.Add(-time.Duration(minutes)*time.Minute)
	return v
}

func TestDoubleClickLeadsToWhoNeedsTheUser(t *testing.T) {
	s := newStage(t)
	s.snap = snapshot(needy("busy", session.ToolUse, 1), needy("seen", session.Review, 9), needy("wait", session.Waiting, 3),
		asking("card", "card", "x", permission("r", "Bash", "ls")), needy("fail", session.ErrorInterrupted, 2), needy("wait2", session.Waiting, 1))
	s.step(30)
	for i, want := range []string{"", "fail", "wait", "wait2", "seen", "", "fail"} { // "" is the card, which is here
		s.pokes(2, 4)
		if got := s.Wish().Jump.ID; got != want {
			t.Fatalf("double click %d leads to %q, want %q", i, got, want)
		}
		s.step(60)
	}
}

func TestWhatIsADoubleClick(t *testing.T) {
	for _, c := range []struct {
		name  string
		apart int
		dx    float32
		want  bool
	}{{"quick", 4, 0, true}, {"slow", 30, 0, false}, {"elsewhere", 4, 12, false}} {
		s := newStage(t)
		s.snap = snapshot(needy("wait", session.Waiting, 3))
		s.step(30)
		x, y := s.petFeet()
		s.click(x-c.dx, y)
		s.step(c.apart)
		s.click(x, y)
		if got := s.Wish().Jump.ID == "wait"; got != c.want {
			t.Errorf("%s: is a double click: %v, want %v", c.name, got, c.want)
		}
	}
	s := newStage(t) // three clicks are one double click
	s.snap = snapshot(needy("a", session.Waiting, 3), needy("b", session.Waiting, 2))
	s.step(30)
	s.pokes(3, 2)
	if got := s.Wish().Jump.ID; got != "a" {
		t.Errorf("three clicks lead to %q, want one step only", got)
	}
}

// TestDragRules drags by the rows of a table and looks at the clip, and at its frame, after each step.
func TestDragRules(t *testing.T) {
	type move struct {
		dx, dy float32
		ticks  int
		clip   sprite.Clip
		col    int // of the frame; -1 = any
	}
	for name, moves := range map[string][]move{
		"3 px are no drag":          {{3, 0, 1, sprite.Idle, -1}},
		"4 px are one":              {{0, 4, 1, sprite.Jumping, -1}},
		"220 ms without a move":     {{0, 0, 12, sprite.Idle, -1}, {0, 0, 1, sprite.Jumping, 0}},
		"to the right":              {{4, 0, 1, sprite.RunningRight, 0}},
		"to the left":               {{-4, 0, 1, sprite.RunningLeft, 0}},
		"up and down is a jump":     {{0, -20, 5, sprite.Jumping, -1}, {1, 20, 5, sprite.Jumping, -1}, {2, -20, 5, sprite.Jumping, -1}},
		"small steps add up":        {{0, 9, 1, sprite.Jumping, -1}, {1, 0, 1, sprite.Jumping, -1}, {1, 0, 1, sprite.Jumping, -1}, {1, 0, 1, sprite.Jumping, -1}, {1, 0, 1, sprite.RunningRight, -1}},
		"trembling is no turn":      {{9, 0, 1, sprite.RunningRight, 0}, {-3, 0, 1, sprite.RunningRight, -1}, {2, 0, 1, sprite.RunningRight, -1}, {-3, 0, 1, sprite.RunningRight, -1}},
		"a turn keeps the frame":    {{9, 0, 16, sprite.RunningRight, 2}, {-4, 0, 1, sprite.RunningLeft, 2}, {-9, 0, 6, sprite.RunningLeft, 3}, {4, 0, 1, sprite.RunningRight, 3}},
		"it runs on while it rests": {{9, 0, 1, sprite.RunningRight, 0}, {0, 0, 120, sprite.RunningRight, -1}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			s.SetPetPosition(drawlist.Point{X: 500, Y: 300})
			s.step(60)
			x, y := s.petFeet()
			s.do(input.Press, input.Left, x, y)
			for i, m := range moves {
				x, y = x+m.dx, y+m.dy
				if m.dx != 0 || m.dy != 0 {
					s.do(input.Move, input.NoButton, x, y)
					m.ticks--
				}
				s.step(m.ticks)
				col, _ := s.cell()
				if got := clipOf(s); got != m.clip || m.col >= 0 && col != m.col {
					t.Errorf("step %d: %s frame %d, want %s frame %d", i, got, col, m.clip, m.col)
				}
			}
		})
	}
}
