package rollout

import (
	"encoding/json"
	"fmt"
	"time"

	"dango/ingress/codex"
)

// meta is the first line of a rollout.
type meta struct {
	ID         string          `json:"id"`         // of the thread
	SessionID  string          `json:"session_id"` // of the thread that it belongs to; missing in older versions
	Parent     string          `json:"parent_thread_id"`
	Cwd        string          `json:"cwd"`
	Originator string          `json:"originator"`    // codex-tui, codex_exec, codex_vscode, …
	Source     json.RawMessage `json:"source"`        // cli, vscode, exec, or {"subagent":…}
	Kind       string          `json:"thread_source"` // user, subagent, guardian_review, thread_title
	Role       string          `json:"agent_role"`
	Nickname   string          `json:"agent_nickname"`
	Ephemeral  bool            `json:"ephemeral"`
	Began      time.Time       `json:"timestamp"`
}

func readMeta(head []byte) (meta, error) {
	var l struct {
		Type    string `json:"type"`
		Payload meta   `json:"payload"`
	}
	if err := json.Unmarshal(head, &l); err != nil {
		return meta{}, err
	}
	if l.Type != "session_meta" || l.Payload.ID == "" {
		return meta{}, fmt.Errorf("%w: it begins with %q", errForeign, l.Type)
	}
	return l.Payload, nil
}

func (m *meta) relation() codex.Relation {
	return codex.Origin{Source: m.Source, Kind: m.Kind, Parent: m.Parent, Ephemeral: m.Ephemeral}.Relation()
}

// session is the id of the session that the thread belongs to.
func (m *meta) session() string {
	switch {
	case m.relation() == codex.OfUser:
		return m.ID
	case m.SessionID != "":
		return m.SessionID
	}
	return m.Parent
}

// source is the word that says what began the thread; empty for subagents.
func (m *meta) source() string {
	var word string
	_ = json.Unmarshal(m.Source, &word) // an object leaves it empty
	return word
}

// headless: nobody sits in front of codex exec.
func (m *meta) headless() bool { return m.source() == "exec" || m.Originator == "codex_exec" }
