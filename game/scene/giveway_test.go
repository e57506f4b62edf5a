package scene_test

import (
	"testing"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/session"
)

// small is the screen of many laptops.
var small = input.Monitor{Bounds: drawlist.Rect{W: 1280, H: 800}, Work: drawlist.Rect{W: 1280, H: 800}, Scale: 1, Primary: true}

func threeCards() []session.Session {
	return []session.Session{
		asking("1", "Draw a pet", "dango", request("q", session.Question, "AskUserQuestion", threeQuestions)),
		inFolder(asking("2", "Fix the redirect", "shop", request("e", session.Permission, "Edit", editInput))),
		asking("3", "Move the shop", "webshop", request("p", session.Plan, "ExitPlanMode", string(mustJSON(map[string]string{"plan": longPlan})))),
	}
}

// A question, a permission and a plan are on a small screen at once: their bodies are lower, and high again once there is
// room. Under the pointer nothing changes.
func TestCardsGiveWay(t *testing.T) {
	s := newStage(t)
	s.in.Monitors = []input.Monitor{small}
	all := threeCards()
	s.snap = snapshot(all[0])
	s.step(90)
	alone, _ := s.Find("Draw a pet")
	s.snap = snapshot(all[:2]...)
	s.step(90)
	s.snap = snapshot(all...)
	s.step(90)
	if got := s.onscreen(); len(got) != 3 {
		t.Fatalf("%q can be answered, want all three\n%s", got, s.Summary())
	}
	if r, _ := s.Find("Draw a pet"); r.H >= alone.H {
		t.Errorf("the question is %v high, alone it was %v", r.H, alone.H)
	}
	golden(t, picture(s.Scene, 1, false))
	s.measures()
	x, y := s.find("Draw a pet")
	s.do(input.Move, input.NoButton, x, y)
	s.step(30)
	held, _ := s.Find("Draw a pet")
	s.snap = snapshot(all[:2]...)
	s.step(60)
	if r, _ := s.Find("Draw a pet"); r != held {
		t.Errorf("the card under the pointer went from %v to %v", held, r)
	}
	s.do(input.Leave, input.NoButton, 0, 0)
	s.step(90)
	s.snap = snapshot(all[0])
	s.step(90)
	if r, _ := s.Find("Draw a pet"); r.H != alone.H {
		t.Errorf("the question is %v high again, alone it was %v", r.H, alone.H)
	}
}
