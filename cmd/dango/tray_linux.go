package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/systray"
)

// trayHost says why there can be no tray: without a message bus nobody can show one. The library would start a bus then.
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

// startTray starts the library with all that first puts there, and tells when it runs: what changes on the way to there
// would be lost. It need not wait for a bus that is slow to answer.
func startTray(first func(), guard func(func())) (started <-chan struct{}) {
	start, _ := systray.RunWithExternalLoop(nil, nil)
	systray.SetTitle("Dango")
	first()
	done := make(chan struct{})
	go func() {
		defer close(done)
		guard(start)
	}()
	return done
}

// trayIcon is a PNG as it is.
func trayIcon(png []byte) []byte { return png }

// label keeps underlines: one alone marks the key of an item.
func label(text string) string { return strings.ReplaceAll(text, "_", "__") }
