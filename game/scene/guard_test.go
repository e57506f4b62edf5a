package scene_test

import (
	"strings"
	"testing"

	"dango/game/input"
	"dango/session"
)

// A card does not listen to what was meant for something else: not in its first 300 ms, whatever was there before it, and
// by whatever means. The last tick of them and the first one after them are tried.
func TestNewCardsDoNotListen(t *testing.T) {
	const guard = 18 // ticks
	asks := asking("a", "Work", "x", permission("r", "Bash", "ls"))
	click := func(words string) func(*stage) {
		return func(s *stage) { s.click(s.find(words)) }
	}
	for name, c := range map[string]struct {
		before []session.Session
		ready  func(*stage)
		press  func(*stage)
	}{
		"a click on a new bubble's answer":      {press: click("[Allow]")},
		"a click on a new bubble's ✕":           {press: click("✕ Work")},
		"a click on the answer of one that was": {before: []session.Session{running("a", "Work", "x")}, press: click("[Allow]")},
		"a key": {
			before: []session.Session{running("a", "Work", "x")},
			ready:  func(s *stage) { s.summon() },
			press:  func(s *stage) { s.press(input.KeyEnter, 0) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, late := range []uint64{guard - 1, guard} {
				s := newStage(t)
				s.snap = snapshot(c.before...)
				s.step(90)
				if c.ready != nil {
					c.ready(s)
				}
				s.snap = snapshot(asks)
				s.step(1)
				come := s.in.Tick
				if c.ready != nil {
					s.press(input.KeyTab, 0) // from the card to its first answer
				}
				s.step(int(come + late - s.in.Tick - 1))
				c.press(s) // in the next tick
				heard := false
				for _, sent := range s.sent {
					heard = heard || sent.Kind == session.Decide || sent.Kind == session.Dismiss
				}
				if heard != (late >= guard) {
					t.Errorf("%d ticks after it has come it has heard: %v\n%s", late, heard, s.Summary())
				}
			}
		})
	}
}

// Neither does a card that has just been moved, by one that grows between it and the pet.
func TestMovedCardsDoNotListen(t *testing.T) {
	const guard = 18 // ticks
	for _, late := range []uint64{guard - 1, guard} {
		s := newStage(t)
		far := asking("a", "Far", "x", permission("r", "Bash", "ls"))
		s.snap = snapshot(running("b", "Near", "x"), far)
		s.step(90)
		was, _ := s.Find("Far")
		s.snap = snapshot(asking("b", "Near", "x", permission("q", "Bash", "ls")), far)
		s.step(1)
		moves := s.in.Tick
		s.step(int(moves + late - s.in.Tick - 1))
		if now, _ := s.Find("Far"); now.Y == was.Y {
			t.Fatal("the card was not moved")
		}
		s.click(s.find("✕ Far"))
		heard := false
		for _, sent := range s.sent {
			heard = heard || sent.Kind == session.Dismiss
		}
		if heard != (late >= guard) {
			t.Errorf("%d ticks after it was moved it has heard: %v\n%s", late, heard, s.Summary())
		}
	}
}

// The card on show stays while it can be answered, whatever else is asked. Of what waits, a question comes first.
func TestCardOnShowStays(t *testing.T) {
	first, other := permission("r1", "Bash", "ls"), permission("r2", "Bash", "pwd")
	asks := request("q", session.Question, "AskUserQuestion", `{"questions":[{"question":"Which?","options":[{"label":"a"},{"label":"b"}]}]}`)
	s := newStage(t)
	s.snap = snapshot(asking("a", "Work", "x", first))
	s.step(60)
	s.snap = snapshot(asking("a", "Work", "x", other, asks, first))
	s.step(60)
	if _, ok := s.Find("[Allow]"); !ok || !strings.Contains(s.Summary(), "Bash: ls") {
		t.Errorf("another card has taken the place of the one that was read:\n%s", s.Summary())
	}
	s.snap = snapshot(asking("a", "Work", "x", other, asks))
	s.step(120)
	if !strings.Contains(s.Summary(), "Which?") {
		t.Errorf("the question does not come next:\n%s", s.Summary())
	}
}
