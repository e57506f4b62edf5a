package scene

import (
	"bytes"
	"encoding/json"
	"iter"
	"net/url"
	"slices"

	"dango/prefs/lang"
	"dango/session"
	"dango/session/event"
)

// act is what pressing a control does.
type act uint8

const (
	actNone    act = iota
	actAllow       // arg: 1 = a plan's edits are accepted, too
	actDeny        // with the reason that was typed, if any
	actAsk         // the terminal asks
	actWhy         // opens the field for a reason
	actOffers      // opens the agent's own offers
	actOffer       // arg: which; takes it
	actStop        // arg: which; takes the one that ends the turn
	actClose       // goes back from either
	actPick        // arg: option
	actOther       // the field for the user's own words
	actReason      // the field for a reason
	actBack        // page
	actForward     // page, or the reply
	actNext        // the next request in line
	actVisit       // opens the page that is asked for
	actGo          // to the terminal that asks
)

// control names something that can be pressed, whatever place it has.
type control struct {
	act act
	arg int
}

// look is how a control is drawn.
type look uint8

const (
	lookPlain look = iota
	lookPrimary
	lookGhost // words alone, until the pointer is on them
	lookRow   // wide, with a second line
	lookRadio
	lookCheck
	lookField
	lookCount // the count in a card's head
)

// mode is what a card's lower part offers.
type mode uint8

const (
	modeMain mode = iota
	modeWhy
	modeOffers
)

// draft is what the user has done on a request's cards so far. Those beside the pet and in the bar share it.
type draft struct {
	said   *session.Request // what it was made from; nil = nothing is asked
	spoken lang.Language    // of offers and asks
	mode   mode
	page   int
	asks   []question
	given  []reply
	why    field
	offers []offer
	site   *url.URL // that an MCP server wants to be visited; nil = none
}

// drafts are those of all requests that have had a card and are still listed: what is half done stays while another
// request, or another card, is turned to.
type drafts map[asked]*draft

type asked struct {
	session.Key
	request string
}

// of gives what was done so far about what a bubble asks now.
func (all drafts) of(b *bubble) *draft {
	if b.req == nil {
		if b.draft != nil && b.draft.said == nil {
			return b.draft
		}
		return new(draft)
	}
	k := asked{b.key, b.req.ID}
	d := all[k]
	switch {
	case d == nil || !bytes.Equal(d.said.Input, b.req.Input):
		d = newDraft(b.key.Tool, b.req)
		all[k] = d
	case d.spoken != lang.Now():
		said := newDraft(b.key.Tool, b.req)
		d.offers, d.asks, d.spoken = said.offers, said.asks, said.spoken
	}
	return d
}

// forget drops the drafts of requests that are gone.
func (s *Scene) forget() {
	for k := range s.drafts {
		if b := s.byKey[k.Key]; b == nil || !b.seen || !slices.ContainsFunc(b.s.Requests, func(r session.Request) bool { return r.ID == k.request }) {
			delete(s.drafts, k)
		}
	}
}

func newDraft(tool event.Tool, r *session.Request) *draft {
	d := &draft{said: r, spoken: lang.Now()}
	if r.Kind == session.Question && takes(r, event.Allow) {
		d.asks = questionsOf(tool, r)
	}
	d.given = make([]reply, len(d.asks))
	for i := range d.given {
		d.given[i].chosen = make([]bool, len(d.asks[i].options))
		d.given[i].field.secret = d.asks[i].secret
		d.given[i].other = len(d.asks[i].options) == 0
	}
	if r.ToolName == elicitation && takes(r, event.Allow) {
		d.site = siteOf(r.Input)
	}
	if takes(r, event.Allow) && r.Kind == session.Permission {
		d.offers = offersOf(tool, r)
	}
	return d
}

// takes says whether a request can be answered with d.
func takes(r *session.Request, d event.Decision) bool {
	for _, t := range r.Decisions {
		if t == d {
			return r.Kind != session.Notice
		}
	}
	return false
}

func (d *draft) last() bool { return d.page == len(d.asks)-1 }

// ready says whether the page may be left forwards.
func (d *draft) ready() bool { return len(d.asks) > 0 && d.asks[d.page].done(&d.given[d.page]) }

// field is the text that a control edits; nil when it is no field.
func (b *bubble) field(c control) *field {
	switch {
	case c.act == actReason:
		return &b.draft.why
	case c.act == actOther && b.draft.page < len(b.draft.given):
		return &b.draft.given[b.draft.page].field
	}
	return nil
}

// perform does what a control does. The answer, if it is one, goes to the keeper.
func (s *Scene) perform(b *bubble, c control) {
	d := b.draft
	switch c.act {
	case actAllow:
		s.decide(b, b.approval(c.arg == 1))
	case actOffer, actStop:
		o := &d.offers[c.arg]
		s.decide(b, event.Answer{Decision: pick(o.no, event.Deny, event.Allow), UpdatedPermissions: o.raw})
	case actDeny:
		s.decide(b, event.Answer{Decision: event.Deny, Reason: firstOf(d.why.string(), denial(b.req))})
	case actAsk:
		s.decide(b, event.Answer{Decision: event.Ask})
	case actWhy:
		s.turn(b, modeWhy, d.page)
		s.focusOn(b, control{act: actReason})
	case actOffers:
		s.turn(b, modeOffers, d.page)
		s.ringTo(control{act: actOffer})
	case actClose:
		from := control{act: pick(d.mode == modeWhy, actWhy, actOffers)}
		s.turn(b, modeMain, d.page)
		s.ringTo(from)
	case actPick:
		d.asks[d.page].pick(&d.given[d.page], c.arg)
		for c := range s.sharers(b) {
			c.stale()
		}
	case actOther, actReason:
		s.focusOn(b, c)
	case actGo:
		s.wish.Jump = b.key
	case actVisit:
		s.wish.Visit = Visit{b.key, b.req.ID, d.site.String()}
	case actNext:
		_, _, b.turned = b.turn()
		s.adopt(b, b.s)
		s.ringTo(control{act: actNext})
	case actBack:
		s.turn(b, modeMain, d.page-1)
		s.ringTo(d.start())
	case actForward:
		switch {
		case !d.ready():
		case d.last():
			s.decide(b, event.Answer{Decision: event.Allow, UpdatedInput: answers(b.key.Tool, b.req, d.asks, d.given)})
		default:
			s.turn(b, modeMain, d.page+1)
			s.ringTo(d.start())
		}
	}
}

// approval is a yes. A plan's always has the plan with it: without, Claude Code takes it for no answer.
func (b *bubble) approval(edits bool) event.Answer {
	a := event.Answer{Decision: event.Allow}
	if b.req.Kind != session.Plan {
		return a
	}
	if a.UpdatedInput = b.req.Input; len(a.UpdatedInput) == 0 {
		a.UpdatedInput = json.RawMessage(`{}`)
	}
	if edits {
		a.UpdatedPermissions = json.RawMessage(`[{"type":"setMode","mode":"acceptEdits","destination":"session"}]`)
	}
	return a
}

// start is what the keyboard begins with on a page: its first option, or else its field.
func (d *draft) start() control {
	if len(d.asks) == 0 {
		return control{}
	}
	return control{act: pick(len(d.asks[d.page].options) > 0, actPick, actOther)}
}

// turn shows another page or mode. What is pressed next must be seen first.
func (s *Scene) turn(b *bubble, m mode, page int) {
	turned := b.draft.page != page
	b.draft.mode, b.draft.page = m, page
	for c := range s.sharers(b) {
		if turned {
			c.scroll = 0
		}
		c.hush = s.tick + guardTicks
		c.stale()
	}
	s.focused.typing = false
	s.focused.at = control{}
}

// sharers are the cards that show the draft of one: itself, and the other one of its session.
func (s *Scene) sharers(b *bubble) iter.Seq[*bubble] {
	return func(yield func(*bubble) bool) {
		if t := s.twin(b); yield(b) && t != nil && t.draft == b.draft {
			yield(t)
		}
	}
}

// decide answers the request of a card.
func (s *Scene) decide(b *bubble, a event.Answer) {
	b.sent, b.decision, b.sentAt, b.remains = b.req.ID, a.Decision, max(s.tick, 1), ""
	b.stale()
	s.agree(b)
	s.focused.typing, s.focused.at = false, control{}
	s.ringOnwards(b)
	a.Schema, a.RequestID = event.Schema, b.req.ID
	s.commands = append(s.commands, session.Command{Kind: session.Decide, Key: b.key, Request: b.req.ID, Answer: a})
}

// denial is what the agent is told when the user gave no reason.
func denial(r *session.Request) string {
	switch r.Kind {
	case session.Plan:
		return "The user wants to keep planning."
	case session.Question:
		return "The user skipped this question."
	}
	return "The user denied this in Dango."
}
