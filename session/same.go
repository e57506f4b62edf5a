package session

import (
	"bytes"
	"slices"
	"time"
)

// lastEventGrain is how exact a session's last sign of life is shown: finer changes alone are not worth a new
// picture.
const lastEventGrain = time.Second

// sameSession says that a reader sees no difference.
func sameSession(a, b *Session) bool {
	return a.Key == b.Key && a.Title == b.Title && a.Titled == b.Titled && a.Prompt == b.Prompt &&
		a.Cwd == b.Cwd && a.Folder == b.Folder && a.Suffix == b.Suffix &&
		a.State == b.State && a.Leader == b.Leader &&
		a.StateSince.Equal(b.StateSince) && a.StartedAt.Equal(b.StartedAt) &&
		b.LastEvent.Sub(a.LastEvent).Abs() < lastEventGrain && a.LastText == b.LastText &&
		a.ToolName == b.ToolName && a.ToolDetail == b.ToolDetail && a.Mode == b.Mode &&
		a.Background == b.Background && a.Recovered == b.Recovered && a.Headless == b.Headless &&
		a.Parent == b.Parent && a.ParentTitle == b.ParentTitle && a.Error == b.Error &&
		a.AgentPID == b.AgentPID && a.TerminalApp == b.TerminalApp && a.TerminalTTY == b.TerminalTTY &&
		a.TerminalSessionID == b.TerminalSessionID && a.TranscriptPath == b.TranscriptPath &&
		a.Posted == b.Posted && a.Flash == b.Flash && a.Pose == b.Pose && sameAction(a.Action, b.Action) &&
		slices.EqualFunc(a.Subagents, b.Subagents, sameSubagent) && slices.EqualFunc(a.Requests, b.Requests, sameRequest)
}

func sameAction(a, b *Action) bool { return a == b || a != nil && b != nil && *a == *b }

func sameSubagent(a, b Subagent) bool {
	return a.ID == b.ID && a.Type == b.Type && a.Since.Equal(b.Since)
}

func sameRequest(a, b Request) bool {
	return a.ID == b.ID && a.Kind == b.Kind && a.Life == b.Life && a.Since.Equal(b.Since) &&
		a.Deadline.Equal(b.Deadline) && a.ToolName == b.ToolName && a.Detail == b.Detail &&
		a.AgentID == b.AgentID && a.AgentType == b.AgentType && a.Note == b.Note &&
		slices.Equal(a.Decisions, b.Decisions) && bytes.Equal(a.Input, b.Input) && bytes.Equal(a.Suggest, b.Suggest)
}
