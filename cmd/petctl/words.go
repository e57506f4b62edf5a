package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"dango/ingress/control"
	"dango/prefs/lang"
	"dango/prefs/phrase"
	"dango/prefs/plainly"
	"dango/session"
	"dango/session/event"
)

// kindWords are the kinds of requests.
var kindWords = [...]lang.Text{session.Permission: "permission", session.Plan: "plan", session.Question: "question", session.Notice: "notice"}

// lifeWords are the steps of a request's life.
var lifeWords = [...]lang.Text{
	session.Offered: "offered", session.Sent: "sent", session.Accepted: "accepted", session.Superseded: "superseded",
	session.Expired: "expired", session.HandedOff: "handed off",
}

func lifeWord(l session.Life) string { return lang.T(lifeWords[l]) }

// decisionWord is what was decided, as the command line says it.
func decisionWord(d event.Decision) string {
	if d == event.Deny {
		return lang.T("deny")
	}
	return lang.T("allow")
}

func printStatus(w io.Writer, st *control.Status) {
	pet := lang.T("no screen")
	switch {
	case st.Screen && st.Visible && st.Ghost:
		pet = lang.T("a ghost: clicks fall through, and agents ask in their terminals")
	case st.Screen && st.Visible && st.Resting:
		pet = lang.T("hidden until something happens")
	case st.Screen && st.Visible:
		pet = lang.T("shown, %s", phrase.StateName(&session.Session{State: st.Pet, Posted: st.Posted}))
	case st.Screen:
		pet = lang.T("hidden")
	}
	var t columns
	t.add("Dango", lang.T("%s, process %s, since %s", st.Version, strconv.Itoa(st.PID), st.Started.Local().Format("2006-01-02 15:04")))
	t.add(lang.T("Pet"), pet)
	if st.Quiet != nil {
		t.add(lang.T("Quiet"), quietWords(st.Quiet.Until))
	}
	t.add(lang.T("Sessions"), headline(st.Sessions, st.NeedsYou))
	t.add(lang.T("Events"), orDash(st.Endpoint))
	t.add(lang.T("Folder"), st.Home)
	for _, p := range st.Problems {
		t.add(lang.T("Problem"), line(p))
	}
	t.print(w)
}

// printSnapshot prints a line a session and one below it for each request: plain words in columns, for eyes, ears
// and grep alike.
func printSnapshot(w io.Writer, s *session.Snapshot, now time.Time) {
	sum := control.Summarize(s)
	fmt.Fprintln(w, headline(sum.Sessions, sum.NeedsYou))
	var t columns
	for _, x := range s.Sessions {
		t.add(phrase.StateName(x), name(x), orDash(line(x.Cwd)), line(string(x.Key.Tool)), age(now.Sub(x.StateSince)), shortID(s, x.Key.ID), doing(x))
	}
	t.print(w)
	for _, x := range s.Sessions {
		for i := range x.Requests {
			printRequest(w, x, &x.Requests[i])
		}
	}
}

// shortID is as much of an id as names one session, at least eight bytes: what dismiss and open take.
func shortID(s *session.Snapshot, id string) string {
	need := 8
	for i := range s.Sessions {
		other, same := s.Sessions[i].Key.ID, 0
		for other != id && same < min(len(id), len(other)) && id[same] == other[same] {
			same++
		}
		need = max(need, same+1)
	}
	for need < len(id) && !utf8.RuneStart(id[need]) {
		need++
	}
	return line(id[:min(need, len(id))])
}

// doing is the rest of what a bubble says, in the order of its weight.
func doing(x *session.Session) string {
	var said []string
	add := func(label lang.Text, text string) {
		if text = line(text); text != "" {
			if label != "" {
				text = lang.T(label, text)
			}
			said = append(said, text)
		}
	}
	add("", strings.Join(strings.Fields(x.ToolName+" "+x.ToolDetail), " "))
	if x.Error != "" {
		add("", x.Error)
	} else {
		add("", x.LastText)
	}
	add("in %s", x.ParentTitle)
	if n := len(x.Subagents); n > 0 {
		add("subagents: %s", strconv.Itoa(n))
	}
	if x.Background > 0 {
		add("in the background: %s", strconv.Itoa(x.Background))
	}
	add("mode: %s", x.Mode)
	if x.Action != nil {
		add("opens %s", x.Action.Target)
	}
	return strings.Join(said, " · ")
}

func printRequest(w io.Writer, x *session.Session, r *session.Request) {
	who := line(string(x.Key.Tool))
	if r.AgentType != "" {
		who = lang.T("%s, subagent %s", who, line(r.AgentType))
	}
	fmt.Fprintf(w, "\n%s\n", lang.T("%s: %s %s asks (%s, %s)", name(x), who, lang.T(kindWords[r.Kind]), orDash(line(r.ToolName)), lifeWord(r.Life)))
	detail := plainly.Show(strings.TrimRight(r.Detail, "\r\n"))
	for l := range strings.Lines(detail.String()) {
		fmt.Fprintf(w, "    %s\n", strings.TrimRight(l, "\n"))
	}
	for _, why := range detail.Warnings() {
		fmt.Fprintf(w, "    %s\n", lang.T("note: %s", why))
	}
	if r.Note != "" {
		fmt.Fprintf(w, "    %s\n", line(r.Note))
	}
	if control.Answerable(r) {
		fmt.Fprintf(w, "    petctl decide %s %s\n", line(r.ID), strings.Join(choices(r), "|"))
	}
}

// choices are the decisions in petctl's words: ask is said as terminal, which is where the question goes, and a
// question is not allowed but answered.
func choices(r *session.Request) []string {
	var out []string
	for _, d := range r.Decisions {
		switch {
		case d == event.Ask:
			out = append(out, terminal)
		case d == event.Allow && r.Kind == session.Question:
			out = append(out, answer)
		default:
			out = append(out, string(d))
		}
	}
	slices.Sort(out)
	return out
}

func name(x *session.Session) string {
	if x.Suffix == "" {
		return line(x.Title)
	}
	return line(x.Title) + " (" + line(x.Suffix) + ")"
}

func headline(sessions, needsYou int) string {
	s := lang.T("%d sessions", sessions)
	if needsYou > 0 {
		s += " · " + lang.T("%d need you", needsYou)
	}
	return s
}

// age is a duration in its largest unit: "3s", "5m", "2h", "4d".
func age(d time.Duration) string {
	switch {
	case d < time.Minute:
		return lang.T("%ds", int(max(d, 0)/time.Second))
	case d < time.Hour:
		return lang.T("%dm", int(d/time.Minute))
	case d < 24*time.Hour:
		return lang.T("%dh", int(d/time.Hour))
	}
	return lang.T("%dd", int(d/(24*time.Hour)))
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// line is what an agent said on one line, with nothing invisible in it.
func line(s string) string { return plainly.Line(s) }
