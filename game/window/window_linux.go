package window

import (
	"dango/game/desktop"
	"dango/game/input"
)

// prepare makes the environment that the engine and its libraries start in, until restore is called.
func prepare() (restore func()) {
	glx, alone := preferGLX(), paintAlone()
	return func() { glx(); alone() }
}

// system has nothing to do on X11: desktop places the window and hears the pointer.
type system struct{}

func (system) read(d *desktop.Desktop, dst []input.Event) []input.Event { return d.Drain(dst) }

func (system) show(float64, desktop.Wish) {}
