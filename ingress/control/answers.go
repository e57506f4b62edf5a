package control

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"dango/session"
)

// asked is one question of a request, as agents write it.
type asked struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Multi    bool   `json:"multiSelect"`
	Secret   bool   `json:"isSecret"`
	Options  []struct {
		Label string `json:"label"`
	} `json:"options"`
}

// answered is the input of a question with one answer for each thing that it asks, as agents want it back: by the
// question's text, or by its id where it has one. An answer is an option's label or number; several, where they may be
// chosen, are separated by commas.
func answered(r *session.Request, answers []string) (json.RawMessage, error) {
	var input struct {
		Questions []asked `json:"questions"`
	}
	if r.Kind != session.Question || json.Unmarshal(r.Input, &input) != nil || len(input.Questions) == 0 {
		return nil, refuse(http.StatusConflict, CodeNotAnswerable, "request %s asks nothing that can be answered here", r.ID)
	}
	if len(answers) != len(input.Questions) {
		return nil, refuse(http.StatusBadRequest, CodeBadRequest, "one answer is needed for each of: %s", list(input.Questions))
	}
	given := map[string]string{}
	for i, q := range input.Questions {
		labels, err := q.choose(answers[i])
		if err != nil {
			return nil, refuse(http.StatusBadRequest, CodeBadRequest, "%v", err)
		}
		key := q.ID
		if key == "" {
			key = q.Question
		}
		given[key] = strings.Join(labels, ", ")
	}
	var whole map[string]json.RawMessage
	err := json.Unmarshal(r.Input, &whole)
	if err == nil {
		whole["answers"], err = json.Marshal(given)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(whole)
}

// choose gives the labels that an answer means.
func (q *asked) choose(answer string) ([]string, error) {
	if q.Secret || len(q.Options) == 0 {
		return nil, fmt.Errorf("%q wants words of your own: answer it in the terminal", q.Question)
	}
	if label, ok := q.option(answer); ok { // also one that has a comma
		return []string{label}, nil
	}
	var labels []string
	for part := range strings.SplitSeq(answer, ",") {
		label, ok := q.option(part)
		if !ok || !q.Multi || slices.Contains(labels, label) {
			return nil, fmt.Errorf("%q is no answer to %s", answer, q.words())
		}
		labels = append(labels, label)
	}
	return labels, nil
}

// option finds an option by its label, whatever the case, or by its number from 1.
func (q *asked) option(answer string) (string, bool) {
	answer = strings.TrimSpace(answer)
	for _, o := range q.Options {
		if strings.EqualFold(o.Label, answer) {
			return o.Label, true
		}
	}
	if n, err := strconv.Atoi(answer); err == nil && n >= 1 && n <= len(q.Options) {
		return q.Options[n-1].Label, true
	}
	return "", false
}

// words are the question and its options: "Which colour? (1 Red, 2 Blue)".
func (q *asked) words() string {
	var options []string
	for i, o := range q.Options {
		options = append(options, strconv.Itoa(i+1)+" "+o.Label)
	}
	return fmt.Sprintf("%s (%s)", q.Question, strings.Join(options, ", "))
}

func list(all []asked) string {
	var out []string
	for i := range all {
		out = append(out, all[i].words())
	}
	return strings.Join(out, "; ")
}
