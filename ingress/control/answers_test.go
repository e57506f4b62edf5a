package control

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dango/session"
	"dango/session/board"
	"dango/session/event"
)

const questions = `{"note":1,"questions":[
	{"question":"Which colour?","options":[{"label":"Red"},{"label":"Blue, dark"}]},
	{"id":"q2","question":"Which rooms?","multiSelect":true,"options":[{"label":"Hall"},{"label":"Attic"},{"label":"Cellar"}]}]}`

func question(input string) *session.Request {
	return &session.Request{ID: "r", Kind: session.Question, Life: session.Offered, Input: json.RawMessage(input),
		Decisions: []event.Decision{event.Allow, event.Deny, event.Ask}}
}

func TestAnswered(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers []string
		want    map[string]string
		err     string
	}{
		{"labels", []string{"red", "Hall"}, map[string]string{"Which colour?": "Red", "q2": "Hall"}, ""},
		{"numbers", []string{"2", "1,3"}, map[string]string{"Which colour?": "Blue, dark", "q2": "Hall, Cellar"}, ""},
		{"a label with a comma", []string{"Blue, dark", "attic, 1"}, map[string]string{"Which colour?": "Blue, dark", "q2": "Attic, Hall"}, ""},
		{"several where one may be", []string{"1,2", "1"}, nil, `"1,2" is no answer to Which colour? (1 Red, 2 Blue, dark)`},
		{"the same twice", []string{"1", "1,hall"}, nil, "is no answer"},
		{"no option", []string{"Green", "1"}, nil, `"Green" is no answer`},
		{"nothing", []string{"", "1"}, nil, "is no answer"},
		{"too few", []string{"1"}, nil, "one answer is needed for each of: Which colour? (1 Red, 2 Blue, dark); Which rooms?"},
		{"out of range", []string{"3", "0"}, nil, "is no answer"},
	} {
		got, err := answered(question(questions), c.answers)
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %v, want %q", c.name, err, c.err)
		}
		if err != nil {
			continue
		}
		var whole struct {
			Note      int               `json:"note"`
			Questions json.RawMessage   `json:"questions"`
			Answers   map[string]string `json:"answers"`
		}
		if err := json.Unmarshal(got, &whole); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, whole.Answers); diff != "" || whole.Note != 1 || whole.Questions == nil {
			t.Errorf("%s: %s (-want +got):\n%s", c.name, got, diff)
		}
	}
	for _, input := range []string{"", "{}", `{"questions":[]}`, `{"questions":[{"question":"Token?","isSecret":true,"options":[{"label":"x"}]}]}`,
		`{"questions":[{"question":"Name?"}]}`} {
		if got, err := answered(question(input), []string{"x"}); err == nil {
			t.Errorf("answered(%s) = %s, want a refusal", input, got)
		}
	}
}

func TestDecideWithAnswers(t *testing.T) {
	f := &fake{board: board.New(asking(*question(questions), request("p", session.Offered, event.Allow)))}
	f.after = func(session.Command) { f.board.Publish(asking()) }
	c := serve(t, f)
	_, err := c.Decide(t.Context(), Decision{Request: "p", Decision: event.Allow, Answers: []string{"1"}})
	if e, _ := errors.AsType[*Error](err); e == nil || e.Code != CodeNotAnswerable {
		t.Errorf("answers to a permission: %v", err)
	}
	_, err = c.Decide(t.Context(), Decision{Request: "r", Decision: event.Deny, Answers: []string{"1", "1"}})
	if e, _ := errors.AsType[*Error](err); e == nil || e.Code != CodeBadRequest {
		t.Errorf("a deny with answers: %v", err)
	}
	if _, err := c.Decide(t.Context(), Decision{Request: "r", Decision: event.Allow, Answers: []string{"1", "2"}}); err != nil {
		t.Fatal(err)
	}
	if got := f.got[len(f.got)-1].Answer; got.Decision != event.Allow || !strings.Contains(string(got.UpdatedInput), `"q2":"Attic"`) {
		t.Errorf("the keeper was told %+v", got)
	}
}
