package main

import (
	"errors"
	"os"

	"dango/cmd/internal/core"
	"dango/game/desktop"
	"dango/game/input"
	"dango/game/scene"
	"dango/game/window"
	"dango/prefs"
	"dango/prefs/lang"
	"dango/sprite"
)

// look is how the pet looks, as far as the preferences say.
type look struct {
	size   float64 // 0 = as it is
	manner scene.Manner
	stack
	bar scene.Bar
}

// stack is how bubbles look, as far as the preferences say.
type stack struct {
	most                                 int // bubbles at once
	collapsed, private, ghost, hoverFade bool
}

// apply has a scene look like l.
func (l look) apply(s *scene.Scene) {
	s.SetSize(float32(l.size))
	s.SetManner(l.manner)
	s.SetVisibleBubbles(l.most)
	s.SetCollapsed(l.collapsed)
	s.SetPrivate(l.private)
	s.SetGhost(l.ghost)
	s.SetHoverFade(l.hoverFade)
	s.SetBar(l.bar)
}

// watchLook has changes of the preferences sent to looks, the newest alone, and wake called after each.
func watchLook(c *core.Core, o options, looks chan look, wake func()) (cancel func()) {
	first := c.Prefs().Config().Size
	return c.Prefs().OnChange(func(cfg *prefs.Config) {
		if cfg.Size != first {
			o.size = 0 // the user has chosen another one since
		}
		latest(looks, o.look(cfg))
		wake()
	})
}

// watchShortcut keeps the window's shortcuts what the preferences say.
func watchShortcut(c *core.Core, w *window.Window) (cancel func()) {
	use := func(cfg *prefs.Config) {
		keys, err := shortcuts(cfg)
		if err != nil { // the preferences have checked them
			c.Log().Warn("there is no shortcut", "error", err)
		}
		w.Shortcut(keys)
	}
	use(c.Prefs().Config())
	return c.Prefs().OnChange(use)
}

// shortcuts are what the preferences say; one that cannot be read is none.
func shortcuts(cfg *prefs.Config) (desktop.Shortcuts, error) {
	summon, err := input.ParseChord(cfg.Shortcut)
	vanish, err2 := input.ParseChord(cfg.GhostShortcut)
	return desktop.Shortcuts{Summon: summon, Vanish: vanish}, errors.Join(err, err2)
}

// look is what the flags say, else the preferences.
func (o options) look(cfg *prefs.Config) look {
	l := look{size: o.size, manner: manner(cfg), bar: bar(cfg), stack: stack{
		cfg.VisibleBubbles, cfg.Collapsed, cfg.Privacy, cfg.Ghost, cfg.HoverFade,
	}}
	if l.size == 0 {
		l.size = cfg.Size
	}
	return l
}

// barModes are the values of the setting bar.
var barModes = map[string]scene.BarMode{"off": scene.BarOff, "auto": scene.BarAuto, "always": scene.BarAlways}

// bar is how the bar shall behave, and what happens over full-screen windows.
func bar(cfg *prefs.Config) scene.Bar {
	return scene.Bar{
		Mode: barModes[cfg.Bar], Monitor: cfg.BarMonitor, Hide: cfg.HideInFullscreen, Requests: cfg.RequestsOverFullscreen,
	}
}

// manner is how the pet shall behave.
func manner(cfg *prefs.Config) scene.Manner {
	m := scene.Manner{
		Tuning:  sprite.Tuning{Speed: cfg.Animation.Speed, Times: sprite.Times(cfg.AnimationDurations)},
		Repeats: cfg.StateRepeats,
		Settle:  sprite.Settles(cfg.Settle),
		Tool:    sprite.Clip(cfg.Animation.Tool),
		Wince:   cfg.Animation.Wince,
		Snap:    cfg.Snap,
		Hide:    cfg.HideWhenIdle,
		Leave:   !cfg.StayWithoutSessions,
	}
	if cfg.Animation.Idle == "desktop" {
		m.Tuning.Idle = sprite.Desktop
	}
	if cfg.Look.AtPointer {
		m.Look = sprite.Look{Radius: cfg.Look.Radius, Dead: cfg.Look.DeadZone}
	}
	return m
}

// watchLanguage keeps the language what the preferences say, and calls changed after each change of it.
func watchLanguage(c *core.Core, changed func()) (cancel func()) {
	lang.Use(c.Prefs().Config().Language)
	return c.Prefs().OnChange(func(cfg *prefs.Config) {
		was := lang.Now()
		if lang.Use(cfg.Language); lang.Now() != was {
			changed()
		}
	})
}

// beFound notes where this program lies, so that a hook can start it when it does not run; see autostartOnHook.
func beFound(c *core.Core) {
	self, err := os.Executable()
	if err == nil {
		err = c.Paths().WriteProgram(self)
	}
	if err != nil {
		c.Log().Warn("hooks cannot start the pet", "error", err)
	}
}
