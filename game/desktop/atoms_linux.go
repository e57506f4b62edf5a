package desktop

import (
	"encoding/binary"
	"fmt"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// atoms are the names that we say and hear.
type atoms struct {
	compositor, xsettings, settings               xproto.Atom
	workarea, currentDesktop, clients, strut      xproto.Atom
	active, fullscreen                            xproto.Atom
	strutPartial                                  xproto.Atom
	state, above, sticky, skipTaskbar, skipPager  xproto.Atom
	windowType, utility, motif, desktop, userTime xproto.Atom
	dialog, protocols, deleteWindow, supported    xproto.Atom
}

func internAtoms(c *xgb.Conn) (a atoms, err error) {
	names := []struct {
		to   *xproto.Atom
		name string
	}{
		{&a.compositor, fmt.Sprintf("_NET_WM_CM_S%d", c.DefaultScreen)},
		{&a.xsettings, fmt.Sprintf("_XSETTINGS_S%d", c.DefaultScreen)},
		{&a.settings, "_XSETTINGS_SETTINGS"},
		{&a.workarea, "_NET_WORKAREA"},
		{&a.currentDesktop, "_NET_CURRENT_DESKTOP"},
		{&a.clients, "_NET_CLIENT_LIST"},
		{&a.active, "_NET_ACTIVE_WINDOW"},
		{&a.fullscreen, "_NET_WM_STATE_FULLSCREEN"},
		{&a.strut, "_NET_WM_STRUT"},
		{&a.strutPartial, "_NET_WM_STRUT_PARTIAL"},
		{&a.state, "_NET_WM_STATE"},
		{&a.above, "_NET_WM_STATE_ABOVE"},
		{&a.sticky, "_NET_WM_STATE_STICKY"},
		{&a.skipTaskbar, "_NET_WM_STATE_SKIP_TASKBAR"},
		{&a.skipPager, "_NET_WM_STATE_SKIP_PAGER"},
		{&a.windowType, "_NET_WM_WINDOW_TYPE"},
		{&a.utility, "_NET_WM_WINDOW_TYPE_UTILITY"},
		{&a.motif, "_MOTIF_WM_HINTS"},
		{&a.desktop, "_NET_WM_DESKTOP"},
		{&a.userTime, "_NET_WM_USER_TIME"},
		{&a.dialog, "_NET_WM_WINDOW_TYPE_DIALOG"},
		{&a.protocols, "WM_PROTOCOLS"},
		{&a.deleteWindow, "WM_DELETE_WINDOW"},
		{&a.supported, "_NET_SUPPORTED"},
	}
	cookies := make([]xproto.InternAtomCookie, len(names))
	for i, n := range names {
		cookies[i] = xproto.InternAtom(c, false, uint16(len(n.name)), n.name)
	}
	for i, n := range names {
		r, err := cookies[i].Reply()
		if err != nil {
			return a, fmt.Errorf("atom %s: %w", n.name, err)
		}
		*n.to = r.Atom
	}
	return a, nil
}

// words reads a property of 32-bit values; nil when it is not there.
func (s *server) words(w xproto.Window, name xproto.Atom) []uint32 {
	b := s.bytes(w, name)
	out := make([]uint32, len(b)/4)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return out
}

// maxProperty bounds what is read of one property, in 32-bit units: 256 KiB.
const maxProperty = 1 << 16

// bytes reads a property whole; nil when it is not there.
func (s *server) bytes(w xproto.Window, name xproto.Atom) []byte {
	r, err := xproto.GetProperty(s.conn, false, w, name, xproto.GetPropertyTypeAny, 0, maxProperty).Reply()
	if err != nil {
		return nil
	}
	return r.Value
}

// setWords replaces a property of 32-bit values.
func (s *server) setWords(w xproto.Window, name, kind xproto.Atom, values ...uint32) {
	b := make([]byte, 0, 4*len(values))
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	xproto.ChangeProperty(s.conn, xproto.PropModeReplace, w, name, kind, 32, uint32(len(values)), b)
}
