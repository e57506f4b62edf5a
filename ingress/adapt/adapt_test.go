package adapt_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"dango/ingress/adapt"
	"dango/session/event"
)

func TestParseRefuses(t *testing.T) {
	for name, input := range map[string]string{
		"nothing": "", "not JSON": "hello", "a list": "[]", "a string": `"s"`, "half": `{"session_id":"s"`,
	} {
		if _, err := adapt.Parse(event.ClaudeCode, []byte(input)); err == nil {
			t.Errorf("%s: Parse succeeded", name)
		}
	}
	for _, input := range []string{`{}`, `{"session_id":""}`, `{"session_id":7}`, `{"transcript_path":"/x/rollout-1-nouuid.jsonl"}`} {
		if _, err := adapt.Parse(event.Codex, []byte(input)); !errors.Is(err, adapt.ErrNoSession) {
			t.Errorf("Parse(%s) = %v, want ErrNoSession", input, err)
		}
	}
}

// A field that changes its type in a later version costs that field, not the event.
func TestUnexpectedTypesCostTheirFieldOnly(t *testing.T) {
	ev := parse(t, event.ClaudeCode, `{"error":{"code":1},"session_id":"s","hook_event_name":"Stop","prompt_id":7,
		"background_tasks":"none","tool_input":[1],"last_assistant_message":"Done."}`).Event(now)
	if ev.Kind != event.Stop || ev.Payload.AssistantMessage != "Done." || ev.TurnID != "" || ev.Payload.ToolInput != nil {
		t.Errorf("got %+v, payload %+v", ev, ev.Payload)
	}
}

func TestSessionOfAnEmptyCodexID(t *testing.T) {
	const uuid = "01a22a32-a31e-7673-9702-a748909d3485"
	for path, want := range map[string]string{
		"/h/.codex/sessions/2026/11/30/rollout-2026-11-30T02-04-51-" + uuid + ".jsonl": "codex-" + uuid,
		"rollout-" + uuid + ".jsonl":        "codex-" + uuid,
		"/h/" + uuid + ".jsonl":             "",
		"/h/rollout-x-" + uuid + ".zst":     "",
		"/h/rollout-" + uuid[1:] + ".jsonl": "",
		"":                                  "",
	} {
		in, _ := json.Marshal(map[string]any{"session_id": "", "transcript_path": path, "hook_event_name": "Stop"})
		hook, err := adapt.Parse(event.Codex, in)
		if want == "" {
			if !errors.Is(err, adapt.ErrNoSession) {
				t.Errorf("%q: %v, want ErrNoSession", path, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", path, err)
			continue
		}
		ev := hook.Event(now)
		if ev.SessionID != want || ev.Payload.SessionID != want {
			t.Errorf("%q: session %q, payload's %q, want %q", path, ev.SessionID, ev.Payload.SessionID, want)
		}
	}
}

func TestSubagentMarkers(t *testing.T) {
	for marker, want := range map[string]bool{
		`"agent_id":"a"`: true, `"subagent_id":"a"`: true, `"subagent_type":"t"`: true, `"parent_session_id":"p"`: true,
		`"agent_id":"a","agent_type":""`: true,  // an internal one: noise, but not the main agent
		`"agent_type":"reviewer"`:        false, // claude --agent reviewer: the main session itself
		`"agent_id":""`:                  false,
	} {
		ev := parse(t, event.ClaudeCode, `{"session_id":"s","hook_event_name":"PreToolUse",`+marker+`}`).Event(now)
		if ev.IsSubagent != want {
			t.Errorf("%s: IsSubagent = %v, want %v", marker, ev.IsSubagent, want)
		}
	}
	if !parse(t, event.Codex, `{"session_id":"anon-7"}`).Event(now).IsSubagent {
		t.Error("an anonymous session passes for a main one")
	}
}

func TestAsKeepsTheCallersKind(t *testing.T) {
	for _, c := range []struct {
		hook string
		kind event.Kind
		held bool
	}{
		{`"hook_event_name":"PermissionRequest","tool_name":"Bash"`, event.PermissionAsk, true},
		{`"hook_event_name":"PermissionRequest","tool_name":"AskUserQuestion"`, event.PermissionAsk, true},
		{`"hook_event_name":"PermissionRequest","tool_name":"Bash"`, event.PreToolUse, false},
		{`"hook_event_name":"Notification"`, event.PermissionAsk, false}, // nobody reads its output
		{`"hook_event_name":"PreToolUse","tool_name":"AskUserQuestion"`, event.AskUser, false},
		{`"message":"from a script"`, event.UserPrompt, false},
	} {
		hook := parse(t, event.ClaudeCode, `{"session_id":"s",`+c.hook+`}`)
		if ev := hook.As(c.kind, now); ev.Kind != c.kind || hook.HeldAs(c.kind) != c.held {
			t.Errorf("%s as %v: kind %v, held %v; want held %v", c.hook, c.kind, ev.Kind, hook.HeldAs(c.kind), c.held)
		}
	}
}

func TestTextsAreCutBetweenCharacters(t *testing.T) {
	long := strings.Repeat("だんご🍡 ", 200)
	in, _ := json.Marshal(map[string]any{
		"session_id": "s", "hook_event_name": "UserPromptSubmit", "prompt": "\n " + long, "message": long,
		"last_assistant_message": "\n\nFirst line\nof the first\tparagraph.\n \nSecond paragraph.",
		"tool_input":             map[string]any{"command": long, "file_path": "/a", "content": long},
	})
	p := parse(t, event.ClaudeCode, string(in)).Event(now).Payload
	for name, c := range map[string]struct {
		text  string
		limit int
	}{"prompt": {p.Prompt, event.MaxPrompt}, "message": {p.Message, event.MaxMessage}} {
		if n := utf8.RuneCountInString(c.text); n > c.limit || n < c.limit-1 || !utf8.ValidString(c.text) || !strings.HasPrefix(c.text, "だんご") {
			t.Errorf("%s has %d characters, limit %d: %q", name, n, c.limit, c.text)
		}
	}
	if want := "First line of the first paragraph."; p.AssistantMessage != want {
		t.Errorf("assistant_message = %q, want %q", p.AssistantMessage, want)
	}
	var input map[string]string
	if err := json.Unmarshal(p.ToolInput, &input); err != nil {
		t.Fatal(err)
	}
	if n := utf8.RuneCountInString(input["command"]); n > event.MaxCommand || input["file_path"] != "/a" || len(input) != 2 {
		t.Errorf("tool_input = %v", input)
	}
}

// A held request shows the whole input; one that could not be held after all is news, as short as any other.
func TestShortenTakesBackTheWholeInput(t *testing.T) {
	const hook = `{"session_id":"s","hook_event_name":"PermissionRequest","tool_name":"Write",
		"tool_input":{"file_path":"/a","content":"all of it"},"permission_suggestions":[{"type":"setMode"}]}`
	ev := parse(t, event.ClaudeCode, hook).Event(now)
	if !strings.Contains(string(ev.Payload.ToolInput), "all of it") || len(ev.Payload.Suggestions) == 0 {
		t.Errorf("the request lacks its input or its suggestions: %+v", ev.Payload)
	}
	ev.RequestID = "r"
	adapt.Shorten(&ev)
	if string(ev.Payload.ToolInput) != `{"file_path":"/a"}` || ev.Payload.Suggestions != nil || ev.RequestID != "" {
		t.Errorf("still whole: %+v", ev.Payload)
	}
}
