//go:build linux

package e2e

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
)

// recordings are what the hooks of real agents were told, one file a run: testdata/<tool>/<name>.jsonl.
//
//go:embed testdata
var recordings embed.FS

// Recording is one run of an agent, hook call by hook call.
type Recording struct {
	Tool  string // as dango-emit is told: claude-code, codex
	Name  string
	Calls []Call
}

// Call is one call of a hook.
type Call struct {
	Event   string          `json:"event"`
	Payload json.RawMessage `json:"payload"` // what the agent wrote to the hook's standard input
}

// Load reads the recording of that name.
func Load(tool, name string) (Recording, error) {
	r := Recording{Tool: tool, Name: name}
	content, err := recordings.ReadFile(path.Join("testdata", tool, name+".jsonl"))
	if err != nil {
		return r, fmt.Errorf("e2e: %w", err)
	}
	for line := range bytes.Lines(content) {
		var c Call
		if err := json.Unmarshal(line, &c); err != nil {
			return r, fmt.Errorf("e2e: recording %s/%s: %w", tool, name, err)
		}
		r.Calls = append(r.Calls, c)
	}
	return r, nil
}

// Before is the part of r before the first call of event; all of it when there is none.
func (r Recording) Before(event string) Recording {
	if i := r.index(event); i >= 0 {
		r.Calls = r.Calls[:i]
	}
	return r
}

// After is the part of r after the first call of event; nothing when there is none.
func (r Recording) After(event string) Recording {
	i := r.index(event)
	if i < 0 {
		i = len(r.Calls) - 1
	}
	r.Calls = r.Calls[i+1:]
	return r
}

// First is the first call of event.
func (r Recording) First(event string) (Call, error) {
	if i := r.index(event); i >= 0 {
		return r.Calls[i], nil
	}
	return Call{}, fmt.Errorf("e2e: recording %s/%s has no %s", r.Tool, r.Name, event)
}

func (r Recording) index(event string) int {
	return slices.IndexFunc(r.Calls, func(c Call) bool { return c.Event == event })
}

// With is r with values put in place of what was recorded, wherever a payload has that key at its top: other words,
// another folder, another session.
func (r Recording) With(values map[string]string) (Recording, error) {
	r.Calls = slices.Clone(r.Calls)
	for i, c := range r.Calls {
		var payload map[string]json.RawMessage
		if err := json.Unmarshal(c.Payload, &payload); err != nil {
			return r, fmt.Errorf("e2e: recording %s/%s: %w", r.Tool, r.Name, err)
		}
		for key, value := range values {
			if _, there := payload[key]; there {
				payload[key], _ = json.Marshal(value)
			}
		}
		changed, err := json.Marshal(payload)
		if err != nil {
			return r, fmt.Errorf("e2e: recording %s/%s: %w", r.Tool, r.Name, err)
		}
		r.Calls[i].Payload = changed
	}
	return r, nil
}
