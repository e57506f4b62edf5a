package session

import (
	"testing"
	"time"

	"dango/session/event"
)

func TestSilence(t *testing.T) {
	w := newWorld(t, Options{})
	w.event("quiet", event.UserPrompt)
	w.event("tool", event.PreToolUse, calls("c", "Bash", "sleep 3600"))
	w.event("process", event.UserPrompt)
	w.sees(Evidence{Kind: SawProcess, Key: Key{event.ClaudeCode, "process"}, Process: Process{7, 1}})
	w.wait(staleAfter - time.Second)
	w.want("quiet", Thinking)
	w.wait(time.Second)
	w.wantNone("quiet")
	w.wait(time.Hour)
	w.want("tool", ToolUse)
	w.want("process", Thinking)
	w.event("tool", event.PostToolUse, calls("c", "Bash", "sleep 3600"))
	w.wait(staleAfter)
	w.wantNone("tool")
	w.event("quiet", event.PreToolUse) // it was alive all the time
	w.want("quiet", ToolUse)
}

// TestSleep: when the clock ran on without us, the first timer is due at once and the others keep their distance.
func TestSleep(t *testing.T) {
	w := newWorld(t, Options{KeepUnseen: true})
	w.event("old", event.UserPrompt)
	w.wait(9 * time.Minute)
	w.event("asks", event.PermissionAsk, w.held("r"), of(event.Codex))
	w.onscreen("r")
	w.event("new", event.UserPrompt)
	w.wait(3 * time.Second)

	w.now = w.now.Add(8 * time.Hour) // the lid was closed
	w.reg.Tick(w.now)
	w.want("new", Thinking)
	w.want("asks", PermissionPrompt)
	w.want("old", Thinking)
	w.wantReplies("r")

	w.wait(50 * time.Second) // 57 s were left of both, less the 5 s until the first timer
	w.want("old", Thinking)
	w.wantReplies("r")
	w.wait(3 * time.Second)
	w.wantNone("old")
	w.wantReplies("r", event.Ask)
}

func TestTheClockIsSetBack(t *testing.T) {
	w := newWorld(t, Options{})
	w.event("s", event.UserPrompt)
	w.wait(2 * time.Second)
	w.now = w.now.Add(-time.Hour)
	w.reg.Tick(w.now)
	w.wait(5 * time.Second)
	w.want("s", Responding)
	w.wait(time.Second)
	w.want("s", Thinking)
}

// TestThinkingIsLongResponding: the bubble counts on from eight seconds, not from none.
func TestThinkingIsLongResponding(t *testing.T) {
	w := newWorld(t, Options{})
	w.event("s", event.UserPrompt)
	asked := w.now
	w.wait(8 * time.Second)
	w.want("s", Thinking)
	if s := w.reg.byKey[Key{event.ClaudeCode, "s"}]; !s.facts.StateSince.Equal(asked) {
		t.Errorf("thinking since %v, want %v, when it was asked", s.facts.StateSince, asked)
	}
	w.event("s", event.PreToolUse)
	if s := w.reg.byKey[Key{event.ClaudeCode, "s"}]; !s.facts.StateSince.Equal(w.now) {
		t.Errorf("runs a tool since %v, want %v", s.facts.StateSince, w.now)
	}
}

func TestCompleted(t *testing.T) {
	seen := Command{Kind: MarkSeen, Key: Key{event.ClaudeCode, "s"}}
	tests := []struct {
		name string
		keep bool
		act  func(w *world)
		want State
	}{
		{"nobody looked", true, nil, Review},
		{"somebody looked while it was shown", true, func(w *world) { w.command(seen) }, Idle},
		{"not kept", false, nil, Idle},
		{"the next prompt", true, func(w *world) { w.event("s", event.UserPrompt) }, Responding},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, Options{KeepUnseen: tt.keep})
			w.event("s", event.UserPrompt)
			w.event("s", event.Stop)
			if tt.act != nil {
				tt.act(w)
			} else {
				w.wait(completedFor - time.Second)
				w.want("s", Completed)
			}
			w.wait(completedFor)
			w.want("s", tt.want)
		})
	}
}
