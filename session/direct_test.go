package session

import (
	"testing"
	"time"

	"dango/session/event"
)

var codexS = Key{event.Codex, "s"}

// direct is a request over the agent's own connection.
func direct(w *world, id string) edit {
	return func(e *Incoming) {
		w.held(id)(e)
		e.Direct = true
	}
}

func observed(e *Incoming) { e.Observed = true }

// TestServed: the hook of an agent that asks over a connection too is let go at once, its request becomes the one that
// can be answered, and nothing ends that while it is on the screen: the terminal asks all the time.
func TestServed(t *testing.T) {
	w := newWorld(t, Options{KeepUnseen: true})
	codex := of(event.Codex)
	w.sees(Evidence{Kind: SawSession, Key: codexS, Status: StatusIdle})
	w.sees(Evidence{Kind: SawServed, Key: codexS})
	w.event("s", event.UserPrompt, codex, turn("1"), prompt("go"))
	w.event("s", event.PreToolUse, codex, turn("1"), calls("c", "Bash", "make"))
	w.event("s", event.PermissionAsk, codex, turn("1"), calls("", "Bash", "make"), w.held("hook"))
	w.wantReplies("hook", event.Ask)
	w.want("s", Waiting)
	w.sees(Evidence{Kind: SawStatus, Key: codexS, Status: StatusWaiting})
	w.event("s", event.PermissionAsk, codex, turn("1"), direct(w, "own"), func(e *Incoming) {
		e.ToolUseID, e.Payload.ToolName = "c", "Bash"
	})
	w.want("s", PermissionPrompt)
	q := w.request("own")
	if n := len(w.session("s").Requests); n != 1 || q == nil || q.Detail != "make" || !q.Deadline.IsZero() {
		t.Fatalf("%d requests, the one to answer is %+v", n, q)
	}
	w.onscreen("own")
	w.wait(time.Hour)
	w.want("s", PermissionPrompt)
	w.decide("own", event.Allow)
	w.wantReplies("own", event.Allow)
	w.sees(Evidence{Kind: SawRequestResolved, Request: "own"})
	if q := w.request("own"); q == nil || q.Life != Accepted {
		t.Errorf("after the agent's word the request is %+v, want it accepted", q)
	}
	w.want("s", ToolUse)
}

// TestConnectionLost: the terminal still asks, and the next hook is held again.
func TestConnectionLost(t *testing.T) {
	w := newWorld(t, Options{})
	codex := of(event.Codex)
	w.sees(Evidence{Kind: SawSession, Key: codexS, Status: StatusBusy})
	w.sees(Evidence{Kind: SawServed, Key: codexS})
	w.event("s", event.PermissionAsk, codex, turn("1"), calls("c", "Bash", "make"), direct(w, "own"))
	w.command(Command{Kind: Drop, Request: "own"})
	w.sees(Evidence{Kind: SawUnserved, Key: codexS})
	w.want("s", Waiting)
	w.event("s", event.PermissionAsk, codex, turn("1"), calls("d", "Bash", "ls"), w.held("hook"))
	w.wantReplies("hook")
	w.want("s", PermissionPrompt)
}

// TestServedLivesOn: silence does not end a session whose agent is connected.
func TestServedLivesOn(t *testing.T) {
	w := newWorld(t, Options{})
	w.sees(Evidence{Kind: SawSession, Key: codexS, Status: StatusIdle})
	w.sees(Evidence{Kind: SawServed, Key: codexS})
	w.wait(time.Hour)
	w.want("s", Idle)
	w.sees(Evidence{Kind: SawUnserved, Key: codexS})
	w.wait(time.Hour)
	w.wantNone("s")
}

// TestQuestions: Codex's can be answered, not refused, and their tool does nothing but ask.
func TestQuestions(t *testing.T) {
	w := newWorld(t, Options{})
	w.event("s", event.AskUser, of(event.Codex), turn("1"), direct(w, "own"), func(e *Incoming) {
		e.ToolUseID, e.Payload.ToolName = "c", "request_user_input"
	})
	w.want("s", AskUser)
	w.decide("own", event.Deny)
	w.wantReplies("own", event.Ask)
	w.want("s", Waiting)
	w.sees(Evidence{Kind: SawRequestResolved, Request: "own"})
	w.want("s", Responding)
}

// TestObserved: what was read from files gives way to hooks, whichever come first.
func TestObserved(t *testing.T) {
	w := newWorld(t, Options{})
	codex := of(event.Codex)
	w.event("s", event.UserPrompt, codex, turn("1"), observed)
	w.event("s", event.PreToolUse, codex, turn("1"), observed, calls("exec", "exec", ""))
	w.want("s", ToolUse)
	w.event("s", event.PostToolUse, codex, turn("1"), observed, calls("exec", "exec", ""))
	w.want("s", Responding)
	w.event("s", event.UserPrompt, codex, turn("1"), prompt("go"))
	w.event("s", event.PreToolUse, codex, turn("1"), observed, calls("exec", "exec", ""))
	w.want("s", Responding)
}

// TestRestThenDone: the agent says that it rests, and its file how the turn ended, in either order.
func TestRestThenDone(t *testing.T) {
	done := Evidence{Kind: SawTurnDone, Key: codexS, TurnID: "1", Text: "Done."}
	rest := Evidence{Kind: SawStatus, Key: codexS, Status: StatusIdle}
	for name, order := range map[string][]Evidence{"rest first": {rest, done}, "done first": {done, rest}} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, Options{})
			w.event("s", event.UserPrompt, of(event.Codex), turn("1"), observed)
			w.wait(time.Second)
			for _, v := range order {
				w.sees(v)
			}
			w.want("s", Completed)
			if got := w.session("s").LastText; got != "Done." {
				t.Errorf("its last words are %q", got)
			}
		})
	}
}

// TestPlanMode: only the rollout knows it. The hooks say "default" in it too.
func TestPlanMode(t *testing.T) {
	w := newWorld(t, Options{})
	mode := func(m string) edit { return func(e *Incoming) { e.Payload.PermissionMode = m } }
	w.event("s", event.UserPrompt, of(event.Codex), mode("default"))
	w.sees(Evidence{Kind: SawMode, Key: codexS, Mode: "plan"})
	w.event("s", event.PreToolUse, of(event.Codex), mode("default"), calls("c", "Bash", "ls"))
	if got := w.session("s").Mode; got != "plan" {
		t.Errorf("the mode is %q, want plan", got)
	}
	w.sees(Evidence{Kind: SawMode, Key: codexS, Mode: "default"})
	if got := w.session("s").Mode; got != "" {
		t.Errorf("the mode is %q, want none", got)
	}
}

// TestStartAfterWork: Codex's hooks tell of a start with the first prompt, when its file has told of the turn before. That
// is no end of the turn.
func TestStartAfterWork(t *testing.T) {
	w := newWorld(t, Options{})
	x := of(event.Codex)
	w.event("s", event.UserPrompt, x, turn("1"), func(e *Incoming) { e.Observed = true })
	w.event("s", event.SessionStart, x, source("startup"))
	w.want("s", Responding)
	w.event("s", event.UserPrompt, x, turn("1"), prompt("fix it"))
	w.event("s", event.PreToolUse, x, turn("1"), calls("c", "Bash", "make"))
	w.event("s", event.SessionStart, x, source("resume"))
	w.want("s", Idle)
}

// TestShownAgain: a session that another took the place of lives again with its next prompt, and takes its place back.
func TestShownAgain(t *testing.T) {
	w := newWorld(t, Options{})
	x, here, where := of(event.Codex), pid(7, 1), tty("/dev/pts/3")
	w.event("first", event.UserPrompt, x, here, where, turn("1"))
	w.event("first", event.Stop, x, here, where, turn("1"))
	w.event("second", event.SessionStart, x, here, where, source("clear"))
	w.event("first", event.Stop, x, here, where, turn("1"))
	w.wantNone("first")
	w.event("first", event.UserPrompt, x, here, where, turn("2"))
	w.want("first", Responding)
	w.wantNone("second")
}

// TestJoinedLate: a hook that is held when the app-server is joined is let go, and what it asks is asked there.
func TestJoinedLate(t *testing.T) {
	w := newWorld(t, Options{HoldAlways: true})
	x := of(event.Codex)
	w.event("s", event.UserPrompt, x, turn("1"))
	w.event("s", event.PreToolUse, x, turn("1"), calls("c", "Bash", "make"))
	w.event("s", event.PermissionAsk, x, turn("1"), calls("", "Bash", "make"), w.held("hook"))
	w.want("s", PermissionPrompt)
	w.sees(Evidence{Kind: SawServed, Key: codexS})
	w.wantReplies("hook", event.Ask)
	w.want("s", Waiting)
	w.event("s", event.PermissionAsk, x, turn("1"), calls("c", "Bash", "make"), w.held("codex-1-0"), func(e *Incoming) { e.Direct = true })
	w.want("s", PermissionPrompt)
	if s := w.session("s"); len(s.Requests) != 1 {
		t.Errorf("%d requests, want the two in one", len(s.Requests))
	}
	w.sees(Evidence{Kind: SawServed, Key: codexS})
	w.decide("codex-1-0", event.Allow)
	w.wantReplies("codex-1-0", event.Allow)
}
