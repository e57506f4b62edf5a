package core

import (
	"context"
	"errors"
	"os"

	"dango/ingress/claude"
	"dango/ingress/liveness"
	"dango/ingress/screenlock"
)

// witness starts what looks at the agents from outside, beside their hooks.
func (c *Core) witness(ctx context.Context) {
	env := c.options.Getenv
	if env == nil {
		env = os.Getenv
	}
	c.parts.Go(func() { liveness.Watch(ctx, c.keeper.Watchlist(), c.keeper) })
	c.watchCodex(ctx, env)
	if c.options.Screen {
		c.parts.Go(func() { c.watchScreen(ctx, env) })
	}
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

// setUnseen notes whether the screen is locked or asleep. Meanwhile no request waits for a click.
func (c *Core) setUnseen(on bool) {
	c.unseen.Store(on)
	if !c.configure() {
		c.log.Warn("the screen was locked or unlocked, but the keeper has no room")
	}
}
