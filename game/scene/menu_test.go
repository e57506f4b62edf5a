package scene_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/prefs"
	"dango/prefs/tray"
	"dango/session"
)

// openMenu opens the menu that a program offers which has the default preferences and many pets.
func (s *stage) openMenu() {
	cfg := prefs.Default()
	pets := []tray.Pet{{ID: prefs.Builtin, Name: "Dango"}}
	for i := range 40 {
		pets = append(pets, tray.Pet{ID: fmt.Sprint("p", i), Name: fmt.Sprint("Pet ", i)})
	}
	s.SetMenu(tray.OfPet(&tray.Facts{Config: &cfg, Pets: pets, Now: noon, Login: tray.Login{Known: true}}))
	x, y := s.petMiddle()
	s.do(input.Press, input.Right, x, y)
	s.do(input.Release, input.Right, x, y)
}

// keys hands the scene one thing of the keyboard's.
func (s *stage) keys(k input.Kind) {
	s.in.Events = append(s.in.Events, input.Event{Kind: k})
	s.step(1)
}

func (s *stage) tap(keys ...input.Key) {
	for _, k := range keys {
		s.in.Events = append(s.in.Events, input.Event{Kind: input.KeyPress, Key: k})
		s.step(1)
	}
}

// menu is what the menu says, a row a line.
func (s *stage) menu() string {
	var b strings.Builder
	for line := range strings.Lines(s.Summary()) {
		if row, ok := strings.CutPrefix(line, "menu: "); ok {
			b.WriteString(row)
		}
	}
	return b.String()
}

const firstPage = `Listen to | …
Pet | Dango | …
Size | 60% | …
Do not disturb | …
Bar | …
Ghost: clicks fall through | [ ]
Start at login | [ ]
Open preferences
Open logs
Hooks | …
Hide
Quit Dango
`

func TestMenu(t *testing.T) {
	s := newStage(t)
	s.step(5)
	s.openMenu()
	if d := cmp.Diff("No sessions\n"+firstPage, s.menu()); d != "" {
		t.Errorf("the first page (-want +got):\n%s", d)
	}
	if !s.Wish().Menu {
		t.Error("nobody was asked to bring the menu up to date")
	}
	s.click(s.find("Listen to"))
	if d := cmp.Diff("< Listen to\nClaude | [x]\nCodex | [x]\nGemini | [x]\nOpenCode | [x]\n", s.menu()); d != "" {
		t.Errorf("a page (-want +got):\n%s", d)
	}
	s.click(s.find("Codex"))
	want := tray.Action{Kind: tray.Set, Setting: "listeners.codex", Value: "false"}
	if got := s.Wish().Do; got != want {
		t.Errorf("Codex was switched off: %+v, want %+v", got, want)
	}
	cfg := prefs.Default()
	cfg.Listeners.Codex = false
	s.SetMenu(tray.OfPet(&tray.Facts{Config: &cfg, Now: noon}))
	s.step(1)
	if !strings.Contains(s.menu(), "Codex | [ ]\n") {
		t.Errorf("the open page does not follow:\n%s", s.menu())
	}
	s.click(s.find("Listen to")) // the way back
	s.click(s.find("Open logs"))
	if got := s.Wish().Do; got.Kind != tray.OpenLogs || s.menu() != "" {
		t.Errorf("Open logs: %+v, and the menu is\n%s", got, s.menu())
	}
}

// A page whose item is gone gives way to the one before.
func TestMenuLosesItsPage(t *testing.T) {
	s := newStage(t)
	s.step(5)
	s.openMenu()
	s.click(s.find("Size"))
	s.SetMenu([]tray.Item{{Text: "Other", Do: tray.Action{Kind: tray.OpenLogs}}})
	s.step(1)
	if got := s.menu(); got != "No sessions\nOther\n" {
		t.Errorf("the menu is\n%s", got)
	}
}

func TestMenuListsSessions(t *testing.T) {
	s := newStage(t)
	s.snap = snapshot(finished("a", "Old news", "x", "said"), running("b", "Work", "x"))
	s.step(5)
	s.openMenu()
	if got := s.menu(); got != "Work | Running tool\nOld news | Finished\n"+firstPage {
		t.Errorf("with two sessions it is\n%s", got)
	}
	s.step(30) // clicks on a card that is new do not count, on the menu they do
	x, y := s.menuRow("Old news")
	s.click(x, y)
	if w := s.Wish(); w.Jump.ID != "a" {
		t.Errorf("a click on a session goes to %+v", w.Jump)
	}
	if len(s.sent) == 0 || s.sent[len(s.sent)-1].Kind != session.MarkSeen {
		t.Errorf("it is not seen: %+v", s.sent)
	}
}

// menuRow is the middle of a row. A bubble of the same name is found before it.
func (s *stage) menuRow(words string) (x, y float32) {
	s.t.Helper()
	sx, sy := s.find("Listen to")
	rows := strings.Split(s.menu(), "\n")
	at := -1
	for i, r := range rows {
		if strings.HasPrefix(r, words) {
			at = i
		}
	}
	next := 0
	for i, r := range rows {
		if strings.HasPrefix(r, "Listen to") {
			next = i
		}
	}
	if at < 0 {
		s.t.Fatalf("no row %q in\n%s", words, s.menu())
	}
	return sx, sy - 9 - 28*float32(next-at)
}

func TestMenuOfManySessions(t *testing.T) {
	s := newStage(t)
	s.snap = crowd(20)
	s.step(30)
	s.openMenu()
	if n := strings.Count(s.menu(), "\n"); n != 4+strings.Count(firstPage, "\n") {
		t.Fatalf("%d rows:\n%s", n, s.menu())
	}
	s.click(s.find("All sessions"))
	if n := strings.Count(s.menu(), "Session "); n != 20 {
		t.Errorf("%d of 20 sessions are listed:\n%s", n, s.menu())
	}
}

// A menu lies in the work area wherever the pet is, also a page that is too long for it.
func TestMenuStaysInside(t *testing.T) {
	low := drawlist.Rect{X: -400, Y: 20, W: 700, H: 430}
	for _, at := range []drawlist.Point{{X: -400, Y: 20}, {X: 250, Y: 20}, {X: -400, Y: 400}, {X: 250, Y: 400}, {X: -50, Y: 200}} {
		s := newStage(t)
		s.in.Monitors = []input.Monitor{{Name: "low", Bounds: low, Work: low, Scale: 1, Primary: true}}
		s.SetPetPosition(at)
		s.step(5)
		s.openMenu()
		for _, page := range []string{"", "Pet"} {
			if page != "" {
				s.click(s.find(page))
			}
			whole := s.Input(nil)
			r := whole[len(whole)-1]
			if r.Intersect(low.Inset(8)) != r {
				t.Errorf("pet at %v, page %q: the menu %v leaves the work area %v", at, page, r, low)
			}
		}
		s.do(input.Move, input.NoButton, s.menuMiddle().X, s.menuMiddle().Y)
		for range 60 {
			s.wheel(-1)
		}
		if r, ok := s.Find("Pet 39"); !ok || r.Intersect(low) != r {
			t.Errorf("pet at %v: scrolled to its end, the last row is at %v", at, r)
		}
	}
}

func (s *stage) menuMiddle() drawlist.Point {
	whole := s.Input(nil)
	r := whole[len(whole)-1]
	return drawlist.Point{X: r.X + r.W/2, Y: r.Y + r.H/2}
}

func TestMenuByKeyboard(t *testing.T) {
	s := newStage(t)
	s.step(5)
	s.openMenu()
	if s.Keyboard() {
		t.Fatal("a right click takes the keyboard")
	}
	s.keys(input.Summon)
	ring := func() string {
		for line := range strings.Lines(s.menu()) {
			if row, ok := strings.CutPrefix(line, "> "); ok {
				return strings.TrimSpace(strings.TrimPrefix(row, "< "))
			}
		}
		return ""
	}
	for _, c := range []struct {
		key  input.Key
		want string
	}{
		{input.NoKey, "Listen to | …"}, {input.KeyDown, "Pet | Dango | …"}, {input.KeyDown, "Size | 60% | …"}, {input.KeyRight, "35% | [ ]"},
		{input.KeyUp, "Size"}, {input.KeyUp, "300% | [ ]"}, {input.KeyLeft, "Size | 60% | …"}, {input.KeyEnd, "Quit Dango"},
		{input.KeyHome, "Listen to | …"}, {input.KeyEnter, "Claude | [x]"}, {input.KeyEscape, "Listen to | …"},
	} {
		if s.tap(c.key); ring() != c.want || !s.Keyboard() {
			t.Fatalf("after key %d the ring is on %q, want %q; the menu has the keyboard: %v", c.key, ring(), c.want, s.Keyboard())
		}
	}
	s.do(input.Leave, input.NoButton, 0, 0)
	s.step(120)
	if s.menu() == "" {
		t.Error("the pointer's leaving closes a menu that the keyboard works in")
	}
	s.tap(input.KeyEscape)
	if s.menu() != "" || s.Keyboard() {
		t.Errorf("after Esc the menu is\n%s", s.menu())
	}
	s.keys(input.Summon) // there are no bubbles: the menu is what there is
	s.tap(input.KeyDown, input.KeyDown, input.KeyDown, input.KeyEnter, input.KeyEnter)
	if got := s.Wish().Do; got != (tray.Action{Kind: tray.BeQuiet, For: 30 * time.Minute}) {
		t.Errorf("Do not disturb, for 30 minutes: %+v", got)
	}
	s.keys(input.Blur)
	if s.menu() != "" {
		t.Error("the menu stays although the keyboard went elsewhere")
	}
}

// Open, with everything that moves in it, the menu allocates nothing from tick to tick.
func TestOpenMenuAllocatesNothing(t *testing.T) {
	s := newStage(t)
	s.snap = crowd(20)
	s.step(60)
	s.openMenu()
	s.step(60)
	list := s.Append(nil)
	if n := testing.AllocsPerRun(100, func() {
		s.in.Tick++
		s.Step(s.snap, s.in)
		list = s.Append(list[:0])
	}); n > 0 {
		t.Errorf("%v allocations a step, want none", n)
	}
}

// In private the menu calls sessions after their folders, and one that is open goes when privacy comes.
func TestMenuInPrivate(t *testing.T) {
	s := newStage(t)
	nowhere := running("b", "Secret too", "")
	s.snap = snapshot(running("a", "Secret", "shop"), nowhere)
	s.step(30)
	s.openMenu()
	if !strings.Contains(s.menu(), "Secret") {
		t.Fatalf("the menu is\n%s", s.menu())
	}
	s.SetPrivate(true)
	s.step(1)
	if s.menu() != "" {
		t.Error("it stays open")
	}
	s.openMenu()
	if got := s.menu(); strings.Contains(got, "Secret") || !strings.Contains(got, "shop | Running tool\n") || !strings.Contains(got, "••• | ") {
		t.Errorf("in private it is\n%s", got)
	}
}
