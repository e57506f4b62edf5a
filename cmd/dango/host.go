package main

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"

	"dango/cmd/internal/core"
	"dango/game/drawlist"
	"dango/game/input"
	"dango/game/scene"
	"dango/game/window"
	"dango/ingress/control"
	"dango/prefs"
	"dango/prefs/tray"
	"dango/session"
)

// host carries wishes between the scene and the core. The game goroutine owns it, but for listen.
type host struct {
	ctx    context.Context
	core   *core.Core
	leap   *leaper
	tray   *trayed
	herald *herald
	dark   atomic.Bool // the desktop is dark
	clash  string      // why the shortcut does not work, as last told
	scene  *scene.Scene
	window *window.Window
	wake   atomic.Value      // func(): has the game look again
	wishes chan control.Wish // of petctl and of a second dango
	looks  chan look         // newest alone
	pet    *dresser
	menus  *menus
	state  prefs.State
	saves  chan prefs.State // newest alone; to the one writer
	sets   chan setting     // likewise to one writer
	size   *sizer
	saved  sync.WaitGroup
	steps  int // of the game, up to settled
}

func newHost(ctx context.Context, c *core.Core, w *window.Window) *host {
	h := &host{
		ctx: ctx, core: c, window: w, wishes: make(chan control.Wish, 1), looks: make(chan look, 1), saves: make(chan prefs.State, 1),
		sets: make(chan setting, 16),
	}
	h.leap, h.size = newLeaper(c, h.nudge), newSizer(c)
	h.tray = newTray(h)
	h.herald = newHerald(h)
	state, err := prefs.LoadState(c.Paths())
	if err != nil {
		c.Log().Warn("the last position is lost", "error", err)
	}
	h.state = state
	h.saved.Go(h.write)
	h.saved.Go(h.choose)
	h.saved.Go(h.size.run)
	return h
}

// setting is a choice that the user made on the pet.
type setting struct {
	key string
	on  bool
}

// choose writes choices down, off the game goroutine.
func (h *host) choose() {
	for s := range h.sets {
		if err := h.core.Prefs().Set(s.key, strconv.FormatBool(s.on)); err != nil {
			h.core.Log().Warn("what was chosen on the pet is not kept", "error", err)
		}
	}
}

// set has a choice written down. It never waits.
func (h *host) set(key string, on bool) {
	select {
	case h.sets <- setting{key, on}:
	default:
		h.core.Log().Warn("what was chosen on the pet is not kept: too much is", "kind", key)
	}
}

// write writes states down, off the game goroutine.
func (h *host) write() {
	for s := range h.saves {
		if err := prefs.SaveState(h.core.Paths(), s); err != nil {
			h.core.Log().Warn("the position is not saved", "error", err)
		}
	}
}

// close waits until the last state is written.
func (h *host) close() {
	close(h.saves)
	close(h.sets)
	close(h.size.sizes)
	h.saved.Wait()
}

// place puts the pet where the flag says, else where it was, else leaves it to the scene.
func (h *host) place(flag *drawlist.Point) {
	if flag != nil {
		h.scene.SetPetPosition(*flag)
		return
	}
	if h.state.Window == nil {
		return
	}
	for _, m := range h.window.Monitors() {
		if m.Name == h.state.Window.Monitor {
			x, y := float32(h.state.Window.X), float32(h.state.Window.Y)
			h.scene.SetPetPosition(drawlist.Point{X: m.Bounds.X + x, Y: m.Bounds.Y + y})
		}
	}
}

// touch has look again who shows things beside the pet. It may be called from any goroutine.
func (h *host) touch() {
	h.tray.touch()
	h.herald.touch()
}

// nudge has the game look again. It may be called from any goroutine, also before there is a game.
func (h *host) nudge() {
	if wake, ok := h.wake.Load().(func()); ok {
		wake()
	}
}

// listen wakes the game for each wish of others.
func (h *host) listen(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case w := <-h.core.Shows():
			select {
			case h.wishes <- w:
				h.nudge()
			case <-ctx.Done():
				return
			}
		}
	}
}

// settled is the step before which the pet has been seen: each is drawn before the next.
const settled = 2

// after grants wishes; false ends the game.
func (h *host) after(w scene.Wish) bool {
	if h.steps < settled {
		if h.steps++; h.steps == settled {
			collect(gcPercent)
			h.core.Seen()
		}
	}
	if clash := h.window.Clash(); clash != h.clash {
		h.clash = clash
		h.core.SetTrouble("shortcut", clash)
	}
	h.core.SetLocked(h.window.Locked())
	if dark := h.window.Dark(); dark != h.dark.Swap(dark) {
		h.touch()
	}
	if h.core.SetResting(h.scene.Resting()) {
		h.touch()
		h.menus.renew()
	}
	if w.Hide {
		h.core.SetVisible(false)
		h.touch()
	}
	if w.Menu {
		h.menus.renew()
	}
	if w.Do.Kind != tray.Nothing {
		go h.tray.guard(func() { h.tray.do(w.Do) })
	}
	if w.Moved {
		h.remember(w.Pet)
	}
	if w.Size > 0 {
		h.size.set(w.Size)
	}
	if w.Collapse {
		h.set("collapsed", h.scene.Collapsed())
	}
	if w.Ghost {
		h.set("ghost", h.scene.Ghost())
	}
	if w.Jump != (session.Key{}) {
		h.leap.to(h.ctx, w.Jump)
	}
	if w.Visit != (scene.Visit{}) {
		h.leap.visit(w.Visit)
	}
	select {
	case f := <-h.leap.why:
		h.scene.Explain(f.key, f.text)
	case v := <-h.leap.open:
		h.scene.Visited(v)
	default:
	}
	select {
	case other := <-h.wishes:
		switch other {
		case control.Quit:
			return false
		case control.Summon:
			h.window.Summon()
		default:
			h.scene.SetVisible(other == control.Show)
			h.core.SetVisible(other == control.Show)
			h.touch()
		}
	default:
	}
	select {
	case items := <-h.menus.items:
		h.scene.SetMenu(items)
	default:
	}
	select {
	case l := <-h.looks:
		if h.size.busy.Load() {
			l.size = 0 // the wheel has the word
		}
		l.apply(h.scene)
	default:
	}
	h.scene.SetQuiet(h.core.Quiet())
	h.pet.lead(string(h.core.Board().Latest().Leader.Tool))
	select {
	case sheet := <-h.pet.sheets:
		h.scene.SetSheet(sheet)
		sheet.Release()
	default:
	}
	return !w.Quit
}

// remember has the pet's place written down. An older place that is not written yet is not needed any more.
func (h *host) remember(pet drawlist.Point) {
	w := offset(pet, h.window.Monitors())
	if w == nil {
		return
	}
	h.state.Window = w
	latest(h.saves, h.state)
}

// offset is a place as seen from the monitor that it is on; nil when it is on none.
func offset(p drawlist.Point, monitors []input.Monitor) *prefs.Window {
	for _, m := range monitors {
		if m.Bounds.Contains(p) {
			return &prefs.Window{Monitor: m.Name, X: float64(p.X - m.Bounds.X), Y: float64(p.Y - m.Bounds.Y)}
		}
	}
	return nil
}
