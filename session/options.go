package session

import (
	"time"

	"dango/session/event"
)

// Options are the choices of a registry. The zero value works: every unset duration has a default.
type Options struct {
	KeepUnseen   bool         // finished sessions stay in review until somebody looks
	ShowHeadless bool         // show sessions that nobody sits in front of, even when they ask nothing
	Muted        []event.Tool // their events are dropped; what they ask goes to the terminal, shown until it is resolved

	ShowWithin time.Duration // how long a held request may be off the screen; 0 = 2 s
	HoldAlways bool          // hold requests though no screen reports their cards
	NoScreen   bool          // there is no screen: release every request at once (HoldAlways wins)
	Hold       Holds         // how long a request is held at most
}

// Holds are limits of how long an agent's hook is kept waiting for a click. 0 = the default, < 0 = no limit.
type Holds struct {
	Claude   time.Duration // the main agent, whose terminal asks at the same time: no limit. OpenCode too, with its subagents
	Subagent time.Duration // a subagent, whose terminal asks only after us: 60 s
	Codex    time.Duration // its terminal shows nothing while the hook runs: 60 s
	Headless time.Duration // no terminal at all: 10 min
	Other    time.Duration // an agent that we do not know: 60 s
}

const (
	defaultShowWithin = 2 * time.Second
	defaultHold       = time.Minute
	headlessHold      = 10 * time.Minute
	noLimit           = -1
)

func (o Options) withDefaults() Options {
	set := func(d *time.Duration, otherwise time.Duration) {
		if *d == 0 {
			*d = otherwise
		}
	}
	set(&o.ShowWithin, defaultShowWithin)
	set(&o.Hold.Claude, noLimit)
	set(&o.Hold.Subagent, defaultHold)
	set(&o.Hold.Codex, defaultHold)
	set(&o.Hold.Headless, headlessHold)
	set(&o.Hold.Other, defaultHold)
	return o
}

// limit is how long a request of such an agent is held at most; < 0 = no limit.
func (h Holds) limit(tool event.Tool, subagent, headless bool) time.Duration {
	switch {
	case headless:
		return h.Headless
	case tool == event.Codex:
		return h.Codex
	case tool == event.OpenCode:
		return h.Claude
	case subagent:
		return h.Subagent
	case tool == event.ClaudeCode:
		return h.Claude
	}
	return h.Other
}
