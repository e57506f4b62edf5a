package emit

import (
	"net"
	"testing"
	"testing/synctest"
	"time"

	"dango/emit/hook/events"
	"dango/ingress/adapt"
	"dango/session/event"
)

// The table that the installer writes from and the dialects that the helper speaks agree about what is held.
func TestWhatIsHeldIsInTheTable(t *testing.T) {
	for _, tool := range []event.Tool{event.ClaudeCode, event.Codex, event.Gemini} {
		for _, h := range events.For(tool) {
			hook := parse(t, tool, h.Name)
			if hook.Held() != h.Holds {
				t.Errorf("%s %s: the helper holds it: %v; the agent waits for a person: %v", tool, h.Name, hook.Held(), h.Holds)
			}
			if h.Holds && h.Timeout <= parting || !h.Holds && h.Timeout <= sendTimeout {
				t.Errorf("%s %s: the agent waits %s only", tool, h.Name, h.Timeout)
			}
		}
	}
}

func parse(t *testing.T, tool event.Tool, name string) *adapt.Hook {
	t.Helper()
	hook, err := adapt.Parse(tool, []byte(`{"session_id":"s","hook_event_name":"`+name+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	return hook
}

// A hook that nobody answers ends before its agent gives up on it.
func TestNobodyAnswers(t *testing.T) {
	for tool, name := range map[event.Tool]string{event.ClaudeCode: "PermissionRequest", event.Codex: "PermissionRequest"} {
		synctest.Test(t, func(t *testing.T) {
			here, there := net.Pipe()
			defer there.Close()
			defer here.Close()
			start := time.Now()
			if _, ok := await(here, "r", &watcher{}, nil, patience(parse(t, tool, name))); ok {
				t.Error("an answer came from nowhere")
			}
			limit, _ := events.Timeout(tool, name)
			if waited := time.Since(start); waited != limit-parting {
				t.Errorf("%s: waited %s of %s", tool, waited, limit)
			}
		})
	}
	if patience(parse(t, event.OpenCode, "permission.asked")) != nil {
		t.Error("OpenCode waits for as long as it takes")
	}
}
