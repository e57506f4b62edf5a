package appserver

import (
	"bytes"
	"encoding/json"
	"slices"

	"dango/ingress/wire"
	"dango/session/event"
)

// decide is the result of an approval; nil when there is no opinion. A refusal cannot carry a reason; the turn goes on
// with it, as after a hook's, unless the answer took the offer that ends it.
func decide(a event.Answer, offers json.RawMessage) json.RawMessage {
	var decision json.RawMessage
	switch a.Decision {
	case event.Allow:
		decision = json.RawMessage(`"accept"`)
	case event.Deny:
		decision = json.RawMessage(`"decline"`)
	default:
		return nil
	}
	if chosen := chosenOf(a.UpdatedPermissions, offers); chosen != nil && refuses(chosen) == (a.Decision == event.Deny) {
		decision = chosen
	}
	raw, _ := wire.JSON(map[string]json.RawMessage{"decision": decision})
	return raw
}

// refuses says that an offer is a no: one that ends the turn, or one for good.
func refuses(offer json.RawMessage) bool {
	var o struct {
		Network struct {
			Amend struct {
				Action string `json:"action"`
			} `json:"network_policy_amendment"`
		} `json:"applyNetworkPolicyAmendment"`
	}
	return string(offer) == cancels || json.Unmarshal(offer, &o) == nil && o.Network.Amend.Action == "deny"
}

// cancels is the decision that refuses and ends the turn, as Esc does in the terminal.
const cancels = `"cancel"`

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
}

// readable says that each question can be told and answered by its id.
func readable(raw json.RawMessage) bool {
	var all []question
	if json.Unmarshal(raw, &all) != nil || len(all) == 0 {
		return false
	}
	return !slices.ContainsFunc(all, func(q question) bool { return q.ID == "" })
}

// answerQuestions makes the result from the answers in an updated input: by question's id or text, each one text, a list
// of texts, or such a list as its "answers". nil when a question has none.
func answerQuestions(raw json.RawMessage) func(event.Answer) json.RawMessage {
	type texts struct {
		Answers []string `json:"answers"`
	}
	var all []question
	_ = json.Unmarshal(raw, &all) // readable has read it before
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
		raw, _ := wire.JSON(map[string]any{"answers": result}) // strings always can be
		return raw
	}
}
