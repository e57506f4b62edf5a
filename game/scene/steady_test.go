package scene_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/session"
)

// TestNothingMovesUnderTheResting pointer lets sessions come, go, ask and be answered elsewhere while the pointer rests on
// a bubble, anywhere on the screen: that bubble stays, unless its own session is the one that changes.
func TestNothingMovesUnderARestingPointer(t *testing.T) {
	plan := mustJSON(map[string]string{"plan": longPlan})
	rapid.Check(t, func(r *rapid.T) {
		s := newStage(t)
		s.SetPetPosition(drawlist.Point{X: float32(rapid.IntRange(0, 1200).Draw(r, "x")), Y: float32(rapid.IntRange(0, 800).Draw(r, "y"))})
		n := 0
		fresh := func() session.Session {
			n++
			return running(fmt.Sprint(n), fmt.Sprint("Session ", n), "x")
		}
		var all []session.Session
		for range rapid.IntRange(1, 9).Draw(r, "bubbles") {
			all = append(all, fresh())
		}
		s.snap = snapshot(all...)
		s.step(40)
		var shown []int
		for i := range all {
			if _, ok := s.Find(all[i].Title); ok {
				shown = append(shown, i)
			}
		}
		under := all[rapid.SampledFrom(shown).Draw(r, "under")]
		at, _ := s.Find(under.Title)
		s.do(input.Move, input.NoButton, at.X+at.W/2, at.Y+at.H/2)
		s.step(2)
		for range rapid.IntRange(1, 8).Draw(r, "events") {
			i := rapid.IntRange(0, len(all)-1).Draw(r, "whose")
			what := rapid.SampledFrom([]string{"comes", "goes", "asks", "plans", "is answered"}).Draw(r, "what")
			if what != "comes" && all[i].Key == under.Key {
				continue
			}
			now := append([]session.Session(nil), all...)
			switch what {
			case "comes":
				v := fresh()
				if rapid.Bool().Draw(r, "with a card") {
					v = asking(v.Key.ID, v.Title, "x", permission("r"+v.Key.ID, "Bash", "make"))
				}
				now = append(now, v)
			case "goes":
				now = append(now[:i], now[i+1:]...)
			case "asks":
				now[i] = asking(now[i].Key.ID, now[i].Title, "x", permission("r"+now[i].Key.ID, "Bash", "make"))
			case "plans":
				req := request("p"+now[i].Key.ID, session.Plan, "ExitPlanMode", string(plan))
				req.Input = json.RawMessage(plan)
				now[i] = asking(now[i].Key.ID, now[i].Title, "x", req)
			case "is answered":
				now[i] = running(now[i].Key.ID, now[i].Title, "x")
			}
			all = now
			s.snap = snapshot(all...)
			for range rapid.IntRange(1, 30).Draw(r, "ticks") {
				s.step(1)
				if is, _ := s.Find(under.Title); is != at {
					r.Fatalf("session %d %s, and %s under the pointer moved from %v to %v:\n%s", i+1, what, under.Title, at, is, s.Summary())
				}
			}
		}
	})
}
