package adapt

import (
	"bytes"
	"encoding/json"
	"strings"

	"dango/session/event"
)

// defaultDenial is what the model reads when the user gave no reason.
const defaultDenial = "The user denied this request."

// reply is what a hook of Claude Code or Codex prints. The order of the fields is the order on the wire.
type reply struct {
	Output hookOutput `json:"hookSpecificOutput"`
}

type hookOutput struct {
	HookEventName string          `json:"hookEventName"`
	Decision      *decision       `json:"decision,omitempty"`
	Action        string          `json:"action,omitempty"`
	Content       json.RawMessage `json:"content,omitempty"`
}

type decision struct {
	Behavior           event.Decision  `json:"behavior"`
	UpdatedInput       json.RawMessage `json:"updatedInput,omitempty"`
	UpdatedPermissions json.RawMessage `json:"updatedPermissions,omitempty"`
	Message            string          `json:"message,omitempty"`
}

func decided(d decision) reply {
	return reply{hookOutput{HookEventName: permissionRequest, Decision: &d}}
}

func denial(a event.Answer) string {
	return firstOf(strings.TrimSpace(a.Reason), defaultDenial)
}

// encode gives what a hook prints as one line of JSON. false when a part of the answer was not JSON after all.
func encode(reply any) ([]byte, bool) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(reply); err != nil {
		return nil, false
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), true
}
