package session

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"dango/session/event"
)

// asking is a session in whose turn 1 a command asks for permission, held as "r", with its card on the screen.
func asking(t *testing.T, o Options, edits ...edit) *world {
	w := newWorld(t, o)
	w.event("s", event.UserPrompt, append([]edit{turn("1"), prompt("go")}, edits...)...)
	w.event("s", event.PreToolUse, append([]edit{turn("1"), calls("c", "Bash", "make")}, edits...)...)
	w.event("s", event.PermissionAsk, append([]edit{turn("1"), calls("", "Bash", "make"), w.held("r")}, edits...)...)
	w.onscreen("r")
	return w
}

var claudeS = Key{event.ClaudeCode, "s"}

// TestWhatClosesARequest: each of these shows that nobody needs the user's answer any more.
func TestWhatClosesARequest(t *testing.T) {
	sub := agent("a", "Explore")
	tests := []struct {
		name   string
		by     func(w *world)
		closes bool
		want   State
	}{
		{"the tool ran", func(w *world) { w.event("s", event.PostToolUse, turn("1"), calls("c", "Bash", "make")) }, true, Responding},
		{"the tool failed", func(w *world) { w.event("s", event.Error, turn("1"), calls("c", "Bash", "make")) }, true, Responding},
		{"a list of ended calls has it", func(w *world) {
			w.event("s", event.PostToolUse, turn("1"), func(e *Incoming) { e.Payload.Calls = []event.Call{{ToolUseID: "c"}} })
		}, true, Responding},
		{"another tool ran", func(w *world) { w.event("s", event.PostToolUse, turn("1"), calls("d", "Bash", "ls")) }, false, PermissionPrompt},
		{"the same command ran in another call", func(w *world) {
			w.event("s", event.PreToolUse, turn("1"), calls("d", "Bash", "make"))
			w.event("s", event.PostToolUse, turn("1"), calls("d", "Bash", "make"))
		}, false, PermissionPrompt},
		{"a subagent ran the same command", func(w *world) {
			w.event("s", event.PostToolUse, turn("1"), calls("c", "Bash", "make"), sub)
		}, false, PermissionPrompt},
		{"the turn ended", func(w *world) { w.event("s", event.Stop, turn("1")) }, true, Completed},
		{"a subagent stopped", func(w *world) { w.event("s", event.SubagentStop, turn("1"), sub) }, false, PermissionPrompt},
		{"the turn failed", func(w *world) { w.event("s", event.TurnFailed, turn("1")) }, true, ErrorInterrupted},
		{"the user stopped the turn", func(w *world) { w.event("s", event.Interrupted, turn("1")) }, true, Idle},
		{"the next prompt", func(w *world) { w.event("s", event.UserPrompt, turn("2"), prompt("no")) }, true, Responding},
		{"a prompt to a subagent", func(w *world) { w.event("s", event.UserPrompt, turn("2"), sub) }, false, PermissionPrompt},
		{"the holder is gone", func(w *world) { w.command(Command{Kind: Drop, Request: "r"}) }, true, Idle},
		{"its notification", func(w *world) { w.event("s", event.Notice, turn("1"), notice("permission_prompt")) }, false, PermissionPrompt},
		{"idle at the prompt for a minute", func(w *world) { w.event("s", event.Notice, notice("idle_prompt")) }, true, Idle},
		{"somebody else answered", func(w *world) { w.sees(Evidence{Kind: SawRequestResolved, Request: "r"}) }, true, ToolUse},
		{"the agent says that it works again", func(w *world) {
			w.sees(Evidence{Key: claudeS, Status: StatusWaiting})
			w.wait(time.Second)
			w.sees(Evidence{Key: claudeS, Status: StatusBusy})
		}, true, ToolUse},
		{"the agent says that it is idle", func(w *world) { w.sees(Evidence{Key: claudeS, Status: StatusIdle}) }, true, Idle},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := asking(t, Options{KeepUnseen: true})
			tt.by(w)
			w.want("s", tt.want)
			q := w.request("r")
			if open := q != nil && q.Life == Offered; open == tt.closes {
				t.Errorf("the request is %+v", q)
			}
			if n := len(w.got["r"]); n > 0 && w.got["r"][0].Decision != event.Ask || n > 1 {
				t.Errorf("its holder got %+v", w.got["r"])
			}
			w.decide("r", event.Allow)
			if tt.closes && slices.ContainsFunc(w.got["r"], func(a event.Answer) bool { return a.Decision == event.Allow }) {
				t.Error("an answer was sent to a request that was closed")
			}
			w.wait(closedFor)
			if q := w.request("r"); tt.closes && q != nil {
				t.Errorf("its card is still there: %+v", q)
			}
		})
	}
}

// An allowed command may run for long and in silence: nothing is wrong with that, unless the agent says that it waits.
func TestAllowedIsInNoHurry(t *testing.T) {
	w := asking(t, Options{})
	w.decide("r", event.Allow)
	w.wait(confirmWithin)
	if q := w.request("r"); q.Life != Sent || q.Note != "" {
		t.Errorf("request = %+v, want it sent", q)
	}
}

func TestSentIsNotAccepted(t *testing.T) {
	w := asking(t, Options{})
	w.sees(Evidence{Key: claudeS, Status: StatusWaiting})
	w.decide("r", event.Allow)
	w.wait(confirmWithin - time.Second)
	if q := w.request("r"); q.Life != Sent || q.Note != "" {
		t.Errorf("request = %+v, want it sent", q)
	}
	w.wait(time.Second)
	if q := w.request("r"); q.Life != Sent || q.Note != "not accepted yet" {
		t.Errorf("request = %+v, want a note", q)
	}
	w.command(Command{Kind: Drop, Request: "r"}) // the helper has done its work and ends
	w.want("s", ToolUse)
	w.event("s", event.PostToolUse, turn("1"), calls("c", "Bash", "make"))
	if q := w.request("r"); q.Life != Accepted || q.Note != "" {
		t.Errorf("request = %+v, want it accepted", q)
	}
	w.wait(closedFor)
	if q := w.request("r"); q != nil {
		t.Errorf("request = %+v, want it gone", q)
	}
}

func TestALateDenialIsNotAccepted(t *testing.T) {
	w := asking(t, Options{})
	w.decide("r", event.Deny)
	w.want("s", Responding)
	w.event("s", event.PostToolUse, turn("1"), calls("c", "Bash", "make"))
	if q := w.request("r"); q.Life != Superseded {
		t.Errorf("the command ran, and its denial is %v", q.Life)
	}
}

// TestHolds: an agent waits only while its card is on the screen, and never longer than its kind of agent may.
func TestHolds(t *testing.T) {
	tests := []struct {
		name    string
		options Options
		edits   []edit
		act     func(w *world)
		waits   time.Duration // how long it is held; 0 = not at all
		then    State
	}{
		{"nobody shows the card", Options{}, nil, func(w *world) { w.onscreen() }, defaultShowWithin, Waiting},
		{"the card stays", Options{}, nil, nil, time.Hour, PermissionPrompt},
		{"the card leaves", Options{}, nil, func(w *world) { w.wait(time.Minute); w.onscreen() }, time.Minute + defaultShowWithin, Waiting},
		{"the card leaves and comes back", Options{}, nil, func(w *world) {
			w.onscreen()
			w.wait(time.Second)
			w.onscreen("r")
		}, time.Hour, PermissionPrompt},
		{"a subagent of Claude", Options{}, []edit{agent("a", "Explore")}, nil, time.Minute, Waiting},
		{"Codex", Options{}, []edit{of(event.Codex)}, nil, time.Minute, Waiting},
		{"OpenCode", Options{}, []edit{of(event.OpenCode)}, nil, time.Hour, PermissionPrompt},
		{"a subagent of OpenCode", Options{}, []edit{of(event.OpenCode), agent("a", "general")}, nil, 9 * time.Minute, PermissionPrompt},
		{"an unknown agent", Options{}, []edit{of("newcomer")}, nil, time.Minute, Waiting},
		{"a limit of one's own", Options{Hold: Holds{Claude: 5 * time.Second}}, nil, nil, 5 * time.Second, Waiting},
		{"without a screen", Options{NoScreen: true}, nil, nil, 0, Waiting},
		{"without a screen, held all the same", Options{NoScreen: true, HoldAlways: true}, nil, nil, time.Hour, PermissionPrompt},
		{"without a screen, whatever the pet says", Options{NoScreen: true}, nil, func(w *world) {
			w.command(Command{Kind: Screen})
			w.command(Command{Kind: Screen, On: true})
			w.event("s", event.PermissionAsk, turn("1"), calls("", "Bash", "make"), agent("a", ""), w.held("r2"))
			w.wantReplies("r2", event.Ask)
		}, 0, Waiting},
		{"the pet is hidden, whatever was chosen", Options{}, nil, func(w *world) {
			w.command(Command{Kind: Screen})
			w.command(Command{Kind: Configure, Options: &Options{NoScreen: true}})
			w.command(Command{Kind: Configure, Options: &Options{}})
			w.event("s", event.PermissionAsk, turn("1"), calls("", "Bash", "make"), agent("a", ""), w.held("r2"))
			w.wantReplies("r2", event.Ask)
		}, 0, Waiting},
		{"the screen goes", Options{}, nil, func(w *world) { w.command(Command{Kind: Screen}) }, 0, Waiting},
		{"the bubble is dismissed", Options{}, nil, func(w *world) {
			w.command(Command{Kind: Dismiss, Key: claudeS})
			w.event("s", event.Activity, turn("1"))
		}, 0, Waiting},
		{"the user wants the terminal", Options{}, nil, func(w *world) { w.decide("r", event.Ask) }, 0, Waiting},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := asking(t, tt.options, tt.edits...)
			start := w.now
			if tt.act != nil {
				tt.act(w)
			}
			if left := tt.waits - w.now.Sub(start) - 10*time.Millisecond; left > 0 {
				w.wait(left)
				w.wantReplies("r")
			}
			if tt.then != PermissionPrompt {
				w.wait(time.Second)
				w.wantReplies("r", event.Ask)
			}
			w.want("s", tt.then)
			if q := w.request("r"); tt.then == Waiting && (q.Life != HandedOff || len(q.Decisions) > 0) {
				t.Errorf("request = %+v, want it handed off", q)
			}
		})
	}
}

// TestHeadless: without a terminal nobody asks after us. The agent refuses by itself and goes on.
func TestHeadless(t *testing.T) {
	w := newWorld(t, Options{})
	w.event("s", event.UserPrompt, headless, turn("1"))
	w.wantNone("s")
	w.event("s", event.PermissionAsk, headless, turn("1"), calls("", "Bash", "make"), w.held("r"))
	w.want("s", PermissionPrompt)
	w.onscreen("r")
	w.wait(headlessHold - time.Second)
	w.want("s", PermissionPrompt)
	w.wait(time.Second)
	w.wantReplies("r", event.Ask)
	w.wait(closedFor)
	w.wantNone("s")
}

func TestSeveralRequestsOfOneSession(t *testing.T) {
	w := asking(t, Options{})
	for _, id := range []string{"a", "b"} {
		w.event("s", event.PreToolUse, turn("1"), calls("c"+id, "Bash", "make"), agent(id, "Explore"))
		w.event("s", event.PermissionAsk, turn("1"), calls("", "Bash", "make"), agent(id, "Explore"), w.held("r"+id))
	}
	if got := w.session("s").Requests; len(got) != 3 || got[1].AgentType != "Explore" || got[0].AgentType != "" {
		t.Fatalf("requests = %+v", got)
	}
	w.onscreen("r", "ra", "rb")
	w.decide("rb", event.Deny)
	w.wantReplies("rb", event.Deny)
	w.event("s", event.PostToolUse, turn("1"), calls("c", "Bash", "make"))
	w.want("s", PermissionPrompt)
	w.event("s", event.SubagentStop, agent("a", "Explore"))
	w.wantReplies("ra", event.Ask)
	w.want("s", Responding)
}

// TestTwins: two calls with the same input, of an agent that names no calls. The end of one leaves the other's request.
func TestTwins(t *testing.T) {
	w := newWorld(t, Options{})
	for _, id := range []string{"r1", "r2"} {
		w.event("s", event.PreToolUse, calls("", "Bash", "make"))
		w.event("s", event.PermissionAsk, calls("", "Bash", "make"), w.held(id))
	}
	w.event("s", event.PostToolUse, calls("", "Bash", "make"))
	w.wantReplies("r1", event.Ask)
	w.wantReplies("r2")
	w.want("s", PermissionPrompt)
	w.event("s", event.PostToolUse, calls("", "Bash", "make"))
	w.wantReplies("r2", event.Ask)
	w.want("s", Responding)
}

// TestAQuestionIsOneRequest: its tool call announces it, its permission request can be answered, and a notification
// tells the same again.
func TestAQuestionIsOneRequest(t *testing.T) {
	input := json.RawMessage(`{"questions":[{"question":"Which colour?"},{"question":"How big?"}]}`)
	ask := func(e *Incoming) {
		e.Payload.ToolName, e.Payload.CallKey, e.Payload.ToolInput = "AskUserQuestion", "q", input
	}
	early := func(w *world) {
		w.event("s", event.AskUser, turn("1"), ask, func(e *Incoming) { e.ToolUseID = "c" })
	}
	asked := func(w *world) { w.event("s", event.AskUser, turn("1"), ask, w.held("r")) }
	for name, order := range map[string][]func(*world){"as sent": {early, asked}, "overtaken": {asked, early}} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, Options{})
			w.event("s", event.UserPrompt, turn("1"))
			for _, f := range order {
				f(w)
			}
			w.event("s", event.Notice, turn("1"), notice("permission_prompt"))
			w.want("s", AskUser)
			got := w.session("s").Requests
			if len(got) != 1 || got[0].ID != "r" || got[0].Kind != Question || got[0].Detail != "Which colour?\nHow big?" {
				t.Fatalf("requests = %+v", got)
			}
			w.onscreen("r")
			w.command(Command{Kind: Decide, Request: "r", Answer: event.Answer{Decision: event.Allow, UpdatedInput: input}})
			w.wantReplies("r", event.Allow)
			w.want("s", ToolUse)
			w.event("s", event.AskUserResolved, turn("1"), ask, func(e *Incoming) {
				e.ToolUseID, e.Payload.CallKey = "c", "q with its answers"
			})
			w.want("s", Responding)
			if q := w.request("r"); q == nil || q.Life != Accepted {
				t.Errorf("request = %+v", q)
			}
		})
	}
}

// TestAnswersThatWouldBeMisread: a bare allow of a question counts as no answer, a bare allow of a plan is ignored.
func TestAnswersThatWouldBeMisread(t *testing.T) {
	plan := json.RawMessage(`{"plan":"1. Do it."}`)
	w := newWorld(t, Options{})
	w.event("s", event.AskUser, calls("c", "AskUserQuestion", ""), w.held("question"))
	w.decide("question", event.Allow)
	w.wantReplies("question", event.Ask)
	w.event("s", event.PermissionAsk, calls("d", "ExitPlanMode", ""), w.held("plan"), func(e *Incoming) { e.Payload.ToolInput = plan })
	if q := w.request("plan"); q.Kind != Plan || q.Detail != "1. Do it." {
		t.Errorf("plan = %+v", q)
	}
	w.decide("plan", event.Allow)
	if got := w.got["plan"]; len(got) != 1 || got[0].Decision != event.Allow || string(got[0].UpdatedInput) != string(plan) {
		t.Errorf("the plan's agent got %+v", got)
	}
}

// TestGeminiIsNeverAllowed: its terminal asks whatever a hook says, so a button that says Allow would lie.
func TestGeminiIsNeverAllowed(t *testing.T) {
	w := asking(t, Options{}, of(event.Gemini))
	if q := w.request("r"); slices.Contains(q.Decisions, event.Allow) || !slices.Contains(q.Decisions, event.Deny) {
		t.Errorf("decisions = %v, want all but allow", q.Decisions)
	}
	w.decide("r", event.Allow)
	w.wantReplies("r", event.Ask)
	w.want("s", Waiting)
}

// TestStoppedWhileItKeptFailing: an agent that tries again and again after a failure is stopped by its user.
func TestStoppedWhileItKeptFailing(t *testing.T) {
	w := newWorld(t, Options{})
	w.event("s", event.UserPrompt)
	w.event("s", event.Notice, notice("failed"), func(e *Incoming) { e.Payload.Message = "overloaded" })
	w.want("s", ErrorInterrupted)
	w.event("s", event.UserPrompt)
	w.want("s", Responding)
	w.event("s", event.Notice, notice("failed"))
	w.event("s", event.Interrupted)
	w.want("s", Idle)
}

// TestARequestOvertakesItsPrompt: requests are folded before events that came first, and must survive them.
func TestARequestOvertakesItsPrompt(t *testing.T) {
	w := newWorld(t, Options{})
	before := w.now
	early := func(e *Incoming) { e.Timestamp = before }
	w.event("s", event.PermissionAsk, turn("1"), calls("", "Bash", "make"), w.held("r"))
	w.event("s", event.UserPrompt, turn("1"), early)
	w.event("s", event.PreToolUse, turn("1"), calls("c", "Bash", "make"), early)
	w.want("s", PermissionPrompt)
	w.decide("r", event.Allow)
	w.want("s", ToolUse)
}

func TestMute(t *testing.T) {
	w := asking(t, Options{})
	w.event("quiet", event.UserPrompt, of(event.ClaudeCode))
	w.command(Command{Kind: Configure, Options: &Options{Muted: []event.Tool{event.ClaudeCode}}})
	w.wantNone("quiet")
	w.want("s", Waiting)
	w.wantReplies("r", event.Ask)
	w.event("quiet", event.UserPrompt)
	w.wantNone("quiet")
	w.event("s", event.PermissionAsk, turn("1"), calls("", "Bash", "rm"), w.held("new"))
	w.wantReplies("new", event.Ask)
	w.event("other", event.UserPrompt, of(event.Codex))
	w.want("other", Responding)
	w.event("s", event.PostToolUse, turn("1"), calls("c", "Bash", "make"))
	w.wantNone("s")
}

// TestASubagentsDialog: what a subagent asks at the terminal is over as soon as the terminal shows no dialog, long before
// the tool is done; what it asks here the terminal does not know.
func TestASubagentsDialog(t *testing.T) {
	w := newWorld(t, Options{KeepUnseen: true, HoldAlways: true})
	w.event("s", event.UserPrompt, turn("t1"))
	for _, id := range []string{"a1", "a2"} {
		w.event("s", event.SubagentStart, turn("t1"), agent(id, "Explore"))
		w.event("s", event.PreToolUse, turn("t1"), agent(id, "Explore"), calls("c"+id, "Bash", "make "+id))
		w.event("s", event.PermissionAsk, turn("t1"), agent(id, "Explore"), calls("", "Bash", "make "+id), w.held("r"+id))
	}
	w.decide("ra1", event.Ask)
	w.sees(Evidence{Key: claudeS, Status: StatusWaiting, At: w.now.Add(100 * time.Millisecond)})
	w.want("s", PermissionPrompt)
	if q := w.request("ra1"); q == nil || q.Life != HandedOff {
		t.Fatalf("while its dialog shows: %+v", q)
	}
	w.now = w.now.Add(time.Second)
	w.sees(Evidence{Key: claudeS, Status: StatusBusy, At: w.now})
	if q := w.request("ra1"); q == nil || q.Life != Superseded {
		t.Errorf("when its dialog has gone: %+v", q)
	}
	if q := w.request("ra2"); q == nil || q.Life != Offered {
		t.Errorf("the other, which is asked here: %+v", q)
	}
	w.wait(closedFor)
	if q := w.request("ra1"); q != nil {
		t.Errorf("it is still shown: %+v", q)
	}
}

// TestOnlyOpenRequestsCount: answered ones take no room, and are not kept for ever.
func TestOnlyOpenRequestsCount(t *testing.T) {
	w := newWorld(t, Options{KeepUnseen: true, HoldAlways: true})
	w.event("s", event.UserPrompt, turn("t1"))
	ask := func(n int) string {
		id, command := fmt.Sprint("r", n), fmt.Sprint("make ", n)
		w.event("s", event.PreToolUse, turn("t1"), calls(fmt.Sprint("c", n), "Bash", command))
		w.event("s", event.PermissionAsk, turn("t1"), calls("", "Bash", command), w.held(id))
		return id
	}
	for n := range 3 * maxRequests {
		w.decide(ask(n), event.Allow)
		w.event("s", event.PostToolUse, turn("t1"), calls(fmt.Sprint("c", n), "Bash", fmt.Sprint("make ", n)))
	}
	if n := len(w.session("s").Requests); n > maxClosed {
		t.Errorf("%d answered requests are kept", n)
	}
	for n := range maxRequests {
		if id := ask(1000 + n); w.request(id) == nil {
			t.Fatalf("request %d of %d found no room", n, maxRequests)
		}
	}
	w.wantReplies(ask(2000), event.Ask)
}

// TestProbe: whoever holds a request can ask whether somebody may still answer it.
func TestProbe(t *testing.T) {
	w := asking(t, Options{})
	held := func(id string) (is bool) {
		w.command(Command{Kind: Probe, Request: id, Held: func() { is = true }})
		return is
	}
	if !held("r") || held("other") {
		t.Errorf("held: r %v, want true; other %v, want false", held("r"), held("other"))
	}
	w.command(Command{Kind: Screen})
	if held("r") {
		t.Error("the terminal's request counts as held")
	}
}

// TestTheSameIsAskedAgain: an agent that names no calls asks again what was just answered. The answer is the first one's.
func TestTheSameIsAskedAgain(t *testing.T) {
	w := asking(t, Options{})
	w.decide("r", event.Allow)
	w.want("s", ToolUse)
	w.event("s", event.PermissionAsk, turn("1"), calls("", "Bash", "make"))
	w.want("s", Waiting)
	if q := w.request("r"); q == nil || q.Life != Sent {
		t.Errorf("the first one is %+v, want it sent", q)
	}
}

// TestALateRequestIsARequest: whoever waits gets a card, also when the turn is over as far as anybody knows: a request that
// nobody shows is held for nothing.
func TestALateRequestIsARequest(t *testing.T) {
	w := newWorld(t, Options{})
	w.event("s", event.UserPrompt, turn("1"), prompt("go"))
	w.event("s", event.Stop, turn("1"))
	w.event("s", event.PermissionAsk, turn("1"), calls("", "Bash", "make"))
	w.want("s", Completed)
	w.event("s", event.PermissionAsk, turn("1"), calls("", "Bash", "make"), w.held("r"))
	w.want("s", PermissionPrompt)
	w.onscreen("r")
	w.decide("r", event.Deny)
	w.wantReplies("r", event.Deny)
}
