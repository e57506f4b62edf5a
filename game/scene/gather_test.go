package scene_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/session"
)

// dozen is twelve sessions, of which some ask; the first is the oldest.
func dozen(asks ...int) *session.Snapshot {
	all := make([]session.Session, 12)
	for i := range all {
		id := strconv.Itoa(i)
		if slices.Contains(asks, i) {
			all[i] = asking(id, "Session "+id, "shop", request("r"+id, session.Permission, "Bash", `{"command": "make"}`))
		} else {
			all[i] = asking(id, "Session "+id, "shop")
			all[i].State = session.Responding
		}
	}
	return snapshot(all...)
}

// titles are those of the bubbles on show, from the pet outwards.
func (s *stage) titles() string {
	var all []string
	var from []float32
	for i := range 12 {
		if r, ok := s.Find("Session " + strconv.Itoa(i)); ok {
			all, from = append(all, strconv.Itoa(i)), append(from, r.Y)
		}
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return int(from[b] - from[a]) })
	var out []string
	for _, i := range order {
		out = append(out, all[i])
	}
	return strings.Join(out, " ")
}

// TestCardsComeTogether: three of twelve sessions ask, and five are shown: all three are, in the order of their age and next
// to the pet, for as long as they ask. The order does not change under the pointer.
func TestCardsComeTogether(t *testing.T) {
	s := newStage(t)
	s.snap = dozen()
	s.step(90)
	want := func(when, titles string, cards ...string) {
		t.Helper()
		got := s.onscreen()
		slices.Sort(got)
		if s.titles() != titles || !slices.Equal(got, cards) {
			t.Errorf("%s: %q are shown and %q can be answered, want %q and %q\n%s", when, s.titles(), got, titles, cards, s.Summary())
		}
	}
	want("at first", "0 1 2 3 4")
	s.snap = dozen(2, 5, 8)
	s.step(90)
	want("when three ask", "2 5 8 0 1", "r2", "r5", "r8")
	if !strings.Contains(s.Summary(), "7 more") {
		t.Errorf("the chip does not count those of all ages:\n%s", s.Summary())
	}

	x, y := s.find("Session 5")
	s.do(input.Move, input.NoButton, x, y)
	s.step(30)
	held, _ := s.Find("Session 5")
	s.snap = dozen(2, 8)
	s.step(90)
	want("when one under the pointer was answered", "2 5 8 0 1", "r2", "r8")
	if r, _ := s.Find("Session 5"); r.Y+r.H != held.Y+held.H {
		t.Errorf("what is under the pointer went from %v to %v", held, r)
	}
	s.do(input.Leave, input.NoButton, 0, 0)
	s.step(90)
	want("when the pointer has left", "2 8 0 1 3", "r2", "r8")
	s.snap = dozen(8)
	s.step(90)
	if got := s.onscreen(); !slices.Equal(got, []string{"r8"}) || !strings.HasSuffix(s.titles(), "8") && !strings.Contains(s.titles(), "7 8") {
		t.Errorf("the last one is among %q, %q can be answered", s.titles(), got)
	}
	s.snap = dozen(2, 4)
	s.step(90)
	want("when they have room in their order", "2 3 4 5 6", "r2", "r4")
}

// TestCardsFitTheirScreen: on a screen as low as that of a laptop at twice the size, all buttons of a plan can be pressed.
func TestCardsFitTheirScreen(t *testing.T) {
	for _, h := range []float32{300, 384, 480, 800} {
		s := newStage(t)
		low := drawlist.Rect{W: 683, H: h}
		s.in.Monitors = []input.Monitor{{Bounds: low, Work: low, Scale: 2, Primary: true}}
		s.in.Scale = 2
		s.snap = snapshot(threeCards()[2])
		s.step(90)
		for _, words := range []string{"Move the shop", "[Approve, ask before edits]", "[Approve, accept edits]", "[Keep planning…]", "[Terminal]"} {
			if r, ok := s.Find(words); !ok || r.Y < 0 || r.Y+r.H > h {
				t.Errorf("%v high: %q is at %v, %v", h, words, r, ok)
			}
		}
	}
}
