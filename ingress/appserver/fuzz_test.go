package appserver

import (
	"encoding/json"
	"strings"
	"testing"

	"dango/session/event"
)

// FuzzApproval answers whatever the server may ask with whatever the user may have chosen. What is sent is JSON, no opinion is
// none, and a no is never a yes.
func FuzzApproval(f *testing.F) {
	f.Add(`{"command":"/bin/bash -lc 'touch a'","cwd":"/w","availableDecisions":["accept","acceptForSession","cancel"]}`, `["acceptForSession"]`)
	f.Add(`{"itemId":"i","reason":"new file","grantRoot":"/w"}`, `"cancel"`)
	f.Add(`{"questions":[{"id":"a","question":"Which?"}]}`, `{"answers":{"a":["x","y"]}}`)
	f.Add(`{"questions":[{"id":"a","question":"Which?"}]}`, `{"answers":{"Which?":{"answers":["x"]}}}`)
	f.Add(`{"command":"bash -c \"echo \\\"$A\\\"","availableDecisions":[{"acceptWithExecpolicyAmendment":{}}]}`, `[{}]`)
	f.Fuzz(func(t *testing.T, params, update string) {
		for _, method := range []string{asksCommand, asksFiles, asksUser, "item/new/ask"} {
			var a approval
			if json.Unmarshal([]byte(params), &a) != nil {
				return
			}
			e := event.StateEvent{Schema: event.Schema, ToolUseID: a.ItemID, Payload: &event.Payload{HookEventName: method}}
			th := &thread{changes: map[string][]change{"i": {{Path: "/w/a", Diff: params}}}}
			answer, ok := a.fill(&e, th)
			if _, err := json.Marshal(e); err != nil {
				t.Fatalf("%s: the event is %+v: %v", method, e, err)
			}
			if !ok {
				continue
			}
			for _, d := range []event.Decision{event.Allow, event.Deny, event.Ask} {
				got := answer(event.Answer{Decision: d, UpdatedInput: []byte(update), UpdatedPermissions: []byte(update)})
				if got != nil && (!json.Valid(got) || d == event.Ask) {
					t.Fatalf("%s: %s is answered with %q", method, d, got)
				}
				if d == event.Deny && strings.HasPrefix(string(got), `{"decision":"accept`) {
					t.Fatalf("%s: a no is told as %s", method, got)
				}
			}
		}
	})
}
