package scene

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"dango/prefs/lang"
	"dango/session"
)

// rowWords are what the bar's row says.
type rowWords struct {
	of       *session.Session // of whom; nil: there is nobody
	who      string           // agent and folder
	what     string
	when     string
	whenNext time.Time // when that changes
	count    string    // of the sessions; empty when one look tells it
	state    session.State
}

// barWords say what a leader does that runs no tool.
var barWords = [session.States]lang.Text{
	session.AskUser: "waits for your answer", session.PermissionPrompt: "needs your permission", session.ErrorInterrupted: "was interrupted",
	session.Waiting: "waits in its terminal", session.ToolUse: "uses a tool", session.Thinking: "thinks",
	session.Responding: "responds", session.Completed: "is done", session.Review: "has finished", session.Idle: "is idle",
}

// shells are the tools whose input is a command.
var shells = map[string]bool{"Bash": true, "bash": true, "shell": true, "exec_command": true, "local_shell": true, "run_shell_command": true}

// retellBar makes the words of the bar's row.
func (s *Scene) retellBar() {
	b := &s.bar
	if s.snap == nil {
		return
	}
	var l *session.Session
	for _, v := range s.snap.Sessions {
		if v.Key == s.snap.Leader {
			l = v
		}
	}
	t := rowWords{of: l, state: session.Idle, whenNext: s.now.Add(math.MaxInt64)}
	if n := len(s.snap.Sessions); n > 1 {
		t.count = strconv.Itoa(n)
	}
	if l == nil {
		t.what = lang.T("No sessions")
		b.tells = t
		return
	}
	t.state = l.State
	t.who = l.Key.Tool.Name()
	switch {
	case l.Posted && !s.private:
		t.what = oneLine(l.Title)
	case l.Posted:
		t.what = lang.T(stateWords[l.State])
	default:
		if l.Folder != "" {
			t.who += " ∙ " + l.Folder
		}
		t.what = s.doing(l)
	}
	var next time.Duration
	t.when, next = sinceShort(l, s.now)
	t.whenNext = s.now.Add(next)
	b.tells = t
}

// doing says what a session does.
func (s *Scene) doing(l *session.Session) string {
	switch {
	case s.private || l.State != session.ToolUse || l.ToolName == "":
		return lang.T(barWords[l.State])
	case l.ToolDetail == "":
		return lang.T("uses %s", toolName(l.ToolName))
	case shells[l.ToolName]:
		return lang.T("runs %s", oneLine(l.ToolDetail))
	}
	return toolName(l.ToolName) + " " + oneLine(l.ToolDetail)
}

// sinceShort says how long a state has lasted, without more words; nothing in the first minute of what is over.
func sinceShort(l *session.Session, now time.Time) (words string, next time.Duration) {
	d := now.Sub(l.StateSince)
	switch l.State {
	case session.Completed, session.Review, session.Idle, session.ErrorInterrupted:
		if d < time.Minute {
			return "", time.Minute - max(d, 0)
		}
		return span(d, time.Minute)
	}
	return span(d, time.Second)
}

// tickBar brings the bar's words about time up to date.
func (s *Scene) tickBar() (changed bool) {
	t := &s.bar.tells
	if !s.bar.on || t.of == nil || s.now.Before(t.whenNext) {
		return false
	}
	words, next := sinceShort(t.of, s.now)
	changed = words != t.when
	t.when, t.whenNext = words, s.now.Add(next)
	return changed
}

// The bar's width follows its words by whole steps, and shrinks only when they have become much shorter: a strip that
// twitches with each word catches the eye.
const (
	barStep  = 16
	barSlack = 64
)

// barWidth is how wide the row would like to be.
func (s *Scene) barWidth() float32 {
	t := &s.bar.tells
	w := float32(2*barPadX + beadSize + 8)
	if t.count != "" {
		w += badgeRow + 8
	}
	for _, words := range [...]string{t.what, t.when} {
		if words != "" {
			w += s.text.Line(words, smallStyle, 0).Width + 8
		}
	}
	if t.who != "" {
		w += s.text.Line(t.who, strongSmall, 0).Width + 8
	}
	w = float32(math.Ceil(float64(w/barStep))) * barStep
	if w > s.bar.width || w < s.bar.width-barSlack {
		s.bar.width = w
	}
	return s.bar.width
}

// summariseBar says in words what the bar shows.
func (s *Scene) summariseBar(w *strings.Builder) {
	b := &s.bar
	if !b.on {
		return
	}
	fmt.Fprintf(w, "bar: %s\n", strings.Join(strings.Fields(b.tells.who+" "+b.tells.what+" "+b.tells.when), " "))
	for _, c := range b.cards {
		if s.inList(c) {
			w.WriteString("bar ")
			c.summarise(w)
		}
	}
}
