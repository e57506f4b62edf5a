package scene_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/prefs/lang"
	"dango/session"
)

// TestTextInsideItsCard demands that every glyph of a card lies inside the card, for all kinds of cards and both scales.
func TestTextInsideItsCard(t *testing.T) {
	for _, scale := range []float64{1, 1.25, 2} {
		s := newStage(t)
		s.in.Scale = scale
		s.snap = snapshot(
			asking("a", "A very long title that goes on and on until it has to be cut somewhere 修复登录页面", "folder-with-a-rather-long-name-indeed",
				permission("r", "mcp__a_server_with_a_long_name__and_a_tool_with_a_long_name", "averylongwordwithoutanyplacetobreakitaverylongwordwithoutanyplacetobreakit\nnext")),
			finished("b", "W", "x", "日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語"),
		)
		s.step(30)
		var cards drawlist.Rect
		for _, title := range []string{"A very long title that goes on and on until it has to be cut somewhere 修复登录页面", "W"} {
			r, ok := s.Find(title)
			if !ok {
				t.Fatalf("no card %q", title)
			}
			cards = cards.Union(r)
		}
		inner := cards.Inset(8)
		count, _ := s.Find("#")
		for _, q := range s.Append(nil) {
			if q.Page == drawlist.Glyphs && !holds(inner, q.Dst) && !holds(count, q.Dst) {
				t.Fatalf("scale %v: a glyph at %v leaves the cards %v", scale, q.Dst, inner)
			}
		}
	}
}

// TestWordsKeepApart demands that no words of a card lie on others, whatever there is to be said in its head.
func TestWordsKeepApart(t *testing.T) {
	for _, l := range []lang.Language{lang.English, lang.Chinese} {
		speak(t, l)
		for _, mode := range []string{"", "acceptEdits", "bypassPermissions"} {
			for _, requests := range []int{1, 3} {
				asks := asking("a", "Build", "a-folder-with-a-long-name")
				asks.Mode, asks.Background, asks.Subagents = mode, 2, make([]session.Subagent, 1)
				for i := range requests {
					r := permission(fmt.Sprint("r", i), "Bash", "ls")
					r.Deadline = noon.Add(50 * time.Second)
					asks.Requests = append(asks.Requests, r)
				}
				s := newStage(t)
				s.snap = snapshot(asks)
				s.step(30)
				card, ok := s.Find("Build")
				if !ok {
					t.Fatal("no card")
				}
				var glyphs []drawlist.Rect
				for _, q := range s.Append(nil) {
					if q.Page == drawlist.Glyphs && holds(card, q.Dst) {
						glyphs = append(glyphs, q.Dst)
					}
				}
				for i, g := range glyphs {
					for _, other := range glyphs[:i] {
						if both := g.Intersect(other); both.W > kerned && both.H > kerned {
							t.Fatalf("%s, %q, %d requests: a glyph at %v lies on one at %v in\n%s", l, mode, requests, g, other, s.Summary())
						}
					}
				}
			}
		}
	}
}

// kerned is how far two glyphs of a word may reach into each other, with the soft edges of both.
const kerned = 3

// holds allows for the rounding of world coordinates.
func holds(r, part drawlist.Rect) bool {
	c := r.Inset(-.01).Intersect(part)
	return c.W >= part.W-.01 && c.H >= part.H-.01
}

// TestOpenPlacesCloseForACard: where bubbles went while the pointer is on the stack, their places stay open, until a card needs
// the room. What the pointer is on stays.
func TestOpenPlacesCloseForACard(t *testing.T) {
	s := newStage(t)
	s.in.Monitors = []input.Monitor{small}
	low, first := running("a", "Low", "x"), asking("e", "First", "x", permission("r1", "Bash", "ls"))
	s.snap = snapshot(low, running("b", "B", "x"), running("c", "C", "x"), running("d", "D", "x"), first)
	s.step(90)
	x, y := s.find("Low")
	s.do(input.Move, input.NoButton, x, y)
	s.step(90)
	rests, _ := s.Find("Low")
	before, _ := s.Find("First")
	s.snap = snapshot(low, first)
	s.step(90)
	if now, _ := s.Find("First"); now != before {
		t.Fatalf("a card moved from %v to %v while the pointer was on the stack, and nothing needed the room", before, now)
	}
	s.snap = snapshot(low, first, asking("f", "Second", "x", permission("r2", "Bash", "pwd")))
	for range 90 {
		s.step(1)
		if now, _ := s.Find("Low"); now != rests {
			t.Fatalf("the bubble under the pointer moved from %v to %v", rests, now)
		}
	}
	if got := s.onscreen(); len(got) != 2 {
		t.Errorf("%q can be answered, want both\n%s", got, s.Summary())
	}
}

// TestNothingMovesUnderThePointer lets a bubble next to the pet grow into a card while the pointer is on its neighbour.
func TestNothingMovesUnderThePointer(t *testing.T) {
	s := newStage(t)
	low, high := running("a", "Low", "x"), running("b", "High", "x")
	s.snap = snapshot(low, high)
	s.step(30)
	before, _ := s.Find("High")
	x, y := s.find("High")
	s.do(input.Move, input.NoButton, x, y)
	s.snap = snapshot(asking("a", "Low", "x", permission("r", "Bash", "ls")), high)
	for range 40 {
		s.step(1)
		if now, _ := s.Find("High"); now != before {
			t.Fatalf("the bubble under the pointer moved from %v to %v", before, now)
		}
	}
	if r, ok := s.Find("[Allow]"); !ok || screen.Intersect(r) != r {
		t.Errorf("the card is not whole on the screen: %v", r)
	}
	s.do(input.Leave, input.NoButton, 0, 0)
	s.step(30)
	if now, _ := s.Find("High"); now.Y >= before.Y {
		t.Errorf("the column did not make room for the card once the pointer had left: %v, before %v", now, before)
	}
}

func TestDrag(t *testing.T) {
	s := newStage(t)
	s.step(5)
	start := s.PetPosition()
	x, y := s.petMiddle()
	s.do(input.Press, input.Left, x, y)
	s.do(input.Move, input.NoButton, x-3, y)
	if s.PetPosition() != start {
		t.Errorf("moved after 3 px; the threshold is 4")
	}
	s.do(input.Move, input.NoButton, x-200, y-100)
	if got, want := s.PetPosition(), (drawlist.Point{X: start.X - 200, Y: start.Y - 100}); math.Abs(float64(got.X-want.X)) > 1 || math.Abs(float64(got.Y-want.Y)) > 1 {
		t.Errorf("pet at %v, want %v", got, want)
	}
	s.do(input.Move, input.NoButton, -5000, y)
	if s.PetPosition().X < -60 {
		t.Errorf("the pet left the work area: %v", s.PetPosition())
	}
	s.do(input.Release, input.Left, -5000, y)
	if w := s.Wish(); !w.Moved || w.Pet != s.PetPosition() {
		t.Errorf("wish after the drag: %+v", w)
	}
}

func TestHoldingForLongIsADrag(t *testing.T) {
	s := newStage(t)
	s.step(5)
	x, y := s.petMiddle()
	s.do(input.Press, input.Left, x, y)
	s.step(14)
	s.do(input.Release, input.Left, x, y)
	if !s.Wish().Moved {
		t.Error("held for 220 ms and not a drag")
	}
}

// TestViewport watches the window's size through a card's life: it grows before the card is drawn, and shrinks late.
func TestViewport(t *testing.T) {
	s := newStage(t)
	s.step(120)
	small := s.Viewport()
	if small.W > 224 || small.H > 224 {
		t.Errorf("the pet alone needs %v", small)
	}
	s.snap = snapshot(running("a", "Title", "x"))
	s.step(1)
	big := s.Viewport()
	if r, _ := s.Find("Title"); big.Intersect(r) != r {
		t.Errorf("viewport %v does not hold the bubble %v when it appears", big, r)
	}
	s.step(60)
	if s.Viewport() != big {
		t.Errorf("viewport changed from %v to %v with nothing happening", big, s.Viewport())
	}
	s.snap = snapshot()
	s.step(60)
	if s.Viewport() != big {
		t.Errorf("shrunk to %v within a second", s.Viewport())
	}
	s.step(120)
	if got := s.Viewport(); got.W > small.W+32 || got.H > small.H+32 {
		t.Errorf("viewport %v three seconds after the bubble went, want about %v", got, small)
	}
}

// TestSleep demands that an idle pet is left alone until its next frame, and that the answer is exact.
func TestSleep(t *testing.T) {
	for _, c := range []struct {
		name string
		snap *session.Snapshot
		most int // wake-ups in 60 s
	}{
		{"no session", snapshot(), 6*60/6 + 10},
		{"one that is over", snapshot(finished("a", "T", "x", "said")), 6*60/6 + 10},
		{"a question with motion off", snapshot(asking("a", "T", "x", permission("r", "Bash", "ls"))), 70},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t)
			s.in.Reduced = c.name == "a question with motion off"
			s.snap = c.snap
			s.step(600)
			woken, list := 0, s.Append(nil)
			for s.in.Tick < 4200 {
				next := s.NextTick()
				for s.in.Tick+1 < next && s.in.Tick < 4200 {
					s.step(1)
					if s.Dirty() {
						t.Fatalf("tick %d: the picture changed before the tick %d that was announced", s.in.Tick, next)
					}
				}
				s.step(1)
				woken++
				list = s.Append(list[:0])
			}
			if woken > c.most {
				t.Errorf("woken %d times in a minute, want at most %d", woken, c.most)
			}
		})
	}
}

func TestMenuClosesWhenThePointerHasLeft(t *testing.T) {
	s := newStage(t)
	s.step(5)
	x, y := s.petMiddle()
	s.do(input.Press, input.Right, x, y)
	s.do(input.Release, input.Right, x, y)
	if _, ok := s.Find("Hide"); !ok {
		t.Fatal("no menu")
	}
	s.do(input.Leave, input.NoButton, 0, 0)
	s.step(30)
	if _, ok := s.Find("Hide"); !ok {
		t.Error("the menu was gone within half a second")
	}
	s.step(60)
	if _, ok := s.Find("Hide"); ok {
		t.Error("the menu stayed")
	}
}

// TestInput demands that what is drawn solid takes clicks and the rest of the viewport does not.
func TestInput(t *testing.T) {
	s := newStage(t)
	s.snap = snapshot(running("a", "Title", "x"))
	s.step(60)
	card, _ := s.Find("Title")
	x, y := s.petMiddle()
	takes := func(p drawlist.Point) bool {
		for _, r := range s.Input(nil) {
			if r.Contains(p) {
				return true
			}
		}
		return false
	}
	v := s.Viewport()
	for _, c := range []struct {
		name string
		at   drawlist.Point
		want bool
	}{
		{"card", drawlist.Point{X: card.X + 20, Y: card.Y + 20}, true},
		{"pet", drawlist.Point{X: x, Y: y}, true},
		{"beside the pet", drawlist.Point{X: x - 100, Y: y}, false},
		{"the viewport's corner", drawlist.Point{X: v.X + 1, Y: v.Y + 1}, false},
	} {
		if got := takes(c.at); got != c.want {
			t.Errorf("%s: takes clicks = %v, want %v", c.name, got, c.want)
		}
	}
	s.SetVisible(false)
	s.step(1)
	if n := len(s.Input(nil)); n > 0 {
		t.Errorf("a hidden scene takes clicks in %d places", n)
	}
}

func TestQuestionIsNotAnswered(t *testing.T) {
	for kind, want := range map[session.RequestKind]string{
		session.Permission: "[Allow] [Deny] [Terminal]", session.Plan: "[Approve, ask before edits] [Approve, accept edits] [Keep planning…] [Terminal]",
		session.Question: "[Terminal]", session.Notice: "",
	} {
		s := newStage(t)
		r := permission("r", "Tool", "text")
		r.Kind = kind
		s.snap = snapshot(asking("a", "T", "x", r))
		s.step(30)
		got := ""
		for _, label := range []string{"[Allow]", "[Approve, ask before edits]", "[Approve, accept edits]", "[Deny]", "[Keep planning…]", "[Terminal]"} {
			if b, ok := s.Find(label); ok {
				got += " " + label
				if b.H < 28 || b.W < 28 {
					t.Errorf("%v: button %s is only %v", kind, label, b)
				}
			}
		}
		if got = fmt.Sprint(got); got != "" {
			got = got[1:]
		}
		if got != want {
			t.Errorf("%v offers %q, want %q", kind, got, want)
		}
	}
}

func TestNoButtonsForWhatCannotBeAnswered(t *testing.T) {
	s := newStage(t)
	r := permission("r", "Bash", "ls")
	r.Decisions = nil
	s.snap = snapshot(asking("a", "T", "x", r))
	s.step(30)
	if _, ok := s.Find("[Allow]"); ok {
		t.Error("a request that takes no decision has a button")
	}
}

func crowd(n int) *session.Snapshot { return snapshot(many(n)...) }

func many(n int) (all []session.Session) {
	for i := range n {
		switch i % 4 {
		case 3:
			all = append(all, asking(fmt.Sprint(i), fmt.Sprint("Session ", i), "shop", permission(fmt.Sprint("r", i), "Bash", "npm test")))
		case 2:
			all = append(all, finished(fmt.Sprint(i), fmt.Sprint("Session ", i), "shop", "All tests pass now. 完成了。"))
		default:
			all = append(all, running(fmt.Sprint(i), fmt.Sprint("Session ", i), "shop"))
		}
	}
	return all
}

// busy is a warm scene of 20 bubbles that moves: each call takes a new snapshot and a pointer that wanders over it.
func busy(t testing.TB) func() {
	s := newStage(t)
	snaps := [2]*session.Snapshot{crowd(20), crowd(20)}
	s.snap = snaps[0]
	s.step(60)
	list := s.Append(nil)
	events := []input.Event{{Kind: input.Move}}
	commands, rects := make([]session.Command, 0, 16), make([]drawlist.Rect, 0, 64)
	step := func() {
		s.in.Tick++
		s.in.Now = noon.Add(time.Duration(s.in.Tick%2) * time.Millisecond)
		r := s.Viewport()
		events[0].At = drawlist.Point{X: r.X + r.W/2, Y: r.Y + float32(s.in.Tick*7%uint64(r.H))}
		s.in.Events = events
		s.Step(snaps[s.in.Tick%2], s.in)
		list = s.Append(list[:0])
		commands, rects = s.Commands(commands[:0]), s.Input(rects[:0])
	}
	for range 600 {
		step()
	}
	return step
}

func TestWarmSceneAllocatesNothing(t *testing.T) {
	if n := testing.AllocsPerRun(200, busy(t)); n > 0 {
		t.Errorf("%v allocations a step with 20 bubbles, want none", n)
	}
}

func BenchmarkStepAppend20(b *testing.B) {
	step := busy(b)
	b.ReportAllocs()
	for b.Loop() {
		step()
	}
}

func BenchmarkStepIdle(b *testing.B) {
	s := newStage(b)
	s.step(600)
	s.Append(nil)
	b.ReportAllocs()
	for b.Loop() {
		s.Step(s.snap, s.in)
	}
}
