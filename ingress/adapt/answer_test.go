package adapt_test

import (
	"encoding/json"
	"testing"

	"dango/ingress/adapt"
	"dango/session/event"
)

const (
	bash   = `{"session_id":"s","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"ls"}}`
	manual = `,"updatedPermissions":[{"type":"setMode","mode":"default","destination":"session"}]}}}`
	plan   = `{"session_id":"s","hook_event_name":"PermissionRequest","tool_name":"ExitPlanMode","tool_input":{"plan":"# a <b>","planFilePath":"/p"}}`
	asked  = `{"session_id":"s","hook_event_name":"PermissionRequest","tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Which?"}]}}`
	form   = `{"session_id":"s","hook_event_name":"Elicitation","mode":"form","message":"Food?"}`
	url    = `{"session_id":"s","hook_event_name":"Elicitation","mode":"url","message":"Log in"}`
)

// The agents' schemas are strict: every byte of an answer counts, and what they would misread is not said.
func TestAnswer(t *testing.T) {
	raw := func(s string) json.RawMessage { return json.RawMessage(s) }
	const prefix = `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":`
	for _, c := range []struct {
		name   string
		tool   event.Tool
		hook   string
		answer event.Answer
		want   string // empty: nothing is printed
	}{
		{"claude allow", event.ClaudeCode, bash, event.Answer{Decision: event.Allow}, prefix + `"allow"}}}`},
		{"claude deny", event.ClaudeCode, bash, event.Answer{Decision: event.Deny, Reason: "Not now & <here>"}, prefix + `"deny","message":"Not now & <here>"}}}`},
		{"claude deny, no reason", event.ClaudeCode, bash, event.Answer{Decision: event.Deny}, prefix + `"deny","message":"The user denied this request."}}}`},
		{"claude ask", event.ClaudeCode, bash, event.Answer{Decision: event.Ask, Reason: "x"}, ""},
		{"claude no decision", event.ClaudeCode, bash, event.Answer{}, ""},
		{"claude allow, changed input", event.ClaudeCode, bash, event.Answer{Decision: event.Allow, UpdatedInput: raw(`{"command":"ls -l"}`)},
			prefix + `"allow","updatedInput":{"command":"ls -l"}}}}`},
		{"claude allow, input that is no object", event.ClaudeCode, bash, event.Answer{Decision: event.Allow, UpdatedInput: raw(`"rm"`)}, prefix + `"allow"}}}`},
		{"claude always", event.ClaudeCode, bash, event.Answer{Decision: event.Allow, UpdatedPermissions: raw(`[{"type":"setMode","mode":"acceptEdits","destination":"session"}]`)},
			prefix + `"allow","updatedPermissions":[{"type":"setMode","mode":"acceptEdits","destination":"session"}]}}}`},
		{"claude always, empty list", event.ClaudeCode, bash, event.Answer{Decision: event.Allow, UpdatedPermissions: raw(`[]`)}, prefix + `"allow"}}}`},
		{"claude broken input", event.ClaudeCode, bash, event.Answer{Decision: event.Allow, UpdatedInput: raw(`{"command":`)}, ""},

		{"plan approved", event.ClaudeCode, plan, event.Answer{Decision: event.Allow}, prefix + `"allow","updatedInput":{"plan":"# a <b>","planFilePath":"/p"}` + manual},
		{"plan approved with its edits", event.ClaudeCode, plan, event.Answer{Decision: event.Allow, UpdatedPermissions: raw(`[{"type":"setMode","mode":"acceptEdits","destination":"session"}]`)},
			prefix + `"allow","updatedInput":{"plan":"# a <b>","planFilePath":"/p"},"updatedPermissions":[{"type":"setMode","mode":"acceptEdits","destination":"session"}]}}}`},
		{"plan edited", event.ClaudeCode, plan, event.Answer{Decision: event.Allow, UpdatedInput: raw(`{"plan":"b"}`)}, prefix + `"allow","updatedInput":{"plan":"b"}` + manual},
		{"plan without input", event.ClaudeCode, `{"session_id":"s","hook_event_name":"PermissionRequest","tool_name":"ExitPlanMode"}`,
			event.Answer{Decision: event.Allow}, prefix + `"allow","updatedInput":{}` + manual},
		{"keep planning", event.ClaudeCode, plan, event.Answer{Decision: event.Deny, Reason: "Shorter."}, prefix + `"deny","message":"Shorter."}}}`},

		{"question, whole input", event.ClaudeCode, asked, event.Answer{Decision: event.Allow, UpdatedInput: raw(`{"questions":[{"question":"Which?"}],"answers":{"Which?":"Red"}}`)},
			prefix + `"allow","updatedInput":{"questions":[{"question":"Which?"}],"answers":{"Which?":"Red"}}}}}`},
		{"question, answers alone", event.ClaudeCode, asked, event.Answer{Decision: event.Allow, UpdatedInput: raw(`{"answers":{"Which?":"Red"}}`)},
			prefix + `"allow","updatedInput":{"questions":[{"question":"Which?"}],"answers":{"Which?":"Red"}}}}}`},
		{"question, bare allow", event.ClaudeCode, asked, event.Answer{Decision: event.Allow}, ""},
		{"question, no answers", event.ClaudeCode, asked, event.Answer{Decision: event.Allow, UpdatedInput: raw(`{"questions":[],"answers":{}}`)}, ""},
		{"question, denied", event.ClaudeCode, asked, event.Answer{Decision: event.Deny, Reason: "no"}, prefix + `"deny","message":"no"}}}`},

		{"form", event.ClaudeCode, form, event.Answer{Decision: event.Allow, UpdatedInput: raw(`{"food":"noodles"}`)},
			`{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"accept","content":{"food":"noodles"}}}`},
		{"form, nothing filled in", event.ClaudeCode, form, event.Answer{Decision: event.Allow}, ""},
		{"form, declined", event.ClaudeCode, form, event.Answer{Decision: event.Deny, Reason: "no"}, `{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"decline"}}`},
		{"form, terminal", event.ClaudeCode, form, event.Answer{Decision: event.Ask}, ""},
		{"link opened", event.ClaudeCode, url, event.Answer{Decision: event.Allow}, `{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"accept"}}`},

		{"codex allow", event.Codex, bash, event.Answer{Decision: event.Allow, Reason: "x", UpdatedInput: raw(`{"command":"x"}`), UpdatedPermissions: raw(`[{}]`)}, prefix + `"allow"}}}`},
		{"codex deny", event.Codex, bash, event.Answer{Decision: event.Deny, Reason: "no", UpdatedInput: raw(`{}`)}, prefix + `"deny","message":"no"}}}`},
		{"codex ask", event.Codex, bash, event.Answer{Decision: event.Ask}, ""},
		{"codex stop is never answered", event.Codex, `{"session_id":"s","hook_event_name":"Stop"}`, event.Answer{Decision: event.Deny}, ""},
		{"claude pre-tool is never answered", event.ClaudeCode, `{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Bash"}`, event.Answer{Decision: event.Allow}, ""},
		{"a tool without a dialect", "other", bash, event.Answer{Decision: event.Allow}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			hook := parse(t, c.tool, c.hook)
			got, ok := hook.Answer(hook.Name(), c.answer)
			if string(got) != c.want || ok != (c.want != "") {
				t.Errorf("Answer = %s, %v\nwant %s", got, ok, c.want)
			}
			again, _ := adapt.Answer(c.tool, hook.Name(), []byte(c.hook), c.answer)
			if string(again) != c.want {
				t.Errorf("the package's Answer = %s\nwant %s", again, c.want)
			}
		})
	}
}
