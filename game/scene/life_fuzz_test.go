package scene_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/game/scene"
	"dango/session"
	"dango/sprite"
)

// TestAnythingWithThePet throws it, sizes it, opens its menu and works in it, lets it hide and come back, and gives it
// news and another sheet, in any order. Whatever happens, the menu lies on the screen, the next tick is a later one, and
// at rest the pet is whole on the screen.
func TestAnythingWithThePet(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := newStage(t)
		s.step(1)
		draw := func(what string, low, high int) int { return rapid.IntRange(low, high).Draw(r, what) }
		var moments []session.Moment
		n := 0
		for range draw("events", 1, 30) {
			x, y := float32(draw("x", -50, 1330)), float32(draw("y", -50, 950))
			if s.Shown() && rapid.Bool().Draw(r, "aim") {
				x, y = s.petFeet()
			}
			switch draw("what", 0, 11) {
			case 0:
				s.do(input.Press, input.Right, x, y)
			case 1:
				s.openMenu()
			case 2:
				s.keys(rapid.SampledFrom([]input.Kind{input.Summon, input.Blur}).Draw(r, "kind"))
			case 3:
				s.tap(rapid.SampledFrom([]input.Key{input.KeyMenu, input.KeyUp, input.KeyDown, input.KeyLeft, input.KeyRight, input.KeyEnter,
					input.KeyEscape, input.KeyHome, input.KeyEnd, input.KeyTab}).Draw(r, "key"))
			case 4:
				s.in.Events = append(s.in.Events, input.Event{Kind: input.Wheel, Wheel: float32(draw("notches", -9, 9)), Mods: input.Ctrl, At: drawlist.Point{X: x, Y: y}})
			case 5:
				s.do(input.Press, input.Left, x, y)
				for range draw("way", 0, 5) {
					s.do(input.Move, input.NoButton, s.at.X+float32(draw("dx", -80, 80)), s.at.Y+float32(draw("dy", -80, 80)))
				}
				s.do(input.Release, input.Left, s.at.X, s.at.Y)
			case 6:
				s.click(x, y)
			case 7:
				b := func(name string) bool { return rapid.Bool().Draw(r, name) }
				s.SetManner(scene.Manner{Snap: b("snap"), Hide: b("hide"), Leave: b("leave"), Wince: b("wince"), Look: sprite.DefaultLook})
			case 8:
				n = draw("sessions", 0, 12)
			case 9:
				moments = append(moments, session.Moment{Seq: uint64(len(moments) + 1), Kind: session.MomentKind(draw("kind", 0, 6))})
			case 10:
				sheet, err := rapid.SampledFrom([]func() (*sprite.Sheet, error){plainPet, pixelPet}).Draw(r, "pet")()
				if err != nil {
					r.Fatal(err)
				}
				s.SetSheet(sheet)
			case 11:
				s.SetVisible(rapid.Bool().Draw(r, "visible"))
			}
			var all []session.Session
			for i := range n {
				all = append(all, needy(fmt.Sprint(i), session.State(i%session.States), i))
			}
			s.snap = snapshot(all...)
			s.snap.Moments = moments
			s.step(1)
			if next := s.NextTick(); next <= s.in.Tick {
				r.Fatalf("the next tick is %d, and now is %d", next, s.in.Tick)
			}
			if s.menu() != "" {
				whole := s.Input(nil)
				if m := whole[len(whole)-1]; !holds(screen, m) {
					r.Fatalf("the menu is at %v", m)
				}
			}
			s.pass(draw("ticks", 1, 3000))
			s.Append(nil)
		}
		s.SetVisible(true)
		s.do(input.Leave, input.NoButton, 0, 0)
		s.step(100)
		if body := s.Body(); !holds(screen.Inset(-1), body) {
			r.Fatalf("at rest the pet is at %v", body)
		}
	})
}
