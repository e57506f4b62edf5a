package core

import (
	"time"

	"dango/prefs"
	"dango/session"
	"dango/session/event"
)

// sessionOptions says in the keeper's words what the user chose. A hidden pet or one that takes no clicks, a user who
// is not to be disturbed, a locked screen and a window that hangs are the same to it as no screen.
func (c *Core) sessionOptions(cfg *prefs.Config) session.Options {
	alone, _ := c.undisturbed(cfg)
	o := session.Options{
		KeepUnseen:   cfg.KeepUnseen,
		ShowHeadless: cfg.ShowHeadless,
		ShowWithin:   cfg.Hold.ShowWithin,
		HoldAlways:   c.options.Hold,
		NoScreen:     !c.options.Screen || !c.visible.Load() || c.Unseen() || c.stuck.Load() || alone || cfg.Ghost,
		Hold: session.Holds{
			Claude:   limit(cfg.Hold.ClaudeCode),
			Subagent: limit(cfg.Hold.Subagent),
			Codex:    limit(cfg.Hold.Codex),
			Headless: limit(cfg.Hold.Headless),
			Other:    limit(cfg.Hold.Other),
		},
	}
	for _, tool := range cfg.Muted() {
		o.Muted = append(o.Muted, event.Tool(tool))
	}
	return o
}

// limit turns the file's 0, no limit, into the keeper's, which is negative.
func limit(d time.Duration) time.Duration {
	if d == 0 {
		return -1
	}
	return d
}
