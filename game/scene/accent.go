package scene

import (
	"dango/game/drawlist"
	"dango/session"
)

// Accent is the colour of a state, as the leader's outline has it.
func Accent(s session.State, onDark bool) drawlist.Color { return pick(onDark, &dark, &light).ring[s] }
