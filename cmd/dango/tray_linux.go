package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fyne.io/systray"
	"github.com/godbus/dbus/v5"
)

// afterBus is how long after the end of the message bus the next attempt is made, and between attempts.
const afterBus = 2 * time.Second

// startTray shows the icon whenever there is a message bus: the library does it once, and would start a bus of its own.
func startTray(ctx context.Context, t *trayed) {
	start, _ := systray.RunWithExternalLoop(nil, nil)
	systray.SetTitle("Dango")
	go func() {
		t.look()
		t.run(ctx)
	}()
	if err := trayHost(); err != nil {
		t.host.core.Log().Info("no icon in the tray; petctl and the pet's menu have all that its menu has", "error", err)
		return
	}
	go func() {
		for ctx.Err() == nil {
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

// trayHost says why there can be no tray: without a message bus nobody can show one.
func trayHost() error {
	switch address := os.Getenv("DBUS_SESSION_BUS_ADDRESS"); {
	case strings.HasPrefix(address, "disabled:"):
		return errors.New("the message bus is turned off")
	case address != "":
		return nil
	}
	if _, err := os.Stat(filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "bus")); os.Getenv("XDG_RUNTIME_DIR") == "" || err != nil {
		return errors.New("there is no message bus of the session")
	}
	return nil
}

// trayIcon is a PNG as it is.
func trayIcon(png []byte) []byte { return png }

// label keeps underlines: one alone marks the key of an item.
func label(text string) string { return strings.ReplaceAll(text, "_", "__") }
