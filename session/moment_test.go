package session

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"dango/session/event"
)

func hookName(n string) edit { return func(e *Incoming) { e.Payload.HookEventName = n } }

// TestMoments: what passes is told once, and only where it can be seen.
func TestMoments(t *testing.T) {
	held := func(w *world) {
		w.event("s", event.UserPrompt, turn("t1"))
		w.event("s", event.PreToolUse, turn("t1"), calls("c", "Bash", "make"))
		w.event("s", event.PermissionAsk, turn("t1"), calls("", "Bash", "make"), w.held("r1"))
	}
	tests := []struct {
		name string
		do   func(w *world)
		want []MomentKind
	}{
		{"a session comes and goes", func(w *world) {
			w.event("n", event.SessionStart)
			w.event("n", event.SessionEnd)
		}, []MomentKind{SessionStarted, SessionEnded}},
		{"one that was found is no news", func(w *world) {
			w.sees(Evidence{Kind: SawSession, Key: Key{event.ClaudeCode, "n"}})
			w.event("n", event.UserPrompt)
		}, nil},
		{"one that was seen starting", func(w *world) {
			w.sees(Evidence{Kind: SawSession, Key: Key{event.ClaudeCode, "n"}, StartedAt: w.now.Add(-time.Second)})
			w.event("n", event.SessionStart, source("startup"))
		}, []MomentKind{SessionStarted}},
		{"one that was found and then says that it starts", func(w *world) {
			w.sees(Evidence{Kind: SawSession, Key: Key{event.ClaudeCode, "n"}, StartedAt: w.now.Add(-time.Hour)})
			w.event("n", event.SessionStart, source("startup"))
		}, []MomentKind{SessionStarted}},
		{"its process dies", func(w *world) {
			w.event("n", event.SessionStart, pid(7, 1))
			w.sees(Evidence{Kind: SawProcessGone, Process: Process{7, 1}})
		}, []MomentKind{SessionStarted, SessionEnded}},
		{"another takes its place", func(w *world) {
			w.event("n", event.SessionStart, pid(7, 1))
			w.event("n", event.SessionEnd, pid(7, 1), func(e *Incoming) { e.Payload.Reason = "clear" })
			w.event("m", event.SessionStart, pid(7, 1), source("clear"))
		}, []MomentKind{SessionStarted}},
		{"nobody takes its place", func(w *world) {
			w.event("n", event.SessionStart, pid(7, 1))
			w.event("n", event.SessionEnd, pid(7, 1), func(e *Incoming) { e.Payload.Reason = "clear" })
			w.wait(leavingFor)
		}, []MomentKind{SessionStarted, SessionEnded}},
		{"one that nobody sees", func(w *world) {
			w.event("n", event.SessionStart, headless)
			w.event("n", event.SessionEnd, headless)
		}, nil},
		{"one that was sent away", func(w *world) {
			w.command(Command{Kind: Dismiss, Key: claudeS})
			w.event("s", event.SessionEnd)
		}, nil},
		{"a subagent comes and goes", func(w *world) {
			w.event("s", event.SubagentStart, agent("a1", "Explore"))
			w.event("s", event.SubagentStop, agent("a1", "Explore"))
		}, []MomentKind{SubagentStarted, SubagentCompleted}},
		{"a helper of the agent's own", func(w *world) {
			w.event("s", event.SubagentStart, agent("a1", ""))
			w.event("s", event.SubagentStop, agent("a1", ""))
		}, nil},
		{"a task is done", func(w *world) {
			w.event("s", event.Activity, hookName("TaskCompleted"))
		}, []MomentKind{TaskCompleted}},
		{"a tool fails", func(w *world) {
			w.event("s", event.UserPrompt, turn("t1"))
			w.event("s", event.PreToolUse, turn("t1"), calls("c", "Bash", "make"))
			w.event("s", event.Error, turn("t1"), calls("c", "Bash", "make"), hookName("PostToolUseFailure"))
		}, []MomentKind{ToolFailed}},
		{"a tool is stopped", func(w *world) {
			w.event("s", event.UserPrompt, turn("t1"))
			w.event("s", event.PreToolUse, turn("t1"), calls("c", "Bash", "make"))
			w.event("s", event.Error, turn("t1"), calls("c", "Bash", "make"), func(e *Incoming) { e.Payload.IsInterrupt = true })
		}, nil},
		{"a tool of a turn that is over fails", func(w *world) {
			w.event("s", event.UserPrompt, turn("t1"))
			w.event("s", event.Stop, turn("t1"))
			w.event("s", event.Error, turn("t1"), calls("c", "Bash", "make"))
		}, nil},
		{"the agent's rules refuse", func(w *world) {
			w.event("s", event.UserPrompt, turn("t1"))
			w.event("s", event.Error, turn("t1"), calls("c", "Bash", "make"), hookName("PermissionDenied"))
		}, []MomentKind{PermissionDenied}},
		{"No on the card", func(w *world) {
			held(w)
			w.decide("r1", event.Deny)
		}, []MomentKind{PermissionDenied}},
		{"Yes on the card", func(w *world) {
			held(w)
			w.decide("r1", event.Allow)
			w.event("s", event.PostToolUse, turn("t1"), calls("c", "Bash", "make"))
		}, nil},
		{"No at the terminal ends the hook", func(w *world) {
			held(w)
			w.command(Command{Kind: Drop, Request: "r1"})
		}, []MomentKind{PermissionDenied}},
		{"No at the terminal ends the hook, and the agent says so later", func(w *world) {
			held(w)
			w.sees(Evidence{Key: claudeS, Status: StatusWaiting})
			w.command(Command{Kind: Drop, Request: "r1"})
			w.wait(30 * time.Millisecond)
			w.sees(Evidence{Key: claudeS, Status: StatusIdle})
		}, []MomentKind{PermissionDenied}},
		{"Yes at the terminal ends the hook, and Esc later", func(w *world) {
			held(w)
			w.sees(Evidence{Key: claudeS, Status: StatusWaiting})
			w.command(Command{Kind: Drop, Request: "r1"})
			w.wait(30 * time.Millisecond)
			w.sees(Evidence{Key: claudeS, Status: StatusBusy})
			w.wait(refusedWithin)
			w.sees(Evidence{Key: claudeS, Status: StatusIdle})
		}, nil},
		{"No at the terminal after a hand-off", func(w *world) {
			held(w)
			w.decide("r1", event.Ask)
			w.sees(Evidence{Key: claudeS, Status: StatusWaiting, At: w.now.Add(time.Second)})
			w.sees(Evidence{Key: claudeS, Status: StatusIdle, At: w.now.Add(2 * time.Second)})
		}, []MomentKind{PermissionDenied}},
		{"Yes at the terminal after a hand-off", func(w *world) {
			held(w)
			w.decide("r1", event.Ask)
			w.sees(Evidence{Key: claudeS, Status: StatusWaiting, At: w.now.Add(time.Second)})
			w.sees(Evidence{Key: claudeS, Status: StatusBusy, At: w.now.Add(2 * time.Second)})
			w.sees(Evidence{Key: claudeS, Status: StatusIdle, At: w.now.Add(3 * time.Second)})
		}, nil},
		{"No at the terminal of Codex's app-server", func(w *world) {
			held(w)
			w.sees(Evidence{Kind: SawRequestResolved, Request: "r1"})
			w.sees(Evidence{Kind: SawTurnAborted, Key: claudeS, TurnID: "t1"})
		}, []MomentKind{PermissionDenied}},
		{"Yes at the terminal of Codex's app-server, and Esc later", func(w *world) {
			held(w)
			w.sees(Evidence{Kind: SawRequestResolved, Request: "r1"})
			w.wait(refusedWithin)
			w.sees(Evidence{Kind: SawTurnAborted, Key: claudeS, TurnID: "t1"})
		}, nil},
		{"No at the terminal, and the turn goes on", func(w *world) {
			held(w)
			w.event("s", event.PostToolUse, turn("t1"), func(e *Incoming) {
				e.Payload.Calls = []event.Call{{ToolName: "Bash", CallKey: "Bashmake", ToolUseID: "c"}}
			})
		}, []MomentKind{PermissionDenied}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, Options{KeepUnseen: true, HoldAlways: true})
			w.event("s", event.SessionStart)
			before := len(w.snap().Moments)
			tt.do(w)
			var got []MomentKind
			for _, m := range w.snap().Moments[before:] {
				got = append(got, m.Kind)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("moments = %v, want %v", got, tt.want)
			}
		})
	}
}

// TestMomentsAreBounded: the newest are kept, in their order, and a published list stays as it was.
func TestMomentsAreBounded(t *testing.T) {
	w := newWorld(t, Options{})
	var first *Snapshot
	for n := range 3 * maxMoments {
		w.event(fmt.Sprint("s", n), event.SessionStart)
		if n == 0 {
			first = w.snap()
		}
	}
	got := w.snap().Moments
	if len(got) != maxMoments || got[0].Seq != 2*maxMoments+1 || got[maxMoments-1].Seq != 3*maxMoments {
		t.Errorf("%d moments, %d to %d", len(got), got[0].Seq, got[len(got)-1].Seq)
	}
	if len(first.Moments) != 1 || first.Moments[0].Key.ID != "s0" {
		t.Errorf("the first snapshot's moments became %v", first.Moments)
	}
	raw, err := json.Marshal(got[0])
	var back Moment
	if err == nil {
		err = json.Unmarshal(raw, &back)
	}
	if err != nil || back.Kind != SessionStarted || !back.At.Equal(got[0].At) {
		t.Errorf("%s was read as %+v, %v", raw, back, err)
	}
}
