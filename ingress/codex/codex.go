// Package codex is what all witnesses of Codex know: where it keeps its files, what a thread is to the user, and which of
// its processes run.
package codex

import (
	"encoding/json"
	"path/filepath"

	"dango/session"
	"dango/session/event"
)

// Root is Codex's folder with this environment: CODEX_HOME, else .codex in the home folder. It need not exist, and is
// empty when nothing says where it is.
func Root(getenv func(string) string) string {
	if dir := getenv("CODEX_HOME"); dir != "" {
		return filepath.Clean(dir)
	}
	for _, home := range []string{"HOME", "USERPROFILE"} {
		if dir := getenv(home); dir != "" {
			return filepath.Join(dir, ".codex")
		}
	}
	return ""
}

// Key names a session.
func Key(id string) session.Key { return session.Key{Tool: event.Codex, ID: id} }

// Relation is what a thread is to the user.
type Relation uint8

const (
	OfUser  Relation = iota // a session
	OfAgent                 // a subagent's, part of a session
	OfCodex                 // titles and reviews: nobody's business
)

// Origin is what is said of how a thread came to be, by the app-server and in the head of a rollout.
type Origin struct {
	Source    json.RawMessage // a word, cli, vscode or exec, or {"subagent":{…}}
	Kind      string          // user, subagent, guardian_review, thread_title
	Parent    string          // id of the thread that began it
	Ephemeral bool            // without a rollout
}

// Relation follows from the origin.
func (o Origin) Relation() Relation {
	type subagent struct {
		Spawned json.RawMessage `json:"thread_spawn"`
	}
	var child struct {
		Subagent *subagent `json:"subagent"`
		SubAgent *subagent `json:"subAgent"`
	}
	isChild, spawned := false, false
	if json.Unmarshal(o.Source, &child) == nil { // a word is no object
		for _, is := range []*subagent{child.Subagent, child.SubAgent} {
			isChild = isChild || is != nil
			spawned = spawned || is != nil && is.Spawned != nil
		}
	}
	switch {
	case o.Ephemeral, o.Kind == "guardian_review", o.Kind == "thread_title", isChild && !spawned:
		return OfCodex
	case spawned || o.Kind == "subagent" || o.Parent != "":
		return OfAgent
	}
	return OfUser
}
