package emit

import (
	"encoding/json"
	"testing"

	"dango/ingress/events"
)

// FuzzCodexHook: whatever a hook says, the event that is made of it is one that the event API takes.
func FuzzCodexHook(f *testing.F) {
	f.Add(`{"hook_event_name":"UserPromptSubmit","session_id":"0199-a","cwd":"/w/dango","prompt":"\n\nfix it\nnow"}`)
	f.Add(`{"hook_event_name":"PermissionRequest","session_id":"` + "\U0001D7D8\u0130" + `","tool_name":"Bash","tool_input":{"description":"why"},"model":"m"}`)
	f.Add(`{"hook_event_name":"SessionStart","source":"resume","transcript_path":"/dev/null"}`)
	f.Fuzz(func(t *testing.T, text string) {
		var hook codexHook
		if json.Unmarshal([]byte(text), &hook) != nil {
			return
		}
		hook.TranscriptPath = "" // the machine's own files are nobody's to read here
		e, ok := hook.event()
		if !ok {
			return
		}
		body, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := events.Parse(body); err != nil {
			t.Fatalf("the event API says to %s: %v", body, err)
		}
	})
}

// FuzzConditions: a condition on whatever JSON says yes or no.
func FuzzConditions(f *testing.F) {
	f.Add(`{"tool_input":{"command":"ls"},"a":[1],"n":null}`, "tool_input.command=ls")
	f.Add(`{"":{"":1}}`, ".=1")
	f.Fuzz(func(t *testing.T, input, condition string) {
		c, err := ParseCondition(condition)
		if err != nil || !json.Valid([]byte(input)) {
			return
		}
		if matches([]byte(input), []Condition{c}, []Condition{c}) {
			t.Fatalf("%s holds and does not hold for %s", condition, input)
		}
	})
}
