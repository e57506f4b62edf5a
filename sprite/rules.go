package sprite

import "time"

// State is the name of what the pet shows, as the session model spells it: "tool-use". One that the table
// below does not know is idle.
type State string

// repeat says how long a state's clip goes on before the pet settles into idle.
type repeat uint8

const (
	forever  repeat = iota // somebody waits for the user
	working                // while there was evidence of work lately
	finished               // a few cycles: the news has been told, the bubble keeps it
)

// play is how a state looks.
type play struct {
	clip   Clip
	repeat repeat
	intro  Clip // played once before clip; empty for none
}

// toolUse is the one state whose clip the user may choose.
const toolUse State = "tool-use"

// plays lays out which clip shows which state, and until when.
var plays = map[State]play{
	"ask-user":          {Waiting, forever, Waving}, // greets, because a question needs reading
	"permission-prompt": {Waiting, forever, ""},
	"error-interrupted": {Failed, finished, ""},
	"waiting":           {Waiting, forever, ""},
	toolUse:             {Running, working, ""},
	"thinking":          {Review, working, ""},
	"responding":        {Running, working, ""},
	"completed":         {Jumping, finished, ""},
	"review":            {Review, finished, ""},
	"idle":              {Idle, forever, ""},
}

// play is total: a state without a row looks idle. tool is the clip for the use of a tool. A sheet that has a clip made
// for the state plays that one, and no intro.
func (s *Sheet) play(st State, tool Clip) play {
	p, ok := plays[st]
	switch {
	case !ok:
		p = plays["idle"]
	case s.own[st] != "":
		p.clip, p.intro = s.own[st], ""
	case st == toolUse && tool != "":
		p.clip = tool
	}
	return p
}

// asks says whether the state shows a card that the user can answer.
func (s State) asks() bool { return s == "ask-user" || s == "permission-prompt" }

// Settles finds a Settle by its name in the preferences; an unknown one is SettleFinished.
func Settles(name string) Settle {
	switch name {
	case "all":
		return SettleAll
	case "never":
		return SettleNever
	}
	return SettleFinished
}

// Settle chooses which states come to rest in idle while they last.
type Settle uint8

const (
	SettleFinished Settle = iota // what finished, and work that shows no sign of life
	SettleAll                    // blocking states too, and work after as many cycles
	SettleNever
)

const (
	// MinDisplay is how long a clip stays at least, so that states that rush by do not flicker. A drag does not wait.
	MinDisplay = 250 * time.Millisecond
	// Fresh is how long one piece of evidence keeps a working pet at work.
	Fresh = 5 * time.Minute
	// CardQuiet is how long after a card has come no one-shot distracts from it: about three cycles of waiting.
	CardQuiet = 3 * time.Second
	// WinceFor is how long a pet winces: three frames of the failed clip.
	WinceFor = 420 * time.Millisecond
	// DozeAfter is how long a pet without sessions stays awake.
	DozeAfter = 10 * time.Minute
	// DefaultRepeats is how often a finished state plays its clip before it settles.
	DefaultRepeats = 3
)
