package adapt

import (
	"encoding/json"
	"strings"

	"dango/session/event"
)

// busEvent is what Dango reads of the properties of OpenCode's bus events, of all of them, as our plugin for OpenCode
// forwards them. "chat.message" and "tool" are the plugin's own.
type busEvent struct {
	Tool struct { // the call that the event is about
		CallID string `json:"callID"`
		Name   string `json:"name"`
	} `json:"tool"`
	Status struct {
		Type    string `json:"type"` // of a session: busy, idle, retry; of a tool: running, completed, error
		Message string `json:"message"`
	} `json:"status"`
	Error struct {
		Name string `json:"name"`
		Data struct {
			Message string `json:"message"`
		} `json:"data"`
	} `json:"error"`
	Input  json.RawMessage `json:"input"`
	Prompt string          `json:"prompt"`
	Text   string          `json:"text"`   // the agent's last words
	Silent bool            `json:"silent"` // the turn ended before a step of it was finished

	Permission string          `json:"permission"` // bash, edit, webfetch, …
	Patterns   []string        `json:"patterns"`
	Metadata   json.RawMessage `json:"metadata"`
	Always     json.RawMessage `json:"always"` // the patterns that "always" would allow
	Questions  []openQuestion  `json:"questions"`
}

// openQuestion is one question as OpenCode asks it.
type openQuestion struct {
	Question string `json:"question"`
	Header   string `json:"header"`
	Options  []struct {
		Label       string `json:"label"`
		Description string `json:"description"`
	} `json:"options"`
	Multiple bool `json:"multiple"`
}

const (
	permissionAsked = "permission.asked"
	questionAsked   = "question.asked"
	openQuestions   = "question" // the tool that asks
)

// openStops are the errors of a tool call that was refused without a reason, and of a question that was not answered:
// the turn stops with them, as after Esc. A refusal with a reason says more, and the model reads it.
var openStops = map[string]bool{
	"The user rejected permission to use this specific tool call.": true,
	"The user dismissed this question":                             true,
}

// openCode speaks for our plugin in OpenCode 1.18. A held request keeps nobody waiting: the terminal asks at the same
// time.
var openCode = dialect{
	hooks: map[string]rule{
		"session.created": {kind: event.SessionStart},
		"session.deleted": {kind: event.SessionEnd},
		"session.idle":    {kind: event.Stop},
		"session.error":   {kind: event.TurnFailed},
		"session.status":  {kind: event.Activity},
		"chat.message":    {kind: event.UserPrompt},
		"tool":            {kind: event.Activity},

		permissionAsked:      {kind: event.PermissionAsk, held: true},
		questionAsked:        {kind: event.AskUser, held: true},
		"permission.replied": {kind: event.AskUserResolved},
		"question.replied":   {kind: event.AskUserResolved},
		"question.rejected":  {kind: event.AskUserResolved},
	},
	prepare: prepareOpenCode,
	refine:  refineOpenCode,
	answer:  answerOpenCode,
}

func prepareOpenCode(in *fields) {
	p := &in.Properties
	in.Prompt, in.LastAssistant = p.Prompt, p.Text
	in.ToolName, in.ToolUseID = p.Tool.Name, p.Tool.CallID
	in.ToolInput = renamed(p.Input, "filePath", "file_path")
	in.Error = firstOf(p.Error.Data.Message, p.Error.Name)
	switch in.HookEventName {
	case "session.status":
		if p.Status.Type == "retry" {
			in.NotificationType, in.Message = "failed", p.Status.Message
		}
	case permissionAsked:
		in.ToolName, in.Suggestions = p.Permission, list(p.Always)
		in.ToolInput = askedInput(p)
	case questionAsked:
		in.ToolName, in.ToolInput = openQuestions, questionInput(p.Questions)
	}
}

// askedInput is what a permission is about, in the shape of a tool's input. Kinds of permission that are not known here
// show their patterns.
func askedInput(p *busEvent) json.RawMessage {
	var about map[string]json.RawMessage
	json.Unmarshal(p.Metadata, &about) // no object: about stays empty
	if about == nil {
		about = map[string]json.RawMessage{}
	}
	if path := about["filepath"]; path != nil {
		about["file_path"] = path
		delete(about, "filepath")
	}
	if about["command"] == nil && about["file_path"] == nil && about["url"] == nil && len(p.Patterns) > 0 {
		about["pattern"], _ = json.Marshal(strings.Join(p.Patterns, ", ")) // a string
	}
	out, _ := json.Marshal(about) // values that were parsed before
	return out
}

// questionInput gives the questions the shape in which Claude Code asks.
func questionInput(questions []openQuestion) json.RawMessage {
	type asked struct {
		openQuestion
		Multiple    bool `json:"multiple,omitempty"` // hidden: it has another name below
		MultiSelect bool `json:"multiSelect"`
	}
	all := make([]asked, len(questions))
	for i, q := range questions {
		all[i] = asked{openQuestion: q, MultiSelect: q.Multiple}
	}
	out, _ := json.Marshal(map[string]any{"questions": all}) // strings and booleans
	return out
}

func refineOpenCode(r rule, in *fields) rule {
	p := &in.Properties
	switch in.HookEventName {
	case "session.created":
		if in.fromSubagent() {
			r.kind = event.SubagentStart
		}
	case "session.idle":
		switch {
		case in.fromSubagent():
			r.kind = event.SubagentStop
		case p.Silent: // the user stopped it before the model said anything
			r.kind = event.Interrupted
		}
	case "session.status":
		switch p.Status.Type {
		case "busy": // a turn, or another try after a failure
			r.kind = event.UserPrompt
		case "retry": // the API failed; the turn goes on trying
			r.kind = event.Notice
		}
	case "session.error":
		if p.Error.Name == "MessageAbortedError" {
			r.kind = event.Interrupted
		}
	case "tool":
		switch p.Status.Type {
		case "running":
			r.kind = event.PreToolUse
		case "completed":
			r.kind = event.PostToolUse
		case "error":
			r.kind = event.Error
			if openStops[p.Error.Data.Message] {
				r.kind = event.Interrupted
			}
		}
	}
	return r
}

// openReply is what the plugin hands to OpenCode.
type openReply struct {
	Reply   string     `json:"reply,omitempty"` // once, always, reject
	Message string     `json:"message,omitempty"`
	Answers [][]string `json:"answers,omitempty"` // one list of labels a question
	Reject  bool       `json:"reject,omitempty"`  // the questions are not answered
}

func answerOpenCode(in *fields, hookEvent string, a event.Answer) (any, bool) {
	switch hookEvent {
	case permissionAsked:
		switch {
		case a.Decision == event.Deny: // without a reason the turn stops, as it does when the terminal rejects
			return openReply{Reply: "reject", Message: strings.TrimSpace(a.Reason)}, true
		case a.Decision == event.Allow && list(a.UpdatedPermissions) != nil:
			return openReply{Reply: "always"}, true
		case a.Decision == event.Allow:
			return openReply{Reply: "once"}, true
		}
	case questionAsked:
		if a.Decision == event.Deny {
			return openReply{Reject: true}, true
		}
		if labels := labelsOf(in.Properties.Questions, a.UpdatedInput); a.Decision == event.Allow && labels != nil {
			return openReply{Answers: labels}, true
		}
	}
	return nil, false
}

// labelsOf are the answers in the order of the questions; nil when none is answered.
func labelsOf(questions []openQuestion, update json.RawMessage) [][]string {
	var got struct {
		Answers map[string]json.RawMessage `json:"answers"`
	}
	json.Unmarshal(update, &got) // nothing: nothing is answered
	some := false
	labels := make([][]string, len(questions))
	for i, q := range questions {
		labels[i] = q.chosen(got.Answers[q.Question])
		some = some || len(labels[i]) > 0
	}
	if !some {
		return nil
	}
	return labels
}

// chosen takes an answer apart: a list of labels, one label, several joined by commas where several may be chosen, or
// the user's own words.
func (q *openQuestion) chosen(answer json.RawMessage) []string {
	labels := []string{}
	if json.Unmarshal(answer, &labels) == nil && labels != nil {
		return labels
	}
	var text string
	if json.Unmarshal(answer, &text) != nil || text == "" {
		return []string{}
	}
	parts := strings.Split(text, ", ")
	for _, part := range parts {
		if !q.offers(part) {
			return []string{text}
		}
	}
	if !q.Multiple {
		return []string{text}
	}
	return parts
}

func (q *openQuestion) offers(label string) bool {
	for _, o := range q.Options {
		if o.Label == label {
			return true
		}
	}
	return false
}
