package main

import (
	"context"

	"dango/cmd/internal/core"
	"dango/prefs"
	"dango/prefs/autostart"
	"dango/prefs/tray"
	"dango/sprite/theme"
)

// menus keeps what the pet's menu offers up to date: it follows the preferences, and looks for pets whenever the menu is
// opened. Folders are read on a goroutine of its own.
type menus struct {
	core  *core.Core
	poke  chan struct{}
	items chan []tray.Item // newest alone; for the game
	wake  func()
}

// offer brings menus until ctx ends. wake is called after each.
func offer(ctx context.Context, c *core.Core, wake func()) *menus {
	m := &menus{core: c, poke: make(chan struct{}, 1), items: make(chan []tray.Item, 1), wake: wake}
	go m.run(ctx)
	return m
}

// renew asks for the menu of now. It never waits; any goroutine may call it.
func (m *menus) renew() {
	select {
	case m.poke <- struct{}{}:
	default:
	}
}

func (m *menus) run(ctx context.Context) {
	defer m.core.Prefs().OnChange(func(*prefs.Config) { m.renew() })()
	for {
		items := tray.OfPet(facts(m.core, lookAround(m.core)))
		latest(m.items, items)
		m.wake()
		select {
		case <-m.poke:
		case <-ctx.Done():
			return
		}
	}
}

// around is what menus show and nobody announces.
type around struct {
	pets  []tray.Pet
	login tray.Login
}

// lookAround reads folders.
func lookAround(c *core.Core) *around {
	a := &around{}
	for _, e := range theme.Open(c.Paths().Themes()).Names() {
		a.pets = append(a.pets, tray.Pet{ID: e.ID, Name: e.Name})
	}
	if s, err := autostart.Read(); err == nil {
		a.login = tray.Login{Known: true, Enabled: s.Enabled}
	}
	return a
}

// facts are what menus show beside the sessions.
func facts(c *core.Core, a *around) *tray.Facts {
	st := c.Status()
	f := &tray.Facts{Config: c.Prefs().Config(), Now: prefs.Now(), Visible: st.Visible && !st.Resting, Problems: c.Problems()}
	if a != nil {
		f.Pets, f.Login = a.pets, a.login
	}
	return f
}
