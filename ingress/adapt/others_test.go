package adapt_test

import (
	"encoding/json"
	"testing"

	"dango/ingress/adapt"
	"dango/session/event"
)

// refinedKind is what an event of Gemini CLI or OpenCode means when its name alone does not say it.
func refinedKind(t *testing.T, tool event.Tool, l line) (event.Kind, bool) {
	t.Helper()
	var in struct {
		Agent      string `json:"agent_id"`
		Response   string `json:"prompt_response"`
		Properties struct {
			Status struct{ Type string }
			Silent bool
			Error  struct {
				Name string
				Data struct{ Message string }
			}
		}
	}
	if err := json.Unmarshal(l.Payload, &in); err != nil {
		t.Fatalf("%s: %v", l.Where, err)
	}
	p := in.Properties
	if tool == event.Gemini {
		return event.Interrupted, l.Event == "AfterAgent" && in.Response == "[no response text]"
	}
	if tool != event.OpenCode {
		return 0, false
	}
	kind, refined := map[string]event.Kind{
		"session.status busy": event.UserPrompt, "session.status retry": event.Notice,
		"tool running": event.PreToolUse, "tool completed": event.PostToolUse, "tool error": event.Error,
		"session.error ": event.TurnFailed,
	}[l.Event+" "+p.Status.Type]
	switch {
	case l.Event == "session.error" && p.Error.Name == "MessageAbortedError",
		p.Error.Data.Message == "The user rejected permission to use this specific tool call.",
		p.Error.Data.Message == "The user dismissed this question":
		return event.Interrupted, true
	case in.Agent != "" && l.Event == "session.created":
		return event.SubagentStart, true
	case in.Agent != "" && l.Event == "session.idle":
		return event.SubagentStop, true
	case p.Silent:
		return event.Interrupted, true
	}
	return kind, refined
}

// Gemini CLI takes no answer from any hook that we register: BeforeTool would be held with nothing on the screen, and
// a Notification that is held delays the dialog.
func TestGeminiAnswersNothing(t *testing.T) {
	for name := range meaning[event.Gemini] {
		hook := parse(t, event.Gemini, `{"session_id":"s","hook_event_name":"`+name+`","tool_name":"run_shell_command","tool_input":{"command":"ls"}}`)
		if hook.Held() || hook.HeldAs(event.PermissionAsk) {
			t.Errorf("%s is held", name)
		}
		for _, d := range []event.Decision{event.Allow, event.Deny, event.Ask} {
			if out, ok := hook.Answer(name, event.Answer{Decision: d, Reason: "no"}); ok {
				t.Errorf("%s answers %s to %s", name, out, d)
			}
		}
	}
}

func TestGeminiSpeaksOfTheDialog(t *testing.T) {
	ev := parse(t, event.Gemini, `{"session_id":"s","hook_event_name":"Notification","notification_type":"ToolPermission","message":"Tool x requires execution"}`).Event(now)
	if ev.Kind != event.Notice || ev.Payload.NotificationType != "permission_prompt" {
		t.Errorf("got %v %q", ev.Kind, ev.Payload.NotificationType)
	}
	ev = parse(t, event.Gemini, `{"session_id":"s","hook_event_name":"BeforeTool","tool_name":"list_directory","tool_input":{"dir_path":"src","deep":true}}`).Event(now)
	if got := string(ev.Payload.ToolInput); got != `{"path":"src"}` {
		t.Errorf("a folder's listing shows %s", got)
	}
}

const openPermission = `{"session_id":"s","hook_event_name":"permission.asked","properties":{"id":"per_1","permission":"bash",
	"patterns":["echo A"],"metadata":{"command":"echo A"},"always":["echo *"],"tool":{"callID":"c1"}}}`

const openQuestions = `{"session_id":"s","hook_event_name":"question.asked","properties":{"id":"que_1","questions":[
	{"question":"Which store?","header":"Store","options":[{"label":"SQLite"},{"label":"JSON, plain"}]},
	{"question":"Which parts?","header":"Parts","multiple":true,"options":[{"label":"Sound"},{"label":"Dark"},{"label":"Tray"}]}],
	"tool":{"callID":"c2"}}}`

// The plugin hands the answers to OpenCode as they are.
func TestOpenCodeAnswers(t *testing.T) {
	raw := func(s string) json.RawMessage { return json.RawMessage(s) }
	for _, c := range []struct {
		name, input, hook string
		answer            event.Answer
		want              string // "" = nothing
	}{
		{"once", openPermission, "permission.asked", event.Answer{Decision: event.Allow}, `{"reply":"once"}`},
		{"always", openPermission, "permission.asked", event.Answer{Decision: event.Allow, UpdatedPermissions: raw(`["echo *"]`)}, `{"reply":"always"}`},
		{"no offers echoed", openPermission, "permission.asked", event.Answer{Decision: event.Allow, UpdatedPermissions: raw(`[]`)}, `{"reply":"once"}`},
		{"deny", openPermission, "permission.asked", event.Answer{Decision: event.Deny}, `{"reply":"reject"}`},
		{"deny with a reason", openPermission, "permission.asked", event.Answer{Decision: event.Deny, Reason: " not now "}, `{"reply":"reject","message":"not now"}`},
		{"terminal", openPermission, "permission.asked", event.Answer{Decision: event.Ask}, ""},
		{"labels", openQuestions, "question.asked", event.Answer{Decision: event.Allow,
			UpdatedInput: raw(`{"questions":[],"answers":{"Which store?":"JSON, plain","Which parts?":"Sound, Tray"}}`)},
			`{"answers":[["JSON, plain"],["Sound","Tray"]]}`},
		{"own words and a list", openQuestions, "question.asked", event.Answer{Decision: event.Allow,
			UpdatedInput: raw(`{"answers":{"Which store?":"Postgres, please","Which parts?":["Dark"]}}`)},
			`{"answers":[["Postgres, please"],["Dark"]]}`},
		{"some only", openQuestions, "question.asked", event.Answer{Decision: event.Allow,
			UpdatedInput: raw(`{"answers":{"Which parts?":"Dark"}}`)}, `{"answers":[[],["Dark"]]}`},
		{"an allow without answers", openQuestions, "question.asked", event.Answer{Decision: event.Allow}, ""},
		{"none answered", openQuestions, "question.asked", event.Answer{Decision: event.Deny}, `{"reject":true}`},
		{"not a request", openQuestions, "question.replied", event.Answer{Decision: event.Allow}, ""},
	} {
		got, ok := adapt.Answer(event.OpenCode, c.hook, []byte(c.input), c.answer)
		if string(got) != c.want || ok != (c.want != "") {
			t.Errorf("%s: %s, %v, want %q", c.name, got, ok, c.want)
		}
	}
}

// What a permission is about is shown under the names that the other agents use.
func TestOpenCodeShowsWhatItAsks(t *testing.T) {
	for _, c := range []struct{ properties, tool, input string }{
		{`{"permission":"edit","patterns":["a.txt"],"metadata":{"filepath":"/p/a.txt","diff":"+x"}}`, "edit", `{"diff":"+x","file_path":"/p/a.txt"}`},
		{`{"permission":"bash","patterns":["ls"],"metadata":{"command":"ls"}}`, "bash", `{"command":"ls"}`},
		{`{"permission":"external_directory","patterns":["/etc/*","/var/*"],"metadata":{}}`, "external_directory", `{"pattern":"/etc/*, /var/*"}`},
		{`{"permission":"doom_loop","patterns":["x"],"metadata":7}`, "doom_loop", `{"pattern":"x"}`},
	} {
		ev := parse(t, event.OpenCode, `{"session_id":"s","hook_event_name":"permission.asked","properties":`+c.properties+`}`).Event(now)
		if ev.Payload.ToolName != c.tool || string(ev.Payload.ToolInput) != c.input {
			t.Errorf("%s: %s %s, want %s %s", c.properties, ev.Payload.ToolName, ev.Payload.ToolInput, c.tool, c.input)
		}
	}
}
