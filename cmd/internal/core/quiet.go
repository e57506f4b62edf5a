package core

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"dango/prefs"
	"dango/session"
)

// quiet is what keeps the keeper's choices in step with the preferences, the pet and the clock.
type quiet struct {
	mu      sync.Mutex    // of telling the keeper: the newest choices are told last
	changed chan struct{} // doNotDisturb may have changed
	on      atomic.Bool   // see Quiet
	desktop atomic.Bool   // the desktop wants to be left alone
	still   atomic.Bool   // it asks for no motion; see Still
	heard   func()        // of OnQuiet; mu
}

// Quiet says whether nobody wants to be disturbed, or nobody would see it. It never waits.
func (c *Core) Quiet() bool { return c.quiet.on.Load() }

// Unseen says whether nobody can see the screen: it is locked, or the machine sleeps. It never waits.
func (c *Core) Unseen() bool { return c.unseen.Load() || c.locked.Load() }

// Still says whether the desktop asks for no motion, as far as the window does not know. It never waits.
func (c *Core) Still() bool { return c.quiet.still.Load() }

// tellQuiet calls the f of OnQuiet.
func (c *Core) tellQuiet() {
	c.quiet.mu.Lock()
	defer c.quiet.mu.Unlock()
	if c.quiet.heard != nil {
		c.quiet.heard()
	}
}

// OnQuiet has f called after each change of Quiet and of Still, until cancel. There is room for one f. It must not call the core.
func (c *Core) OnQuiet(f func()) (cancel func()) {
	set := func(f func()) {
		c.quiet.mu.Lock()
		defer c.quiet.mu.Unlock()
		c.quiet.heard = f
	}
	set(f)
	return func() { set(nil) }
}

// undisturbed says whether the user wants to be left alone, and until when; zero: nobody knows.
func (c *Core) undisturbed(cfg *prefs.Config) (on bool, until time.Time) {
	if cfg.QuietAsDesktop() {
		return c.quiet.desktop.Load(), time.Time{}
	}
	return cfg.Quiet(prefs.Now())
}

func (c *Core) quietNow() bool {
	alone, _ := c.undisturbed(c.store.Config())
	return alone || c.Unseen()
}

// configure tells the keeper the present choices; false means there was no room.
func (c *Core) configure() bool {
	c.quiet.mu.Lock()
	defer c.quiet.mu.Unlock()
	o := c.sessionOptions(c.store.Config())
	if quiet := c.quietNow(); c.quiet.on.Swap(quiet) != quiet && c.quiet.heard != nil {
		c.quiet.heard()
	}
	return c.Submit(session.Command{Kind: session.Configure, Options: &o})
}

// lookAgain is how long a moment at which do-not-disturb changes is waited for at most: the clock may be set, and a
// machine that sleeps does not count the time.
const lookAgain = time.Minute

// watchQuiet begins and ends do-not-disturb when its time has come, until ctx ends.
func (c *Core) watchQuiet(ctx context.Context) {
	over := time.NewTimer(0)
	defer over.Stop()
	for {
		now := prefs.Now()
		if next := c.store.Config().QuietChanges(now); next.IsZero() {
			over.Stop()
		} else {
			over.Reset(min(next.Sub(now), lookAgain))
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
