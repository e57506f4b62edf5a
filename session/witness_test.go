package session

import (
	"testing"
	"time"

	"dango/session/event"
)

// working is a session at work since a while, in turn 1.
func working(t *testing.T) *world {
	w := newWorld(t, Options{KeepUnseen: true})
	w.event("s", event.UserPrompt, turn("1"))
	w.event("s", event.PreToolUse, turn("1"), calls("c", "Bash", "make"))
	w.wait(time.Second)
	return w
}

func TestWitnesses(t *testing.T) {
	tests := []struct {
		name string
		see  []Evidence
		want State
	}{
		{"Esc, by the session file", []Evidence{{Status: StatusIdle}}, Idle},
		{"Esc, by the transcript", []Evidence{{Kind: SawTurnAborted}}, Idle},
		{"Esc, by the rollout", []Evidence{{Kind: SawTurnAborted, TurnID: "1"}}, Idle},
		{"an abort of another turn", []Evidence{{Kind: SawTurnAborted, TurnID: "0", At: time.Unix(1, 0)}}, ToolUse},
		{"an error", []Evidence{{Kind: SawTurnFailed, TurnID: "1", Error: "quota"}}, ErrorInterrupted},
		{"an error, then idle", []Evidence{{Kind: SawTurnFailed, Error: "quota"}, {Status: StatusIdle}}, ErrorInterrupted},
		{"idle, then an error", []Evidence{{Status: StatusIdle}, {Kind: SawTurnFailed, TurnID: "1", Error: "quota"}}, ErrorInterrupted},
		{"done", []Evidence{{Kind: SawTurnDone, TurnID: "1", Text: "Done."}}, Completed},
		{"a prompt that no hook told", []Evidence{{Status: StatusWaiting}}, Waiting},
		{"and its Yes", []Evidence{{Status: StatusWaiting}, {Status: StatusBusy}}, ToolUse},
		{"and its No", []Evidence{{Status: StatusWaiting}, {Status: StatusIdle}}, Idle},
		{"idle, from before the work began", []Evidence{{Status: StatusIdle, At: time.Unix(1, 0)}}, ToolUse},
		{"busy all along", []Evidence{{Status: StatusBusy}}, ToolUse},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := working(t)
			for _, v := range tt.see {
				v.Key = claudeS
				w.sees(v)
				w.wait(time.Millisecond)
			}
			w.want("s", tt.want)
		})
	}
}

// TestWorkAfterTheTurn: between turns, the status of Claude Code is that of its subagents and background commands.
func TestWorkAfterTheTurn(t *testing.T) {
	tests := []struct {
		name string
		see  []Status
		want State
		left int // subagents
	}{
		{"a subagent works on", []Status{StatusBusy}, ToolUse, 1},
		{"a subagent asks, and nobody told", []Status{StatusBusy, StatusWaiting}, Waiting, 1},
		{"and was answered", []Status{StatusBusy, StatusWaiting, StatusBusy}, ToolUse, 1},
		{"a command works on", []Status{StatusBackground}, ToolUse, 1},
		{"it ended, or was stopped, without a word", []Status{StatusBusy, StatusIdle}, Review, 0},
		{"nothing is known", []Status{StatusUnknown}, ToolUse, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, Options{KeepUnseen: true})
			w.event("s", event.UserPrompt, turn("1"))
			w.event("s", event.SubagentStart, turn("1"), agent("a", "Explore"))
			w.event("s", event.Stop, turn("1"), func(e *Incoming) {
				e.Payload.Background = []event.Background{{ID: "a", Type: "subagent", Status: "running"}}
			})
			w.wait(3 * time.Second)
			for _, st := range tt.see {
				w.sees(Evidence{Key: claudeS, Status: st})
				w.wait(time.Millisecond)
			}
			w.want("s", tt.want)
			if s := w.session("s"); s.Background != 0 || len(s.Subagents) != tt.left {
				t.Errorf("background = %d besides the subagents %v; want 0 and %d", s.Background, s.Subagents, tt.left)
			}
		})
	}
}

// TestRecovered: at start the list is rebuilt from evidence, until the first event tells more.
func TestRecovered(t *testing.T) {
	w := newWorld(t, Options{KeepUnseen: true})
	began := w.now.Add(-time.Hour)
	w.sees(Evidence{
		Kind: SawSession, Key: claudeS, Process: Process{7, 1}, Status: StatusBusy,
		Cwd: "/home/dev/shop", Title: "fix the till", Text: "Which till?", StartedAt: began,
	})
	s := w.session("s")
	if s == nil || s.LastText != "Which till?" || !s.Recovered || s.State != Responding || s.Title != "fix the till" || s.Folder != "shop" || !s.StartedAt.Equal(began) {
		t.Fatalf("session = %+v", s)
	}
	w.sees(Evidence{Kind: SawProcess, Process: Process{7, 1}})
	w.wait(time.Hour)
	w.event("s", event.Stop, turn("9"))
	if s := w.session("s"); s.Recovered || s.State != Completed {
		t.Errorf("session = %+v", s)
	}
	w.event("s", event.SessionEnd)
	w.sees(Evidence{Kind: SawSession, Key: claudeS, At: began})
	w.wantNone("s")
	w.sees(Evidence{Kind: SawStatus, Key: claudeS, Status: StatusBusy})
	w.wantNone("s")
}

// TestNotifications: some say what no event said, most say nothing new.
// Codex tells its notify program of the ends of turns: late ones of earlier turns, and of threads that it hides.
func TestNotifyProgram(t *testing.T) {
	told := func(w *world, session, id string) {
		w.event(session, event.Notice, of(event.Codex), turn(id), notice(turnComplete), says("Done."))
	}
	w := newWorld(t, Options{KeepUnseen: true})
	w.event("s", event.UserPrompt, of(event.Codex), turn("1"))
	told(w, "title", "0")
	if w.session("title") != nil {
		t.Error("a thread of Codex's own became a session")
	}
	w.event("s", event.UserPrompt, of(event.Codex), turn("2"))
	told(w, "s", "1")
	w.want("s", Responding)
	told(w, "s", "2")
	w.want("s", Completed)
	if got := w.session("s").LastText; got != "Done." {
		t.Errorf("the last words are %q", got)
	}
}

// A session that only its files tell of goes on being told of by them, whatever its notify program says.
func TestNotifyProgramIsNoHook(t *testing.T) {
	w := newWorld(t, Options{KeepUnseen: true})
	watched := func(e *Incoming) { e.Observed = true }
	w.event("s", event.UserPrompt, of(event.Codex), turn("1"), watched)
	w.event("s", event.Notice, of(event.Codex), turn("1"), notice(turnComplete))
	w.want("s", Completed)
	w.event("s", event.UserPrompt, of(event.Codex), turn("2"), watched)
	w.want("s", Responding)
}

func TestNotifications(t *testing.T) {
	for typ, want := range map[string]State{
		"permission_prompt": Waiting, "agent_needs_input": Waiting, "elicitation_dialog": Waiting, "idle_prompt": Idle,
		"auth_success": ToolUse, "elicitation_response": ToolUse, "": ToolUse,
		"warning": Waiting, "danger": ErrorInterrupted, "success": Completed, "idle": Idle,
	} {
		t.Run(typ, func(t *testing.T) {
			w := working(t)
			w.event("s", event.Notice, turn("1"), notice(typ))
			w.want("s", want)
		})
	}
	w := newWorld(t, Options{KeepUnseen: true})
	w.event("s", event.UserPrompt, turn("1"))
	w.event("s", event.Stop, turn("1"))
	w.event("s", event.Notice, turn("1"), notice("idle_prompt"))
	w.want("s", Completed)
}

// TestSlowStopHook: while hooks run at the end of a turn, the agent says that it is busy. When they are done, the turn is
// done, and not stopped; when one of them made it go on, it may be.
func TestSlowStopHook(t *testing.T) {
	for _, tt := range []struct {
		name  string
		works bool
		want  State
	}{{"only a slow hook", false, Review}, {"it went on, and was stopped", true, Idle}} {
		w := working(t)
		w.event("s", event.Stop, turn("1"), says("Done."))
		w.wait(time.Second)
		w.sees(Evidence{Key: claudeS, Status: StatusBusy, At: w.now})
		w.want("s", Responding)
		if tt.works {
			w.event("s", event.PreToolUse, turn("2"), calls("d", "Bash", "make"))
		}
		w.wait(5 * time.Second)
		w.sees(Evidence{Key: claudeS, Status: StatusIdle, At: w.now})
		w.wait(completedFor)
		if s := w.session("s"); s.State != tt.want || s.LastText != "Done." {
			t.Errorf("%s: %v %q, want %v", tt.name, s.State, s.LastText, tt.want)
		}
	}
}
