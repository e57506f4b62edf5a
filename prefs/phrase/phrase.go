// Package phrase says in a few words what a session is and what it wants, for menus and notifications: in the user's
// language, and without the user's and the agent's words when those are private.
package phrase

import (
	"slices"
	"strings"

	"dango/prefs/lang"
	"dango/session"
	"dango/session/event"
)

// Name tells sessions apart: "Claude · fix the login". A private one is called after its folder alone.
func Name(s *session.Session, private bool) string {
	title := s.Title
	if private && s.Titled {
		title = s.Folder
	}
	parts := []string{s.Who()}
	if title != "" {
		parts = append(parts, Shorten(title, 40))
	}
	n := strings.Join(parts, " · ")
	if s.Suffix != "" {
		n += " " + s.Suffix
	}
	return n
}

// Asks is what a request wants: "wants to use Bash". It follows a name.
func Asks(r *session.Request) string {
	switch r.Kind {
	case session.Plan:
		return lang.T("has a plan")
	case session.Question:
		return lang.T("has a question")
	}
	if r.ToolName == "" {
		return lang.T("needs you")
	}
	return lang.T("wants to use %s", r.ToolName)
}

// Answers are the decisions about a request that somebody may take who sees no more of it than a line. A permission is
// allowed or denied, as far as its agent takes that from here; a question, a plan, and what is private have to be read
// first. None: it cannot be answered here (any more).
func Answers(r *session.Request, private bool) []event.Decision {
	if r.Life != session.Offered || len(r.Decisions) == 0 {
		return nil
	}
	if r.Kind == session.Permission && !private {
		both := []event.Decision{event.Allow, event.Deny}
		return append(slices.DeleteFunc(both, func(d event.Decision) bool { return !slices.Contains(r.Decisions, d) }), event.Ask)
	}
	return []event.Decision{event.Ask}
}

// Decisions are what answers are called.
var Decisions = map[event.Decision]lang.Text{event.Allow: "Allow", event.Deny: "Deny", event.Ask: "Ask in the terminal"}

// Shorten makes one line of at most n characters.
func Shorten(text string, n int) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return text
}
