package main

import (
	"fmt"
	"os"
	"time"

	"dango/ingress/control"
	"dango/ingress/events"
	"dango/prefs"
	"dango/prefs/autostart"
	"dango/prefs/tray"
	"dango/session"
	"dango/session/event"
)

// do does what was chosen. It is called on a goroutine of the row's. What fails is told in the menu and by petctl status.
func (t *trayed) do(a tray.Action) {
	h := t.host
	var err error
	switch a.Kind {
	case tray.Go:
		h.leap.to(h.ctx, a.Key)
	case tray.Decide:
		h.decide(a.Key, a.Request, a.Decision)
	case tray.Set:
		err = h.core.Prefs().Set(a.Setting, a.Value)
	case tray.BeQuiet:
		err = h.core.Prefs().Set("doNotDisturb", prefs.QuietUntil(time.Now().Add(a.For)))
	case tray.StartAtLogin, tray.NotAtLogin:
		err = startAtLogin(a.Kind == tray.StartAtLogin)
		t.look()
		h.menus.renew()
	case tray.ConnectHooks:
		err = runHooks(h.ctx, h.core, "install")
	case tray.CheckHooks:
		err = runHooks(h.ctx, h.core, "doctor")
	case tray.Show:
		h.core.Wish(control.Show)
	case tray.Hide:
		h.core.Wish(control.Hide)
	case tray.OpenConfig:
		err = events.Open(&session.Action{Type: "open_file", Target: h.core.Prefs().Path()})
	case tray.OpenLogs:
		err = events.Open(&session.Action{Type: "open_folder", Target: h.core.Paths().Logs()})
	case tray.Quit:
		h.core.Wish(control.Quit)
	}
	if err != nil {
		h.core.SetTrouble("tray", "what was chosen was not done: "+err.Error())
	} else {
		h.core.SetTrouble("tray", "")
	}
	t.touch()
}

// decide answers a request that needs no more than a yes, a no, or the terminal. One that is no longer offered is left
// alone by the keeper.
func (h *host) decide(key session.Key, request string, d event.Decision) {
	a := event.Answer{Schema: event.Schema, RequestID: request, Decision: d}
	if d == event.Deny {
		a.Reason = "The user denied this in Dango."
	}
	if !h.core.Submit(session.Command{Kind: session.Decide, Key: key, Request: request, Answer: a}) {
		h.core.Log().Warn("an answer was lost: the keeper has no room", "tool", key.Tool, "request", request)
	}
}

// startAtLogin makes this program start when the user logs in, or not any more.
func startAtLogin(on bool) error {
	if !on {
		_, err := autostart.Disable()
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	_, err = autostart.Enable(self, autostart.Usual)
	return err
}
