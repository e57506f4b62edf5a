// Package tray says what Dango's icon in the desktop's tray shows and offers, and what the pet's own menu does. It knows
// no tray: whoever has one draws the icon, hangs up the menu, and does what is chosen.
package tray

import (
	"strconv"
	"strings"
	"time"

	"dango/prefs"
	"dango/prefs/lang"
	"dango/session"
	"dango/session/event"
)

// View is everything in the tray at one moment. Equal views look equal: what changes with every second is left out.
type View struct {
	State session.State // decides the icon
	Line  string        // the status line, as the tooltip
	Menu  []Item
}

// Item is a row of a menu. One without Text is a line between others.
type Item struct {
	Text    string
	Do      Action
	Box     bool // it has a check mark, or room for one
	Checked bool
	Sub     []Item
	Sign    Sign   // of the pet's menu
	Note    string // small, at the end of the row, in the pet's menu
}

// Action is what choosing an item means. The zero value is nothing.
type Action struct {
	Kind     Kind
	Key      session.Key    // Go, Decide
	Request  string         // Decide
	Decision event.Decision // Decide
	Setting  string         // Set: of prefs
	Value    string         // Set: as it is written in the file
	For      time.Duration  // BeQuiet
}

// Kind is a kind of action.
type Kind uint8

const (
	Nothing Kind = iota
	Go           // to the terminal of a session
	Decide       // a request
	Set          // a preference
	Show         // the pet
	Hide
	OpenConfig
	OpenLogs
	CheckHooks // and show what was found
	BeQuiet    // for some time from now on
	Quit
)

// listeners are the agents that can be muted, with their settings.
var listeners = []struct {
	tool    event.Tool
	setting string
	heard   func(*prefs.Config) bool
}{
	{event.ClaudeCode, "listeners.claudeCode", func(c *prefs.Config) bool { return c.Listeners.ClaudeCode }},
	{event.Codex, "listeners.codex", func(c *prefs.Config) bool { return c.Listeners.Codex }},
	{event.Gemini, "listeners.gemini", func(c *prefs.Config) bool { return c.Listeners.Gemini }},
	{event.OpenCode, "listeners.openCode", func(c *prefs.Config) bool { return c.Listeners.OpenCode }},
}

// New is the view of a snapshot: first who needs the user, then all sessions, then the choices. problems are what is
// wrong with the preferences.
func New(snap *session.Snapshot, cfg *prefs.Config, visible bool, problems []string) View {
	v := View{State: snap.Pet, Line: line(snap)}
	needy := needy(snap)
	v.Menu = append(v.Menu, needy...)
	if len(needy) > 0 {
		v.Menu = append(v.Menu, Item{})
	}
	for _, s := range snap.Sessions {
		v.Menu = append(v.Menu, Item{Text: name(s) + " – " + lang.T(words[s.State]), Do: Action{Kind: Go, Key: s.Key}})
	}
	if len(snap.Sessions) == 0 {
		v.Menu = append(v.Menu, Item{Text: lang.T("No sessions")})
	}
	v.Menu = append(v.Menu, Item{}, Item{Text: lang.T("Listen to"), Sub: hearing(cfg)})
	if visible {
		v.Menu = append(v.Menu, Item{Text: lang.T("Hide pet"), Do: Action{Kind: Hide}})
	} else {
		v.Menu = append(v.Menu, Item{Text: lang.T("Show pet"), Do: Action{Kind: Show}})
	}
	v.Menu = append(v.Menu, Item{})
	for _, p := range problems {
		v.Menu = append(v.Menu, Item{Text: shorten(p, 80), Do: Action{Kind: OpenConfig}})
	}
	v.Menu = append(v.Menu,
		Item{Text: lang.T("Open preferences"), Do: Action{Kind: OpenConfig}},
		Item{Text: lang.T("Open logs"), Do: Action{Kind: OpenLogs}},
		Item{},
		Item{Text: lang.T("Quit Dango"), Do: Action{Kind: Quit}})
	return v
}

// needy has an item for each request that can be answered here. A permission is allowed or denied in the menu; a
// question or a plan has to be read first, on its card or in the terminal.
func needy(snap *session.Snapshot) (items []Item) {
	for _, s := range snap.Sessions {
		for j := range s.Requests {
			r := &s.Requests[j]
			if r.Life != session.Offered || len(r.Decisions) == 0 {
				continue
			}
			decide := func(d event.Decision) Action {
				return Action{Kind: Decide, Key: s.Key, Request: r.ID, Decision: d}
			}
			item := Item{Text: lang.T("%s: %s", name(s), asks(r))}
			if r.Detail != "" {
				item.Sub = append(item.Sub, Item{Text: shorten(r.Detail, 60)})
			}
			if r.Kind == session.Permission {
				item.Sub = append(item.Sub,
					Item{Text: lang.T("Allow"), Do: decide(event.Allow)}, Item{Text: lang.T("Deny"), Do: decide(event.Deny)})
			}
			item.Sub = append(item.Sub,
				Item{Text: lang.T("Ask in the terminal"), Do: decide(event.Ask)},
				Item{Text: lang.T("Go to the terminal"), Do: Action{Kind: Go, Key: s.Key}})
			items = append(items, item)
		}
	}
	return items
}

func asks(r *session.Request) string {
	switch r.Kind {
	case session.Plan:
		return lang.T("has a plan")
	case session.Question:
		return lang.T("has a question")
	}
	return lang.T("wants to use %s", r.ToolName)
}

func hearing(cfg *prefs.Config) (items []Item) {
	for _, l := range listeners {
		heard := l.heard(cfg)
		items = append(items, Item{Text: l.tool.Name(), Box: true, Checked: heard,
			Do: Action{Kind: Set, Setting: l.setting, Value: strconv.FormatBool(!heard)}})
	}
	return items
}

// line says in one line how things are: "Dango: 3 sessions, 1 needs you".
func line(snap *session.Snapshot) string {
	n, wants := len(snap.Sessions), 0
	for i := range snap.Sessions {
		if s := snap.Sessions[i].State; s == session.AskUser || s == session.PermissionPrompt || s == session.Waiting {
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
