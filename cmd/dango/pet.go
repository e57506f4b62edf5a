package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"

	"dango/cmd/internal/core"
	"dango/prefs"
	"dango/sprite"
	"dango/sprite/theme"
)

// dresser chooses the pet: by the flag, else by the tool that leads. Sheets are read on a goroutine of its own, so the
// game never waits for one.
type dresser struct {
	core     *core.Core
	store    theme.Store
	flag     string
	wardrobe *theme.Wardrobe
	sheets   chan *sprite.Sheet // newest alone; for the game
	worn     atomic.Pointer[sprite.Sheet]
	tool     string      // that leads, empty = none; the game's
	tools    chan string // newest alone; from the game
}

// dress gives the pet to begin with, and brings those that come after until ctx ends. One that the user named on the
// command line must be there; instead of one that was chosen some day the built-in one will do.
func dress(ctx context.Context, c *core.Core, o options, wake func()) (*dresser, *sprite.Sheet, error) {
	d := &dresser{core: c, store: theme.Open(c.Paths().Themes()), sheets: make(chan *sprite.Sheet, 1), tools: make(chan string, 1)}
	if o.pet != "" {
		dir, err := filepath.Abs(o.pet)
		if err != nil {
			return nil, nil, err
		}
		d.flag = dir
	}
	id := d.choose("")
	sheet, err := d.store.Load(id)
	chosen := sheet
	if err != nil && o.pet == "" {
		d.trouble(err)
		fmt.Fprintf(os.Stderr, "dango: %v; showing the built-in pet\n", err)
		sheet, err = sprite.Builtin()
	}
	if err != nil {
		return nil, nil, err
	}
	d.worn.Store(sheet)
	d.wardrobe = theme.NewWardrobe(d.store, id, chosen, func(s *sprite.Sheet) { d.show(s); wake() }, d.trouble)
	go d.wardrobe.Run(ctx)
	go d.follow(ctx)
	return d, sheet, nil
}

// sound is what the pet that is shown brings along for an event; nil = nothing. It may be called from any goroutine.
func (d *dresser) sound(event string) []byte {
	wav, _ := d.worn.Load().Sound(event)
	return wav
}

func (d *dresser) show(s *sprite.Sheet) {
	d.worn.Store(s)
	latest(d.sheets, s)
}

// trouble tells why a pet is not the chosen one; nil = it is.
func (d *dresser) trouble(err error) {
	if err == nil {
		d.core.SetTrouble("pet", "")
		return
	}
	d.core.Log().Warn("the chosen pet cannot be shown", "error", err)
	d.core.SetTrouble("pet", err.Error())
}

// choose is the id of the pet that is due while a tool leads. It looks at folders.
func (d *dresser) choose(tool string) string {
	if d.flag != "" {
		return d.flag
	}
	return d.store.Choice(os.Getenv, tool, d.core.Prefs().Config().PetOf(tool))
}

// follow has the pet worn that is due, whenever the preferences or the tool that leads have changed, until ctx ends.
func (d *dresser) follow(ctx context.Context) {
	changed, tool := make(chan struct{}, 1), ""
	defer d.core.Prefs().OnChange(func(*prefs.Config) { latest(changed, struct{}{}) })()
	for {
		d.wardrobe.Wear(d.choose(tool))
		select {
		case <-ctx.Done():
			return
		case tool = <-d.tools:
		case <-changed:
		}
	}
}

// lead says which tool leads. The game calls it in each frame; it never waits.
func (d *dresser) lead(tool string) {
	if tool != d.tool {
		d.tool = tool
		latest(d.tools, tool)
	}
}
