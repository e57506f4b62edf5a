package core

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dango/ingress"
	"dango/ingress/control"
	"dango/ingress/events"
	"dango/prefs"
	"dango/session"
)

// portAgain is when a port that was taken is tried again.
const portAgain = 10 * time.Second

// web is what the core says and hears over HTTP.
type web struct {
	router   *events.Router
	policies atomic.Pointer[events.Policies]
	counters events.Counters
	token    string
	changed  chan struct{} // the preferences have changed

	mu      sync.Mutex
	url     string // of the event API over TCP; "" while there is none
	problem string // why there is none although there should be
	untold  string // why run/endpoint does not say so
}

// serveWeb starts the HTTP of the local socket, the line protocol and the event API.
func (c *Core) serveWeb(ctx context.Context) {
	w := &c.web
	w.router = events.NewRouter(ctx, c.keeper, time.Now)
	w.token = events.NewToken()
	c.trust(c.store.Config())
	handler := events.Handler{
		Router: w.router, Policies: func() events.Policies { return *w.policies.Load() }, Token: w.token,
		Auth: func() bool { return c.store.Config().Events.Auth == "token" },
		Log:  c.log, Counters: &w.counters,
	}
	local, tcp := handler, handler
	local.Local = true
	c.parts.Go(func() { c.serveSocket(ctx, &local) })
	c.parts.Go(func() {
		lines := ingress.Lines{
			Sink: c.keeper, Quit: func() { c.Wish(control.Quit) }, Reload: func() { c.store.Reload() },
			Options: ingress.Options{Log: c.log, Counters: &c.counters},
		}
		if err := lines.Serve(ctx, c.split.Lines()); err != nil {
			c.log.Error("the line protocol failed", "error", err)
		}
	})
	c.parts.Go(func() { c.servePort(ctx, &tcp) })
}

// serveSocket answers the control API and, under their own paths, the event API.
func (c *Core) serveSocket(ctx context.Context, local http.Handler) {
	pages := control.Handler(ctx, c)
	srv := &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/v1/") {
				pages.ServeHTTP(w, r)
			} else {
				local.ServeHTTP(w, r)
			}
		}),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		IdleTimeout:       30 * time.Second,
		MaxHeaderBytes:    8 << 10,
		ErrorLog:          slog.NewLogLogger(c.log.Handler(), slog.LevelWarn),
	}
	ended := make(chan struct{})
	defer func() { <-ended }()
	go func() {
		defer close(ended)
		<-ctx.Done()
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if srv.Shutdown(late) != nil {
			srv.Close()
		}
	}()
	err := srv.Serve(c.split.HTTP())
	if ctx.Err() == nil && !errors.Is(err, http.ErrServerClosed) { // at the end the socket may be closed first
		c.log.Error("the control API failed", "error", err)
	}
}

// servePort keeps the event API on the port that the preferences say, or on none, until ctx ends.
func (c *Core) servePort(ctx context.Context, h http.Handler) {
	var now prefs.Events
	stop := func() {}
	retry := time.NewTicker(portAgain)
	defer retry.Stop()
	for first := true; ; first = false {
		want := c.store.Config().Events
		want.Auth = "" // asked for at each request
		if first || want != now || c.web.failed() {
			stop()
			stop, now = c.openPort(ctx, h, want), want
			c.tellPort()
		} else if c.web.unknown() {
			c.tellPort()
		}
		select {
		case <-ctx.Done():
			stop()
			os.Remove(c.paths.Endpoint())
			return
		case <-c.web.changed:
		case <-retry.C:
		}
	}
}

// openPort starts the event API over TCP and says in the status what came of it. A port that cannot be had costs nothing
// else.
func (c *Core) openPort(ctx context.Context, h http.Handler, want prefs.Events) (stop func()) {
	stop = func() {}
	var url, problem string
	if want.Enabled {
		l, err := events.Listen(want.Port)
		if err != nil {
			problem = err.Error() + "; events.port in config.json chooses another"
		} else {
			url = "http://" + l.Addr().String()
			stop = c.startPort(ctx, l, h)
		}
	}
	c.web.mu.Lock()
	defer c.web.mu.Unlock()
	if problem != "" && problem != c.web.problem { // it is tried again and again
		c.log.Warn("no event API over TCP", "error", problem)
	}
	c.web.url, c.web.problem = url, problem
	return stop
}

// tellPort says in run/endpoint where the event API is. The port stays what it is when that cannot be written.
func (c *Core) tellPort() {
	url, _ := c.web.told()
	untold := ""
	err := c.paths.WriteEndpoint(prefs.Endpoint{
		URL: url, Token: c.web.token, Socket: c.paths.Socket(), PID: os.Getpid(), Since: c.started,
	})
	if err != nil {
		untold = err.Error()
	}
	c.web.mu.Lock()
	defer c.web.mu.Unlock()
	if untold != "" && untold != c.web.untold {
		c.log.Warn("run/endpoint cannot be written", "error", err)
	}
	c.web.untold = untold
}

func (c *Core) startPort(ctx context.Context, l net.Listener, h http.Handler) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := events.Serve(ctx, l, h, c.log); err != nil {
			c.log.Error("the event API failed", "error", err)
		}
	}()
	return func() { cancel(); <-done }
}

func (w *web) failed() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.problem != ""
}

// unknown says that run/endpoint has still to be written.
func (w *web) unknown() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.untold != ""
}

// told is what the status says about the event API.
func (w *web) told() (url, problem string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.url, cmp.Or(w.problem, w.untold)
}

// trust takes over what sources may open.
func (c *Core) trust(cfg *prefs.Config) {
	policies := events.Policies{}
	for name, s := range cfg.TrustedSources {
		policies[name] = events.Policy{
			Actions: s.Actions, Hosts: s.URLHosts, Roots: prefs.ExpandAll(s.FolderRoots), Apps: s.AppBundleIDs,
		}
	}
	c.web.policies.Store(&policies)
}

// ErrNothingToOpen says that a bubble carries no action.
var ErrNothingToOpen = errors.New("this bubble has nothing to open")

// Open does what a click on the bubble of an event asks for: it opens a page, a folder, a file or an app, if the
// source may still do so. It takes as long as starting a program and is not for the frame path.
func (c *Core) Open(k session.Key) error {
	source, action, ok := c.web.router.Action(k)
	if !ok {
		return ErrNothingToOpen
	}
	action, err := c.web.policies.Load().Again(source, action)
	if err == nil {
		err = events.Open(action)
	}
	if err != nil {
		if _, refused := errors.AsType[*events.Refusal](err); refused { // what its source wanted is not logged
			c.log.Warn("an action was not done: its source may not do that")
		} else {
			c.log.Warn("an action was not done", "error", err)
		}
		return fmt.Errorf("core: open what %q asks for: %w", source, err)
	}
	return nil
}
