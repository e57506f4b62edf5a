package main

import (
	"context"
	"time"

	"dango/cmd/internal/core"
	"dango/prefs"
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
		items := tray.OfPet(m.core.Prefs().Config(), m.pets(), time.Now())
		select {
		case <-m.items:
		default:
		}
		m.items <- items // there is room: nobody else sends
		m.wake()
		select {
		case <-m.poke:
		case <-ctx.Done():
			return
		}
	}
}

func (m *menus) pets() (pets []tray.Pet) {
	for _, e := range theme.Open(m.core.Paths().Themes()).Names() {
		pets = append(pets, tray.Pet{ID: e.ID, Name: e.Name})
	}
	return pets
}
