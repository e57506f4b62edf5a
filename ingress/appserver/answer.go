package appserver

import (
	"bytes"
	"encoding/json"

	"dango/session/event"
)

// decide is the result of an approval; nil when there is no opinion. A refusal cannot carry a reason; the turn goes on
// with it, as after a hook's.
func decide(a event.Answer, offers json.RawMessage) json.RawMessage {
	var decision json.RawMessage
	switch a.Decision {
	case event.Allow:
		decision = json.RawMessage(`"accept"`)
		if chosen := chosenOf(a.UpdatedPermissions, offers); chosen != nil {
			decision = chosen
		}
	case event.Deny:
		decision = json.RawMessage(`"decline"`)
	default:
		return nil
	}
	raw, _ := json.Marshal(map[string]json.RawMessage{"decision": decision})
	return raw
}

// chosenOf is the offer that an answer copied back, by itself or alone in a list. What was not offered is not chosen.
func chosenOf(copied, offers json.RawMessage) json.RawMessage {
	var one []json.RawMessage
	if json.Unmarshal(copied, &one) == nil && len(one) == 1 {
		copied = one[0]
	}
	var all []json.RawMessage
	_ = json.Unmarshal(offers, &all)
	for _, o := range all {
		if len(copied) > 0 && bytes.Equal(compact(o), compact(copied)) {
			return o
		}
	}
	return nil
}

func compact(raw json.RawMessage) []byte {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return raw
	}
	return b.Bytes()
}

// question is one of those that are asked together.
type question struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	IsSecret bool   `json:"isSecret"`
}

// secret says that an answer is not to be shown while it is typed, which only the terminal can do. So does what cannot
// be read.
func secret(raw json.RawMessage) bool {
	var all []question
	if json.Unmarshal(raw, &all) != nil || len(all) == 0 {
		return true
	}
	for _, q := range all {
		if q.IsSecret || q.ID == "" {
			return true
		}
	}
	return false
}

// answerQuestions makes the result from the answers in an updated input: by question's id or text, each one text, a list
// of texts, or such a list as its "answers". nil when a question has none.
func answerQuestions(raw json.RawMessage) func(event.Answer) json.RawMessage {
	type texts struct {
		Answers []string `json:"answers"`
	}
	var all []question
	_ = json.Unmarshal(raw, &all) // secret has read it before
	return func(a event.Answer) json.RawMessage {
		var input struct {
			Answers map[string]json.RawMessage `json:"answers"`
		}
		if a.Decision != event.Allow || json.Unmarshal(a.UpdatedInput, &input) != nil {
			return nil
		}
		result := map[string]texts{}
		for _, q := range all {
			given, ok := input.Answers[q.ID]
			if !ok {
				given = input.Answers[q.Question]
			}
			var one string
			var is texts
			switch {
			case json.Unmarshal(given, &one) == nil:
				is.Answers = []string{one}
			case json.Unmarshal(given, &is.Answers) == nil, json.Unmarshal(given, &is) == nil:
			}
			if len(is.Answers) == 0 {
				return nil
			}
			result[q.ID] = is
		}
		raw, _ := json.Marshal(map[string]any{"answers": result}) // strings always can be
		return raw
	}
}
