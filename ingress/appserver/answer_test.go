package appserver

import (
	"encoding/json"
	"testing"

	"dango/session/event"
)

func TestDecide(t *testing.T) {
	const amend = `{"acceptWithExecpolicyAmendment":{"execpolicy_amendment":["touch"]}}`
	const never = `{"applyNetworkPolicyAmendment":{"network_policy_amendment":{"host":"x.example","action":"deny"}}}`
	tests := []struct {
		name   string
		answer event.Answer
		offers string
		want   string // empty: nothing is said
	}{
		{"yes", event.Answer{Decision: event.Allow}, ``, `{"decision":"accept"}`},
		{"no, whose reason cannot be told", event.Answer{Decision: event.Deny, Reason: "not now"}, ``, `{"decision":"decline"}`},
		{"no opinion", event.Answer{Decision: event.Ask}, ``, ``},
		{"yes for all like it", event.Answer{Decision: event.Allow, UpdatedPermissions: []byte(amend)}, `[` + amend + `]`, `{"decision":` + amend + `}`},
		{"the same in a list", event.Answer{Decision: event.Allow, UpdatedPermissions: []byte(`[ "acceptForSession" ]`)}, `["acceptForSession"]`, `{"decision":"acceptForSession"}`},
		{"what was not offered", event.Answer{Decision: event.Allow, UpdatedPermissions: []byte(`"acceptForSession"`)}, `[` + amend + `]`, `{"decision":"accept"}`},
		{"no, and the turn ends", event.Answer{Decision: event.Deny, UpdatedPermissions: []byte(`["cancel"]`)}, `[` + amend + `,"cancel"]`, `{"decision":"cancel"}`},
		{"an end is no yes", event.Answer{Decision: event.Allow, UpdatedPermissions: []byte(`["cancel"]`)}, `["cancel"]`, `{"decision":"accept"}`},
		{"no for good", event.Answer{Decision: event.Deny, UpdatedPermissions: []byte(never)}, `[` + never + `]`, `{"decision":` + never + `}`},
		{"no, with an offer", event.Answer{Decision: event.Deny, UpdatedPermissions: []byte(amend)}, `[` + amend + `]`, `{"decision":"decline"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(decide(tt.answer, json.RawMessage(tt.offers))); got != tt.want {
				t.Errorf("decide = %s, want %s", got, tt.want)
			}
		})
	}
}

func TestAnswerQuestions(t *testing.T) {
	const asked = `[{"id":"store","question":"Which store?"},{"id":"tests","question":"Tests?"}]`
	const want = `{"answers":{"store":{"answers":["JSON"]},"tests":{"answers":["Yes"]}}}`
	tests := []struct{ name, input, want string }{
		{"as the protocol has it", want, want},
		{"by id", `{"answers":{"store":"JSON","tests":["Yes"]}}`, want},
		{"by text, beside the questions", `{"questions":[],"answers":{"Which store?":"JSON","Tests?":"Yes"}}`, want},
		{"one is missing", `{"answers":{"store":"JSON"}}`, ``},
		{"none", `{}`, ``},
		{"another form", `{"answers":{"store":7,"tests":"Yes"}}`, ``},
		{"no JSON", `{`, ``},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := answerQuestions([]byte(asked))(event.Answer{Decision: event.Allow, UpdatedInput: []byte(tt.input)})
			if string(got) != tt.want {
				t.Errorf("the result is %s, want %s", got, tt.want)
			}
		})
	}
	if got := answerQuestions([]byte(asked))(event.Answer{Decision: event.Ask, UpdatedInput: []byte(want)}); got != nil {
		t.Errorf("no opinion says %s", got)
	}
}

func TestReadable(t *testing.T) {
	for raw, want := range map[string]bool{
		`[{"id":"a"}]`: true, `[{"id":"a"},{"id":"b","isSecret":true}]`: true, `[]`: false, `[{}]`: false, `7`: false,
	} {
		if got := readable([]byte(raw)); got != want {
			t.Errorf("readable(%s) = %v, want %v", raw, got, want)
		}
	}
}

func TestScript(t *testing.T) {
	for line, want := range map[string]string{
		`/bin/bash -lc 'touch x && echo done'`: `touch x && echo done`,
		`bash -c ls`:                           `ls`,
		`/bin/zsh -lc "echo \"$HOME\" \\n"`:    `echo "$HOME" \n`,
		`bash -lc 'it'\''s'`:                   `it's`,
		`git status`:                           `git status`,
		`bash -lc ls -l`:                       `bash -lc ls -l`,
		`bash -lc 'open`:                       `bash -lc 'open`,
		``:                                     ``,
	} {
		if got := script(line); got != want {
			t.Errorf("script(%s) = %s, want %s", line, got, want)
		}
	}
}
