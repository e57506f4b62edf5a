package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"

	"github.com/go-text/typesetting/font"

	"dango/cmd/internal/core"
	"dango/game/glyph"
	"dango/prefs/lang"
)

// fonts are those of the system, looked for once a text is Chinese, Japanese or Korean, or has a character that all
// embedded fonts lack, the bitmap font included: a first scan costs a second of one core, and a font with all of Chinese
// 20 MB, which only those pay who read it.
type fonts struct {
	*glyph.System
	begin func()
}

func newFonts(ctx context.Context, c *core.Core, wake func()) *fonts {
	f := &fonts{System: glyph.NewSystem(append([]string{string(lang.Now())}, lang.Locales()...)...)}
	f.begin = sync.OnceFunc(func() {
		go func() {
			changed := func() {
				debug.FreeOSMemory() // what a font was read with is several times what is kept of it
				wake()
			}
			if err := f.Run(ctx, fontCache(), changed); err != nil {
				c.Log().Warn("the system's fonts are not used", "error", err)
			}
		}()
	})
	return f
}

// Font gives the font for r, and starts to look when nobody has asked before.
func (f *fonts) Font(r rune) (*font.Font, bool) {
	if glyph.Covered(r) && !glyph.EastAsian(r) {
		return nil, false
	}
	f.begin()
	return f.System.Font(r)
}

// fontCache is the folder in which the list of the system's fonts is kept from run to run.
func fontCache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "dango")
}
