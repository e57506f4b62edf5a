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
			if w := s.Watch(); w != (scene.Watch{}) { // or the pointer is looked for
				t.Errorf("it watches with %v", w)
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
	const idle, waving, jumping, failed, waiting, working, review = 0, 3, 4, 5, 6, 7, 8
	told := func(snap *session.Snapshot, kinds ...session.MomentKind) *session.Snapshot {
		for i, k := range kinds {
			snap.Moments = append(snap.Moments, session.Moment{Seq: uint64(i + 1), Kind: k})
		}
		return snap
	}
	one := func() *session.Snapshot { return snapshot(running("a", "A", "x")) }
	card := func() *session.Snapshot { return snapshot(asking("a", "A", "x", permission("r", "Bash", "ls"))) }
	cases := []struct {
		name        string
		first, then *session.Snapshot
		row         int
	}{
		{"what was there before is no news", nil, told(one(), session.SessionStarted), working},
		{"a session starts", snapshot(), told(one(), session.SessionStarted), waving},
		{"a session is found", snapshot(), one(), working},
		{"a session ends", one(), told(snapshot(), session.SessionEnded), waving},
		{"a session is sent away", one(), snapshot(), idle},
		{"a subagent starts", one(), told(one(), session.SubagentStarted), review},
		{"a subagent has done its work", one(), told(one(), session.SubagentCompleted), jumping},
		{"a task is done", one(), told(one(), session.TaskCompleted), jumping},
		{"a permission is denied", one(), told(one(), session.PermissionDenied), failed},
		{"a tool fails", one(), told(one(), session.ToolFailed), failed},
		{"the more important of two, come first", one(), told(one(), session.SessionStarted, session.SubagentStarted), waving},
		{"the more important of two, come last", one(), told(one(), session.SubagentStarted, session.SubagentCompleted), jumping},
		{"a failed tool never hides another", one(), told(one(), session.SubagentCompleted, session.ToolFailed), jumping},
		{"nothing new", told(one(), session.SessionStarted), told(one(), session.SessionStarted), working},
		{"a card comes with its session", snapshot(), told(card(), session.SessionStarted), waiting},
		{"a card has just come", card(), told(card(), session.SubagentCompleted, session.PermissionDenied, session.ToolFailed), waiting},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := stageFor(t, sprite.Builtin)
			if s.snap = c.first; c.first != nil {
				s.step(60)
			}
			s.snap = c.then
			s.step(20)
			if _, row := s.cell(); row != c.row {
				t.Errorf("row %d is drawn, want %d", row, c.row)
			}
		})
	}
}

// A wince is short, and the user may do without.
func TestWince(t *testing.T) {
	for name, want := range map[string]struct {
		on   bool
		rows [2]int
	}{"on": {true, [2]int{5, 7}}, "off": {false, [2]int{7, 7}}} {
		t.Run(name, func(t *testing.T) {
			s := stageFor(t, sprite.Builtin)
			s.SetManner(scene.Manner{Wince: want.on})
			s.snap = snapshot(running("a", "A", "x"))
			s.step(60)
			snap := snapshot(running("a", "A", "x"))
			snap.Moments = []session.Moment{{Seq: 1, Kind: session.ToolFailed}}
			s.snap = snap
			for i, wait := range []int{20, 10} {
				s.step(wait)
				if _, row := s.cell(); row != want.rows[i] {
					t.Errorf("after %d more ticks row %d is drawn, want %d", wait, row, want.rows[i])
				}
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
