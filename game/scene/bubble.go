package scene

import (
	"strings"
	"time"

	"dango/game/drawlist"
	"dango/game/glyph"
	"dango/prefs/lang"
	"dango/prefs/phrase"
	"dango/session"
	"dango/session/event"
)

// Measures of a card in logical pixels.
const (
	cardWidth  = 328 // of one beside the pet
	padX       = 14
	padTop     = 11
	padBottom  = 12
	titleRow   = 18
	badgeRow   = 18
	rowGap     = 5
	bodyGap    = 9
	wellPadX   = 10
	wellPadY   = 8
	buttonRow  = 30
	buttonGap  = 8
	crossSize  = 28
	guardTicks = 18 // 300 ms: a click that was meant for something else must not answer
	sentTicks  = 3 * 60
)

// The text styles.
var (
	titleStyle  = glyph.Style{Face: glyph.Medium, Size: 13}
	smallStyle  = glyph.Style{Face: glyph.Regular, Size: 11.5}
	badgeStyle  = glyph.Style{Face: glyph.Medium, Size: 11}
	digitStyle  = glyph.Style{Face: glyph.Medium, Size: 9.5}
	bodyStyle   = glyph.Style{Face: glyph.Regular, Size: 12.5}
	strongStyle = glyph.Style{Face: glyph.Medium, Size: 12.5}
	monoStyle   = glyph.Style{Face: glyph.Mono, Size: 12}
	buttonStyle = glyph.Style{Face: glyph.Medium, Size: 12.5}
	smallMono   = glyph.Style{Face: glyph.Mono, Size: 11}
	strongSmall = glyph.Style{Face: glyph.Medium, Size: 11.5}
)

// hidden stands for words that are not shown.
const hidden = "•••"

// bubble is one session on the screen.
type bubble struct {
	key   session.Key
	order time.Time // when the session started
	s     *session.Session
	req   *session.Request // whose card this is; nil for a plain bubble

	title, place string // first row; folder and agent
	count        string // "1 of 3", "2 subagents"; empty
	counted      counts
	strong       string // the tool that runs or is asked about
	words        string // what it does, or what was said
	code         bool   // words are code
	who          string // "Claude wants to use"
	outcome      string // what became of an answer, when it is not the usual
	explained    string // why its terminal did not come to the front; until its state changes
	when         string
	remains      string    // how long the agent waits for an answer from here; empty without a limit
	hurried      bool      // that is not long any more
	whenNext     time.Time // when these words change

	draft  *draft  // what the user has done so far; never nil
	blocks []block // of the body
	filled bool    // blocks are up to date
	hint   string  // the harm that may be done

	hintBelow string // the same when it lies below what is seen
	below     bool   // it does

	width   float32 // of the card
	height  float32 // measured
	body    drawlist.Rect
	full    float32 // height of all blocks
	scroll  float32 // how much of it lies above the view
	hintY   float32
	buttons []button // those in the body first

	sent      string // id of the request that was answered here
	decision  event.Decision
	sentAt    uint64 // 0: it is known whether the keeper took the answer
	turned    string // id of the request that the user turned to; empty = none
	tellsFrom uint64 // tick since which the card tells what became of its request; 0 = it does not
	tellsTo   uint64 // tick at which it makes room; 0 = when the keeper says so

	move      motion
	fade      fading
	glow      fading  // the user was led here
	guard     uint64  // tick from which clicks count
	hush      uint64  // the same for the pointer alone, after the card has moved or what was pressed has changed
	shown     bool    // has a place
	seen      bool    // in the latest snapshot
	dismissed bool    // dead because the user said so
	line      bool    // no session, but the count of all
	inBar     bool    // one of the bar's; its place is counted from the list
	rank      int     // there: in the list
	folded    string  // there: the request that the user does not want to see now
	cut       float32 // what the body gives way so that the card fits into the list, or the work area
	limit     float32 // beside the pet: of the body's height, so that other cards have room; 0 = none
	tall      float32 // how high the body would be without that
	gave      float32 // how much lower it is
	pulled    bool    // next to the pet, because others stood between it and one that asks, too
	private   bool    // its words are not shown
	small     bool    // what it asks has no card
	dead      bool    // going; keeps its place until nothing can move under the pointer
	deadAt    uint64
	measured  bool
}

// counts are what a bubble's count is made of.
type counts struct{ open, nth, subagents, background int }

// inner is the width of what is in a card.
func (b *bubble) inner() float32 { return b.width - 2*padX }

// button is what can be pressed, placed from the card's top left, or from the top left of the body's contents.
type button struct {
	control
	label, about string
	look         look
	icon         icon // 0 = none
	rect         drawlist.Rect
	inBody       bool
	on           bool // chosen
	off          bool // cannot be pressed now
}

// adopt takes a new version of the session. fresh says that another request's card is shown now.
func (b *bubble) adopt(s *session.Session, all drafts, now time.Time, tick uint64) (fresh bool) {
	old, had := b.s, b.asks()
	b.s = s
	if old != nil && old.State != s.State {
		b.explained = ""
	}
	b.choose(had, tick)
	if old == nil || old.Title != s.Title || old.Folder != s.Folder || old.Suffix != s.Suffix || old.Titled != s.Titled || old.Mode != s.Mode || old.ParentTitle != s.ParentTitle || old.Action != s.Action {
		b.title, b.place = b.heading(), b.whereabouts()
	}
	if old == nil || old.State != s.State || !old.StateSince.Equal(s.StateSince) || !now.Before(b.whenNext) || b.asks() != had {
		b.retell(now)
	}
	b.recount()
	b.reword()
	b.measured = false
	if d := all.of(b); d != b.draft {
		b.draft, b.blocks, b.scroll, b.filled = d, nil, 0, false
	}
	return b.req != nil && b.asks() != had
}

// asks is the id of the request whose card is shown; empty for a plain bubble.
func (b *bubble) asks() string {
	if b.req == nil {
		return ""
	}
	return b.req.ID
}

// heading is the title, unless it is what the user asked and may not be seen.
func (b *bubble) heading() string {
	if b.private && b.s.Titled {
		return hidden
	}
	return oneLine(b.s.Title)
}

// retell makes the words about time.
func (b *bubble) retell(now time.Time) (changed bool) {
	words, next := since(b.s, now)
	remains, soon := b.left(now)
	if remains != "" && next > time.Second { // else both change together, so that a second costs one picture
		next = min(next, soon)
	}
	b.whenNext = now.Add(next)
	if words == b.when && remains == b.remains {
		return false
	}
	b.when, b.remains = words, remains
	return true
}

// recount tells how many wait in line, or work along.
func (b *bubble) recount() {
	nth, of, _ := b.turn()
	n := counts{of, nth, len(b.s.Subagents), b.s.Background}
	if n == b.counted {
		return
	}
	b.counted = n
	if n.open > 1 {
		b.count = lang.T("%d of %d", n.nth, n.open)
		return
	}
	var words []string
	if n.subagents > 0 {
		words = append(words, lang.T("%d subagents", n.subagents))
	}
	if n.background > 0 {
		words = append(words, lang.T("%d in background", n.background))
	}
	b.count = strings.Join(words, " ∙ ")
}

// reword makes the words of the card's lower part, so that painting makes none.
func (b *bubble) reword() {
	b.strong, b.words, b.code = b.note()
	b.who, b.outcome = "", ""
	if b.private && b.words != "" && b.words != b.explained {
		b.words, b.code = hidden, false
	}
	if b.req == nil {
		b.words = pick(b.strong == "", b.words, oneLine(b.words))
		return
	}
	b.strong, b.words = toolName(b.req.ToolName), shorten(b.req.Detail, maxBodyBytes)
	if b.private {
		b.words = hidden
	}
	b.who = wants(b.s, b.req)
	if b.req.Note != "" {
		b.outcome = lang.T("Not accepted yet")
	}
}

// warning is what a card warns of: why what was wanted just now did not happen, else the harm that may be done.
func (b *bubble) warning() string { return firstOf(b.explained, pick(b.below, b.hintBelow, b.hint)) }

// whereabouts are the folder, unless it is the title already, or the session whose tool started this one, and the agent.
func (b *bubble) whereabouts() string {
	s := b.s
	name := s.Who()
	if s.Suffix != "" {
		name += " " + s.Suffix
	}
	switch {
	case s.Posted && s.Action != nil && !b.private:
		return name + " ∙ " + lang.T("opens %s", s.Action.Place())
	case s.ParentTitle != "" && b.private:
		return lang.T("in %s", s.Parent.Tool.Name()) + " ∙ " + name
	case s.ParentTitle != "":
		return lang.T("in %s", oneLine(s.ParentTitle)) + " ∙ " + name
	case !s.Titled || s.Folder == "":
		return name
	}
	return s.Folder + " ∙ " + name
}

// modeMark is the mode in which the agent asks for permission; empty for the usual one. loud says that it asks nothing.
func (b *bubble) modeMark() (words string, loud bool) {
	m := modeMarks[b.s.Mode]
	if m == "" {
		return "", false
	}
	return lang.T(m), m == asksNothing
}

// badge is the word and the sign for the state.
func (b *bubble) badge() (string, icon) {
	if b.req != nil && b.req.Kind == session.Plan {
		return lang.T("Plan"), iconPlan
	}
	return phrase.State(b.s), icon(b.s.State)
}

// note is the plain bubble's last row: what went wrong, what runs, or what was said.
func (b *bubble) note() (strong, words string, mono bool) {
	s := b.s
	if b.explained != "" {
		return "", b.explained, false
	}
	if s.State == session.Waiting || b.small {
		for i := range s.Requests {
			if r := &s.Requests[i]; r.Life == session.HandedOff || r.Kind == session.Notice || pending(r) {
				return toolName(r.ToolName), r.Detail, r.Kind == session.Permission
			}
		}
	}
	switch {
	case s.State == session.ErrorInterrupted && s.Error != "":
		return "", s.Error, false
	case s.ToolName != "" && s.State == session.ToolUse:
		return toolName(s.ToolName), s.ToolDetail, true
	}
	return "", s.LastText, false
}
