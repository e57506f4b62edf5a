package window

import (
	"dango/game/desktop"
	"dango/game/input"
)

// system has nothing to do on X11: desktop places the window and hears the pointer.
type system struct{}

func (system) read(d *desktop.Desktop, dst []input.Event) []input.Event { return d.Drain(dst) }

func (system) show(float64, desktop.Wish) {}
