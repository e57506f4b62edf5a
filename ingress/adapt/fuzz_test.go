package adapt_test

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"dango/ingress/adapt"
	"dango/ingress/wire"
	"dango/session/event"
)

func FuzzClaude(f *testing.F)   { fuzz(f, event.ClaudeCode) }
func FuzzCodex(f *testing.F)    { fuzz(f, event.Codex) }
func FuzzGemini(f *testing.F)   { fuzz(f, event.Gemini) }
func FuzzOpenCode(f *testing.F) { fuzz(f, event.OpenCode) }

// fuzz feeds a dialect whatever comes. What it accepts must be sendable, within the limits, and answerable in
// JSON that never interrupts.
func fuzz(f *testing.F, tool event.Tool) {
	for i, file := range recorded(f, tool) {
		if i%8 == 0 {
			for _, l := range file {
				f.Add([]byte(l.Payload))
			}
		}
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		hook, err := adapt.Parse(tool, input)
		if err != nil {
			return
		}
		ev := hook.Event(now)
		if frame, err := wire.AppendEvent(nil, &ev); err != nil {
			if fault, _ := wire.FaultOf(err); fault != wire.TooLong {
				t.Fatalf("cannot be sent: %v", err)
			}
		} else if _, err := wire.DecodeEvent(frame[4:]); err != nil {
			t.Fatalf("cannot be read back: %v\n%s", err, frame)
		}
		p := ev.Payload
		for text, limit := range map[string]int{p.Prompt: event.MaxPrompt, p.Message: event.MaxMessage, p.AssistantMessage: event.MaxAssistant} {
			if utf8.RuneCountInString(text) > limit {
				t.Fatalf("over its limit of %d: %q", limit, text)
			}
		}
		for _, d := range []event.Decision{event.Allow, event.Deny, event.Ask} {
			out, ok := hook.Answer(hook.Name(), event.Answer{Decision: d, UpdatedInput: p.ToolInput})
			if !ok {
				continue
			}
			var reply struct {
				Output struct {
					Decision map[string]json.RawMessage `json:"decision"`
				} `json:"hookSpecificOutput"`
			}
			if err := json.Unmarshal(out, &reply); err != nil {
				t.Fatalf("answers %s: %v", out, err)
			}
			if _, found := reply.Output.Decision["interrupt"]; found || d == event.Ask {
				t.Fatalf("answers %s to %s", out, d)
			}
		}
	})
}
