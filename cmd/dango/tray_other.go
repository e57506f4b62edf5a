//go:build !linux

package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"image/png"
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

// trayIcon is a picture as a PNG; Windows wants it wrapped into an .ico file of one picture.
func trayIcon(img image.Image) []byte {
	var picture, b bytes.Buffer
	_ = png.Encode(&picture, img) // a buffer takes everything
	if runtime.GOOS != "windows" {
		return picture.Bytes()
	}
	const header = 6 + 16
	for _, v := range []any{
		uint16(0), uint16(1), uint16(1), // an icon; one picture
		uint8(tray.IconSide), uint8(tray.IconSide), uint8(0), uint8(0), uint16(1), uint16(32), uint32(picture.Len()), uint32(header),
	} {
		_ = binary.Write(&b, binary.LittleEndian, v)
	}
	b.Write(picture.Bytes())
	return b.Bytes()
}

// label keeps ampersands: one alone marks the key of an item.
func label(text string) string { return strings.ReplaceAll(text, "&", "&&") }
