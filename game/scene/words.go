package scene

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dango/prefs/lang"
	"dango/session"
	"dango/session/event"
)

// asker is who asks: the agent, or its subagent.
func asker(s *session.Session, r *session.Request) string {
	if r.AgentType != "" {
		return s.Key.Tool.Name() + " (" + r.AgentType + ")"
	}
	return s.Key.Tool.Name()
}

// wants is the beginning of the sentence that ends with a tool's name.
func wants(s *session.Session, r *session.Request) string {
	if r.AgentType == "" {
		switch s.Key.Tool {
		case event.ClaudeCode:
			return lang.T("Claude wants to use")
		case event.Codex:
			return lang.T("Codex wants to use")
		}
	}
	return lang.T("%s wants to use", asker(s, r))
}

// toolName makes the name that an agent gives a tool readable: "mcp__github__create_issue" is "github: create_issue".
func toolName(name string) string {
	if rest, ok := strings.CutPrefix(name, "mcp__"); ok {
		if server, tool, ok := strings.Cut(rest, "__"); ok {
			return server + ": " + tool
		}
	}
	return name
}

// since says how long a state has lasted, and for how long the words will stay right.
//
// Work and waiting count seconds in their first minute; what is over only counts minutes.
func since(s *session.Session, now time.Time) (words string, next time.Duration) {
	switch {
	case s.State.Works():
		w, next := span(now.Sub(s.StateSince), time.Second)
		return lang.T("running %s", w), next
	case s.State.NeedsUser():
		w, next := span(now.Sub(s.StateSince), time.Second)
		return lang.T("waiting %s", w), next
	}
	d := now.Sub(s.StateSince)
	if d < time.Minute {
		return lang.T("just now"), time.Minute - max(d, 0)
	}
	w, next := span(d, time.Minute)
	return lang.T("%s ago", w), next
}

// span says a duration in its largest unit, none smaller than least.
func span(d, least time.Duration) (string, time.Duration) {
	d = max(d, 0)
	for _, u := range [...]struct {
		unit time.Duration
		text lang.Text
	}{{24 * time.Hour, "%dd"}, {time.Hour, "%dh"}, {time.Minute, "%dm"}} {
		if d >= u.unit {
			return lang.T(u.text, int(d/u.unit)), u.unit - d%u.unit
		}
	}
	return lang.T("%ds", int(d/time.Second)), time.Second - d%time.Second
}

// oneLine is text as one line.
func oneLine(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "\n", " ")) }

// sentence gives words a capital.
func sentence(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if unicode.IsUpper(r) || n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// shorten cuts s to n bytes, at a rune, and says so.
func shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return s[:runeStart(s, n)] + "…"
}

// runeStart is the last place up to byte n where a rune begins.
func runeStart(s string, n int) int {
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

// asksNothing is the mode in which an agent does what it likes.
const asksNothing lang.Text = "asks nothing"

// modeMarks are the permission modes that a bubble tells, by the agents' own names. The usual one needs no word.
var modeMarks = map[string]lang.Text{
	"plan": "plans", "acceptEdits": "edits freely", "bypassPermissions": asksNothing, "auto": "auto", "dontAsk": "refuses", "yolo": asksNothing,
}
