package scene_test

import (
	"testing"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/game/scene"
	"dango/session"
)

// lately hands the scene what the pointer did that many ticks before the next step, and does not step.
func (s *stage) lately(ago uint64, k input.Kind, at drawlist.Point) {
	b := input.Left
	if k == input.Move {
		b = input.NoButton
	}
	s.in.Events = append(s.in.Events, input.Event{Kind: k, Button: b, At: at, Tick: s.in.Tick - ago})
}

// What counts is when the hand did something, not when a busy machine came to look at it.
func TestLateFrames(t *testing.T) {
	t.Run("a click on a card in its first moment", func(t *testing.T) {
		s := newStage(t)
		s.snap = snapshot()
		s.step(90)
		s.snap = snapshot(asking("a", "Work", "x", permission("r", "Bash", "ls")))
		s.step(1)
		x, y := s.find("[Allow]")
		at := drawlist.Point{X: x, Y: y}
		s.in.Tick += 60
		s.lately(50, input.Press, at)
		s.lately(49, input.Release, at)
		s.step(1)
		for _, sent := range s.sent {
			if sent.Kind == session.Decide {
				t.Error("the card has taken it")
			}
		}
	})
	t.Run("a short click on the pet is no drag", func(t *testing.T) {
		s := newStage(t)
		s.step(1)
		p := s.PetPosition()
		at := drawlist.Point{X: p.X + 60, Y: p.Y + 70}
		s.do(input.Press, input.Left, at.X, at.Y)
		s.in.Tick += 60
		s.lately(55, input.Release, at)
		s.step(1)
		if s.Wish().Moved {
			t.Error("the pet was put down")
		}
	})
	t.Run("a hand that rested does not throw", func(t *testing.T) {
		land := func(rest uint64) drawlist.Point {
			s := newStage(t)
			s.SetManner(scene.Manner{Snap: true})
			s.step(1)
			p := s.PetPosition()
			from := drawlist.Point{X: p.X + 60, Y: p.Y + 70}
			mid := drawlist.Point{X: screen.X + screen.W - 200, Y: screen.Y + screen.H/2}
			s.do(input.Press, input.Left, from.X, from.Y)
			s.do(input.Move, input.NoButton, mid.X, mid.Y+60)
			s.in.Tick += 60
			s.lately(59, input.Move, mid)
			s.lately(59-rest, input.Release, mid)
			s.step(60)
			return s.PetPosition()
		}
		if rested, thrown := land(30), land(1); rested.Y <= thrown.Y {
			t.Errorf("it lands at %v, and thrown upwards at %v", rested, thrown)
		}
	})
}
