package main

import (
	"context"
	"fmt"
	"image/color"
	"log"
	"reflect"
	"strings"
	"sync"
	"time"

	"fyne.io/systray"

	"dango/game/scene"
	"dango/ingress/control"
	"dango/ingress/events"
	"dango/prefs"
	"dango/prefs/tray"
	"dango/session"
	"dango/session/event"
)

// trayed is the icon in the desktop's tray. A desktop that has none is told of in the log, once; one that gets a tray
// later gets the icon then.
type trayed struct {
	host  *host
	poke  chan struct{} // something other than a snapshot may look different
	shown tray.View
	icon  string         // state and colours of the icon that is shown
	ends  func()         // stops listening to the menu of now
	heard sync.WaitGroup // those who listen
}

// restTray is how long a view stays at least: a host that shows the menu draws it anew with each change.
const restTray = 300 * time.Millisecond

func newTray(h *host) *trayed {
	return &trayed{host: h, poke: make(chan struct{}, 1), ends: func() {}}
}

// show shows the icon until ctx ends. It must be called on the main goroutine, before the engine runs: some systems
// want their tray there. It does not wait.
func (t *trayed) show(ctx context.Context) {
	if err := trayHost(); err != nil {
		t.host.core.Log().Info("no icon in the tray; petctl and the pet's menu have all that its menu has", "error", err)
		return
	}
	log.SetFlags(0)
	log.SetOutput(&grumble{host: t.host}) // the library complains there, and would to standard error
	started := startTray(func() { t.guard(t.refresh) }, t.guard)
	go t.run(ctx, started)
}

// run brings the tray up to date whenever something has changed.
func (t *trayed) run(ctx context.Context, started <-chan struct{}) {
	select {
	case <-started:
	case <-ctx.Done():
		return
	}
	wake, cancel := t.host.core.Board().Subscribe()
	defer cancel()
	defer t.host.core.Prefs().OnChange(func(*prefs.Config) { t.touch() })()
	rest := time.NewTicker(restTray)
	defer rest.Stop()
	for {
		t.guard(t.refresh)
		select {
		case <-wake:
		case <-t.poke:
		case <-ctx.Done():
			return
		}
		rest.Reset(restTray)
		select {
		case <-rest.C:
		case <-ctx.Done():
			return
		}
	}
}

// touch asks for a look at what may have changed. It may be called from any goroutine.
func (t *trayed) touch() {
	select {
	case t.poke <- struct{}{}:
	default:
	}
}

// guard keeps a fault of the tray from ending the pet.
func (t *trayed) guard(f func()) {
	defer func() {
		if fault := recover(); fault != nil {
			t.host.core.Log().Error("the tray failed", "error", fmt.Sprint(fault))
		}
	}()
	f()
}

// refresh shows the view of now, as far as it differs from the one on show.
func (t *trayed) refresh() {
	c := t.host.core
	st := c.Status()
	v := tray.New(c.Board().Latest(), c.Prefs().Config(), st.Visible, st.Problems)
	dark := t.host.dark.Load()
	if icon := fmt.Sprint(v.State, dark); icon != t.icon {
		t.icon = icon
		a := scene.Accent(v.State, dark)
		systray.SetIcon(trayIcon(tray.Icon(v.State, color.RGBA{a.R, a.G, a.B, a.A})))
	}
	if v.Line != t.shown.Line {
		systray.SetTooltip(v.Line)
	}
	if !reflect.DeepEqual(v.Menu, t.shown.Menu) {
		t.hang(v.Menu)
	}
	t.shown = v
}

// hang replaces the menu.
func (t *trayed) hang(items []tray.Item) {
	t.ends()
	t.heard.Wait()
	systray.ResetMenu()
	over := make(chan struct{})
	t.ends = sync.OnceFunc(func() { close(over) })
	for _, i := range items {
		t.add(nil, i, over)
	}
}

// add appends an item to a menu, the whole one when above is nil.
func (t *trayed) add(above *systray.MenuItem, i tray.Item, over <-chan struct{}) {
	if i.Text == "" {
		systray.AddSeparator()
		return
	}
	text := label(i.Text)
	var item *systray.MenuItem
	switch {
	case above == nil:
		item = systray.AddMenuItem(text, "")
	case i.Box:
		item = above.AddSubMenuItemCheckbox(text, "", i.Checked)
	default:
		item = above.AddSubMenuItem(text, "")
	}
	for _, s := range i.Sub {
		t.add(item, s, over)
	}
	if i.Do.Kind == tray.Nothing {
		if len(i.Sub) == 0 {
			item.Disable()
		}
		return
	}
	t.heard.Go(func() {
		for {
			select {
			case <-item.ClickedCh:
				t.guard(func() { t.do(i.Do) })
			case <-over:
				return
			}
		}
	})
}

// do does what was chosen. It is called on a goroutine of the item's.
func (t *trayed) do(a tray.Action) {
	h := t.host
	var err error
	switch a.Kind {
	case tray.Go:
		h.leap.to(h.ctx, a.Key)
	case tray.Decide:
		h.core.Submit(session.Command{Kind: session.Decide, Key: a.Key, Request: a.Request, Answer: event.Answer{
			Schema: event.Schema, RequestID: a.Request, Decision: a.Decision, Reason: trayReason(a.Decision),
		}})
	case tray.Set:
		err = h.core.Prefs().Set(a.Setting, a.Value)
	case tray.Show:
		h.core.Wish(control.Show)
	case tray.Hide:
		h.core.Wish(control.Hide)
	case tray.OpenConfig:
		err = events.Open(&session.Action{Type: "open_file", Target: h.core.Prefs().Path()})
	case tray.OpenLogs:
		err = events.Open(&session.Action{Type: "open_folder", Target: h.core.Paths().Logs()})
	case tray.CheckHooks:
		err = examine(h.ctx, h.core)
	case tray.BeQuiet:
		err = h.core.Prefs().Set("doNotDisturb", prefs.QuietUntil(time.Now().Add(a.For)))
	case tray.Quit:
		h.core.Wish(control.Quit)
	}
	if err != nil {
		h.core.Log().Warn("what was chosen in the tray was not done", "error", err)
	}
}

// trayReason is what the agent is told of a refusal.
func trayReason(d event.Decision) string {
	if d == event.Deny {
		return "The user denied this in Dango."
	}
	return ""
}

// grumble puts what a library complains about into the log, each complaint once.
type grumble struct {
	host *host
	mu   sync.Mutex
	said map[string]bool
}

// maxComplaints bounds what is remembered; a library that finds more words than that is not heard any more.
const maxComplaints = 32

func (g *grumble) Write(b []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	line := strings.TrimSpace(string(b))
	if !g.said[line] && len(g.said) < maxComplaints {
		if g.said == nil {
			g.said = map[string]bool{}
		}
		g.said[line] = true
		g.host.core.Log().Warn("the tray complains", "error", line)
	}
	return len(b), nil
}
