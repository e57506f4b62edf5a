package core

import (
	"context"
	"sync"
	"time"

	"dango/session"
)

// quiet is what keeps the keeper's choices in step with the preferences, the pet and the clock.
type quiet struct {
	mu      sync.Mutex    // of telling the keeper: the newest choices are told last
	changed chan struct{} // doNotDisturb may have changed
}

// configure tells the keeper the present choices; false means there was no room.
func (c *Core) configure() bool {
	c.quiet.mu.Lock()
	defer c.quiet.mu.Unlock()
	o := c.sessionOptions(c.store.Config())
	return c.Submit(session.Command{Kind: session.Configure, Options: &o})
}

// watchQuiet ends do-not-disturb when its time is over, until ctx ends.
func (c *Core) watchQuiet(ctx context.Context) {
	over := time.NewTimer(0)
	defer over.Stop()
	for {
		if on, until := c.store.Config().Quiet(time.Now()); on && !until.IsZero() {
			over.Reset(time.Until(until))
		} else {
			over.Stop()
		}
		select {
		case <-ctx.Done():
			return
		case <-c.quiet.changed:
		case <-over.C:
			c.configure()
		}
	}
}

// nudge wakes who waits on c; one wake is enough for many changes.
func nudge(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
