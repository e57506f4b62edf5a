package ingress

import (
	"fmt"
	"testing"
	"time"

	"dango/session/event"

	"github.com/google/go-cmp/cmp"
)

func TestWhichHooksCame(t *testing.T) {
	var c Counters
	at := func(s int) time.Time { return time.Date(2026, 1, 2, 3, 4, s, 0, time.UTC) }
	for s, e := range []struct{ tool, session, name string }{
		{"codex", "a", "Stop"},
		{"claude-code", "b", "Stop"},
		{"codex", "c", "Stop"},
		{"claude-code", "b", "PreToolUse"},
		{"claude-code", event.ProbePrefix + "1", "SessionStart"}, // the doctor's own
		{"script", "d", ""},
	} {
		c.heard.note(&event.StateEvent{Tool: event.Tool(e.tool), SessionID: e.session, Payload: &event.Payload{HookEventName: e.name}}, at(s))
	}
	c.heard.note(&event.StateEvent{Tool: "script", SessionID: "d"}, at(9))
	want := []Hook{{"claude-code", "PreToolUse", at(3), 1}, {"claude-code", "Stop", at(1), 1}, {"codex", "Stop", at(2), 2}}
	if diff := cmp.Diff(want, c.Hooks()); diff != "" {
		t.Errorf("Hooks (-want +got):\n%s", diff)
	}
}

func TestMadeUpNamesDoNotFillTheMemory(t *testing.T) {
	var c Counters
	for i := range 2 * maxHeard {
		c.heard.note(&event.StateEvent{Payload: &event.Payload{HookEventName: fmt.Sprint(i)}}, time.Time{})
	}
	if n := len(c.Hooks()); n != maxHeard {
		t.Errorf("%d names are remembered, want %d", n, maxHeard)
	}
}
