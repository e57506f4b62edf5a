package wire

import (
	"bytes"
	"encoding/json"
	"errors"

	"dango/session/event"
)

// DecodeEvent reads a frame's payload as a StateEvent.
//
// Unknown fields are ignored. A kind that this build does not know, and one that only the keeper may make up,
// becomes event.Unknown: it keeps the session alive. Every error is an *Error.
func DecodeEvent(payload []byte) (event.StateEvent, error) {
	var in struct {
		event.StateEvent
		Kind *string `json:"event"` // hides the embedded field, so that "missing" and "unknown" differ
	}
	if err := decode(payload, &in, &in.Schema); err != nil {
		return event.StateEvent{}, err
	}
	ev := in.StateEvent
	switch {
	case ev.SessionID == "":
		return ev, missing("sessionId")
	case ev.Tool == "":
		return ev, missing("tool")
	case in.Kind == nil:
		return ev, missing("event")
	case ev.Timestamp.IsZero():
		return ev, missing("timestamp")
	}
	ev.Kind = fromOutside(event.ParseKind(*in.Kind))
	return ev, nil
}

// DecodeAnswer reads a frame's payload as an Answer. Every error is an *Error.
func DecodeAnswer(payload []byte) (event.Answer, error) {
	var a event.Answer
	if err := decode(payload, &a, &a.Schema); err != nil {
		return event.Answer{}, err
	}
	switch {
	case a.RequestID == "":
		return a, missing("requestId")
	case a.Decision != event.Allow && a.Decision != event.Deny && a.Decision != event.Ask:
		return a, missing("decision")
	}
	return a, nil
}

// AppendEvent appends ev as one frame to dst. Only an event that is too long to send fails.
func AppendEvent(dst []byte, ev *event.StateEvent) ([]byte, error) { return appendJSON(dst, ev) }

// AppendAnswer appends a as one frame to dst. Only an answer that is too long to send fails.
func AppendAnswer(dst []byte, a *event.Answer) ([]byte, error) { return appendJSON(dst, a) }

func appendJSON(dst []byte, v any) ([]byte, error) {
	payload, err := JSON(v)
	if err != nil { // a RawMessage that is not JSON
		return dst, &Error{Fault: BadJSON, Err: err}
	}
	return AppendFrame(dst, payload)
}

// JSON is v as compact JSON in which <, > and & stay what they are: what is echoed to an agent is what the agent wrote.
func JSON(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// decode fills v and checks *schema, a field of v. The schema is judged before the types of other fields,
// because another version may have other types.
func decode(payload []byte, v any, schema *int) error {
	err := json.Unmarshal(payload, v)
	mistyped, isType := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case err != nil && (!isType || mistyped.Field == ""): // no JSON, or not an object
		return &Error{Fault: BadJSON, Err: err}
	case isType && mistyped.Field == "schema", *schema != event.Schema:
		return &Error{Fault: WrongSchema}
	case isType:
		return &Error{Fault: BadJSON, Field: mistyped.Field, Err: err}
	}
	return nil
}

// fromOutside is the kind as a sender may use it: what only the keeper may say is not taken from a socket.
func fromOutside(k event.Kind) event.Kind {
	switch k {
	case event.Seen, event.Decayed, event.HandedOff:
		return event.Unknown
	}
	return k
}

func missing(field string) error { return &Error{Fault: MissingField, Field: field} }
