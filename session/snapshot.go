package session

import (
	"encoding/json"
	"strings"
	"time"

	"dango/session/event"
)

// State is what a session, and through the leader the pet, shows. Lower values are more urgent (DESIGN, "Session model").
type State uint8

const (
	AskUser State = iota
	PermissionPrompt
	ErrorInterrupted
	Waiting
	ToolUse
	Thinking
	Responding
	Completed
	Review
	Idle

	States = iota
)

// Key identifies a session: the same id from two tools is two sessions.
type Key struct {
	Tool event.Tool `json:"tool"`
	ID   string     `json:"id"`
}

// Snapshot is everything that is shown, at one moment. It is immutable: the keeper never touches a published one, nor
// what it points to. A session that did not change is the same value in the next snapshot.
type Snapshot struct {
	Seq      uint64     `json:"seq"` // rises by one with each publication
	At       time.Time  `json:"at"`
	Pet      State      `json:"pet"`
	Leader   Key        `json:"leader"`            // zero when there is no session
	Sessions []*Session `json:"sessions"`          // newest first by StartedAt, ties by key
	Moments  []Moment   `json:"moments,omitempty"` // the newest of all sessions, oldest first, at most 32
}

// Session is one live agent session.
type Session struct {
	Key    Key    `json:"key"`
	Title  string `json:"title"`  // first prompt ≤ 40 characters, else the folder's name; never empty
	Titled bool   `json:"titled"` // false: Title is the folder's name, do not show the folder again
	Prompt string `json:"-"`      // last prompt's snippet, ≤ 256; never leaves the process
	Cwd    string `json:"cwd,omitempty"`
	Folder string `json:"folder,omitempty"` // last element of Cwd
	Suffix string `json:"suffix,omitempty"` // tells sessions of one folder apart; empty when there is nothing to tell

	State      State     `json:"state"`
	Leader     bool      `json:"isLeader,omitempty"`
	StateSince time.Time `json:"stateSince"`
	StartedAt  time.Time `json:"startedAt"`
	LastEvent  time.Time `json:"lastEvent"`
	LastText   string    `json:"lastText,omitempty"` // the agent's last words, ≤ 120

	ToolName   string `json:"toolName,omitempty"`   // of the tool that runs
	ToolDetail string `json:"toolDetail,omitempty"` // its command, path or host, one line
	Mode       string `json:"mode,omitempty"`       // permission mode, as the agent names it; empty for default
	Background int    `json:"background,omitempty"` // work that goes on after the turn, besides Subagents
	Recovered  bool   `json:"recovered,omitempty"`  // rebuilt from evidence, no event yet
	Headless   bool   `json:"headless,omitempty"`
	// The session whose tool started this agent, as long as it is there: claude -p or codex exec inside another's.
	Parent      Key    `json:"parent,omitzero"`
	ParentTitle string `json:"parentTitle,omitempty"`
	Error       string `json:"error,omitempty"` // why the turn failed

	// What a Post says. An agent's session has none of it.
	Posted bool    `json:"posted,omitempty"` // a tool's bubble: there is no session, no turn and no terminal behind it
	Flash  bool    `json:"flash,omitempty"`  // news that passes by itself and does not move the pet
	Pose   string  `json:"pose,omitempty"`   // animation asked for by name: jumping, waving, running-left, running-right
	Action *Action `json:"action,omitempty"` // what a click opens; read only

	Subagents []Subagent `json:"subagents,omitempty"`
	Requests  []Request  `json:"requests,omitempty"` // oldest first

	AgentPID          int    `json:"agentPid,omitempty"`
	TerminalApp       string `json:"terminalApp,omitempty"`
	TerminalTTY       string `json:"terminalTty,omitempty"`
	TerminalSessionID string `json:"terminalSessionId,omitempty"`
	TranscriptPath    string `json:"transcriptPath,omitempty"`
}

// Who is what people call the one who works here: the agent, or the source of an event.
func (s *Session) Who() string {
	switch {
	case !s.Posted:
		return s.Key.Tool.Name()
	case s.Flash: // its id counts, for a source may have several
		return s.Key.ID[:max(strings.LastIndexByte(s.Key.ID, '#'), 0)]
	}
	return s.Key.ID
}

// Subagent is one entry of a session's roster.
type Subagent struct {
	ID    string    `json:"id"`
	Type  string    `json:"type,omitempty"`
	Since time.Time `json:"since"`
}

// RequestKind chooses the card.
type RequestKind uint8

const (
	Permission RequestKind = iota
	Plan
	Question
	Notice // shown only: somebody waits, but not for us
)

// Life is how far a request has come. Offered, Sent and HandedOff are open: the request stays in the snapshot until
// evidence closes it. A card that could be answered stays for another 1.2 s when it was accepted or superseded, so
// that it can say so; any other closed request goes at once.
type Life uint8

const (
	Offered    Life = iota // waits for the user
	Sent                   // the answer is on its way, nothing proves yet that the agent took it
	Accepted               // the agent went on
	Superseded             // answered elsewhere, or no longer asked
	Expired                // the agent or its helper went away
	HandedOff              // given to the terminal, which asks now
)

// Request is one thing that an agent waits for.
type Request struct {
	ID        string          `json:"id"`
	Kind      RequestKind     `json:"kind"`
	Life      Life            `json:"life"`
	Since     time.Time       `json:"since"`
	Deadline  time.Time       `json:"deadline,omitzero"` // when the hold ends by itself; zero = no limit
	ToolName  string          `json:"toolName,omitempty"`
	Detail    string          `json:"detail,omitempty"` // command, path, host or question in words, whole
	Input     json.RawMessage `json:"-"`                // whole tool input, for typed cards and for echoing back
	Suggest   json.RawMessage `json:"-"`                // the agent's own "always" offers
	AgentID   string          `json:"agentId,omitempty"`
	AgentType string          `json:"agentType,omitempty"` // the subagent that asks; empty for the main agent
	// Decisions that this agent takes through this channel. Empty: show, but offer no buttons.
	Decisions []event.Decision `json:"decisions,omitempty"`
	// Note is what to tell the user about an answer: "not accepted yet". Empty while all is well.
	Note string `json:"note,omitempty"`
}
