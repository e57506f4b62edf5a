//go:build linux

package xtest

import (
	"encoding/binary"
	"fmt"
	"image"

	"github.com/jezek/xgb/xproto"
)

// Panel is a strip along the lower edge of the screen, or of a part of it, which reserves its room as desktops' panels do.
func (d *Display) Panel(r image.Rectangle) error {
	size, err := d.Size()
	if err != nil {
		return err
	}
	w, err := xproto.NewWindowId(d.conn)
	if err != nil {
		return fmt.Errorf("xtest: panel: %w", err)
	}
	xproto.CreateWindow(d.conn, 0, w, d.root, int16(r.Min.X), int16(r.Min.Y), uint16(r.Dx()), uint16(r.Dy()), 0,
		xproto.WindowClassInputOutput, 0, xproto.CwBackPixel, []uint32{0x303840})
	dock, err := d.atom("_NET_WM_WINDOW_TYPE_DOCK")
	if err != nil {
		return err
	}
	const userPosition = 1
	bottom, from, to := uint32(size.Y-r.Min.Y), uint32(r.Min.X), uint32(r.Max.X-1)
	for name, p := range map[string]struct {
		kind  xproto.Atom
		words []uint32
	}{
		"WM_NORMAL_HINTS":       {xproto.AtomWmSizeHints, append([]uint32{userPosition}, make([]uint32, 17)...)},
		"_NET_WM_WINDOW_TYPE":   {xproto.AtomAtom, []uint32{uint32(dock)}},
		"_NET_WM_STRUT":         {xproto.AtomCardinal, []uint32{0, 0, 0, bottom}},
		"_NET_WM_STRUT_PARTIAL": {xproto.AtomCardinal, []uint32{0, 0, 0, bottom, 0, 0, 0, 0, 0, 0, from, to}},
	} {
		atom, err := d.atom(name)
		if err != nil {
			return err
		}
		var b []byte
		for _, word := range p.words {
			b = binary.LittleEndian.AppendUint32(b, word)
		}
		xproto.ChangeProperty(d.conn, xproto.PropModeReplace, w, atom, p.kind, 32, uint32(len(p.words)), b)
	}
	if err := xproto.MapWindowChecked(d.conn, w).Check(); err != nil {
		return fmt.Errorf("xtest: panel: %w", err)
	}
	return Wait("the panel to be there", func() (bool, error) {
		a, err := xproto.GetWindowAttributes(d.conn, w).Reply()
		return err == nil && a.MapState == xproto.MapStateViewable, err
	})
}
