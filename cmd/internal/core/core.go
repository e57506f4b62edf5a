// Package core is a running Dango without its window: socket, keeper, control API, preferences, log.
//
// cmd/dango puts a pet in front of it; petctl core runs it alone.
package core

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"dango/cmd/internal/core/logs"
	"dango/ingress"
	"dango/ingress/control"
	"dango/ingress/sock"
	"dango/prefs"
	"dango/session"
	"dango/session/board"
)

// Options say what kind of core it is.
type Options struct {
	Home   string // Dango's folder; "" means prefs.Home
	Screen bool   // a pet shows cards, so requests may be held for clicks
	Hold   bool   // hold requests for petctl decide although no pet shows them

	// Getenv says where agents keep their files (HOME, CLAUDE_CONFIG_DIR, …); nil means os.Getenv.
	Getenv func(name string) string
}

// Core is a running core. Its methods may be called from any goroutine.
type Core struct {
	options  Options
	paths    prefs.Paths
	store    *prefs.Store
	log      *slog.Logger
	level    slog.LevelVar
	file     *logs.File
	split    *sock.Splitter
	listener *sock.Listener
	keeper   *session.Keeper
	counters ingress.Counters
	started  time.Time
	visible  atomic.Bool
	resting  atomic.Bool // the pet hides until something happens
	unseen   atomic.Bool // the screen is locked or asleep, as the message bus says
	locked   atomic.Bool // the screen is locked, as the window says
	stuck    atomic.Bool // the pet's picture stands still
	troubles troubles
	wishes   chan control.Wish
	web      web
	quiet    quiet
	seen     chan struct{} // closed by Seen

	cancel context.CancelFunc
	parts  sync.WaitGroup
	end    func() error // ends everything, once
}

// wishRoom is how many wishes may wait; each is one call of petctl.
const wishRoom = 16

// Start makes Dango's folder, takes the socket and starts all parts. They run until Close, or until ctx ends and
// Close is called.
//
// sock.ErrInUse inside the error means that another Dango runs. Preferences or a log that cannot be used are no
// error: the core runs with the defaults and says so in its status.
func Start(ctx context.Context, o Options) (*Core, error) {
	paths, err := prefs.Find(o.Home)
	if err != nil {
		return nil, err
	}
	if err := paths.Create(); err != nil {
		return nil, err
	}
	l, err := sock.Listen(paths.Socket())
	if err != nil {
		return nil, err
	}
	c := &Core{
		options: o, paths: paths, listener: l, split: sock.Split(l, 0), started: time.Now(),
		wishes: make(chan control.Wish, wishRoom),
		seen:   make(chan struct{}),
		web:    web{changed: make(chan struct{}, 1)},
		quiet:  quiet{changed: make(chan struct{}, 1)},
	}
	c.visible.Store(o.Screen)
	c.file = logs.Open(paths.Logs(), time.Now)
	c.log = logs.New(c.file, &c.level)
	ctx, c.cancel = context.WithCancel(ctx)
	c.end = sync.OnceValue(c.close)
	c.choose(ctx)
	if err := l.PromiseBeats(); err != nil {
		c.log.Warn("hooks will not notice when this process hangs", "error", err)
	}
	c.serve(ctx)
	c.log.Info("started", "version", Version(), "pid", os.Getpid())
	return c, nil
}

// choose reads the preferences, starts the keeper with them and keeps both together.
func (c *Core) choose(ctx context.Context) {
	store, err := prefs.Open(c.paths)
	if err != nil {
		c.log.Error("preferences cannot be used", "error", err)
	}
	c.store = store
	c.level.Set(logs.ParseLevel(store.Config().Log.Level))
	c.keeper = session.NewKeeper(c.sessionOptions(store.Config()))
	c.quiet.on.Store(c.quietNow())
	store.OnChange(func(cfg *prefs.Config) {
		c.level.Set(logs.ParseLevel(cfg.Log.Level))
		if !c.configure() {
			c.log.Warn("preferences changed, but the keeper has no room")
		}
		c.trust(cfg)
		nudge(c.web.changed)
		nudge(c.quiet.changed)
	})
	c.parts.Go(func() { c.watchQuiet(ctx) })
	c.parts.Go(func() {
		failed := func(err error) { c.log.Warn("preferences cannot be read", "error", err) }
		if err := store.Watch(ctx, failed); err != nil {
			c.log.Error("preferences are not watched: changes count after a restart", "error", err)
		}
	})
}

// serve starts keeper, socket and control API.
func (c *Core) serve(ctx context.Context) {
	c.parts.Go(func() { c.keeper.Run(ctx) })
	c.witness(ctx)
	c.parts.Go(func() {
		err := ingress.Serve(ctx, c.split.Frames(), c.keeper, ingress.Options{Log: c.log, Counters: &c.counters})
		if err != nil {
			c.log.Error("the socket failed", "error", err)
		}
	})
	c.serveWeb(ctx)
}

// Close ends all parts, waits for them and removes the socket. Held requests end without an opinion, so the agents'
// terminals ask. A second call does nothing and returns the same.
func (c *Core) Close() error { return c.end() }

func (c *Core) close() error {
	c.log.Info("ended")
	c.cancel()
	err := c.split.Close()
	c.parts.Wait()
	if err = errors.Join(err, c.file.Close()); err != nil {
		return fmt.Errorf("core: close: %w", err)
	}
	return nil
}

// Board shows what all sessions do.
func (c *Core) Board() *board.Board[session.Snapshot] { return c.keeper.Board() }

// Submit sends a command to the keeper without waiting; false means there was no room.
func (c *Core) Submit(cmd session.Command) bool { return c.keeper.Submit(session.Item{Command: &cmd}) }

// Shows receives what petctl and a second dango want. Without a screen only quit comes.
func (c *Core) Shows() <-chan control.Wish { return c.wishes }

// Wish passes a wish on to Shows. It is false when nobody can grant it.
func (c *Core) Wish(w control.Wish) bool {
	if !c.options.Screen && w != control.Quit {
		return false
	}
	select {
	case c.wishes <- w:
	default: // sixteen wait already; one more changes nothing
	}
	return true
}

// SetVisible notes whether the pet is shown. While it is hidden no request is held: the terminals ask.
func (c *Core) SetVisible(on bool) bool {
	c.visible.Store(on)
	return c.configure()
}

// Visible says whether the pet is shown. It never waits.
func (c *Core) Visible() bool { return c.visible.Load() }

// SetResting notes whether the pet hides because nothing happens. It comes for a card, so requests are held all the same.
// changed: that is news.
func (c *Core) SetResting(on bool) (changed bool) { return c.resting.Swap(on) != on }

// Prefs are the user's choices, read live.
func (c *Core) Prefs() *prefs.Store { return c.store }

// Paths says where Dango's files lie.
func (c *Core) Paths() prefs.Paths { return c.paths }

// Log is the log of this process. It keeps the fields that package logs lists and drops all others.
func (c *Core) Log() *slog.Logger { return c.log }

// Status says how the core is.
func (c *Core) Status() control.Status {
	st := control.Status{
		Version: Version(), PID: os.Getpid(), Home: c.paths.Home, Started: c.started,
		Screen: c.options.Screen, Visible: c.visible.Load(),
	}
	st.Resting = st.Visible && c.resting.Load()
	st.Ghost = c.options.Screen && c.store.Config().Ghost
	if on, until := c.undisturbed(c.store.Config()); on {
		st.Quiet = &control.Quiet{Until: until}
	}
	st.Endpoint, _ = c.web.told()
	st.Problems = c.problems(prefs.Problem.Error)
	return st
}

// Problems are those of the status, as far as possible in the user's language: for the pet and the tray.
func (c *Core) Problems() []string { return c.problems(prefs.Problem.Say) }

func (c *Core) problems(say func(prefs.Problem) string) (all []string) {
	if _, problem := c.web.told(); problem != "" {
		all = append(all, problem)
	}
	for _, p := range c.store.Problems() {
		all = append(all, c.store.Path()+": "+say(p))
	}
	if err := c.file.Problem(); err != nil {
		all = append(all, fmt.Sprintf("nothing is logged: %v; see whether there is room and the folder can be written to", err))
	}
	return append(all, c.troubles.list()...)
}

// Seen says that the pet is on the screen. Call it once.
func (c *Core) Seen() { close(c.seen) }

// Counters are numbers by name: what went through the socket, and what did not.
func (c *Core) Counters() map[string]uint64 {
	m := c.counters.Map()
	maps.Copy(m, c.web.counters.Map())
	m["silent"] = c.split.Silent()
	m["strange"] = c.split.Strange()
	m["foreign"] = c.listener.Rejected()
	return m
}
