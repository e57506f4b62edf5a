package core

import (
	"context"
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"dango/ingress/claude"
	"dango/ingress/disturb"
	"dango/ingress/liveness"
	"dango/ingress/screenlock"
	"dango/ingress/still"
	"dango/prefs"
)

// seenWithin is how long the pet may take to be seen before others do not wait for it any more.
const seenWithin = 2 * time.Second

// witness starts what looks at the desktop, and at the agents from outside, beside their hooks. To find agents means to
// read about all processes and many files: that waits until the pet is seen.
func (c *Core) witness(ctx context.Context) {
	env := c.options.Getenv
	if env == nil {
		env = os.Getenv
	}
	if c.options.Screen {
		c.parts.Go(func() { c.watchScreen(ctx, env) })
		c.parts.Go(func() { c.watchDesktop(ctx, env) })
		c.parts.Go(func() { c.watchMotion(ctx, env) })
	}
	c.parts.Go(func() {
		if c.options.Screen {
			select {
			case <-c.seen:
			case <-time.After(seenWithin):
			case <-ctx.Done():
				return
			}
		}
		c.watchAgents(ctx, env)
	})
}

func (c *Core) watchAgents(ctx context.Context, env func(string) string) {
	c.parts.Go(func() { liveness.Watch(ctx, c.keeper.Watchlist(), c.keeper) })
	c.watchCodex(ctx, env)
	c.parts.Go(func() {
		o := claude.Options{Root: claude.Root(env), Log: c.log}
		if err := claude.Watch(ctx, c.keeper.Watchlist(), c.keeper, o); err != nil {
			c.log.Error("claude's sessions are known by hooks alone", "error", err)
		}
	})
}

// watchScreen notices when nobody can see the screen, until ctx ends.
func (c *Core) watchScreen(ctx context.Context, getenv func(string) string) {
	err := screenlock.Watch(ctx, screenlock.Options{Getenv: getenv}, c.setUnseen)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		c.log.Info("a locked screen is not noticed on this system")
	case err != nil:
		c.log.Error("a locked screen is not noticed", "error", err)
	}
}

// watchMotion notices when the desktop asks for no motion in a way that the window does not hear, until ctx ends.
func (c *Core) watchMotion(ctx context.Context, getenv func(string) string) {
	err := still.Watch(ctx, still.Options{Getenv: getenv}, func(on bool) {
		c.quiet.still.Store(on)
		c.tellQuiet()
	})
	if err != nil && !errors.Is(err, errors.ErrUnsupported) {
		c.log.Warn("the desktop's wish for no motion is not noticed", "error", err)
	}
}

// watchDesktop listens to the desktop's own do-not-disturb for as long as it counts, until ctx ends.
func (c *Core) watchDesktop(ctx context.Context, getenv func(string) string) {
	changed := make(chan struct{}, 1)
	defer c.store.OnChange(func(*prefs.Config) { nudge(changed) })()
	var listening sync.WaitGroup
	defer listening.Wait()
	stop := func() {}
	defer func() { stop() }()
	for on := false; ; {
		if now := c.store.Config().QuietAsDesktop(); now != on {
			on = now
			stop()
			listening.Wait()
			c.setAlone(false)
			stop = func() {}
			if on {
				part, cancel := context.WithCancel(ctx)
				stop = cancel
				listening.Go(func() { c.listenDesktop(part, getenv) })
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-changed:
		}
	}
}

func (c *Core) listenDesktop(ctx context.Context, getenv func(string) string) {
	if err := disturb.Watch(ctx, disturb.Options{Getenv: getenv}, c.setAlone); err != nil {
		c.log.Warn("doNotDisturb is system, and this system does not tell", "error", err)
	}
}

// setAlone notes whether the desktop is to be left alone. It counts while doNotDisturb is system.
func (c *Core) setAlone(on bool) {
	if c.quiet.desktop.Swap(on) != on && !c.configure() {
		c.log.Warn("the desktop's do-not-disturb changed, but the keeper has no room")
	}
}

// setUnseen notes whether the screen is locked or asleep. Meanwhile no request waits for a click.
func (c *Core) setUnseen(on bool) { c.noteUnseen(&c.unseen, on) }

// SetLocked notes the same of lockers that tell the message bus nothing. It never waits.
func (c *Core) SetLocked(on bool) { c.noteUnseen(&c.locked, on) }

// SetStuck notes whether the pet's picture stands still though it should not: nobody can answer on it, so meanwhile no
// request waits for a click. It never waits.
func (c *Core) SetStuck(on bool) {
	if on {
		c.log.Warn("the window does not answer: requests go to the terminals")
	}
	c.noteUnseen(&c.stuck, on)
}

func (c *Core) noteUnseen(fact *atomic.Bool, on bool) {
	if fact.Swap(on) != on && !c.configure() {
		c.log.Warn("the screen went out of sight or came back, but the keeper has no room")
	}
}
