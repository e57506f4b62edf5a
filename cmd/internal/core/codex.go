package core

import (
	"context"

	"dango/ingress/appserver"
	"dango/ingress/codex"
	"dango/ingress/rollout"
)

// watchCodex starts what looks at Codex from outside: the app-server that its terminals share, and its session files.
func (c *Core) watchCodex(ctx context.Context, getenv func(string) string) {
	root := codex.Root(getenv)
	if root == "" {
		c.log.Warn("nothing says where codex keeps its files: its sessions are known by hooks alone")
		return
	}
	c.parts.Go(func() {
		o := appserver.Options{Root: root, Version: Version(), Log: c.log}
		if err := appserver.Watch(ctx, c.keeper, o); err != nil {
			c.log.Error("codex asks in its terminals only", "error", err)
		}
	})
	c.parts.Go(func() {
		if err := rollout.Watch(ctx, c.keeper.Watchlist(), c.keeper, rollout.Options{Root: root, Log: c.log}); err != nil {
			c.log.Error("codex's session files are not read", "error", err)
		}
	})
}
