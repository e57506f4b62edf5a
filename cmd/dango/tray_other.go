//go:build !linux

package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"runtime"
	"strings"

	"fyne.io/systray"

	"dango/prefs/tray"
)

// startTray starts the library on the main goroutine, whose loop the engine runs. Windows and macOS always have a tray.
func startTray(ctx context.Context, t *trayed) {
	start, _ := systray.RunWithExternalLoop(func() {
		go func() {
			t.look()
			t.run(ctx)
		}()
	}, nil)
	t.guard(start)
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
