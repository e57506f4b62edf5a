package adapt

import (
	"path/filepath"
	"strings"

	"dango/session/event"
)

// requestUserInput is Codex's question to the user. Its hooks only watch: the answer goes through the terminal or
// the app-server.
const requestUserInput = "request_user_input"

// notify is the name that Dango gives to a call of Codex's notify program, which is no hook: it gets its JSON as an
// argument, and only when a turn has ended well.
const notify = "notify"

// notifyProgram is what Codex tells its notify program. The prompts, which it tells too, are not read.
type notifyProgram struct {
	Type     string `json:"type"`
	ThreadID string `json:"thread-id"`
	TurnID   string `json:"turn-id"`
	LastText string `json:"last-assistant-message"`
}

// asHook gives what the notify program was told the places where a hook's words are.
func (in *fields) asHook() {
	told := &in.notifyProgram
	in.HookEventName, in.NotificationType = notify, told.Type
	in.SessionID, in.TurnID, in.LastAssistant = told.ThreadID, told.TurnID, told.LastText
}

// codex speaks for Codex CLI 0.171 and the versions before it since hooks exist.
var codex = dialect{
	hooks: map[string]rule{
		"SessionStart":     {kind: event.SessionStart},
		"SessionEnd":       {kind: event.SessionEnd},
		"UserPromptSubmit": {kind: event.UserPrompt},
		"PreToolUse":       {kind: event.PreToolUse},
		"PostToolUse":      {kind: event.PostToolUse},
		permissionRequest:  {kind: event.PermissionAsk, held: true},
		"SubagentStart":    {kind: event.SubagentStart},
		"SubagentStop":     {kind: event.SubagentStop},
		"Interrupt":        {kind: event.Interrupted},
		"PreCompact":       {kind: event.Activity},
		"PostCompact":      {kind: event.Activity},

		// With stop_hook_active too: some Stop hook made the agent go on, and this is where the turn really ends. Older
		// advice to stay silent then guards hooks that answer Stop against recursion; ours never answers it.
		"Stop": {kind: event.Stop},

		notify: {kind: event.Notice},

		// Named by the app-server, never seen.
		"PreModelRequest":  {kind: event.Activity},
		"PostModelRequest": {kind: event.Activity},
	},
	prepare: func(in *fields) {
		if in.HookEventName == "" && in.ThreadID != "" {
			in.asHook()
		}
		if in.SessionID == "" {
			in.SessionID = sessionOfRollout(in.TranscriptPath)
		}
	},
	refine: func(r rule, in *fields) rule {
		if in.ToolName != requestUserInput {
			return r
		}
		switch r.kind {
		case event.PreToolUse:
			r.kind = event.AskUser
		case event.PostToolUse:
			r.kind = event.AskUserResolved
		}
		return r
	},
	fill: func(in *fields, ev *event.StateEvent) { // a plan comes in tags that are not for people
		text := strings.TrimPrefix(strings.TrimSpace(in.LastAssistant), "<proposed_plan>")
		ev.Payload.AssistantMessage = firstParagraph(text, event.MaxAssistant)
	},
	answer: answerCodex,
}

// answerCodex sends allow, or deny with a message. Any field more makes Codex call the hook failed.
func answerCodex(_ *fields, hookEvent string, a event.Answer) (any, bool) {
	if hookEvent != permissionRequest {
		return nil, false
	}
	switch a.Decision {
	case event.Allow:
		return decided(decision{Behavior: a.Decision}), true
	case event.Deny:
		return decided(decision{Behavior: a.Decision, Message: denial(a)}), true
	}
	return nil, false
}

// sessionOfRollout makes a session id from a rollout's name, rollout-<time>-<uuid>.jsonl, for hooks that come
// with an empty one. Empty when path is not a rollout.
func sessionOfRollout(path string) string {
	const uuidLen = 36
	name, ok := strings.CutSuffix(filepath.Base(path), ".jsonl")
	if !ok || !strings.HasPrefix(name, "rollout-") || len(name) < len("rollout-")+uuidLen {
		return ""
	}
	uuid := name[len(name)-uuidLen:]
	for i, c := range []byte(uuid) {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		hex := '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
		if dash != (c == '-') || !dash && !hex {
			return ""
		}
	}
	return "codex-" + uuid
}
