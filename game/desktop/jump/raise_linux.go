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

// raiseWindow activates the window of the nearest ancestor of p.PID that has one. Under sway that may be a window that X
// knows nothing about.
func raiseWindow(ctx context.Context, p Place, near surroundings) (raised, error) {
	r, err := raiseX(ctx, p, near)
	if err != nil && swaySocket(near) != "" {
		return focusInSway(ctx, p, near)
	}
	return r, err
}

// raiseX activates an X window. A terminal with several has told its children which one is theirs, or else their titles
// may tell.
func raiseX(ctx context.Context, p Place, near surroundings) (raised, error) {
	conn, err := xgb.NewConn()
	if err != nil {
		return raised{}, lang.Fault("there is no X server to ask for windows")
	}
	defer conn.Close()
	d := desk{conn: conn, root: xproto.Setup(conn).DefaultScreen(conn).Root}
	said, _ := strconv.ParseUint(near["WINDOWID"], 10, 32)
	w, r := d.windowOf(p, xproto.Window(said))
	if w == 0 {
		return r, lang.Fault("its terminal has no window on this desktop")
	}
	if err = d.activate(ctx, w); err == nil {
		return r, nil
	}
	if socket := d.text(d.root, "I3_SOCKET_PATH"); socket != "" {
		return r, focusByIPC(ctx, socket, "id="+strconv.FormatUint(uint64(w), 10))
	}
	return r, err
}

// desk is the desktop, seen by one jump.
type desk struct {
	conn *xgb.Conn
	root xproto.Window
}

// windowOf finds the window of the first of p.PID and its ancestors that has any: the one that was said when it is among
// them. What was said for another's window is the word of a terminal that this one was started from.
func (d desk) windowOf(p Place, said xproto.Window) (xproto.Window, raised) {
	host, windows := d.hostOf(p.PID)
	r := raised{host: host, windows: len(windows)}
	switch {
	case slices.Contains(windows, said):
		return said, r
	case len(windows) == 1:
		return windows[0], r
	case len(windows) > 1:
		w := d.titled(windows, p)
		if r.guessed = w == 0; r.guessed {
			w = d.topmost(windows)
		}
		return w, r
	case slices.Contains(d.words(d.root, "_NET_CLIENT_LIST"), uint32(said)) && len(d.words(said, "_NET_WM_PID")) == 0:
		return said, r // it does not tell whose it is
	}
	return 0, r
}

// hostOf is the first of pid and its ancestors that has windows, and these.
func (d desk) hostOf(pid int) (int, []xproto.Window) {
	owned := map[int][]xproto.Window{}
	for _, w := range d.words(d.root, "_NET_CLIENT_LIST") {
		if owner := d.words(xproto.Window(w), "_NET_WM_PID"); len(owner) > 0 {
			owned[int(owner[0])] = append(owned[int(owner[0])], xproto.Window(w))
		}
	}
	for pid := range process.Ancestors(pid) {
		if len(owned[pid]) > 0 {
			return pid, owned[pid]
		}
	}
	return 0, nil
}

// titled is the only one of windows whose title has the session's, or else the name of its folder or of the nearest
// folder around that; 0 when there is none.
func (d desk) titled(windows []xproto.Window, p Place) xproto.Window {
	titles := make([]string, len(windows))
	for i, w := range windows {
		if titles[i] = d.text(w, "_NET_WM_NAME"); titles[i] == "" {
			titles[i] = d.text(w, "WM_NAME")
		}
	}
	if i := p.among(titles); i >= 0 {
		return windows[i]
	}
	return 0
}

// topmost is the window that is above the others.
func (d desk) topmost(windows []xproto.Window) xproto.Window {
	for _, w := range slices.Backward(d.words(d.root, "_NET_CLIENT_LIST_STACKING")) {
		if slices.Contains(windows, xproto.Window(w)) {
			return xproto.Window(w)
		}
	}
	return windows[0]
}

// obeyWithin is how long a window manager may take to activate a window.
const obeyWithin = 600 * time.Millisecond

// activate asks the window manager as a pager does, which is what the user's click is, and waits until it has. Like a pager
// it turns to the window's desktop first: some managers keep theirs, and the window only asks for attention.
func (d desk) activate(ctx context.Context, w xproto.Window) error {
	d.watch(d.root)
	at := d.now(ctx)
	const onAll = 0xffffffff
	here, there := d.words(d.root, "_NET_CURRENT_DESKTOP"), d.words(w, "_NET_WM_DESKTOP")
	if len(here) > 0 && len(there) > 0 && there[0] != here[0] && there[0] != onAll {
		if err := d.ask(d.root, "_NET_CURRENT_DESKTOP", there[0], at); err != nil {
			return err
		}
	}
	const fromPager = 2
	if err := d.ask(w, "_NET_ACTIVE_WINDOW", fromPager, at, 0); err != nil {
		return err
	}
	return d.obeyed(ctx, func() bool { return d.active() == w })
}

// ask sends the window manager a message about a window.
func (d desk) ask(w xproto.Window, message string, words ...uint32) error {
	atom, err := d.atom(message)
	if err != nil {
		return err
	}
	var data [5]uint32
	copy(data[:], words)
	e := xproto.ClientMessageEvent{Format: 32, Window: w, Type: atom, Data: xproto.ClientMessageDataUnionData32New(data[:])}
	return xproto.SendEventChecked(d.conn, false, d.root,
		xproto.EventMaskSubstructureNotify|xproto.EventMaskSubstructureRedirect, string(e.Bytes())).Check()
}

// active is the window that has the focus, 0 when none has.
func (d desk) active() xproto.Window {
	if active := d.words(d.root, "_NET_ACTIVE_WINDOW"); len(active) > 0 {
		return xproto.Window(active[0])
	}
	return 0
}

// watch has the server tell when a property of a window changes.
func (d desk) watch(w xproto.Window) {
	xproto.ChangeWindowAttributes(d.conn, w, xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange})
}

// obeyed waits until what was asked for is so. It looks again at each change of what is watched, and closes the connection
// when that takes too long.
func (d desk) obeyed(ctx context.Context, so func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, obeyWithin)
	defer cancel()
	defer context.AfterFunc(ctx, d.conn.Close)() // ends the wait below
	for {
		if so() {
			return nil
		}
		if event, err := d.conn.WaitForEvent(); event == nil && err == nil {
			return lang.Fault("the window manager does not bring its terminal to the front")
		}
	}
}

// shows waits until a terminal that was asked to show one of its windows has it at the front, and helps it there when the
// window manager lets it only ask for attention. ask gets the server's time: a window manager that lets nobody steal the
// focus believes those who know what time it is. Of a terminal that is no X program it is not known.
func shows(ctx context.Context, p Place, ask func(at uint32) error) error {
	conn, err := xgb.NewConn()
	if err != nil {
		return ask(0)
	}
	defer conn.Close()
	d := desk{conn: conn, root: xproto.Setup(conn).DefaultScreen(conn).Root}
	_, windows := d.hostOf(p.PID)
	if len(windows) == 0 {
		return ask(0)
	}
	d.watch(d.root)
	called := map[xproto.Window]bool{} // attention before
	for _, w := range windows {
		d.watch(w)
		called[w] = d.calls(w)
	}
	before := d.active()
	if err := ask(d.now(ctx)); err != nil {
		return err
	}
	var calls xproto.Window
	so := func() bool {
		for _, w := range windows {
			if !called[w] && d.calls(w) {
				calls = w
				return true
			}
		}
		return d.active() != before && slices.Contains(windows, d.active())
	}
	if slices.Contains(windows, before) { // it may be the one
		if d.settled(so); calls == 0 {
			return nil
		}
	} else if err := d.obeyed(ctx, so); err != nil {
		return err
	}
	if calls != 0 {
		return d.activate(ctx, calls)
	}
	return nil
}

// settled looks for a moment whether something is so.
func (d desk) settled(so func() bool) {
	const moment, looks = 10 * time.Millisecond, 15
	for range looks {
		if so() {
			return
		}
		time.Sleep(moment)
	}
}

// calls says that a window asks for the user's attention.
func (d desk) calls(w xproto.Window) bool {
	attention, err := d.atom("_NET_WM_STATE_DEMANDS_ATTENTION")
	return err == nil && slices.Contains(d.words(w, "_NET_WM_STATE"), uint32(attention))
}

// now is the server's time, which it tells when a property changes; 0 when it does not.
func (d desk) now(ctx context.Context) uint32 {
	w, err := xproto.NewWindowId(d.conn)
	if err != nil {
		return 0
	}
	atom, err := d.atom("_NET_WM_USER_TIME")
	if err != nil {
		return 0
	}
	xproto.CreateWindow(d.conn, 0, w, d.root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, 0,
		xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange})
	defer xproto.DestroyWindow(d.conn, w)
	xproto.ChangeProperty(d.conn, xproto.PropModeAppend, w, atom, xproto.AtomCardinal, 32, 0, nil)
	defer context.AfterFunc(ctx, d.conn.Close)()
	for {
		event, err := d.conn.WaitForEvent()
		if event == nil && err == nil {
			return 0
		}
		if changed, ok := event.(xproto.PropertyNotifyEvent); ok && changed.Window == w {
			return uint32(changed.Time)
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
