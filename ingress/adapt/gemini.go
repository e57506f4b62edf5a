package adapt

import (
	"encoding/json"

	"dango/session/event"
)

// geminiAskUser is Gemini CLI's question to the user. Its hooks only watch: the answer goes through the terminal.
const geminiAskUser = "ask_user"

// geminiSilence stands where an answer of Gemini CLI would be that has no word: the API refused, or the user pressed
// Esc before the first one.
const geminiSilence = "[no response text]"

// gemini speaks for Gemini CLI 0.61. None of its hooks is held. BeforeTool runs before the terminal shows anything, so
// nobody may be waited for there, and an "allow" from it would not skip the dialog anyway; Notification delays
// the dialog that it announces.
var gemini = dialect{
	hooks: map[string]rule{
		"SessionStart": {kind: event.SessionStart},
		"SessionEnd":   {kind: event.SessionEnd}, // up to three times at one exit
		"BeforeAgent":  {kind: event.UserPrompt},
		"AfterAgent":   {kind: event.Stop},
		"BeforeTool":   {kind: event.PreToolUse},
		"AfterTool":    {kind: event.PostToolUse}, // also of a command that failed
		"Notification": {kind: event.Notice},

		"PreCompress":         {kind: event.Activity}, // before every answer, mostly without any compression
		"BeforeModel":         {kind: event.Activity},
		"AfterModel":          {kind: event.Activity}, // for every piece of an answer
		"BeforeToolSelection": {kind: event.Activity},
	},
	prepare: func(in *fields) {
		in.ToolInput = renamed(in.ToolInput, "dir_path", "path")
		if in.PromptResponse != geminiSilence {
			in.LastAssistant = in.PromptResponse
		}
		if in.NotificationType == "ToolPermission" { // Claude Code's word for a dialog in the terminal
			in.NotificationType = "permission_prompt"
		}
	},
	refine: func(r rule, in *fields) rule {
		switch {
		case r.kind == event.Stop && in.PromptResponse == geminiSilence: // over, and neither done nor known to have failed
			r.kind = event.Interrupted
		case in.ToolName != geminiAskUser:
		case r.kind == event.PreToolUse:
			r.kind = event.AskUser
		case r.kind == event.PostToolUse:
			r.kind = event.AskUserResolved
		}
		return r
	},
}

// renamed is a tool's input with one of its fields under the name that the other agents use.
func renamed(input json.RawMessage, from, to string) json.RawMessage {
	var in map[string]json.RawMessage
	if json.Unmarshal(input, &in) != nil || in[from] == nil {
		return input
	}
	in[to] = in[from]
	delete(in, from)
	out, _ := json.Marshal(in) // values that were parsed before
	return out
}
