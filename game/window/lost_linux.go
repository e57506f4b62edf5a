package window

import (
	"fmt"
	"os"
	"sync"

	"github.com/ebitengine/purego"

	"dango/game/desktop"
)

// onLost has f called when the engine's own connection to the X server breaks.
//
// Xlib ends the process then, with a message of its own, unless its handler does so first. Xlib calls it on the thread
// that notices; the handler must not return.
func onLost(f func(error)) {
	lib, err := purego.Dlopen("libX11.so.6", purego.RTLD_LAZY|purego.RTLD_GLOBAL)
	if err != nil {
		return // then Xlib's message has to do
	}
	var setIOErrorHandler func(handler uintptr) uintptr
	purego.RegisterLibFunc(&setIOErrorHandler, lib, "XSetIOErrorHandler")
	end := sync.OnceFunc(func() {
		f(fmt.Errorf("window: connection to DISPLAY=%s lost: %w", os.Getenv("DISPLAY"), desktop.ErrGone))
	})
	setIOErrorHandler(purego.NewCallback(func(display uintptr) uintptr {
		end()
		select {} // whoever came first is ending the process
	}))
}
