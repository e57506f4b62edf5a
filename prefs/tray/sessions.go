package tray

import (
	"strings"

	"dango/prefs/lang"
	"dango/prefs/phrase"
	"dango/session"
	"dango/session/event"
)

// needy has an item for each request that waits for the user.
func needy(snap *session.Snapshot, private bool) (items []Item) {
	for _, s := range snap.Sessions {
		for j := range s.Requests {
			r, name := &s.Requests[j], phrase.Name(s, private)
			switch answers := phrase.Answers(r, private); {
			case len(answers) > 0:
				items = append(items, Item{Text: lang.T("%s: %s", name, phrase.Asks(r)), Sub: rows(s, r, answers, private)})
			case r.Life == session.Offered, r.Life == session.HandedOff:
				items = append(items, Item{Text: lang.T("%s: %s, in its terminal", name, phrase.Asks(r)), Do: Action{Kind: Go, Key: s.Key}})
			}
		}
	}
	return items
}

// rows are those of a request that can be answered here.
func rows(s *session.Session, r *session.Request, answers []event.Decision, private bool) (rows []Item) {
	if r.Detail != "" && !private {
		rows = append(rows, Item{Text: phrase.Shorten(r.Detail, 60)})
	}
	for _, d := range answers {
		rows = append(rows, Item{Text: lang.T(phrase.Decisions[d]), Do: Action{Kind: Decide, Key: s.Key, Request: r.ID, Decision: d}})
	}
	return append(rows, Item{Text: lang.T("Go to the terminal"), Do: Action{Kind: Go, Key: s.Key}})
}

func sessions(snap *session.Snapshot, private bool) (items []Item) {
	for _, s := range snap.Sessions {
		if !s.Flash {
			items = append(items, Item{Text: phrase.Name(s, private) + " – " + phrase.State(s), Do: Action{Kind: Go, Key: s.Key}})
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
		if v.State.NeedsUser() {
			wants++
		}
	}
	switch {
	case n == 0:
		return lang.T("Dango: no sessions")
	case wants > 0:
		return lang.T("Dango: %s, %s", lang.T("%d sessions", n), lang.T("%d need you", wants))
	}
	return lang.T("Dango: %s, %s", lang.T("%d sessions", n), strings.ToLower(phrase.State(phrase.Leader(snap))))
}
