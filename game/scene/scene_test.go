package scene_test

import (
	"testing"
	"time"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/game/scene"
	"dango/session"
	"dango/session/event"
	"dango/sprite"
)

// noon is when every test's sessions are looked at.
var noon = time.Date(2026, 4, 24, 12, 0, 0, 0, time.UTC)

// stage is a scene with hands on it.
type stage struct {
	*scene.Scene
	t    testing.TB
	in   input.Frame
	snap *session.Snapshot
	sent []session.Command
	at   drawlist.Point // of the pointer
}

func newStage(t testing.TB) *stage {
	t.Helper()
	return stageFor(t, plainPet)
}

func stageFor(t testing.TB, pet func() (*sprite.Sheet, error)) *stage {
	t.Helper()
	return stageWith(t, pet, scene.Options{})
}

func stageWith(t testing.TB, pet func() (*sprite.Sheet, error), o scene.Options) *stage {
	t.Helper()
	sheet, err := pet()
	if err != nil {
		t.Fatal(err)
	}
	o.Sheet = sheet
	s, err := scene.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return &stage{Scene: s, t: t, snap: snapshot(), in: input.Frame{
		Tick: 60, Now: noon, Scale: 1,
		Monitors: []input.Monitor{{Name: "one", Bounds: screen, Work: screen, Scale: 1, Primary: true}},
	}}
}

// step lets n ticks pass.
func (s *stage) step(n int) {
	for range n {
		s.in.Tick++
		s.in.Now = s.in.Now.Add(time.Second / input.TicksPerSecond)
		s.Step(s.snap, s.in)
		s.in.Events = nil
		s.sent = s.Commands(s.sent)
	}
}

// do hands the scene one thing that the pointer did.
func (s *stage) do(k input.Kind, b input.Button, x, y float32) {
	s.at = drawlist.Point{X: x, Y: y}
	s.in.Events = append(s.in.Events, input.Event{Kind: k, Button: b, At: drawlist.Point{X: x, Y: y}, Tick: s.in.Tick + 1})
	s.step(1)
}

func (s *stage) click(x, y float32) {
	s.do(input.Press, input.Left, x, y)
	s.do(input.Release, input.Left, x, y)
}

// snapshot makes one of sessions in the order in which they started.
func snapshot(all ...session.Session) *session.Snapshot {
	snap := &session.Snapshot{At: noon, Pet: session.Idle}
	best := -1
	for i := range all {
		v := &all[i]
		v.StartedAt = noon.Add(time.Duration(i-100) * time.Minute)
		if best < 0 || v.State < all[best].State {
			best = i
		}
	}
	for i := len(all) - 1; i >= 0; i-- {
		v := all[i]
		snap.Sessions = append(snap.Sessions, &v)
	}
	if best >= 0 {
		l := snap.Sessions[len(all)-1-best]
		l.Leader, snap.Pet, snap.Leader = true, l.State, l.Key
	}
	return snap
}

func running(id, title, folder string) session.Session {
	return session.Session{
		Key: session.Key{Tool: event.ClaudeCode, ID: id}, Title: title, Titled: true, Folder: folder,
		State: session.ToolUse, StateSince: noon.Add(-3 * time.Second), LastEvent: noon,
		ToolName: "Bash", ToolDetail: "npm test -- --watch=false",
	}
}

func finished(id, title, folder, said string) session.Session {
	return session.Session{
		Key: session.Key{Tool: event.Codex, ID: id}, Title: title, Titled: true, Folder: folder,
		State: session.Review, StateSince: noon.Add(-5 * time.Minute), LastEvent: noon.Add(-5 * time.Minute), LastText: said,
	}
}

func asking(id, title, folder string, requests ...session.Request) session.Session {
	v := session.Session{
		Key: session.Key{Tool: event.ClaudeCode, ID: id}, Title: title, Titled: true, Folder: folder,
		State: session.PermissionPrompt, StateSince: noon.Add(-12 * time.Second), LastEvent: noon, Requests: requests,
	}
	for _, r := range requests {
		if r.Kind == session.Question {
			v.State = session.AskUser
		}
	}
	return v
}

func permission(id, tool, detail string) session.Request {
	return session.Request{
		ID: id, Kind: session.Permission, Since: noon, ToolName: tool, Detail: detail,
		Decisions: []event.Decision{event.Allow, event.Deny, event.Ask},
	}
}

// find gives the middle of a part of the scene by the words of Summary: a title, or a button's label in brackets.
func (s *stage) find(words string) (x, y float32) {
	s.t.Helper()
	r, ok := s.Find(words)
	if !ok {
		s.t.Fatalf("%q is not on show:\n%s", words, s.Summary())
	}
	return r.X + r.W/2, r.Y + r.H/2
}

func (s *stage) petMiddle() (x, y float32) {
	p := s.PetPosition()
	return p.X + 58, p.Y + 80
}

func (s *stage) wheel(notches float32) {
	s.in.Events = append(s.in.Events, input.Event{Kind: input.Wheel, Wheel: notches, At: s.at})
	s.step(1)
}
