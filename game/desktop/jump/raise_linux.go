package jump

import (
	"context"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	_ "dango/game/desktop/quiet"

	"dango/ingress/process"
	"dango/prefs/lang"
)

// raiseWindow activates the window of the nearest ancestor of pid that has one. Under sway that may be a window that X
// knows nothing about.
func raiseWindow(ctx context.Context, pid int, near surroundings) error {
	err := raiseX(ctx, pid, near)
	if err != nil && swaySocket(near) != "" {
		err = focusInSway(ctx, pid, near)
	}
	return err
}

// raiseX activates an X window. A terminal with several has told its children which one is theirs.
func raiseX(ctx context.Context, pid int, near surroundings) error {
	conn, err := xgb.NewConn()
	if err != nil {
		return lang.Fault("there is no X server to ask for windows")
	}
	defer conn.Close()
	d := desk{conn: conn, root: xproto.Setup(conn).DefaultScreen(conn).Root}
	said, _ := strconv.ParseUint(near["WINDOWID"], 10, 32)
	w := d.windowOf(ancestors(pid), xproto.Window(said))
	if w == 0 {
		return lang.Fault("its terminal has no window on this desktop")
	}
	if err = d.activate(ctx, w); err == nil {
		return nil
	}
	if socket := d.text(d.root, "I3_SOCKET_PATH"); socket != "" {
		return focusByIPC(ctx, socket, "id="+strconv.FormatUint(uint64(w), 10))
	}
	return err
}

// maxAncestors bounds the walk up the process tree.
const maxAncestors = 64

// ancestors are pid and its ancestors, nearest first.
func ancestors(pid int) (all []uint32) {
	for range maxAncestors {
		info, ok := process.Lookup(pid)
		if !ok || pid <= 1 {
			break
		}
		all = append(all, uint32(pid))
		pid = info.Parent
	}
	return all
}

// desk is the desktop, seen by one jump.
type desk struct {
	conn *xgb.Conn
	root xproto.Window
}

// windowOf finds the window of the first of pids that has any: the one that was said when it is among them, or when it
// does not tell whose it is.
func (d desk) windowOf(pids []uint32, said xproto.Window) xproto.Window {
	windows := d.words(d.root, "_NET_CLIENT_LIST")
	if said != 0 && slices.Contains(windows, uint32(said)) {
		owner := d.words(said, "_NET_WM_PID")
		if len(owner) == 0 || slices.Contains(pids, owner[0]) {
			return said
		}
	}
	for _, pid := range pids {
		for _, w := range windows {
			if owner := d.words(xproto.Window(w), "_NET_WM_PID"); len(owner) > 0 && owner[0] == pid {
				return xproto.Window(w)
			}
		}
	}
	return 0
}

// obeyWithin is how long a window manager may take to activate a window.
const obeyWithin = 2 * time.Second

// activate asks the window manager as a pager does, which is what the user's click is, and waits until it has.
func (d desk) activate(ctx context.Context, w xproto.Window) error {
	atom, err := d.atom("_NET_ACTIVE_WINDOW")
	if err != nil {
		return err
	}
	xproto.ChangeWindowAttributes(d.conn, d.root, xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange})
	const fromPager = 2
	e := xproto.ClientMessageEvent{Format: 32, Window: w, Type: atom,
		Data: xproto.ClientMessageDataUnionData32New([]uint32{fromPager, xproto.TimeCurrentTime, 0, 0, 0})}
	err = xproto.SendEventChecked(d.conn, false, d.root,
		xproto.EventMaskSubstructureNotify|xproto.EventMaskSubstructureRedirect, string(e.Bytes())).Check()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, obeyWithin)
	defer cancel()
	defer context.AfterFunc(ctx, d.conn.Close)() // ends the wait below
	for {
		if active := d.words(d.root, "_NET_ACTIVE_WINDOW"); len(active) > 0 && active[0] == uint32(w) {
			return nil
		}
		if event, err := d.conn.WaitForEvent(); event == nil && err == nil {
			return lang.Fault("the window manager does not bring its terminal to the front")
		}
	}
}

func (d desk) atom(name string) (xproto.Atom, error) {
	r, err := xproto.InternAtom(d.conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0, err
	}
	return r.Atom, nil
}

// words reads a property of 32-bit values; nil when it is not there.
func (d desk) words(w xproto.Window, name string) (out []uint32) {
	atom, err := d.atom(name)
	if err != nil {
		return nil
	}
	const most = 1 << 12
	r, err := xproto.GetProperty(d.conn, false, w, atom, xproto.GetPropertyTypeAny, 0, most).Reply()
	if err != nil {
		return nil
	}
	for b := r.Value; len(b) >= 4; b = b[4:] {
		out = append(out, binary.LittleEndian.Uint32(b))
	}
	return out
}

// text reads a property that is a text; empty when it is not there.
func (d desk) text(w xproto.Window, name string) string {
	atom, err := d.atom(name)
	if err != nil {
		return ""
	}
	const most = 1 << 10
	r, err := xproto.GetProperty(d.conn, false, w, atom, xproto.GetPropertyTypeAny, 0, most).Reply()
	if err != nil {
		return ""
	}
	return strings.TrimRight(string(r.Value), "\x00")
}
