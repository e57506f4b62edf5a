package core

import (
	"context"
	"os"

	"dango/ingress/claude"
	"dango/ingress/liveness"
)

// witness starts what looks at the agents from outside, beside their hooks.
func (c *Core) witness(ctx context.Context) {
	env := c.options.Getenv
	if env == nil {
		env = os.Getenv
	}
	c.parts.Go(func() { liveness.Watch(ctx, c.keeper.Watchlist(), c.keeper) })
	c.watchCodex(ctx, env)
	c.parts.Go(func() {
		o := claude.Options{Root: claude.Root(env), Log: c.log}
		if err := claude.Watch(ctx, c.keeper.Watchlist(), c.keeper, o); err != nil {
			c.log.Error("claude's sessions are known by hooks alone", "error", err)
		}
	})
}
