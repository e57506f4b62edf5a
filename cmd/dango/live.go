package main

import (
	"fmt"
	"os"

	"dango/cmd/internal/core"
	"dango/game/input"
	"dango/game/scene"
	"dango/game/window"
	"dango/prefs"
	"dango/sprite"
)

// look is how the pet looks, as far as the preferences say.
type look struct {
	size  float64
	theme string        // folder; "" is the built-in one
	sheet *sprite.Sheet // nil: as before

	manner scene.Manner
}

// watchLook has changes of the preferences sent to looks, the newest alone, and wake called after each. Sheets are read
// here, on the goroutine that read the preferences: the game never waits for one. A pet that cannot be shown leaves the
// one before on the screen.
func watchLook(c *core.Core, o options, looks chan look, wake func()) (cancel func()) {
	shown := o.look(c, c.Prefs().Config()).theme
	return c.Prefs().OnChange(func(cfg *prefs.Config) {
		l := o.look(c, cfg)
		if l.theme != shown {
			sheet, err := loadPet(l.theme)
			if err != nil {
				c.Log().Warn("the chosen pet cannot be shown", "error", err)
			} else {
				l.sheet, shown = sheet, l.theme
			}
		}
		select {
		case old := <-looks:
			if l.sheet == nil {
				l.sheet = old.sheet
			}
		default:
		}
		looks <- l // there is room: nobody else sends
		wake()
	})
}

// watchShortcut keeps the window's shortcut what the preferences say.
func watchShortcut(c *core.Core, w *window.Window) (cancel func()) {
	use := func(cfg *prefs.Config) {
		chord, err := input.ParseChord(cfg.Shortcut)
		if err != nil { // the preferences have checked it
			c.Log().Warn("there is no shortcut", "error", err)
		}
		w.Shortcut(chord)
	}
	use(c.Prefs().Config())
	return c.Prefs().OnChange(use)
}

// look is what the flags say, else the preferences.
func (o options) look(c *core.Core, cfg *prefs.Config) look {
	l := look{size: o.size, theme: o.pet, manner: manner(cfg)}
	if l.size == 0 {
		l.size = cfg.Size
	}
	if l.theme == "" {
		l.theme = cfg.ThemeDir(c.Paths())
	}
	return l
}

// manner is how the pet shall behave.
func manner(cfg *prefs.Config) scene.Manner {
	m := scene.Manner{
		Tuning:  sprite.Tuning{Speed: cfg.Animation.Speed, Times: sprite.Times(cfg.AnimationDurations)},
		Repeats: cfg.StateRepeats,
		Settle:  sprite.Settles(cfg.Settle),
		Tool:    sprite.Clip(cfg.Animation.Tool),
	}
	if cfg.Animation.Idle == "desktop" {
		m.Tuning.Idle = sprite.Desktop
	}
	if cfg.Look.AtPointer {
		m.Look = sprite.Look{Radius: cfg.Look.Radius, Dead: cfg.Look.DeadZone}
	}
	return m
}

// firstSheet loads the pet to begin with. One that the user named on the command line must be there; instead of one that
// was chosen some day the built-in one will do.
func (o options) firstSheet(c *core.Core, theme string) (*sprite.Sheet, error) {
	sheet, err := loadPet(theme)
	if err == nil || o.pet != "" {
		return sheet, err
	}
	c.Log().Warn("the chosen pet cannot be shown", "error", err)
	fmt.Fprintf(os.Stderr, "dango: %v; showing the built-in pet\n", err)
	return sprite.Builtin()
}

// loadPet reads the pet in a folder, or the built-in one when there is no name.
func loadPet(dir string) (*sprite.Sheet, error) {
	if dir == "" {
		return sprite.Builtin()
	}
	return sprite.LoadDir(dir)
}
