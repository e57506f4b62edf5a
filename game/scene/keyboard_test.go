package scene_test

import (
	"strings"
	"testing"

	"dango/game/input"
	"dango/session"
)

func TestClickWantsTheTerminal(t *testing.T) {
	s := newStage(t)
	s.snap = snapshot(running("a", "Work", "x"))
	s.step(60)
	x, y := s.find("Work")
	s.do(input.Press, input.Left, x, y)
	s.do(input.Release, input.Left, x, y)
	if got, want := s.Wish().Jump, s.snap.Sessions[0].Key; got != want {
		t.Errorf("Wish().Jump = %v, want %v", got, want)
	}
	if got := s.Wish().Jump; got != (session.Key{}) {
		t.Errorf("the wish is told twice: %v", got)
	}
	const why = "tmux has no such pane"
	s.Explain(s.snap.Sessions[0].Key, why)
	s.step(1)
	if !strings.Contains(s.Summary(), why) {
		t.Errorf("the bubble does not say why:\n%s", s.Summary())
	}
}
