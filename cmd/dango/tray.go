package main

import (
	"context"
	"fmt"
	"image/color"
	"log"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/systray"

	"dango/game/scene"
	"dango/prefs"
	"dango/prefs/tray"
)

// trayed is the icon in the desktop's tray. A desktop that has none is told of in the log, once; one that gets a tray
// later gets the icon then. No fault of it ends the pet.
type trayed struct {
	host  *host
	poke  chan struct{} // something other than a snapshot may look different
	again chan struct{} // the icon was put there anew: what was said to it meanwhile is lost
	shown tray.View
	icon  string // state and colours of the icon that is shown
	menu  trayMenu

	around atomic.Pointer[around]
}

// restTray is how long a view stays at least: a host that shows the menu draws it anew with each change.
const restTray = 300 * time.Millisecond

func newTray(h *host) *trayed {
	t := &trayed{host: h, poke: make(chan struct{}, 1), again: make(chan struct{}, 1)}
	t.menu.choose = func(a tray.Action) { t.guard(func() { t.do(a) }) }
	return t
}

// show shows the icon until ctx ends. It must be called on the main goroutine, before the engine runs: some systems
// want their tray there. It does not wait.
func (t *trayed) show(ctx context.Context) {
	log.SetFlags(0)
	log.SetOutput(&grumble{host: t.host}) // the library complains there, and would to standard error
	startTray(ctx, t)
}

// run brings the tray up to date whenever something has changed.
func (t *trayed) run(ctx context.Context) {
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
		case <-t.quietOver():
		case <-systray.TrayOpenedCh:
			t.look()
		case <-t.again:
			t.icon, t.shown.Line = "", ""
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

// quietOver comes when do-not-disturb begins or ends by itself.
func (t *trayed) quietOver() <-chan time.Time {
	now := prefs.Now()
	if at := t.host.core.Prefs().Config().QuietChanges(now); !at.IsZero() {
		return time.After(at.Sub(now))
	}
	return nil
}

// touch asks for a look at what may have changed. It may be called from any goroutine.
func (t *trayed) touch() {
	select {
	case t.poke <- struct{}{}:
	default:
	}
}

// restart says everything anew: the icon was not there meanwhile.
func (t *trayed) restart() {
	select {
	case t.again <- struct{}{}:
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
	v := tray.New(t.host.core.Board().Latest(), facts(t.host.core, t.around.Load()))
	dark := t.host.dark.Load()
	if icon := fmt.Sprint(v.State, v.Debug, dark); icon != t.icon {
		t.icon = icon
		a := scene.Accent(v.State, dark)
		systray.SetIcon(trayIcon(tray.Icon(v.State, color.RGBA{a.R, a.G, a.B, a.A}, v.Debug)))
	}
	if v.Line != t.shown.Line {
		systray.SetTooltip(v.Line)
	}
	t.menu.show(v.Menu)
	t.shown = v
}

// look finds out what nobody announces.
func (t *trayed) look() { t.around.Store(lookAround(t.host.core)) }

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
