package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"
	"unicode/utf8"

	"dango/ingress/control"
	"dango/session"
	"dango/session/event"
)

func printStatus(w io.Writer, st *control.Status) {
	pet := "no screen"
	switch {
	case st.Screen && st.Visible:
		pet = "shown, " + st.Pet.String()
	case st.Screen:
		pet = "hidden"
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "Dango\t%s, process %d, since %s\n", st.Version, st.PID, st.Started.Local().Format("2006-01-02 15:04"))
	fmt.Fprintf(t, "Pet\t%s\n", pet)
	if st.Quiet != nil {
		fmt.Fprintf(t, "Quiet\t%s\n", quietWords(st.Quiet.Until))
	}
	fmt.Fprintf(t, "Sessions\t%s\n", headline(st.Sessions, st.NeedsYou))
	fmt.Fprintf(t, "Events\t%s\n", orDash(st.Endpoint))
	fmt.Fprintf(t, "Folder\t%s\n", st.Home)
	for _, p := range st.Problems {
		fmt.Fprintf(t, "Problem\t%s\n", line(p))
	}
	t.Flush()
}

// printSnapshot prints a line a session and one below it for each request: plain words in columns, for eyes, ears
// and grep alike.
func printSnapshot(w io.Writer, s *session.Snapshot, now time.Time) {
	sum := control.Summarize(s)
	fmt.Fprintln(w, headline(sum.Sessions, sum.NeedsYou))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, x := range s.Sessions {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", x.State, name(x), orDash(x.Cwd), x.Key.Tool, age(now.Sub(x.StateSince)),
			shortID(s, x.Key.ID), doing(x))
	}
	t.Flush()
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
	add := func(label, text string) {
		if text = line(text); text != "" {
			said = append(said, label+text)
		}
	}
	add("", strings.Join(strings.Fields(x.ToolName+" "+x.ToolDetail), " "))
	if x.Error != "" {
		add("", x.Error)
	} else {
		add("", x.LastText)
	}
	if n := len(x.Subagents); n > 0 {
		add("subagents: ", strconv.Itoa(n))
	}
	if x.Background > 0 {
		add("in the background: ", strconv.Itoa(x.Background))
	}
	add("mode: ", x.Mode)
	if x.Action != nil {
		add("opens ", x.Action.Target)
	}
	return strings.Join(said, " · ")
}

func printRequest(w io.Writer, x *session.Session, r *session.Request) {
	who := string(x.Key.Tool)
	if r.AgentType != "" {
		who += ", subagent " + line(r.AgentType)
	}
	fmt.Fprintf(w, "\n%s: %s %s asks (%s, %s)\n", name(x), who, r.Kind, orDash(line(r.ToolName)), r.Life)
	for l := range strings.Lines(r.Detail) {
		fmt.Fprintf(w, "    %s\n", line(l))
	}
	if r.Note != "" {
		fmt.Fprintf(w, "    %s\n", line(r.Note))
	}
	if control.Answerable(r) {
		fmt.Fprintf(w, "    petctl decide %s %s\n", r.ID, strings.Join(choices(r), "|"))
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
	s := fmt.Sprintf("%d sessions", sessions)
	if sessions == 1 {
		s = "1 session"
	}
	switch needsYou {
	case 0:
		return s
	case 1:
		return s + " · 1 needs you"
	}
	return fmt.Sprintf("%s · %d need you", s, needsYou)
}

// age is a duration in its largest unit: "3s", "5m", "2h", "4d".
func age(d time.Duration) string {
	switch {
	case d < time.Second:
		return "0s"
	case d < time.Minute:
		return fmt.Sprintf("%ds", d/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("%dm", d/time.Minute)
	case d < 24*time.Hour:
		return fmt.Sprintf("%dh", d/time.Hour)
	}
	return fmt.Sprintf("%dd", d/(24*time.Hour))
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// line makes one printable line of what an agent said: no tabs, no line ends, no terminal escapes.
func line(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, s))
}
