//go:build !linux

package main

import (
	"bytes"
	"encoding/binary"
	"runtime"
	"strings"

	"fyne.io/systray"

	"dango/prefs/tray"
)

// trayHost is never in doubt: Windows and macOS always have a tray.
func trayHost() error { return nil }

// startTray starts the library on the main goroutine, whose loop the engine runs, and tells when first has been called.
func startTray(first func(), guard func(func())) (started <-chan struct{}) {
	done := make(chan struct{})
	start, _ := systray.RunWithExternalLoop(func() {
		defer close(done)
		first()
	}, nil)
	guard(start)
	return done
}

// trayIcon wraps a PNG into an .ico file of one picture, which is what Windows wants.
func trayIcon(png []byte) []byte {
	if runtime.GOOS != "windows" {
		return png
	}
	const header = 6 + 16
	var b bytes.Buffer
	for _, v := range []any{
		uint16(0), uint16(1), uint16(1), // an icon; one picture
		uint8(tray.IconSide), uint8(tray.IconSide), uint8(0), uint8(0), uint16(1), uint16(32), uint32(len(png)), uint32(header),
	} {
		_ = binary.Write(&b, binary.LittleEndian, v) // a buffer takes everything
	}
	b.Write(png)
	return b.Bytes()
}

// label keeps ampersands: one alone marks the key of an item.
func label(text string) string { return strings.ReplaceAll(text, "&", "&&") }
