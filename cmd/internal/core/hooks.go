package core

import "dango/ingress/control"

// Hooks are the hook events that came since the start, by agent and name.
func (c *Core) Hooks() []control.Hook {
	heard := c.counters.Hooks()
	all := make([]control.Hook, len(heard))
	for i, h := range heard {
		all[i] = control.Hook(h)
	}
	return all
}
