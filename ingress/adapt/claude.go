package adapt

import (
	"bytes"
	"encoding/json"
	"strings"

	"dango/session/event"
)

// The tools of Claude Code whose requests are not plain permissions.
const (
	askUserQuestion = "AskUserQuestion"
	exitPlanMode    = "ExitPlanMode"
)

const (
	permissionRequest = "PermissionRequest"
	elicitation       = "Elicitation"
)

// claude speaks for Claude Code 2.0 to 2.1: every hook event that 2.1.332 knows has its row.
var claude = dialect{
	hooks: map[string]rule{
		"SessionStart": {kind: event.SessionStart},
		"SessionEnd":   {kind: event.SessionEnd},

		"UserPromptSubmit":   {kind: event.UserPrompt},
		"PreToolUse":         {kind: event.PreToolUse},
		"PostToolUse":        {kind: event.PostToolUse},
		"PostToolUseFailure": {kind: event.Error},
		"PostToolBatch":      {kind: event.PostToolUse}, // the only sign that a denied call is over: see Payload.Calls
		"PermissionDenied":   {kind: event.Error},       // auto mode refused: the call is over, the turn is not
		permissionRequest:    {kind: event.PermissionAsk, held: true},
		elicitation:          {kind: event.AskUser, held: true},
		"ElicitationResult":  {kind: event.AskUserResolved},

		"Stop":          {kind: event.Stop},
		"StopFailure":   {kind: event.TurnFailed},
		"SubagentStart": {kind: event.SubagentStart},
		"SubagentStop":  {kind: event.SubagentStop},
		"Notification":  {kind: event.Notice},

		"UserPromptExpansion":  {kind: event.Activity}, // its UserPromptSubmit follows
		"PreCompact":           {kind: event.Activity},
		"PostCompact":          {kind: event.Activity},
		"PreModelSwitch":       {kind: event.Activity},
		"PostModelSwitch":      {kind: event.Activity},
		"Setup":                {kind: event.Activity},
		"TeammateIdle":         {kind: event.Activity},
		"TaskCreated":          {kind: event.Activity},
		"TaskCompleted":        {kind: event.Activity},
		"ConfigChange":         {kind: event.Activity},
		"InstructionsLoaded":   {kind: event.Activity},
		"CwdChanged":           {kind: event.Activity},
		"FileChanged":          {kind: event.Activity},
		"DirectoryAdded":       {kind: event.Activity},
		"WorktreeCreate":       {kind: event.Activity},
		"WorktreeRemove":       {kind: event.Activity},
		"MessageDisplay":       {kind: event.Activity},
		"PreSkillShellCommand": {kind: event.Activity},
	},
	refine: func(r rule, in *fields) rule {
		if in.ToolName != askUserQuestion {
			return r
		}
		switch r.kind {
		case event.PreToolUse, event.PermissionAsk: // the first shows the question early, the second can be answered
			r.kind = event.AskUser
		case event.PostToolUse:
			r.kind = event.AskUserResolved
		}
		return r
	},
	fill: func(in *fields, ev *event.StateEvent) {
		switch in.HookEventName {
		case "UserPromptSubmit":
			if isSynthetic(in.Prompt) {
				ev.Payload.Prompt = ""
			}
		case "CwdChanged":
			ev.Cwd = firstOf(in.NewCwd, ev.Cwd)
		case "MessageDisplay": // its turn_id names something else than every other event's prompt_id
			ev.TurnID = in.PromptID
		case elicitation:
			ev.Payload.ToolName = elicitation
			ev.Payload.ToolInput = elicitationInput(in)
		}
	},
	answer: answerClaude,
}

// isSynthetic says that the CLI wrote the prompt to tell the model that background work has ended: a turn begins,
// but nobody typed.
func isSynthetic(prompt string) bool {
	return strings.HasPrefix(prompt, "<task-notification>") ||
		strings.HasPrefix(prompt, "Background agent ") && strings.HasSuffix(prompt, " was stopped by the user.")
}

// elicitationInput gives an MCP server's question the shape of a tool's input.
func elicitationInput(in *fields) json.RawMessage {
	out, _ := json.Marshal(struct { // strings, and a value that was parsed before
		Server  string          `json:"mcp_server_name,omitempty"`
		Message string          `json:"message,omitempty"`
		Mode    string          `json:"mode,omitempty"`
		URL     string          `json:"url,omitempty"`
		Schema  json.RawMessage `json:"requested_schema,omitempty"`
	}{in.MCPServerName, in.Message, in.Mode, in.URL, in.RequestedSchema})
	return out
}

// answerClaude never sends interrupt: a late one would abort a running turn.
func answerClaude(in *fields, hookEvent string, a event.Answer) (any, bool) {
	switch hookEvent {
	case permissionRequest:
		return answerClaudePermission(in, a)
	case elicitation:
		return answerElicitation(in, a)
	}
	return nil, false
}

// asksAgain goes with a plan that is approved and nothing else: left to itself, the agent goes back to the mode that it had
// before the plan, which may be one that asks for no edit.
var asksAgain = json.RawMessage(`[{"type":"setMode","mode":"default","destination":"session"}]`)

func answerClaudePermission(in *fields, a event.Answer) (reply, bool) {
	switch a.Decision {
	case event.Deny:
		return decided(decision{Behavior: a.Decision, Message: denial(a)}), true
	case event.Allow:
		d := decision{Behavior: a.Decision, UpdatedInput: object(a.UpdatedInput), UpdatedPermissions: list(a.UpdatedPermissions)}
		switch in.ToolName { // a bare allow of these two is ignored by new versions and misread by old ones
		case exitPlanMode:
			if d.UpdatedInput == nil {
				d.UpdatedInput = object(in.ToolInput)
			}
			if d.UpdatedInput == nil {
				d.UpdatedInput = json.RawMessage(`{}`)
			}
			if d.UpdatedPermissions == nil {
				d.UpdatedPermissions = asksAgain
			}
		case askUserQuestion:
			if d.UpdatedInput = answered(in.ToolInput, d.UpdatedInput); d.UpdatedInput == nil {
				return reply{}, false
			}
		}
		return decided(d), true
	}
	return reply{}, false
}

// answered is the input of a question with its answers: update when it carries both, else the original's
// questions with the update's answers. nil when something is missing: that would count as "did not answer".
func answered(original, update json.RawMessage) json.RawMessage {
	var asked, got struct {
		Questions   json.RawMessage            `json:"questions"`
		Answers     map[string]json.RawMessage `json:"answers"`
		Annotations json.RawMessage            `json:"annotations,omitempty"`
	}
	json.Unmarshal(original, &asked)
	json.Unmarshal(update, &got)
	switch {
	case len(got.Answers) == 0:
		return nil
	case got.Questions != nil:
		return update
	case asked.Questions == nil:
		return nil
	}
	got.Questions = asked.Questions
	out, err := json.Marshal(got)
	if err != nil {
		return nil
	}
	return out
}

// answerElicitation accepts a form only with its content: the server asked for fields, not for a nod.
func answerElicitation(in *fields, a event.Answer) (reply, bool) {
	out := hookOutput{HookEventName: elicitation}
	switch {
	case a.Decision == event.Deny:
		out.Action = "decline"
	case a.Decision == event.Allow && in.Mode == "url": // the user has opened the page; the rest happens there
		out.Action = "accept"
	case a.Decision == event.Allow && object(a.UpdatedInput) != nil:
		out.Action, out.Content = "accept", a.UpdatedInput
	default:
		return reply{}, false
	}
	return reply{out}, true
}

// list is b when it is a JSON array with something in it, else nil.
func list(b json.RawMessage) json.RawMessage {
	t := bytes.TrimSpace(b)
	if len(t) > 2 && t[0] == '[' {
		return b
	}
	return nil
}
