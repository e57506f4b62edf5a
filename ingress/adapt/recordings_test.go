package adapt_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dango/ingress/adapt"
	"dango/ingress/wire"
	"dango/session/event"
)

// now is when every test's hook runs.
var now = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// line is one recorded hook call.
type line struct {
	Where   string // file:number, for messages
	Event   string `json:"event"`
	Payload json.RawMessage
}

// recorded gives every hook call of the recordings of a tool, file by file in their order.
func recorded(t testing.TB, tool event.Tool) [][]line {
	t.Helper()
	var files [][]line
	err := filepath.WalkDir(filepath.Join("testdata", "recordings", string(tool)), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var lines []line
		in := bufio.NewScanner(bytes.NewReader(raw))
		in.Buffer(nil, 1<<20)
		for in.Scan() {
			l := line{Where: fmt.Sprintf("%s:%d", path, len(lines)+1)}
			if err := json.Unmarshal(in.Bytes(), &l); err != nil {
				return err
			}
			if l.Event != "unknown" { // Gemini's last one has no input
				lines = append(lines, l)
			}
		}
		files = append(files, lines)
		return in.Err()
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("read the recordings of %s: %d files, %v", tool, len(files), err)
	}
	return files
}

// meaning is what each hook event says of a session, when no special tool is involved.
var meaning = map[event.Tool]map[string]event.Kind{
	event.ClaudeCode: {
		"SessionStart": event.SessionStart, "SessionEnd": event.SessionEnd, "UserPromptSubmit": event.UserPrompt,
		"PreToolUse": event.PreToolUse, "PostToolUse": event.PostToolUse, "PostToolUseFailure": event.Error,
		"PostToolBatch": event.PostToolUse, "PermissionRequest": event.PermissionAsk, "PermissionDenied": event.Error,
		"Elicitation": event.AskUser, "ElicitationResult": event.AskUserResolved, "Notification": event.Notice,
		"Stop": event.Stop, "StopFailure": event.TurnFailed, "SubagentStart": event.SubagentStart, "SubagentStop": event.SubagentStop,
		"UserPromptExpansion": event.Activity, "PreCompact": event.Activity, "PostCompact": event.Activity,
		"PreModelSwitch": event.Activity, "PostModelSwitch": event.Activity, "Setup": event.Activity,
		"TeammateIdle": event.Activity, "TaskCreated": event.Activity, "TaskCompleted": event.Activity,
		"ConfigChange": event.Activity, "InstructionsLoaded": event.Activity, "CwdChanged": event.Activity,
		"FileChanged": event.Activity, "DirectoryAdded": event.Activity, "WorktreeCreate": event.Activity,
		"WorktreeRemove": event.Activity, "MessageDisplay": event.Activity, "PreSkillShellCommand": event.Activity,
	},
	event.Codex: {
		"SessionStart": event.SessionStart, "SessionEnd": event.SessionEnd, "UserPromptSubmit": event.UserPrompt,
		"PreToolUse": event.PreToolUse, "PostToolUse": event.PostToolUse, "PermissionRequest": event.PermissionAsk,
		"SubagentStart": event.SubagentStart, "SubagentStop": event.SubagentStop, "Stop": event.Stop,
		"Interrupt": event.Interrupted, "PreCompact": event.Activity, "PostCompact": event.Activity,
		"notify": event.Notice,
	},
	event.Gemini: {
		"SessionStart": event.SessionStart, "SessionEnd": event.SessionEnd, "BeforeAgent": event.UserPrompt,
		"AfterAgent": event.Stop, "BeforeTool": event.PreToolUse, "AfterTool": event.PostToolUse,
		"Notification": event.Notice, "PreCompress": event.Activity, "BeforeModel": event.Activity,
		"AfterModel": event.Activity, "BeforeToolSelection": event.Activity,
	},
	event.OpenCode: {
		"session.created": event.SessionStart, "session.deleted": event.SessionEnd, "session.idle": event.Stop,
		"session.error": event.TurnFailed, "session.status": event.Activity, "chat.message": event.UserPrompt,
		"tool": event.Activity, "permission.asked": event.PermissionAsk, "permission.replied": event.AskUserResolved,
		"question.asked": event.AskUser, "question.replied": event.AskUserResolved, "question.rejected": event.AskUserResolved,
	},
}

// questions are the tools that ask the user something.
var questions = map[string]bool{"AskUserQuestion": true, "request_user_input": true, "ask_user": true}

// held are the hooks that can be answered.
var held = map[string]bool{"PermissionRequest": true, "Elicitation": true, "permission.asked": true, "question.asked": true}

func TestEveryNameHasAMeaning(t *testing.T) {
	for tool, names := range meaning {
		for name, want := range names {
			hook := parse(t, tool, `{"session_id":"s","hook_event_name":"`+name+`"}`)
			if got := hook.Event(now).Kind; got != want {
				t.Errorf("%s %s = %v, want %v", tool, name, got, want)
			}
			if hook.Held() != held[name] {
				t.Errorf("%s %s: Held = %v, want %v", tool, name, hook.Held(), held[name])
			}
		}
		if got := parse(t, tool, `{"session_id":"s","hook_event_name":"Brandnew"}`).Event(now).Kind; got != event.Unknown {
			t.Errorf("%s: an unknown name became %v", tool, got)
		}
	}
}

func TestRecordings(t *testing.T) {
	for tool, names := range meaning {
		for _, file := range recorded(t, tool) {
			for _, l := range file {
				ev := parse(t, tool, string(l.Payload)).Event(now)
				want, known := names[l.Event]
				if !known {
					t.Fatalf("%s: %s has no meaning", l.Where, l.Event)
				}
				if questions[ev.Payload.ToolName] {
					switch want {
					case event.PreToolUse, event.PermissionAsk:
						want = event.AskUser
					case event.PostToolUse:
						want = event.AskUserResolved
					}
				}
				if kind, refined := refinedKind(t, tool, l); refined {
					want = kind
				}
				if ev.Kind != want || ev.SessionID == "" || ev.Payload.HookEventName != l.Event {
					t.Errorf("%s: %s of session %q = %v, want %v", l.Where, l.Event, ev.SessionID, ev.Kind, want)
				}
				survives(t, l.Where, ev)
			}
		}
	}
}

// survives sends ev through the wire and back.
func survives(t *testing.T, where string, ev event.StateEvent) {
	t.Helper()
	frame, err := wire.AppendEvent(nil, &ev)
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	payload, err := wire.ReadFrame(bytes.NewReader(frame), nil)
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	back, err := wire.DecodeEvent(payload)
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	again, err := wire.AppendEvent(nil, &back)
	if err != nil || !bytes.Equal(frame, again) {
		t.Errorf("%s: changed on the wire:\n%s\n%s", where, frame, again)
	}
}

// A PermissionRequest names no tool call. Its key must lead to the PreToolUse that does, and a finished call must
// have the key that it began with, unless its input changed on the way: by a hook's
// answer, or by the CLI, which trims an approved plan's fields.
func TestCallKeysLinkTheEventsOfACall(t *testing.T) {
	for tool := range meaning {
		for _, file := range recorded(t, tool) {
			begun := map[string]string{} // key → tool_use_id
			for _, l := range file {
				ev := parse(t, tool, string(l.Payload)).Event(now)
				p := ev.Payload
				switch {
				case l.Event == "PreToolUse":
					begun[p.CallKey] = ev.ToolUseID
				case l.Event == "PermissionRequest":
					if begun[p.CallKey] == "" {
						t.Errorf("%s: the request about %s leads to no tool call", l.Where, p.ToolName)
					}
				case l.Event == "PostToolUse" && !changed(l.Where, p.ToolName):
					if begun[p.CallKey] != ev.ToolUseID {
						t.Errorf("%s: %s %s ended with another key", l.Where, p.ToolName, ev.ToolUseID)
					}
				}
			}
		}
	}
}

func changed(where, tool string) bool {
	return tool == "ExitPlanMode" || strings.Contains(where, "updated_input")
}

// Whatever an agent adds to its hooks stays in the hook: a field that event.Payload has no place for is planted
// everywhere, and must not come out. Only a held request shows its tool's input whole.
func TestNothingUnknownGetsOut(t *testing.T) {
	const secret = "hunter2-correct-horse"
	for tool := range meaning {
		for _, file := range recorded(t, tool) {
			for _, l := range file {
				hook := parse(t, tool, string(plant(t, l.Payload, secret)))
				ev := hook.Event(now)
				if hook.Held() {
					ev.Payload.ToolInput = nil
				}
				out, err := json.Marshal(ev)
				if err != nil {
					t.Fatalf("%s: %v", l.Where, err)
				}
				if bytes.Contains(out, []byte(secret)) {
					t.Errorf("%s: the secret got out: %s", l.Where, out)
				}
			}
		}
	}
}

// plant puts secret into every object of document under a name that no agent uses, and into the fields that hold
// whatever a tool returned.
func plant(t *testing.T, document []byte, secret string) []byte {
	t.Helper()
	var v any
	if err := json.Unmarshal(document, &v); err != nil {
		t.Fatal(err)
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, child := range v {
				if name == "permission_suggestions" { // copied whole: they are what the answer quotes
					continue
				}
				walk(child)
			}
			v["api_token"] = secret
			for _, name := range []string{"tool_response", "content", "old_string", "new_string", "session_crons", "env"} {
				v[name] = map[string]any{"deep": []any{secret}}
			}
		case []any:
			for _, child := range v {
				walk(child)
			}
		}
	}
	walk(v)
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func parse(t testing.TB, tool event.Tool, input string) *adapt.Hook {
	t.Helper()
	hook, err := adapt.Parse(tool, []byte(input))
	if err != nil {
		t.Fatalf("Parse(%s, %s): %v", tool, input, err)
	}
	return hook
}
