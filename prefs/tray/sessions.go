package tray

import (
	"slices"
	"strings"

	"dango/prefs/lang"
	"dango/session"
	"dango/session/event"
)

// needy has an item for each request that waits for the user. A permission is allowed or denied in the menu, as far as
// its agent takes that from here; a question or a plan has to be read first, on its card or in the terminal.
func needy(snap *session.Snapshot) (items []Item) {
	for _, s := range snap.Sessions {
		for j := range s.Requests {
			switch r := &s.Requests[j]; {
			case r.Life == session.Offered && len(r.Decisions) > 0:
				items = append(items, Item{Text: lang.T("%s: %s", name(s), asks(r)), Sub: answers(s, r)})
			case r.Life == session.Offered, r.Life == session.HandedOff:
				items = append(items, Item{Text: lang.T("%s: %s, in its terminal", name(s), asks(r)), Do: Action{Kind: Go, Key: s.Key}})
			}
		}
	}
	return items
}

// answers are the rows of a request that can be answered here.
func answers(s *session.Session, r *session.Request) (rows []Item) {
	if r.Detail != "" {
		rows = append(rows, Item{Text: shorten(r.Detail, 60)})
	}
	for _, d := range []struct {
		decision event.Decision
		text     lang.Text
		can      bool
	}{
		{event.Allow, "Allow", r.Kind == session.Permission && slices.Contains(r.Decisions, event.Allow)},
		{event.Deny, "Deny", r.Kind == session.Permission && slices.Contains(r.Decisions, event.Deny)},
		{event.Ask, "Ask in the terminal", true},
	} {
		if d.can {
			rows = append(rows, Item{Text: lang.T(d.text), Do: Action{Kind: Decide, Key: s.Key, Request: r.ID, Decision: d.decision}})
		}
	}
	return append(rows, Item{Text: lang.T("Go to the terminal"), Do: Action{Kind: Go, Key: s.Key}})
}

func asks(r *session.Request) string {
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

func sessions(snap *session.Snapshot) (items []Item) {
	for _, s := range snap.Sessions {
		if !s.Flash {
			items = append(items, Item{Text: name(s) + " – " + lang.T(words[s.State]), Do: Action{Kind: Go, Key: s.Key}})
		}
	}
	if len(items) == 0 {
		return []Item{{Text: lang.T("No sessions")}}
	}
	return items
}

// line says in one line how things are: "Dango: 3 sessions, 1 needs you".
func line(snap *session.Snapshot) string {
	n, wants := 0, 0
	for _, v := range snap.Sessions {
		if v.Flash {
			continue
		}
		n++
		if s := v.State; s == session.AskUser || s == session.PermissionPrompt || s == session.Waiting {
			wants++
		}
	}
	switch {
	case n == 0:
		return lang.T("Dango: no sessions")
	case wants > 0:
		return lang.T("Dango: %s, %s", lang.T("%d sessions", n), lang.T("%d need you", wants))
	}
	return lang.T("Dango: %s, %s", lang.T("%d sessions", n), strings.ToLower(lang.T(words[snap.Pet])))
}

// words are what the states are called in the menu.
var words = [session.States]lang.Text{
	session.AskUser: "Question", session.PermissionPrompt: "Permission", session.ErrorInterrupted: "Failed",
	session.Waiting: "Waiting", session.ToolUse: "Running tool", session.Thinking: "Thinking",
	session.Responding: "Responding", session.Completed: "Done", session.Review: "Finished", session.Idle: "Idle",
}

// name tells sessions apart: "Claude · fix the login".
func name(s *session.Session) string {
	n := s.Key.Tool.Name() + " · " + shorten(s.Title, 40)
	if s.Suffix != "" {
		n += " " + s.Suffix
	}
	return n
}

// shorten makes one line of at most n characters.
func shorten(text string, n int) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return text
}
