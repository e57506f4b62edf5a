package scene_test

import (
	"testing"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/game/scene"
	"dango/session"
	"dango/sprite"
)

// cell is the cell of the sheet that is drawn.
func (s *stage) cell() (col, row int) {
	s.t.Helper()
	for _, q := range s.Append(nil) {
		if q.Page == drawlist.Sprite {
			return int(q.Src.X) / sprite.CellWidth, int(q.Src.Y) / sprite.CellHeight
		}
	}
	s.t.Fatal("there is no pet")
	return 0, 0
}

// pointAt puts the pointer, as the system sees it, that far from the pet's middle.
func (s *stage) pointAt(dx, dy float32) {
	from := s.Watch().From
	s.in.Pointer, s.in.Known = drawlist.Point{X: from.X + dx, Y: from.Y + dy}, true
	s.step(1)
}

func TestGaze(t *testing.T) {
	s := stageFor(t, sprite.Builtin)
	s.step(20)
	for _, c := range []struct {
		name     string
		dx, dy   float32
		col, row int
	}{
		{"up", 0, -300, 0, 9}, {"left", -300, 0, 4, 10}, {"on the nose", 0, 10, 6, 0}, {"up and left", -200, -200, 6, 10}, {"far away", -700, 0, 0, 0},
	} {
		s.pointAt(c.dx, c.dy)
		if col, row := s.cell(); col != c.col || row != c.row {
			t.Errorf("%s: the pet shows (%d, %d), want (%d, %d)", c.name, col, row, c.col, c.row)
		}
	}
	s.pointAt(-300, 0)
	s.Append(nil)
	s.pointAt(-310, 20)
	if s.Dirty() {
		t.Error("a pointer that moves within one direction has the pet drawn anew")
	}
	s.in.Known = false
	s.step(1)
	if _, row := s.cell(); row != 0 {
		t.Errorf("it looks at a pointer that nobody knows: row %d", row)
	}
}

// TestGazeOnlyAtRest looks at what keeps the pet from looking.
func TestGazeOnlyAtRest(t *testing.T) {
	cases := map[string]func(s *stage){
		"it works":           func(s *stage) { s.snap = snapshot(running("a", "A", "x")) },
		"it is hidden":       func(s *stage) { s.SetVisible(false) },
		"reduced motion":     func(s *stage) { s.in.Reduced = true },
		"switched off":       func(s *stage) { s.SetManner(scene.Manner{}) },
		"it is dragged":      func(s *stage) { x, y := s.petMiddle(); s.do(input.Press, input.Left, x, y); s.step(30) },
		"it has just hopped": func(s *stage) { x, y := s.petMiddle(); s.click(x, y) },
	}
	for name, do := range cases {
		t.Run(name, func(t *testing.T) {
			s := stageFor(t, sprite.Builtin)
			s.step(20)
			s.pointAt(-300, 0)
			if w := s.Watch(); w.Look != sprite.DefaultLook {
				t.Fatalf("at rest it watches with %v", w.Look)
			}
			do(s)
			s.step(2)
			if w := s.Watch(); w.Look != (sprite.Look{}) {
				t.Errorf("it watches with %v", w.Look)
			}
			if s.Visible() {
				if _, row := s.cell(); row >= 9 {
					t.Error("it looks at the pointer")
				}
			}
		})
	}
}

// TestHerald takes one snapshot after the other and looks at the row that is drawn.
func TestHerald(t *testing.T) {
	const idle, waving, jumping, waiting, working, review = 0, 3, 4, 6, 7, 8
	with := func(id string, agents ...string) session.Session {
		v := running(id, id, "x")
		for _, a := range agents {
			v.Subagents = append(v.Subagents, session.Subagent{ID: a})
		}
		return v
	}
	found := with("b")
	found.Recovered = true
	posted := session.Session{Key: session.Key{Tool: "custom", ID: "p"}, Title: "p", Posted: true, State: session.Responding}
	cases := []struct {
		name        string
		first, then *session.Snapshot
		row         int
	}{
		{"what was there before is no news", nil, snapshot(with("a")), working},
		{"a session comes", snapshot(), snapshot(with("a")), waving},
		{"another session comes", snapshot(with("a")), snapshot(with("a"), with("b")), waving},
		{"a session is found", snapshot(with("a")), snapshot(with("a"), found), working},
		{"a session goes", snapshot(with("a"), with("b")), snapshot(with("a")), waving},
		{"a subagent comes", snapshot(with("a")), snapshot(with("a", "1")), review},
		{"a subagent has done its work", snapshot(with("a", "1", "2")), snapshot(with("a", "2")), jumping},
		{"one follows the other", snapshot(with("a", "1")), snapshot(with("a", "2")), jumping},
		{"nothing of note", snapshot(with("a", "1")), snapshot(with("a", "1")), working},
		{"a tool's post comes", snapshot(with("a")), snapshot(with("a"), posted), working},
		{"a tool's post goes", snapshot(with("a"), posted), snapshot(with("a")), working},
		{"a card comes with its session", snapshot(), snapshot(asking("a", "A", "x", permission("r", "Bash", "ls"))), waiting},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := stageFor(t, sprite.Builtin)
			if s.snap = c.first; c.first != nil {
				s.step(20)
			}
			s.snap = c.then
			s.step(20)
			if _, row := s.cell(); row != c.row {
				t.Errorf("row %d is drawn, want %d", row, c.row)
			}
		})
	}
}

// TestDozes lets a pet without sessions alone for ten minutes: it wants nothing drawn any more.
func TestDozes(t *testing.T) {
	s := stageFor(t, sprite.Builtin)
	s.step(1)
	s.in.Tick += uint64(sprite.DozeAfter.Seconds() * input.TicksPerSecond)
	s.step(2)
	if col, row := s.cell(); col != 2 || row != 0 {
		t.Errorf("it shows (%d, %d), want closed eyes", col, row)
	}
	if next := s.NextTick(); next < s.in.Tick+3600*input.TicksPerSecond {
		t.Errorf("it wants to be looked at in %d ticks", next-s.in.Tick)
	}
}
