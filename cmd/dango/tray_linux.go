package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"image/png"
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

// trayIcon is a picture as the library has to be given it: of every pixel's premultiplied 16 bits it sends the lower
// eight, where trays want straight colours. So each colour is chosen such that these eight are the ones that are meant.
func trayIcon(img *image.NRGBA) []byte {
	out := image.NewNRGBA64(img.Rect)
	for i := 0; i < len(img.Pix); i += 4 {
		alpha := uint32(img.Pix[i+3]) * 0x101
		for c, v := range img.Pix[i : i+4] {
			if c < 3 && alpha > 0 {
				v16 := (uint32(v)*0xffff + alpha - 1) / alpha // times alpha is v again
				binary.BigEndian.PutUint16(out.Pix[2*(i+c):], uint16(v16))
			}
		}
		binary.BigEndian.PutUint16(out.Pix[2*i+6:], uint16(alpha))
	}
	var b bytes.Buffer
	_ = png.Encode(&b, out) // a buffer takes everything
	return b.Bytes()
}

// label keeps underlines: one alone marks the key of an item.
func label(text string) string { return strings.ReplaceAll(text, "_", "__") }
