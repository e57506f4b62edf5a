package session

import (
	"testing"

	"dango/session/event"
)

// TestWatchlist: witnesses hear of sessions that nobody is shown, too.
func TestWatchlist(t *testing.T) {
	w := newWorld(t, Options{KeepUnseen: true})
	w.event("s", event.UserPrompt, prompt("fix it"), func(e *Incoming) {
		e.AgentPID, e.AgentStart, e.Headless = 7, 1, true
		e.Payload.TranscriptPath = "/home/dev/.claude/projects/x/s.jsonl"
	})
	w.wantNone("s")
	list := w.reg.appendWatched(nil)
	if len(list) != 1 {
		t.Fatalf("watchlist = %+v, want one session", list)
	}
	got := list[0]
	if got.Key != claudeS || got.Process != (Process{7, 1}) || !got.Working || !got.Titled || got.Silent || got.TranscriptPath == "" {
		t.Errorf("watched = %+v", got)
	}
	w.event("s", event.Stop)
	if got = w.reg.appendWatched(nil)[0]; got.Working || got.Rested.IsZero() {
		t.Errorf("after the turn: %+v", got)
	}
	w.sees(Evidence{Kind: SawSession, Key: Key{event.ClaudeCode, "t"}})
	if got = w.reg.appendWatched(nil)[0]; got.Key.ID != "t" || !got.Silent {
		t.Errorf("found by its file: %+v", got)
	}
	w.sees(Evidence{Kind: SawSessionEnd, Key: Key{event.ClaudeCode, "t"}})
	w.event("s", event.SessionEnd)
	if list = w.reg.appendWatched(nil); len(list) != 0 {
		t.Errorf("after the end: %+v", list)
	}
}
