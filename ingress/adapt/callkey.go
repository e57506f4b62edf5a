package adapt

import (
	"bytes"
	"encoding/json"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
)

// notOfTheCall are fields that one event of a call has and another lacks: Codex adds its reason to a request,
// Claude Code adds what the user answered.
var notOfTheCall = []string{"description", "answers", "annotations"}

// callKey fingerprints a tool call, so that the events of one call find each other (event.Payload.CallKey). It
// is blind to the order of fields, to spaces between them and to a patch's closing newline.
func callKey(tool string, input json.RawMessage) string {
	if tool == "" {
		return ""
	}
	var in map[string]json.RawMessage
	if isObject(input) {
		json.Unmarshal(input, &in) // valid: it was cut out of a document that parsed
	}
	for _, f := range notOfTheCall {
		delete(in, f)
	}
	sum := fnv.New64a()
	sum.Write([]byte(tool))
	var tight bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(in)) {
		tight.Reset()
		json.Compact(&tight, in[name])
		sum.Write([]byte("\x00" + name + "\x00"))
		sum.Write(withoutLastNewline(tight.Bytes()))
	}
	return strconv.FormatUint(sum.Sum64(), 36)
}

func withoutLastNewline(value []byte) []byte {
	if body, ok := bytes.CutSuffix(value, []byte(`\n"`)); ok {
		return append(body, '"')
	}
	return value
}
