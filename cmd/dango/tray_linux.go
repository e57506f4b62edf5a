package main

import (
	"context"
	"os"
	"strings"
	"time"

	"fyne.io/systray"
	"github.com/godbus/dbus/v5"

	"dango/ingress/bus"
)

// afterBus is how long after the end of the message bus it is waited for again.
const afterBus = time.Second

// startTray shows the icon whenever there is a message bus: the library does it once, and would start a bus of its own.
func startTray(ctx context.Context, t *trayed) {
	start, _ := systray.RunWithExternalLoop(nil, nil)
	systray.SetTitle("Dango")
	go func() {
		t.look()
		t.run(ctx)
	}()
	go func() {
		for ctx.Err() == nil {
			there := bus.Await(ctx, bus.SessionAddress(os.Getenv))
			if there == nil {
				t.host.core.Log().Info("no icon in the tray, as there is no message bus; petctl and the pet's menu have all that its menu has")
				return
			}
			_ = there.Close()                               // it was there to be waited for
			if conn, err := dbus.SessionBus(); err == nil { // which is the library's
				t.guard(start)
				t.restart()
				select {
				case <-conn.Context().Done():
				case <-ctx.Done():
				}
			}
			select {
			case <-time.After(afterBus):
			case <-ctx.Done():
			}
		}
	}()
}

// trayIcon is a PNG as it is.
func trayIcon(png []byte) []byte { return png }

// label keeps underlines: one alone marks the key of an item.
func label(text string) string { return strings.ReplaceAll(text, "_", "__") }
