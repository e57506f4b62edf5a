package scene

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"dango/prefs/lang"
	"dango/prefs/phrase"
	"dango/session"
)

// rowWords are what the bar's row says.
type rowWords struct {
	of       *session.Session // of whom; nil: there is nobody
	who      string           // agent and folder
	what     string
	when     string
	whenNext time.Time // when that changes
	sessions int
	count    string // of them; empty when one look tells it
	state    session.State
}

// shells are the tools whose input is a command.
var shells = map[string]bool{"Bash": true, "bash": true, "shell": true, "exec_command": true, "local_shell": true, "run_shell_command": true}

// retellBar makes the words of the bar's row. What has not changed is not said anew.
func (s *Scene) retellBar() {
	t := &s.bar.tells
	if s.snap == nil || !s.bar.used {
		return
	}
	if n := len(s.snap.Sessions); n != t.sessions {
		t.sessions, t.count = n, ""
		if n > 1 {
			t.count = strconv.Itoa(n)
		}
	}
	var l *session.Session
	for _, v := range s.snap.Sessions {
		if v.Key == s.snap.Leader {
			l = v
		}
	}
	old := t.of
	t.of = l
	switch {
	case l == nil:
		t.state, t.who, t.what, t.when = session.Idle, "", lang.T("No sessions"), ""
		return
	case old == nil || !sameWords(old, l):
		t.state = l.State
		t.who, t.what = s.describe(l)
	}
	if old == nil || old.State != l.State || !old.StateSince.Equal(l.StateSince) || !s.now.Before(t.whenNext) {
		var next time.Duration
		t.when, next = sinceShort(l, s.now)
		t.whenNext = s.now.Add(next)
	}
}

// sameWords says whether the row says the same about two versions of a leader, but for the time.
func sameWords(a, b *session.Session) bool {
	return a.Key == b.Key && a.State == b.State && a.Folder == b.Folder && a.Title == b.Title && a.Posted == b.Posted &&
		a.ToolName == b.ToolName && a.ToolDetail == b.ToolDetail && asksPlan(a) == asksPlan(b)
}

// respeakBar says everything anew.
func (s *Scene) respeakBar() {
	s.bar.tells = rowWords{}
	s.retellBar()
}

// describe says who a leader is and what it does.
func (s *Scene) describe(l *session.Session) (who, what string) {
	who = l.Who()
	switch {
	case l.Posted && s.private:
		return who, phrase.Does(l)
	case l.Posted:
		return who, oneLine(l.Title)
	case l.Folder != "":
		who += " ∙ " + l.Folder
	}
	return who, s.doing(l)
}

// doing says what a session does.
func (s *Scene) doing(l *session.Session) string {
	switch {
	case l.State == session.PermissionPrompt && asksPlan(l):
		return lang.T("has a plan")
	case s.private || l.State != session.ToolUse || l.ToolName == "":
		return phrase.Does(l)
	case l.ToolDetail == "":
		return lang.T("uses %s", toolName(l.ToolName))
	case shells[l.ToolName]:
		return lang.T("runs %s", oneLine(l.ToolDetail))
	}
	return toolName(l.ToolName) + " " + oneLine(l.ToolDetail)
}

// asksPlan says whether a plan is the first thing that a session waits with.
func asksPlan(l *session.Session) bool {
	for i := range l.Requests {
		if r := &l.Requests[i]; pending(r) {
			return r.Kind == session.Plan
		}
	}
	return false
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
