package scene

import (
	"slices"
	"time"

	"dango/game/input"
	"dango/prefs/lang"
	"dango/session"
	"dango/session/event"
)

// tellTicks is how long a card tells what became of its request while another one waits behind it.
const tellTicks = input.TicksPerSecond * 3 / 4

// pending says whether the user or the agent still has to do something about a request.
func pending(r *session.Request) bool { return r.Life == session.Offered || r.Life == session.Sent }

// decided says that a request has an answer: ours is on its way, or arrived, or another came first.
func (b *bubble) decided(r *session.Request) bool {
	return b.sent == r.ID || r.Life == session.Sent || r.Life == session.Accepted || r.Life == session.Superseded
}

// answered says whether the card tells what became of its request.
func (b *bubble) answered() bool { return b.req != nil && b.decided(b.req) }

// choose picks the request whose card is shown. The one that is on show stays for as long as it can be answered, and then
// for as long as it has something to tell, unless the user turned to another one. Of the others a question comes first,
// then the oldest, then what was answered and not accepted.
func (b *bubble) choose(had string, now uint64) {
	b.req = nil
	var told, next, doubt, turned *session.Request
	for i := range b.s.Requests {
		r := &b.s.Requests[i]
		if r.ID == b.turned && r.Life == session.Offered {
			turned = r
		}
		switch {
		case r.ID == had && b.decided(r):
			told = r
		case r.ID == had && r.Life == session.Offered:
			b.req = r
		case r.Life == session.Offered && (next == nil || r.Kind == session.Question && next.Kind != session.Question):
			next = r
		case r.Life == session.Sent && r.Note != "" && doubt == nil:
			doubt = r
		}
	}
	if turned != nil {
		b.req = turned
	}
	if b.small {
		b.req, b.tellsFrom, b.tellsTo = nil, 0, 0
		return
	}
	if b.req == nil && told != nil && b.tells(told, next != nil, now) {
		b.req = told
		return
	}
	b.tellsFrom, b.tellsTo = 0, 0
	switch {
	case b.req != nil:
	case next != nil:
		b.req = next
	default:
		b.req = doubt
	}
}

// inLine gives the requests that still want an answer, and the card's own, in the order in which they come on show.
func (b *bubble) inLine(yield func(*session.Request) bool) {
	for _, question := range [...]bool{true, false} {
		for i := range b.s.Requests {
			r := &b.s.Requests[i]
			wants := r == b.req || r.Life == session.Offered && !b.decided(r)
			if wants && question == (r.Kind == session.Question) && !yield(r) {
				return
			}
		}
	}
}

// turn is the place of the card's request in the line, from 1, how many there are, and the id of the one that comes after
// it: empty when it is the only one.
func (b *bubble) turn() (nth, of int, next string) {
	first := ""
	for r := range b.inLine {
		of++
		switch {
		case r == b.req:
			nth = of
		case first == "":
			first = r.ID
		}
		if nth > 0 && of == nth+1 {
			next = r.ID
		}
	}
	return max(nth, 1), of, firstOf(next, first)
}

// tells says whether the card on show has still something to tell about its request, and notes for how long. An answer
// on its way is told for a while: a command that runs may prove only at its end that it was allowed.
func (b *bubble) tells(r *session.Request, more bool, now uint64) bool {
	if b.tellsFrom == 0 {
		b.tellsFrom = max(now, 1)
	}
	switch {
	case more:
		b.tellsTo = b.tellsFrom + tellTicks
	case pending(r) && r.Note == "":
		b.tellsTo = b.tellsFrom + sentTicks
	default:
		b.tellsTo = 0 // the keeper takes it away, or doubts it until then
		return true
	}
	return now < b.tellsTo
}

// told is what is told in place of the buttons.
func (b *bubble) told() (words string, warn bool) {
	ours := b.sent == b.req.ID
	switch {
	case b.outcome != "":
		return b.outcome, true
	case b.req.Life == session.Accepted:
		return lang.T("Accepted"), false
	case b.req.Life == session.Superseded && ours && b.decision != event.Ask:
		return lang.T("Not accepted: it was answered elsewhere first"), true
	case b.req.Life == session.Superseded:
		return b.lost(), false
	case ours && b.decision == event.Allow:
		return lang.T(allowed[b.req.Kind]), false
	case ours && b.decision == event.Deny:
		return lang.T(pick[lang.Text](b.req.Kind == session.Question, "Skipped, on its way", "Denied, on its way")), false
	case ours && b.decision == event.Ask:
		return lang.T("Handing over to the terminal"), false
	}
	return lang.T("Answer sent"), false
}

// lost says why a request needs no answer any more.
func (b *bubble) lost() string {
	over := b.s.State == session.Idle || b.s.State == session.ErrorInterrupted
	if over || b.s.Headless {
		return lang.T("Not asked any more")
	}
	return lang.T("Answered in the terminal")
}

// elsewhere says that something is asked which only a terminal can answer.
func (b *bubble) elsewhere() bool {
	if b.s.State != session.Waiting || b.s.Headless || b.s.Posted || b.inBar || b.small || b.line {
		return false
	}
	return slices.ContainsFunc(b.s.Requests, func(r session.Request) bool { return r.Life == session.HandedOff || r.Kind == session.Notice })
}

var allowed = [...]lang.Text{
	session.Permission: "Allowed, on its way", session.Plan: "Approved, on its way", session.Question: "Answered, on its way",
	session.Notice: "Answer sent",
}

// hurry is when the time that is left for an answer is told in another colour.
const hurry = 10 * time.Second

// left says how long the agent will wait for an answer from here, and for how long the words will stay right. Empty: for
// as long as it takes.
func (b *bubble) left(now time.Time) (words string, next time.Duration) {
	if b.req == nil || b.req.Deadline.IsZero() || b.answered() {
		return "", 0
	}
	d := max(b.req.Deadline.Sub(now), 0)
	b.hurried = d <= hurry
	if d >= 100*time.Second {
		return lang.T("%dm left", int((d+time.Minute-1)/time.Minute)), (d-1)%time.Minute + 1
	}
	return lang.T("%ds left", int((d+time.Second-1)/time.Second)), (d-1)%time.Second + 1
}
