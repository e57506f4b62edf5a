package appserver

import (
	"encoding/json"
	"testing"

	"dango/session/event"
)

func TestDecide(t *testing.T) {
	const amend = `{"acceptWithExecpolicyAmendment":{"execpolicy_amendment":["touch"]}}`
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

func TestSecret(t *testing.T) {
	for raw, want := range map[string]bool{
		`[{"id":"a"}]`: false, `[{"id":"a"},{"id":"b","isSecret":true}]`: true, `[]`: true, `[{}]`: true, `7`: true,
	} {
		if got := secret([]byte(raw)); got != want {
			t.Errorf("secret(%s) = %v, want %v", raw, got, want)
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
