package session

import (
	"fmt"
	"testing"
	"time"

	"dango/session/event"
)

func TestParallelToolsAreCounted(t *testing.T) {
	w := newWorld(t, Options{})
	w.event("s", event.UserPrompt, turn("1"))
	w.event("s", event.PreToolUse, turn("1"), calls("a", "Bash", "make"))
	w.event("s", event.PreToolUse, turn("1"), calls("b", "Read", "x"))
	w.event("s", event.PostToolUse, turn("1"), calls("b", "Read", "x"))
	w.event("s", event.PostToolUse, turn("1"), calls("b", "Read", "x")) // twice: never below zero
	w.want("s", ToolUse)
	if s := w.session("s"); s.ToolName != "Bash" || s.ToolDetail != "make" {
		t.Errorf("tool = %q %q, want the one that still runs", s.ToolName, s.ToolDetail)
	}
	w.event("s", event.PostToolUse, turn("1"), calls("a", "Bash", "make"))
	w.want("s", Responding)
}

func TestPromptDuringATurn(t *testing.T) {
	w := newWorld(t, Options{})
	w.event("s", event.UserPrompt, turn("1"), prompt("first"))
	w.event("s", event.PreToolUse, turn("1"), calls("a", "Bash", "make"))
	w.event("s", event.UserPrompt, turn("1"), prompt("second"))
	w.want("s", ToolUse)
	if s := w.session("s"); s.Title != "first" || s.Prompt != "second" {
		t.Errorf("Title = %q, Prompt = %q", s.Title, s.Prompt)
	}
	w.event("s", event.UserPrompt, turn("2"), prompt("third")) // the turn was left with Esc, which no event tells
	w.want("s", Responding)
	w.event("s", event.PostToolUse, turn("1"), calls("a", "Bash", "make"))
	w.event("s", event.Stop, turn("1"))
	w.want("s", Responding)
}

func TestAStopHookMakesTheTurnGoOn(t *testing.T) {
	w := newWorld(t, Options{KeepUnseen: true})
	w.event("s", event.UserPrompt, turn("1"))
	w.event("s", event.Stop, turn("1"), says("Done."))
	w.wait(completedFor)
	w.want("s", Review)
	w.sees(Evidence{Key: Key{event.ClaudeCode, "s"}, Status: StatusBusy})
	w.want("s", Responding)
	w.event("s", event.PreToolUse, turn("1"), calls("a", "Bash", "make"))
	w.want("s", ToolUse)
	w.event("s", event.Stop, turn("1"), says("Now really."), func(e *Incoming) { e.Payload.StopHookActive = true })
	w.want("s", Completed)
	if s := w.session("s"); s.LastText != "Now really." {
		t.Errorf("LastText = %q", s.LastText)
	}
}

// TestFailure: a failed tool is routine; a failed turn is shown until the next prompt, a dismissal or 10 minutes.
func TestFailure(t *testing.T) {
	failed := func() *world {
		w := newWorld(t, Options{})
		w.event("s", event.UserPrompt, turn("1"))
		w.event("s", event.PreToolUse, turn("1"), calls("a", "Bash", "grep"))
		w.event("s", event.Error, turn("1"), calls("a", "Bash", "grep"))
		w.want("s", Responding)
		w.event("s", event.TurnFailed, turn("1"), func(e *Incoming) { e.Payload.Error = "rate_limit" })
		w.want("s", ErrorInterrupted)
		if s := w.session("s"); s.Error != "rate_limit" {
			t.Errorf("Error = %q", s.Error)
		}
		return w
	}
	w := failed()
	w.command(Command{Kind: MarkSeen, Key: Key{event.ClaudeCode, "s"}})
	w.want("s", ErrorInterrupted)
	w.event("s", event.UserPrompt, turn("2"))
	w.want("s", Responding)
	if s := w.session("s"); s.Error != "" {
		t.Errorf("Error = %q after the next prompt", s.Error)
	}
	w = failed()
	w.command(Command{Kind: Dismiss, Key: Key{event.ClaudeCode, "s"}})
	w.wantNone("s")
	w.event("s", event.Activity)
	w.want("s", Idle)
	w = failed()
	w.sees(Evidence{Kind: SawProcess, Key: Key{event.ClaudeCode, "s"}, Process: Process{7, 1}})
	w.wait(errorFor)
	w.want("s", Idle)
}

func TestBackgroundWork(t *testing.T) {
	left := func(ids ...string) edit {
		return func(e *Incoming) {
			e.Payload.Background = []event.Background{}
			for _, id := range ids {
				e.Payload.Background = append(e.Payload.Background, event.Background{ID: id, Status: "running"})
			}
		}
	}
	w := newWorld(t, Options{KeepUnseen: true})
	w.event("s", event.UserPrompt, turn("1"), prompt("build it"))
	for _, id := range []string{"a", "b"} {
		w.event("s", event.SubagentStart, turn("1"), agent(id, "Explore"))
	}
	w.event("s", event.SubagentStop, turn("1"), agent("noise", ""))
	w.event("s", event.Stop, turn("1"), left("a", "b", "shell"), says("Started."))
	w.want("s", ToolUse)
	if s := w.session("s"); s.Background != 1 || len(s.Subagents) != 2 {
		t.Errorf("Background = %d, Subagents = %v", s.Background, s.Subagents)
	}
	w.event("s", event.SubagentStop, turn("1"), agent("a", "Explore"))
	w.event("s", event.PreToolUse, turn("1"), agent("a", "Explore"), calls("late", "Bash", "ls"))
	if s := w.session("s"); s.Background != 1 || len(s.Subagents) != 1 {
		t.Errorf("Background = %d, Subagents = %v", s.Background, s.Subagents)
	}
	w.wait(time.Hour)
	w.want("s", ToolUse)
	w.event("s", event.UserPrompt, turn("2"), prompt("<task-notification> a has ended"))
	w.want("s", Responding)
	w.event("s", event.Stop, turn("2"), left()) // b vanished without a word
	w.want("s", Completed)
	if s := w.session("s"); s.Background != 0 || len(s.Subagents) != 0 || s.Title != "build it" || s.Prompt != "build it" {
		t.Errorf("session = %+v", s)
	}
}

func TestRosterIsBounded(t *testing.T) {
	w := newWorld(t, Options{})
	w.event("s", event.UserPrompt, turn("1"))
	for i := range 100 {
		w.event("s", event.SubagentStart, turn("1"), agent(fmt.Sprint(i), "Explore"))
	}
	if n := len(w.session("s").Subagents); n != maxSubagents {
		t.Errorf("%d subagents, want %d", n, maxSubagents)
	}
	w.event("s", event.PreToolUse, agent("1", "Explore"), calls("c", "Bash", "sleep"))
	w.event("s", event.PreToolUse, turn("1"), calls("d", "Bash", "sleep"))
	w.wait(lostAfter)
	if got := w.session("s").Subagents; len(got) != 1 || got[0].ID != "1" {
		t.Errorf("subagents = %+v, want only the one with a running tool", got)
	}
}
