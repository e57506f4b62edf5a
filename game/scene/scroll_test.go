package scene_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/session"
)

// shown are the numbers of the sessions on show, the screen's top first.
func (s *stage) shown() string {
	at := map[string]float32{}
	for i := range 9 {
		if r, ok := s.Find(fmt.Sprint("Session ", i)); ok {
			at[fmt.Sprint(i)] = r.Y
		}
	}
	all := slices.SortedFunc(maps.Keys(at), func(a, b string) int { return cmp.Compare(at[a], at[b]) })
	return strings.Join(all, " ")
}

// TestScrollWays scrolls eight bubbles of which five are shown, in every way that there is, above and below the pet.
func TestScrollWays(t *testing.T) {
	for _, below := range []bool{false, true} {
		at := func() *stage {
			s := newStage(t)
			s.snap = eight()
			if below {
				s.SetPetPosition(drawlist.Point{X: 600})
			}
			s.step(40)
			x, y := s.find("Session 3")
			s.do(input.Move, input.NoButton, x, y)
			s.step(1)
			return s
		}
		// Above the pet the newest is at the top and hidden; below it at the bottom.
		start, one, end := "5 4 3 2 1", "6 5 4 3 2", "8 7 6 5 4"
		up := float32(1) // what scrolls away from the pet
		if below {
			start, one, end = "1 2 3 4 5", "2 3 4 5 6", "4 5 6 7 8"
			up = -1
		}
		slider := func(s *stage) drawlist.Rect {
			r, ok := s.Find("|")
			if !ok || r.H < 28 || screen.Intersect(r) != r {
				t.Fatalf("below %v: the slider is at %v", below, r)
			}
			return r
		}
		for _, c := range []struct {
			name string
			do   func(s *stage)
			want string
		}{
			{"nothing", func(*stage) {}, start},
			{"a notch", func(s *stage) { s.wheel(up) }, one},
			{"parts of a notch", func(s *stage) {
				for range 4 {
					s.wheel(up * .3)
				}
			}, one},
			{"parts there and back", func(s *stage) { s.wheel(up * .9); s.wheel(-up * .2); s.wheel(up * .9) }, start},
			{"many notches", func(s *stage) { s.wheel(20 * up) }, end},
			{"the wheel between two bubbles", func(s *stage) {
				r, _ := s.Find("Session 3")
				s.do(input.Move, input.NoButton, r.X+20, r.Y+r.H+3)
				s.wheel(up)
			}, one},
			{"the wheel beside them", func(s *stage) {
				r, _ := s.Find("Session 3")
				s.do(input.Move, input.NoButton, r.X-20, r.Y)
				s.wheel(up)
			}, start},
			{"a drag by a bubble's height", func(s *stage) {
				r, _ := s.Find("Session 3")
				s.do(input.Press, input.Left, r.X+40, r.Y+20)
				for i := range 10 {
					s.do(input.Move, input.NoButton, r.X+40, r.Y+20+up*float32(i+1)*(r.H+6)/10)
				}
				s.do(input.Release, input.Left, r.X+40, r.Y+20+up*(r.H+6))
			}, one},
			{"a long drag", func(s *stage) {
				r, _ := s.Find("Session 3")
				s.do(input.Press, input.Left, r.X+40, r.Y+20)
				s.do(input.Move, input.NoButton, r.X+40, r.Y+20+up*2000)
				s.do(input.Release, input.Left, r.X+40, r.Y+20+up*2000)
			}, end},
			{"the slider to the end", func(s *stage) {
				r := slider(s)
				x, y := r.X+r.W/2, r.Y+10
				s.do(input.Press, input.Left, x, y)
				s.do(input.Move, input.NoButton, x, y-up*500)
				s.do(input.Release, input.Left, x, y-up*500)
			}, end},
			{"the slider there and back", func(s *stage) {
				r := slider(s)
				x, y := r.X+r.W/2, r.Y+10
				s.do(input.Press, input.Left, x, y)
				s.do(input.Move, input.NoButton, x, y-up*500)
				s.step(20)
				s.do(input.Move, input.NoButton, x, y)
				s.do(input.Release, input.Left, x, y)
			}, start},
			{"the slider, both ways in one step", func(s *stage) {
				r := slider(s)
				p := drawlist.Point{X: r.X + r.W/2, Y: r.Y + 10}
				far := drawlist.Point{X: p.X, Y: p.Y - up*500}
				s.in.Events = append(s.in.Events, input.Event{Kind: input.Press, Button: input.Left, At: p},
					input.Event{Kind: input.Move, At: far}, input.Event{Kind: input.Move, At: p}, input.Event{Kind: input.Move, At: far},
					input.Event{Kind: input.Release, Button: input.Left, At: far})
				s.step(1)
			}, end},
		} {
			t.Run(fmt.Sprint(c.name, map[bool]string{true: ", below"}[below]), func(t *testing.T) {
				s := at()
				c.do(s)
				s.step(20)
				if got := s.shown(); got != c.want {
					t.Errorf("shown are %s, want %s", got, c.want)
				}
				if w := s.Wish(); w.Jump.ID != "" {
					t.Errorf("it was a click, too: %+v", w)
				}
			})
		}
	}
}

// A click stays one when the hand trembles.
func TestClickOnABubble(t *testing.T) {
	s := newStage(t)
	s.snap = eight()
	s.step(60)
	x, y := s.find("Session 3")
	s.do(input.Press, input.Left, x, y)
	s.do(input.Move, input.NoButton, x+2, y+2)
	s.do(input.Release, input.Left, x+2, y+2)
	if w := s.Wish(); w.Jump.ID != "c" {
		t.Errorf("the wish is %+v, want to go to c", w)
	}
}

// A card that comes where it cannot be shown without moving what is under the pointer waits behind the chip, which tells
// of it; the column does not grow for nothing.
func TestCardBehindTheChip(t *testing.T) {
	s := newStage(t)
	s.snap = eight()
	s.SetPetPosition(drawlist.Point{X: 900, Y: 600})
	s.step(60)
	x, y := s.find("Session 3")
	s.do(input.Move, input.NoButton, x, y)
	s.step(2)
	all := []session.Session{}
	for i := 1; i <= 8; i++ {
		v := running(string(rune('a'+i-1)), fmt.Sprint("Session ", i), "webshop")
		if i == 8 {
			v = asking("h", "Session 8", "webshop", permission("r", "Bash", "make"))
		}
		all = append(all, v)
	}
	s.snap = snapshot(all...)
	s.step(30)
	if got := s.shown(); got != "5 4 3 2 1" {
		t.Errorf("with a card out of reach shown are %s", got)
	}
	golden(t, picture(s.Scene, 1, false))
	s.do(input.Leave, input.NoButton, 0, 0)
	s.step(30)
	if _, ok := s.Find("[Allow]"); !ok {
		t.Errorf("no card once the pointer has left:\n%s", s.Summary())
	}
}
