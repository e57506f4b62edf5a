// Dango is a desktop pet that shows what coding agents are doing and lets the user answer them.
//
// This is the only program that links the engine.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	_ "dango/cmd/internal/display" // first: says so when there is no display, before the engine panics
	_ "dango/game/desktop/quiet"   // and keeps the X library from talking

	"dango/cmd/internal/core"
	"dango/game"
	"dango/game/desktop/compose"
	"dango/game/glyph"
	"dango/game/scene"
	"dango/game/window"
	"dango/ingress/control"
	"dango/ingress/sock"
	"dango/prefs"
	"dango/sprite"
)

// gcPercent has the collector come twice as often as usual: a pet makes little garbage, and what it has lain about is
// memory that others miss. Below six working bubbles it is 64 MB instead of 80.
const gcPercent = 50

// gcFirst is how seldom it comes until the pet is seen: much of what is there then stays, and all looks are in vain.
const gcFirst = 400

// collect sets how often the collector comes, if the user does not.
func collect(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

func main() {
	compose.Restore()
	collect(gcFirst)
	o, err := parseFlags(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "dango:", err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	if o.quit {
		err = wish(ctx, o.home, control.Quit, "asked it to quit")
	} else {
		err = run(ctx, o)
	}
	stop()
	if errors.Is(err, game.ErrBlind) {
		err = again()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "dango:", err)
		os.Exit(1)
	}
}

// run shows the pet until the user or a signal ends it.
func run(ctx context.Context, o options) error {
	c, err := core.Start(ctx, core.Options{Home: o.home, Screen: true})
	if errors.Is(err, sock.ErrInUse) {
		return wish(ctx, o.home, control.Show, "already running; showed its pet")
	}
	if err != nil {
		return err
	}
	defer c.Close()
	w, err := window.Open(window.Options{Dark: o.dark(c.Prefs()), Reduced: func(desktop bool) bool { return c.Prefs().Config().Reduced(desktop || c.Still()) }})
	if err != nil {
		return fmt.Errorf("%w; check DISPLAY and that its X server runs", err)
	}
	defer w.Close()
	if os.Getenv("WAYLAND_DISPLAY") != "" && w.Panes() { // an X window of ours
		c.Log().Info("this is Wayland: the pet does not see the pointer over other windows, and its shortcuts reach it from X windows alone; elsewhere a key of your desktop's can run petctl summon")
	}
	w.OnLost(func(err error) {
		c.Close()
		fmt.Fprintln(os.Stderr, "dango:", err)
		os.Exit(1)
	})
	h := newHost(ctx, c, w)
	defer h.close()
	h.menus = offer(ctx, c, h.nudge)
	defer watchLanguage(c, func() { h.nudge(); h.touch(); h.menus.renew() })()
	pet, sheet, err := dress(ctx, c, o, h.nudge)
	if err != nil {
		return err
	}
	if h.scene, err = newScene(ctx, c, w.Panes(), o.look(c.Prefs().Config()), sheet, h.nudge); err != nil {
		return err
	}
	h.pet = pet
	h.place(o.position)
	g := game.New(ctx, game.Options{
		Window: w, Scene: h.scene, Board: c.Board(), Submit: c.Submit, After: h.after, Unseen: c.Unseen, Stuck: c.SetStuck,
	})
	h.wake.Store(g.Nudge)
	defer watchLook(c, o, h.looks, h.nudge)()
	defer c.OnQuiet(func() { h.nudge(); h.touch() })()
	defer watchShortcut(c, w)()
	beFound(c)
	h.tray.show(ctx)
	defer h.herald.start(ctx)()
	go h.listen(ctx)
	err = g.Run()
	if errors.Is(err, game.ErrBlind) {
		c.Log().Warn("no monitor for a moment: starting again", "error", err)
		c.Close() // whoever waits for an answer is asked by its terminal; nobody can see a card
		if failed := w.AwaitMonitors(ctx); failed != nil {
			return failed
		}
	}
	return err
}

// newScene makes the scene with the pet to begin with. wake is called when it has something new to show by itself.
func newScene(ctx context.Context, c *core.Core, barApart bool, l look, sheet *sprite.Sheet, wake func()) (*scene.Scene, error) {
	text, err := glyph.New()
	if err != nil {
		return nil, err
	}
	text.SetFallback(newFonts(ctx, c, wake))
	s, err := scene.New(scene.Options{Sheet: sheet, Size: float32(l.size), Text: text, BarApart: barApart})
	if err != nil {
		return nil, err
	}
	l.apply(s)
	sheet.Release() // the engine takes one cell after the other
	return s, nil
}

// wishWithin is how long the dango that runs may take to answer.
const wishWithin = 5 * time.Second

// wish asks the dango that runs for something and tells the user.
func wish(ctx context.Context, home string, w control.Wish, done string) error {
	paths, err := prefs.Find(home)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, wishWithin)
	defer cancel()
	if err := control.NewClient(paths.Socket()).Wish(ctx, w); err != nil {
		return err
	}
	fmt.Println("dango:", done)
	return nil
}
