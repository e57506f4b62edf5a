package session

import (
	"testing"
	"time"

	"dango/session/event"
)

func (w *world) post(p Post) {
	w.now = w.now.Add(time.Millisecond)
	w.reg.Apply(w.now, Item{Post: &p})
}

func ci(st State) Post {
	return Post{Key: Key{event.Custom, "ci"}, State: st, Title: "build", Text: "42 tests"}
}

func TestPostIsABubble(t *testing.T) {
	w := newWorld(t, Options{})
	p := ci(Waiting)
	p.Cwd, p.Pose, p.Action = "/home/dev/library", "waving", &Action{"open_folder", "/home/dev/library"}
	w.post(p)
	s := w.session("ci")
	if s == nil || s.Title != "build" || s.LastText != "42 tests" || s.Folder != "library" || s.State != Waiting ||
		!s.Posted || s.Pose != "waving" || *s.Action != *p.Action || !s.Leader {
		t.Fatalf("session = %+v", s)
	}
	began := s.StartedAt
	w.post(ci(ErrorInterrupted))
	if s = w.session("ci"); s.State != ErrorInterrupted || s.Error != "42 tests" || s.Action != nil || s.Cwd != "" ||
		!s.StartedAt.Equal(began) {
		t.Errorf("after the next post: %+v", s)
	}
	w.post(Post{Key: p.Key, Gone: true})
	if s = w.session("ci"); s != nil {
		t.Errorf("still there: %+v", s)
	}
}

func TestPostLivesAsLongAsItSays(t *testing.T) {
	w := newWorld(t, Options{})
	stays := ci(Waiting)
	w.post(stays)
	ends := ci(Responding)
	ends.Key.ID, ends.Until = "short", w.now.Add(45*time.Second)
	w.post(ends)
	late := ci(Responding)
	late.Key.ID, late.Until = "late", w.now
	w.post(late)
	if w.session("late") != nil {
		t.Error("a post that is over was shown")
	}
	w.wait(44 * time.Second)
	w.want("short", Responding)
	w.wait(time.Second)
	if s := w.session("short"); s != nil {
		t.Errorf("still there after its time: %+v", s)
	}
	w.wait(24 * time.Hour)
	w.want("ci", Waiting)
}

func TestFlashDoesNotMoveThePet(t *testing.T) {
	w := newWorld(t, Options{})
	flash := ci(ErrorInterrupted)
	flash.Flash = true
	w.post(flash)
	if s := w.snap(); s.Pet != Idle || len(s.Sessions) != 1 || s.Sessions[0].Leader {
		t.Errorf("snapshot = %+v", s)
	}
}

func TestPostAndSessionDoNotMix(t *testing.T) {
	w := newWorld(t, Options{})
	w.post(ci(Waiting))
	custom := func(e *Incoming) { e.Tool = event.Custom }
	w.event("ci", event.UserPrompt, custom)
	w.event("ci", event.SessionEnd, custom)
	w.want("ci", Waiting)
	w.event("agent", event.UserPrompt, custom)
	p := ci(ErrorInterrupted)
	p.Key.ID = "agent"
	w.post(p)
	w.want("agent", Responding)
	p.Gone = true
	w.post(p)
	w.want("agent", Responding)
}

func TestDismissedPostTellsItsSender(t *testing.T) {
	w := newWorld(t, Options{})
	closed := 0
	p := ci(Review)
	p.Closed = func() { closed++ }
	w.post(p)
	w.command(Command{Kind: MarkSeen, Key: p.Key})
	w.want("ci", Review)
	w.command(Command{Kind: Dismiss, Key: p.Key})
	w.command(Command{Kind: Dismiss, Key: p.Key})
	if closed != 1 || w.session("ci") != nil {
		t.Errorf("Closed was called %d times, session %+v", closed, w.session("ci"))
	}
}
