package scene_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/session"
)

// TestAnything does anything in any order, and demands what must hold whatever happens: an answer is only given to a
// request that asks and takes it, and once all is at rest, the cards are whole, apart and on the screen.
func TestAnything(t *testing.T) { anything(t, newStage) }

// TestAnythingWithBar does the same where a bar shows all of it a second time.
func TestAnythingWithBar(t *testing.T) {
	anything(t, func(t testing.TB) *stage { return barStage(t, always) })
}

func anything(t *testing.T, stage func(testing.TB) *stage) {
	rapid.Check(t, func(r *rapid.T) {
		s := stage(t)
		asked := map[string]bool{}
		n := 0
		var all []session.Session
		for range rapid.IntRange(1, 25).Draw(r, "events") {
			x := float32(rapid.IntRange(-50, 1330).Draw(r, "x"))
			y := float32(rapid.IntRange(-50, 950).Draw(r, "y"))
			if len(all) > 0 && rapid.Bool().Draw(r, "aim") {
				where := rapid.SampledFrom([]string{"", "bar: "}).Draw(r, "where")
				if c, ok := s.Find(where + all[rapid.IntRange(0, len(all)-1).Draw(r, "at")].Title); ok {
					x, y = c.X+float32(rapid.IntRange(0, 327).Draw(r, "dx")), c.Y+c.H-float32(rapid.IntRange(1, 60).Draw(r, "dy"))
				}
			}
			switch rapid.IntRange(0, 11).Draw(r, "what") {
			case 0, 1:
				n++
				all = append(all, running(fmt.Sprint(n), fmt.Sprint("Running ", n), "x"))
			case 2, 3:
				n++
				id := fmt.Sprint("r", n)
				asked[id] = true
				all = append(all, asking(fmt.Sprint(n), fmt.Sprint("Asking ", n), "x", permission(id, "Bash", "make")))
			case 4:
				if len(all) > 0 {
					i := rapid.IntRange(0, len(all)-1).Draw(r, "gone")
					all = append(all[:i:i], all[i+1:]...)
				}
			case 5:
				s.do(input.Move, input.NoButton, x, y)
			case 6, 7:
				s.click(x, y)
			case 8:
				s.at = drawlist.Point{X: x, Y: y}
				s.wheel(float32(rapid.IntRange(-3, 3).Draw(r, "notches")))
			case 9:
				s.SetPetPosition(drawlist.Point{X: x, Y: y})
			case 10:
				on := rapid.Bool().Draw(r, "on")
				rapid.SampledFrom([]func(bool){
					s.SetGhost, s.SetQuiet, s.SetPrivate, s.SetCollapsed, s.SetHoverFade, func(bool) { s.SetVisibleBubbles(rapid.IntRange(1, 9).Draw(r, "most")) },
				}).Draw(r, "choice")(on)
			case 11: // a drag, of whatever is there
				s.do(input.Press, input.Left, x, y)
				s.do(input.Move, input.NoButton, x, y+float32(rapid.IntRange(-300, 300).Draw(r, "pull")))
				s.do(input.Release, input.Left, s.at.X, s.at.Y)
			}
			if o := s.Opacity(); o <= 0 || o > 1 {
				r.Fatalf("opacity %v", o)
			}
			s.snap = snapshot(append([]session.Session(nil), all...)...)
			s.step(rapid.IntRange(1, 40).Draw(r, "ticks"))
			if s.Dirty() {
				s.Append(nil)
			}
		}
		for _, c := range s.sent {
			if c.Kind == session.Decide && (!asked[c.Request] || c.Answer.RequestID != c.Request) {
				r.Fatalf("answered what nobody asked: %+v", c)
			}
		}
		s.SetVisible(true)
		s.SetCollapsed(false)
		s.SetPrivate(false)
		s.SetGhost(false)
		s.do(input.Leave, input.NoButton, 0, 0)
		s.step(60)
		if o := s.Opacity(); o != 1 {
			r.Fatalf("at rest its opacity is %v", o)
		}
		atRest(r, s, all)
	})
}

func atRest(r *rapid.T, s *stage, all []session.Session) {
	const shadow = 40
	if b := s.BarViewport(); b.H > screen.H/4+shadow || b.W > 560+2*shadow || !b.Empty() && !holds(screen, b) {
		r.Fatalf("the bar is at %v", b)
	}
	var cards []drawlist.Rect
	v := s.Viewport()
	for i := range all {
		c, ok := s.Find(all[i].Title)
		if !ok {
			continue
		}
		if !holds(screen, c) || !holds(v, c) {
			r.Fatalf("%s at %v leaves the screen or the viewport %v", all[i].Title, c, v)
		}
		for _, o := range cards {
			if !c.Inset(.1).Intersect(o).Empty() {
				r.Fatalf("%v covers %v", c, o)
			}
		}
		cards = append(cards, c)
	}
	if len(all) > 0 && len(cards) == 0 && s.Summary() != "hidden\n" {
		dismissed := 0
		for _, c := range s.sent {
			if c.Kind == session.Dismiss {
				dismissed++
			}
		}
		if dismissed == 0 {
			r.Fatalf("%d sessions and no bubble:\n%s", len(all), s.Summary())
		}
	}
}
