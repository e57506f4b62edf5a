package session

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"dango/session/event"
)

// A reporter is a test, a benchmark or a property.
type reporter interface {
	Helper()
	Fatalf(format string, args ...any)
}

// A world is a registry with a clock that only the test moves.
type world struct {
	t   reporter
	reg *Registry
	now time.Time
	got map[string][]event.Answer // replies by request id
}

func newWorld(t reporter, o Options) *world {
	return &world{t: t, reg: NewRegistry(o), now: time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC), got: map[string][]event.Answer{}}
}

// wait lets time pass, stopping at every deadline as a keeper does.
func (w *world) wait(d time.Duration) {
	end := w.now.Add(d)
	for {
		at, ok := w.reg.Deadline()
		if !ok || at.After(end) {
			break
		}
		if at.After(w.now) {
			w.now = at
		}
		w.reg.Tick(w.now)
		if again, ok := w.reg.Deadline(); ok && !again.After(at) {
			w.t.Fatalf("Tick(%v) left the deadline at %v", w.now, again)
		}
	}
	w.now = end
	w.reg.Tick(w.now)
}

type edit func(*Incoming)

func (w *world) event(id string, k event.Kind, edits ...edit) {
	w.now = w.now.Add(time.Millisecond)
	e := &Incoming{StateEvent: event.StateEvent{
		Schema: event.Schema, Tool: event.ClaudeCode, SessionID: id, Kind: k, Timestamp: w.now, Payload: &event.Payload{},
	}}
	for _, f := range edits {
		f(e)
	}
	w.reg.Apply(w.now, Item{Event: e})
}

func (w *world) command(c Command) { w.reg.Apply(w.now, Item{Command: &c}) }

func (w *world) sees(v Evidence) { w.reg.Apply(w.now, Item{Evidence: &v}) }

func (w *world) decide(request string, d event.Decision) {
	w.command(Command{Kind: Decide, Request: request, Answer: event.Answer{Decision: d}})
}

func (w *world) snap() *Snapshot { return w.reg.Snapshot(w.now) }

// session is the one with that id, nil when it is not shown.
func (w *world) session(id string) *Session {
	for _, s := range w.snap().Sessions {
		if s.Key.ID == id {
			return s
		}
	}
	return nil
}

func (w *world) want(id string, st State) {
	w.t.Helper()
	if s := w.session(id); s == nil {
		w.t.Fatalf("session %q is not shown, want it %v", id, st)
	} else if s.State != st {
		w.t.Fatalf("session %q is %v, want %v (requests %+v)", id, s.State, st, s.Requests)
	}
}

func (w *world) wantNone(id string) {
	w.t.Helper()
	if s := w.session(id); s != nil {
		w.t.Fatalf("session %q is shown as %v, want it gone", id, s.State)
	}
}

func (w *world) wantReplies(id string, want ...event.Decision) {
	w.t.Helper()
	got := w.got[id]
	if len(got) != len(want) {
		w.t.Fatalf("request %q got %d replies %+v, want %v", id, len(got), got, want)
	}
	for i, d := range want {
		if got[i].Decision != d {
			w.t.Fatalf("request %q got %v, want %v", id, got[i].Decision, d)
		}
	}
}

// request is the one with that id, nil when it is not listed.
func (w *world) request(id string) *Request {
	for _, s := range w.snap().Sessions {
		for _, q := range s.Requests {
			if q.ID == id {
				return &q
			}
		}
	}
	return nil
}

func turn(id string) edit  { return func(e *Incoming) { e.TurnID = id } }
func of(t event.Tool) edit { return func(e *Incoming) { e.Tool = t } }
func prompt(text string) edit {
	return func(e *Incoming) { e.Payload.Prompt = text }
}
func says(text string) edit  { return func(e *Incoming) { e.Payload.AssistantMessage = text } }
func source(s string) edit   { return func(e *Incoming) { e.Payload.Source = s } }
func cwd(dir string) edit    { return func(e *Incoming) { e.Cwd = dir } }
func tty(name string) edit   { return func(e *Incoming) { e.TerminalTTY = name } }
func notice(typ string) edit { return func(e *Incoming) { e.Payload.NotificationType = typ } }
func headless(e *Incoming)   { e.Headless = true }
func pid(p int, start uint64) edit {
	return func(e *Incoming) { e.AgentPID, e.AgentStart = p, start }
}

// calls makes the event one of the tool call id. The key is the command's.
func calls(id, name, command string) edit {
	return func(e *Incoming) {
		e.ToolUseID = id
		e.Payload.ToolName, e.Payload.CallKey = name, name+command
		e.Payload.ToolInput, _ = json.Marshal(map[string]string{"command": command})
	}
}

// agent makes the event one of a subagent.
func agent(id, typ string) edit {
	return func(e *Incoming) {
		e.IsSubagent, e.Payload.AgentID, e.Payload.AgentType = true, id, typ
	}
}

// held makes the event one whose sender waits.
func (w *world) held(id string) edit {
	return func(e *Incoming) {
		e.RequestID = id
		e.Reply = func(a event.Answer) { w.got[id] = append(w.got[id], a) }
	}
}

func (w *world) onscreen(ids ...string) { w.command(Command{Kind: Onscreen, Requests: ids}) }

func TestOneTurnWithAPermission(t *testing.T) {
	w := newWorld(t, Options{KeepUnseen: true})
	bash := "npm test"
	w.event("s", event.SessionStart, source("startup"), cwd("/home/dev/shop"))
	w.want("s", Idle)
	if s := w.session("s"); s.Title != "shop" || s.Titled {
		t.Errorf("Title = %q, Titled = %v, want the folder's name", s.Title, s.Titled)
	}
	w.event("s", event.UserPrompt, turn("1"), prompt("please  run\nthe tests"))
	w.want("s", Responding)
	w.event("s", event.PreToolUse, turn("1"), calls("a", "Bash", bash))
	w.want("s", ToolUse)
	w.event("s", event.PermissionAsk, turn("1"), calls("", "Bash", bash), w.held("r"))
	w.want("s", PermissionPrompt)
	if q := w.request("r"); q.Detail != bash || len(q.Decisions) != 3 || q.Life != Offered || !q.Deadline.IsZero() {
		t.Errorf("request = %+v", q)
	}
	w.onscreen("r")
	w.wait(time.Minute)
	w.want("s", PermissionPrompt)
	w.decide("r", event.Allow)
	w.wantReplies("r", event.Allow)
	w.want("s", ToolUse)
	w.decide("r", event.Deny)
	w.wantReplies("r", event.Allow)
	w.event("s", event.PostToolUse, turn("1"), calls("a", "Bash", bash))
	w.want("s", Responding)
	if q := w.request("r"); q == nil || q.Life != Accepted {
		t.Errorf("request = %+v, want it accepted", q)
	}
	w.wait(2 * time.Second)
	if q := w.request("r"); q != nil {
		t.Errorf("request = %+v, want it gone", q)
	}
	w.event("s", event.Stop, turn("1"), says("All green."))
	w.want("s", Completed)
	w.wait(completedFor)
	w.want("s", Review)
	if s := w.session("s"); s.Title != "please run the tests" || s.LastText != "All green." {
		t.Errorf("Title = %q, LastText = %q", s.Title, s.LastText)
	}
	w.command(Command{Kind: MarkSeen, Key: Key{event.ClaudeCode, "s"}})
	w.want("s", Idle)
	w.event("s", event.SessionEnd)
	w.wantNone("s")
}

// TestMadeUpSessions: a program that makes up sessions takes neither the memory nor a session that holds an agent.
func TestMadeUpSessions(t *testing.T) {
	w := asking(t, Options{})
	w.event("old", event.SessionStart)
	for i := range 2 * maxSessions {
		w.event(fmt.Sprint("made up ", i), event.SessionStart)
	}
	if n := len(w.reg.sessions); n != maxSessions || len(w.reg.byKey) != n {
		t.Errorf("%d sessions, %d by key; want %d", n, len(w.reg.byKey), maxSessions)
	}
	w.want("s", PermissionPrompt)
	w.wantReplies("r")
	w.wantNone("old")
	w.want(fmt.Sprint("made up ", 2*maxSessions-1), Idle)
}
