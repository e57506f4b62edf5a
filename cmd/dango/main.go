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
	"syscall"
	"time"

	_ "dango/cmd/internal/display" // first: says so when there is no display, before the engine panics
	_ "dango/game/desktop/quiet"   // and keeps the X library from talking

	"dango/cmd/internal/core"
	"dango/game"
	"dango/game/scene"
	"dango/game/window"
	"dango/ingress/control"
	"dango/ingress/sock"
	"dango/prefs"
	"dango/sprite"
)

func main() {
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
	w, err := window.Open(window.Options{Dark: o.dark(c.Prefs())})
	if err != nil {
		return fmt.Errorf("%w; check DISPLAY and that its X server runs", err)
	}
	defer w.Close()
	w.OnLost(func(err error) {
		c.Close()
		fmt.Fprintln(os.Stderr, "dango:", err)
		os.Exit(1)
	})
	s, err := newScene(c, o)
	if err != nil {
		return err
	}
	h := newHost(c, s, w)
	defer h.close()
	h.place(o.position)
	g := game.New(ctx, game.Options{Window: w, Scene: s, Board: c.Board(), Submit: c.Submit, After: h.after})
	go h.listen(ctx, g.Nudge)
	return g.Run()
}

// newScene loads the pet: the one of the flags, else the chosen one, else, when that cannot be shown, the built-in one.
func newScene(c *core.Core, o options) (*scene.Scene, error) {
	cfg := c.Prefs().Config()
	sheet, err := loadPet(o.pet, cfg.ThemeDir(c.Paths()))
	if err != nil && o.pet == "" {
		fmt.Fprintf(os.Stderr, "dango: %v; showing the built-in pet\n", err)
		sheet, err = sprite.Builtin()
	}
	if err != nil {
		return nil, err
	}
	size := o.size
	if size == 0 {
		size = cfg.Size
	}
	s, err := scene.New(scene.Options{Sheet: sheet, Size: float32(size)})
	if err != nil {
		return nil, err
	}
	sheet.Release() // the scene's page has the picture until the engine takes it
	return s, nil
}

func loadPet(dirs ...string) (*sprite.Sheet, error) {
	for _, d := range dirs {
		if d != "" {
			return sprite.LoadDir(d)
		}
	}
	return sprite.Builtin()
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
