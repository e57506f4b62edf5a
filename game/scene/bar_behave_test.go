package scene_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/game/scene"
	"dango/session"
)

// unfolded says whether the bar shows its list.
func (s *stage) unfolded() bool {
	row, on := s.Find("bar")
	return on && s.BarViewport().H > 2*row.H
}

func (s *stage) expect(unfolded bool, when string) {
	s.t.Helper()
	if s.unfolded() != unfolded {
		s.t.Errorf("%s: unfolded = %v, want %v\n%s", when, !unfolded, unfolded, s.Summary())
	}
}

// decisions are the requests that were answered, in their order.
func (s *stage) decisions() (ids []string) {
	for _, c := range s.sent {
		if c.Kind == session.Decide {
			ids = append(ids, c.Request)
		}
	}
	return ids
}

func TestBarModes(t *testing.T) {
	notch := drawlist.Rect{X: 548, W: 184, H: 32}
	tests := []struct {
		name  string
		mode  scene.BarMode
		notch drawlist.Rect
		want  bool
	}{
		{"off", scene.BarOff, notch, false}, {"auto without a notch", scene.BarAuto, drawlist.Rect{}, false},
		{"auto with a notch", scene.BarAuto, notch, true}, {"always", scene.BarAlways, drawlist.Rect{}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := barStage(t, scene.Bar{Mode: tt.mode})
			s.in.Monitors[0].Notch = tt.notch
			s.snap = three()
			s.step(30)
			if _, on := s.Find("bar"); on != tt.want || s.BarViewport().Empty() == tt.want {
				t.Errorf("a bar is on show: %v, at %v; want %v", on, s.BarViewport(), tt.want)
			}
			s.SetBar(scene.Bar{})
			s.step(30)
			if !s.BarViewport().Empty() {
				t.Error("a bar that was switched off stays")
			}
		})
	}
}

// A pointer that passes by changes nothing; one that stays unfolds the list, and it folds when the pointer has gone.
func TestBarUnfoldsUnderThePointer(t *testing.T) {
	s := barStage(t, always)
	s.snap = three()
	s.step(30)
	x, y := s.find("bar")
	s.do(input.Move, input.NoButton, x, y)
	s.step(5)
	s.do(input.Leave, input.NoButton, 0, 0)
	s.step(30)
	s.expect(false, "a pointer has passed by")
	s.do(input.Move, input.NoButton, x, y)
	s.step(30)
	s.expect(true, "the pointer stays")
	s.do(input.Leave, input.NoButton, 0, 0)
	s.step(10)
	s.expect(true, "the pointer has just left")
	s.step(40)
	s.expect(false, "the pointer is gone")
}

func TestBarIsPinnedByAClick(t *testing.T) {
	s := barStage(t, always)
	s.snap = three()
	s.step(30)
	s.click(s.find("bar"))
	s.step(30)
	s.do(input.Leave, input.NoButton, 0, 0)
	s.step(200)
	s.expect(true, "a click has pinned it")
	s.click(s.find("bar"))
	s.step(200)
	s.expect(false, "the second click folds it, and the pointer that rests there does not unfold it")
}

// What is asked unfolds the bar. Folded away it stays so until something else is asked.
func TestBarUnfoldsForARequest(t *testing.T) {
	s := barStage(t, always)
	s.snap = snapshot(running("b", "Fix the login", "webshop"))
	s.step(30)
	s.expect(false, "nobody asks")
	s.snap = snapshot(running("b", "Fix the login", "webshop"), asking("p", "Ship it", "webshop", permission("r1", "Bash", "make ship")))
	s.step(30)
	s.expect(true, "somebody asks")
	s.click(s.find("bar"))
	s.step(60)
	s.expect(false, "the user has folded it away")
	s.do(input.Leave, input.NoButton, 0, 0)
	s.snap = snapshot(running("b", "Fix the login", "webshop"), asking("p", "Ship it", "webshop", permission("r1", "Bash", "make ship")),
		asking("q", "Tidy up", "webshop", permission("r2", "Bash", "make clean")))
	s.step(60)
	s.expect(true, "somebody else asks")
}

// A card that is answered in one place is answered in the other.
func TestBarAndPetAnswerOnce(t *testing.T) {
	for _, first := range []string{"bar: [Allow]", "[Allow]"} {
		t.Run(first, func(t *testing.T) {
			s := barStage(t, always)
			s.snap = snapshot(asking("p", "Ship it", "webshop", permission("r1", "Bash", "make ship")))
			s.step(60)
			second := "bar: [Allow]"
			if first == second {
				second = "[Allow]"
			}
			x, y := s.find(second)
			s.click(s.find(first))
			s.step(1)
			if n := strings.Count(s.Summary(), "Allowed, on its way"); n != 2 {
				t.Errorf("%d cards tell the answer, want both\n%s", n, s.Summary())
			}
			s.click(x, y)
			s.step(30)
			if got := s.decisions(); len(got) != 1 || got[0] != "r1" {
				t.Errorf("decided %v, want r1 once", got)
			}
		})
	}
}

// ✕ on one of a session's cards takes away both.
func TestBarDismisses(t *testing.T) {
	s := barStage(t, always)
	s.snap = three()
	s.onBar()
	s.click(s.find("bar: ✕ dango"))
	s.do(input.Leave, input.NoButton, 0, 0)
	s.step(20)
	if got := s.Summary(); strings.Contains(got, "dango |") {
		t.Errorf("dango is still on show:\n%s", got)
	}
}

// The pet's drag has the bar step aside.
func TestBarStepsAside(t *testing.T) {
	s := barStage(t, always)
	s.snap = three()
	s.step(30)
	x, y := s.petMiddle()
	s.do(input.Press, input.Left, x, y)
	s.do(input.Move, input.NoButton, x-200, y-200)
	s.step(30)
	if !s.BarViewport().Empty() {
		t.Error("the bar stays while the pet is dragged")
	}
	s.do(input.Release, input.Left, x-200, y-200)
	s.step(30)
	if s.BarViewport().Empty() {
		t.Error("the bar does not come back")
	}
}

func TestBarFollowsItsMonitor(t *testing.T) {
	s := barStage(t, always)
	right := screen.Translate(screen.W, 0)
	s.in.Monitors = append(s.in.Monitors, input.Monitor{Name: "two", Bounds: right, Work: right, Scale: 1})
	at := func(want drawlist.Rect) {
		t.Helper()
		s.step(30)
		if r, _ := s.Find("bar"); r.X+r.W/2 != want.X+want.W/2 || r.Y != want.Y {
			t.Errorf("the bar's row is at %v, want it in the middle of the top of %v", r, want)
		}
	}
	at(screen)
	s.SetPetPosition(drawlist.Point{X: 2000, Y: 500})
	at(right)
	b := always
	b.Monitor = "one"
	s.SetBar(b)
	at(screen)
	b.Monitor = "gone"
	s.SetBar(b)
	at(right)
}

func TestFullScreen(t *testing.T) {
	quiet := snapshot(running("b", "Fix the login", "webshop"))
	asks := snapshot(asking("p", "Ship it", "webshop", permission("r1", "Bash", "make ship")))
	tests := []struct {
		name     string
		bar      scene.Bar
		snap     *session.Snapshot
		pet, top bool // on show
		told     int  // requests that are on the screen
	}{
		{"pet and bar keep away", always, quiet, false, false, 0},
		{"the bar alone shows what is asked", always, asks, false, true, 1},
		{"nothing shows what is asked", scene.Bar{Mode: scene.BarAlways, Hide: true}, asks, false, false, 0},
		{"without a bar the pet shows what is asked", scene.Bar{Hide: true, Requests: true}, asks, true, false, 1},
		{"nobody hides", scene.Bar{Mode: scene.BarAlways}, quiet, true, true, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := barStage(t, tt.bar)
			s.in.Monitors[0].Covered = true
			s.snap = tt.snap
			s.step(60)
			if s.Shown() != tt.pet || s.BarViewport().Empty() == tt.top {
				t.Errorf("pet %v, bar at %v; want pet %v, bar %v", s.Shown(), s.BarViewport(), tt.pet, tt.top)
			}
			if got := s.onscreen(); len(got) != tt.told {
				t.Errorf("on the screen are %v, want %d requests", got, tt.told)
			}
			if !tt.pet && len(s.Input(nil)) > 0 {
				t.Error("a pet that is away takes clicks")
			}
			s.in.Monitors[0].Covered = false
			s.step(60)
			if !s.Shown() || len(s.Append(nil)) == 0 {
				t.Error("the pet does not come back")
			}
		})
	}
}

// Once it is answered over a full screen, the bar goes.
func TestFullScreenIsLeftAlone(t *testing.T) {
	s := barStage(t, always)
	s.in.Monitors[0].Covered = true
	s.snap = snapshot(asking("p", "Ship it", "webshop", permission("r1", "Bash", "make ship")))
	s.step(60)
	s.click(s.find("bar: [Allow]"))
	s.do(input.Leave, input.NoButton, 0, 0)
	s.snap = snapshot(running("p", "Ship it", "webshop"))
	s.step(300)
	if got := s.decisions(); len(got) != 1 {
		t.Errorf("decided %v, want one", got)
	}
	if !s.BarViewport().Empty() {
		t.Errorf("the bar stays at %v", s.BarViewport())
	}
	if next := s.NextTick(); next < s.in.Tick+1000 {
		t.Errorf("a pet that is away wants to move at tick %d, now is %d", next, s.in.Tick)
	}
}

// What is under the pointer stays there when a card comes above it, and takes no click meanwhile.
func TestBarKeepsWhatIsUnderThePointer(t *testing.T) {
	s := barStage(t, always)
	all := []session.Session{running("a", "One", "x"), running("b", "Two", "x"), running("c", "Three", "x"), running("d", "Four", "x"), running("e", "Five", "x")}
	s.snap = snapshot(all...)
	s.onBar()
	x, y := s.find("bar: Four")
	s.do(input.Move, input.NoButton, x, y)
	s.step(5)
	before, _ := s.Find("bar: Four")
	s.snap = snapshot(append(append([]session.Session(nil), all...), asking("p", "Ship it", "x", permission("r1", "Bash", "make ship")))...)
	for range 30 {
		s.step(1)
		if now, ok := s.Find("bar: Four"); !ok || now != before {
			t.Fatalf("what is under the pointer moves from %v to %v", before, now)
		}
	}
}

func TestBarByKeyboard(t *testing.T) {
	s := barStage(t, always)
	s.in.Monitors[0].Covered = true
	s.snap = snapshot(asking("p", "Ship it", "webshop", permission("r1", "Bash", "make ship")))
	s.step(60)
	key := func(e input.Event) { s.in.Events = append(s.in.Events, e); s.step(1) }
	key(input.Event{Kind: input.Summon})
	if !s.Keyboard() {
		t.Fatal("the shortcut does not reach the bar")
	}
	key(input.Event{Kind: input.KeyPress, Key: input.KeyTab})
	key(input.Event{Kind: input.KeyPress, Key: input.KeyEnter})
	if got := s.decisions(); len(got) != 1 || got[0] != "r1" {
		t.Errorf("decided %v, want r1", got)
	}
}

// Nothing of the user's is told while words are private.
func TestBarIsPrivate(t *testing.T) {
	s := barStage(t, always)
	s.SetPrivate(true)
	s.snap = three()
	s.onBar()
	got := s.Summary()
	for _, word := range []string{"npm", "login", "packages"} {
		if strings.Contains(got, word) {
			t.Errorf("%q is told:\n%s", word, got)
		}
	}
}

func TestBarAllocatesNothing(t *testing.T) {
	s := barStage(t, always)
	s.snap = snapshot(running("b", "Fix the login", "webshop"), asking("p", "Ship it", "webshop", permission("r1", "Bash", "make ship")))
	s.step(120)
	list, bar := s.Append(nil), s.AppendBar(nil)
	snaps := [2]*session.Snapshot{crowd(20), crowd(20)}
	events := []input.Event{{Kind: input.Move}}
	commands, rects := make([]session.Command, 0, 16), make([]drawlist.Rect, 0, 64)
	step := func() {
		s.in.Tick++
		s.in.Now = noon.Add(time.Duration(s.in.Tick%2) * time.Millisecond)
		r := s.BarViewport()
		events[0].At = drawlist.Point{X: r.X + r.W/2, Y: r.Y + float32(s.in.Tick*7%uint64(r.H))}
		s.in.Events = events
		s.Step(snaps[s.in.Tick%2], s.in)
		list, bar = s.Append(list[:0]), s.AppendBar(bar[:0])
		commands, rects = s.Commands(commands[:0]), s.BarInput(s.Input(rects[:0]))
	}
	for range 600 {
		step()
	}
	if !s.unfolded() {
		t.Fatal("the bar is folded, which would prove little")
	}
	if n := testing.AllocsPerRun(200, step); n > 0 {
		t.Errorf("%v allocations a step with 20 cards, want none", n)
	}
}

// Where the bar has no window of its own, it is a part of the one that there is.
func TestBarInTheOneWindow(t *testing.T) {
	s := newStage(t)
	s.SetBar(always)
	s.snap = three()
	s.step(30)
	row, on := s.Find("bar")
	if !on || !holds(s.Viewport(), row) || !s.BarViewport().Empty() {
		t.Fatalf("the bar is at %v, the window at %v", row, s.Viewport())
	}
	x, y := s.find("bar")
	s.click(x, y)
	s.step(30)
	solid := false
	for _, r := range s.Input(nil) {
		solid = solid || holds(r, row)
	}
	if card, ok := s.Find("bar: dango"); !ok || !solid || !holds(s.Viewport(), card) {
		t.Errorf("a card is at %v, takes clicks: %v, the window at %v", card, solid, s.Viewport())
	}
	s.SetBar(scene.Bar{})
	s.do(input.Leave, input.NoButton, 0, 0)
	s.step(300)
	if s.Viewport().Y < 100 {
		t.Errorf("without the bar the window still reaches to %v", s.Viewport())
	}
}

// Without motion the bar is at its end at once.
func TestBarWithoutMotion(t *testing.T) {
	s := barStage(t, always)
	s.in.Reduced = true
	s.snap = three()
	s.step(2)
	s.click(s.find("bar"))
	s.step(2)
	list := append([]drawlist.Quad(nil), s.AppendBar(nil)...)
	s.step(20)
	s.expect(true, "after a click")
	if d := drawlist.Damage(nil, list, s.AppendBar(nil)); len(d) > 0 {
		t.Errorf("something still moved at %v", d)
	}
}

// A ghost of a bar shows no card, and one that nobody may be disturbed by does not unfold.
func TestBarIsQuiet(t *testing.T) {
	for name, hush := range map[string]func(*scene.Scene){
		"ghost": func(s *scene.Scene) { s.SetGhost(true) }, "do not disturb": func(s *scene.Scene) { s.SetQuiet(true) },
	} {
		t.Run(name, func(t *testing.T) {
			s := barStage(t, always)
			hush(s.Scene)
			s.snap = snapshot(asking("p", "Ship it", "webshop", permission("r1", "Bash", "make ship")))
			s.step(60)
			s.expect(false, "somebody asks")
			if got := s.onscreen(); len(got) > 0 {
				t.Errorf("on the screen are %v, want nothing", got)
			}
		})
	}
}

// The list scrolls by wheel, by hand and by its thumb, and the pet's column stays where it is.
func TestBarScrolls(t *testing.T) {
	s := barStage(t, always)
	s.snap = eight()
	s.onBar()
	top := func() float32 { r, _ := s.Find("bar: Session 8"); return r.Y }
	start, column := top(), s.Summary()
	x, y := s.find("bar: Session 7")
	s.do(input.Move, input.NoButton, x, y)
	s.wheel(-1)
	s.step(5)
	if moved := start - top(); moved < 20 || moved > 60 {
		t.Errorf("a notch of the wheel scrolls by %v", moved)
	}
	s.wheel(1)
	s.do(input.Press, input.Left, x, y)
	s.do(input.Move, input.NoButton, x, y-30)
	s.do(input.Move, input.NoButton, x, y-60)
	s.do(input.Release, input.Left, x, y-60)
	if moved := start - top(); moved < 40 || moved > 80 {
		t.Errorf("the hand has gone 60 up, and the list %v", moved)
	}
	if got := s.Wish(); got.Jump != (session.Key{}) {
		t.Errorf("a drag of the list is a click on %v", got.Jump)
	}
	_, stack, _ := strings.Cut(column, "pet:")
	if _, now, _ := strings.Cut(s.Summary(), "pet:"); now != stack {
		t.Errorf("the pet's column has moved:\n%s\nbefore:\n%s", now, stack)
	}
}

// Of several cards that wait, one is in view, and each is on the screen: the list shows the next one by itself.
func TestBarShowsTheNextRequest(t *testing.T) {
	s := barStage(t, always)
	s.in.Monitors[0].Covered = true
	all := []session.Session{
		asking("a", "First", "x", permission("r1", "Bash", "make a")), running("b", "Busy", "x"), running("c", "Busier", "x"),
		asking("d", "Second", "x", permission("r2", "Bash", "make d")),
	}
	s.snap = snapshot(all...)
	s.step(60)
	if got := s.onscreen(); len(got) != 2 {
		t.Errorf("on the screen are %v, want both requests", got)
	}
	for i, id := range []string{"r1", "r2"} {
		title, key := "First", "a"
		if !strings.Contains(s.Summary(), "* First") && !strings.Contains(s.Summary(), "- First") {
			title, key = "Second", "d"
		}
		r, _ := s.Find("bar: " + title)
		if !strings.Contains(s.Summary(), title) {
			t.Fatalf("no card that waits is in view:\n%s", s.Summary())
		}
		s.click(r.X+50, r.Y+r.H-28) // Allow
		s.do(input.Leave, input.NoButton, 0, 0)
		if got := s.decisions(); len(got) != i+1 {
			t.Fatalf("decided %v, want %d; the other is %s", got, i+1, id)
		}
		for j := range all {
			if all[j].Key.ID == key {
				all[j] = running(key, title, "x")
			}
		}
		s.snap = snapshot(append([]session.Session(nil), all...)...)
		s.step(60)
	}
}

// A field that was open once does not keep the bar open, and one that is open does.
func TestBarFoldsAfterTyping(t *testing.T) {
	s := barStage(t, always)
	ask := asking("p", "Ship it", "webshop", permission("r1", "Bash", "make ship"))
	s.snap = snapshot(ask)
	s.step(60)
	s.click(s.find("bar: [Deny, and say why…]"))
	s.do(input.Leave, input.NoButton, 0, 0)
	s.step(200)
	s.expect(true, "a field is open")
	s.in.Events = append(s.in.Events, input.Event{Kind: input.KeyPress, Key: input.KeyEnter})
	s.step(1)
	if got := s.decisions(); len(got) != 1 {
		t.Fatalf("decided %v, want one", got)
	}
	s.snap = snapshot(running("p", "Ship it", "webshop"))
	s.step(400)
	s.expect(false, "the answer is given")
}

// A bar that went away under the pointer does not unfold when it comes back.
func TestBarForgetsThePointer(t *testing.T) {
	s := barStage(t, always)
	s.snap = three()
	s.onBar()
	s.in.Monitors[0].Covered = true
	s.step(60)
	s.in.Monitors[0].Covered = false
	s.step(120)
	if _, on := s.Find("bar"); !on {
		t.Fatal("the bar does not come back")
	}
	s.expect(false, "nobody says that the pointer is still there")
}

// With both on show the shortcut goes to the pet's card.
func TestRingPrefersThePet(t *testing.T) {
	s := barStage(t, always)
	s.snap = snapshot(asking("p", "Ship it", "webshop", permission("r1", "Bash", "make ship")))
	s.step(70) // no second passes with the next one
	before := s.AppendBar(nil)
	s.in.Events = append(s.in.Events, input.Event{Kind: input.Summon})
	s.step(1)
	if d := drawlist.Damage(nil, before, s.AppendBar(nil)); len(d) > 0 {
		t.Errorf("the ring is in the bar, at %v", d)
	}
}

// What lies behind another window is not on the screen. The bar has a window of its own, which lies above it.
func TestObscured(t *testing.T) {
	for name, c := range map[string]struct {
		stage *stage
		told  int
	}{
		"the pet's window":               {newStage(t), 0},
		"a bar in it":                    {withBar(newStage(t)), 0},
		"a bar with a window of its own": {barStage(t, always), 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := c.stage
			s.snap = snapshot(asking("p", "Ship it", "webshop", permission("r1", "Bash", "make ship")))
			s.step(60)
			for _, step := range []struct {
				obscured bool
				told     int
			}{{false, 1}, {true, c.told}, {false, 1}} {
				s.in.Obscured = step.obscured
				s.step(1)
				if got := s.onscreen(); len(got) != step.told {
					t.Errorf("obscured %v: on the screen are %v, want %d", step.obscured, got, step.told)
				}
			}
		})
	}
}

// withBar gives a scene a bar in the pet's own window.
func withBar(s *stage) *stage {
	s.SetBar(always)
	return s
}

// rightClick opens or closes the menu.
func (s *stage) rightClick(x, y float32) {
	s.do(input.Press, input.Right, x, y)
	s.do(input.Release, input.Right, x, y)
}

// A right click on the bar opens the pet's menu there, in the bar's window, which takes clicks in it.
func TestBarMenu(t *testing.T) {
	for _, apart := range []bool{true, false} {
		t.Run(fmt.Sprint("in a window of its own: ", apart), func(t *testing.T) {
			s := stageWith(t, plainPet, scene.Options{BarApart: apart})
			s.SetBar(always)
			s.in.Monitors[0].Work = drawlist.Rect{Y: 20, W: screen.W, H: screen.H - 20}
			s.snap = three()
			s.step(30)
			if s.openMenu(); s.menu() == "" {
				t.Fatal("no menu on the pet")
			}
			want := s.menu()
			s.rightClick(1, 300)
			before := s.Viewport()
			x, y := s.find("bar")
			s.rightClick(x, y)
			if d := cmp.Diff(want, s.menu()); d != "" {
				t.Errorf("the bar's menu (-the pet's +the bar's):\n%s", d)
			}
			if !s.Wish().Menu {
				t.Error("nobody was asked to bring the menu up to date")
			}
			hide, ok := s.Find("Hide")
			if !ok || hide.Y < y || hide.Y > y+500 || hide.X > x+20 || hide.X+hide.W < x {
				t.Errorf("the menu has Hide at %v, want it below the pointer at %v, %v", hide, x, y)
			}
			over := func(all []drawlist.Rect) bool {
				return slices.ContainsFunc(all, func(r drawlist.Rect) bool { return holds(r, hide) })
			}
			if inBar, inPet := over(s.BarInput(nil)), over(s.Input(nil)); !inBar || inPet == apart {
				t.Errorf("clicks on it are for the bar: %v, for the window of the pet: %v", inBar, inPet)
			}
			if view := s.BarViewport(); apart && (!holds(view, hide) || !holds(screen, view)) {
				t.Errorf("the bar's window at %v does not show %v, or leaves the screen", view, hide)
			}
			if apart && s.Viewport() != before {
				t.Errorf("the pet's window went from %v to %v", before, s.Viewport())
			}
			s.rightClick(x, y)
			if s.menu() != "" {
				t.Error("a second right click does not close it")
			}
		})
	}
}

// The menu of a bar goes with the bar, and what it hides is all there is.
func TestBarMenuGoes(t *testing.T) {
	for name, do := range map[string]func(*stage){
		"a click elsewhere": func(s *stage) { s.click(1, 500) },
		"the pointer left":  func(s *stage) { s.do(input.Leave, input.NoButton, 0, 0); s.step(90) },
		"another window covers the screen": func(s *stage) {
			s.in.Monitors[0].Covered = true
			s.step(30)
		},
		"no bar any more": func(s *stage) { s.SetBar(scene.Bar{}); s.step(30) },
		"hidden":          func(s *stage) { s.click(s.find("Hide")) },
	} {
		t.Run(name, func(t *testing.T) {
			s := barStage(t, always)
			s.snap = three()
			s.step(30)
			x, y := s.find("bar")
			s.rightClick(x, y)
			if s.menu() == "" {
				t.Fatal("no menu")
			}
			do(s)
			s.step(30)
			if s.menu() != "" {
				t.Errorf("the menu is still there:\n%s", s.Summary())
			}
			if got := s.Wish().Hide; got != (name == "hidden") || s.Visible() == got {
				t.Errorf("hide: %v, visible: %v", got, s.Visible())
			}
			if name == "hidden" && !s.BarViewport().Empty() {
				t.Errorf("of what is hidden a bar is at %v", s.BarViewport())
			}
		})
	}
}

// The menu is in the work area of the bar's monitor, and not in that of the pet's.
func TestBarMenuOnAnotherMonitor(t *testing.T) {
	s := barStage(t, scene.Bar{Mode: scene.BarAlways, Monitor: "two"})
	second := drawlist.Rect{X: screen.W, W: 800, H: 600}
	work := drawlist.Rect{X: screen.W, Y: 28, W: 800, H: 572}
	s.in.Monitors = append(s.in.Monitors, input.Monitor{Name: "two", Bounds: second, Work: work, Scale: 1})
	s.snap = three()
	s.step(30)
	row, _ := s.Find("bar")
	s.rightClick(row.X+row.W-2, row.Y+row.H/2)
	if r, ok := s.Find("Quit Dango"); !ok || !holds(work, r) {
		t.Errorf("Quit Dango is at %v, %v, want it in %v", r, ok, work)
	}
}
