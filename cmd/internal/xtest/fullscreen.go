//go:build linux

package xtest

import (
	"fmt"

	"github.com/jezek/xgb/xproto"
)

// FullScreen asks the window manager to have a window fill its monitor, or no more, as an application does.
func (d *Display) FullScreen(w xproto.Window, on bool) error {
	state, err := d.atom("_NET_WM_STATE")
	if err != nil {
		return err
	}
	full, err := d.atom("_NET_WM_STATE_FULLSCREEN")
	if err != nil {
		return err
	}
	const fromApplication = 1
	add := uint32(0)
	if on {
		add = 1
	}
	e := xproto.ClientMessageEvent{Format: 32, Window: w, Type: state,
		Data: xproto.ClientMessageDataUnionData32New([]uint32{add, uint32(full), 0, fromApplication, 0})}
	err = xproto.SendEventChecked(d.conn, false, d.root, xproto.EventMaskSubstructureNotify|xproto.EventMaskSubstructureRedirect,
		string(e.Bytes())).Check()
	if err != nil {
		return fmt.Errorf("xtest: full screen: %w", err)
	}
	return nil
}
