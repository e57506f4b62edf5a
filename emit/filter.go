package emit

import (
	"encoding/json"
	"fmt"
	"strings"
)

// A Condition compares one field of the hook's JSON. Field may be dotted (tool_input.command). Strings compare
// with Value as they are, numbers, booleans and null by their JSON text; objects, lists and missing fields equal
// nothing.
type Condition struct{ Field, Value string }

// ParseCondition reads "field=value". The value may be empty and may hold further equals signs.
func ParseCondition(s string) (Condition, error) {
	field, value, ok := strings.Cut(s, "=")
	if !ok || field == "" {
		return Condition{}, fmt.Errorf("emit: condition %q: want field=value", s)
	}
	return Condition{field, value}, nil
}

func matches(input []byte, require, exclude []Condition) bool {
	for _, c := range require {
		if !c.holds(input) {
			return false
		}
	}
	for _, c := range exclude {
		if c.holds(input) {
			return false
		}
	}
	return true
}

func (c Condition) holds(input json.RawMessage) bool {
	for name := range strings.SplitSeq(c.Field, ".") {
		var object map[string]json.RawMessage
		if json.Unmarshal(input, &object) != nil {
			return false
		}
		value, ok := object[name]
		if !ok {
			return false
		}
		input = value
	}
	switch input[0] {
	case '"':
		var s string
		return json.Unmarshal(input, &s) == nil && s == c.Value
	case '{', '[':
		return false
	}
	return string(input) == c.Value
}
