package desktop

import (
	"image"
	"os"

	"github.com/jezek/xgb/xproto"

	"dango/game/desktop/typing"
	"dango/game/input"
)

// typist has the keyboard for our window while the scene wants it. The zero value does not.
//
// The keys go to a child window of our own, so the engine hears nothing of them: it would not tell a key that an input
// method has used from one that it has not. The child lies where text goes in, for that is where input methods look. On
// Wayland it is no child, see openApart.
type typist struct {
	window xproto.Window // the child; 0 = not made yet
	mapped bool          // it is one apart, and there
	reader *typing.Reader
	keys   Keys          // as last obeyed
	has    bool          // keys come to us
	before xproto.Window // had the keyboard
}

// typeKeys takes the keyboard or gives it back, as is wished now.
func (s *server) typeKeys() {
	t, k := &s.typist, *s.keys.Load()
	if s.keeper.phase == unmapped || k == t.keys {
		return
	}
	old := t.keys
	t.keys = k
	switch {
	case k.Wanted && !old.Wanted:
		s.takeKeyboard(xproto.TimeCurrentTime)
	case !k.Wanted && old.Wanted:
		s.giveBack()
	}
	s.putCaret()
}

// wantAgain takes the keyboard back that the user gave to another window: they have come back.
func (t *typist) wantAgain(s *server, now xproto.Timestamp) {
	if t.keys.Wanted && !t.has {
		s.takeKeyboard(now)
	}
}

// takeKeyboard moves the focus to the child. The window manager is not asked: it would raise the window, or refuse.
func (s *server) takeKeyboard(now xproto.Timestamp) {
	t := &s.typist
	if t.window == 0 && !s.openTypist() {
		return
	}
	if s.wayland {
		s.call(now)
		return
	}
	if f, err := xproto.GetInputFocus(s.conn).Reply(); err == nil && !s.ours(f.Focus) {
		t.before = f.Focus
	}
	s.setFocusable(s.keeper.window, true)
	xproto.SetInputFocus(s.conn, xproto.InputFocusParent, t.window, now)
}

// ours says whether w is our window or the child that takes the keys.
func (s *server) ours(w xproto.Window) bool {
	return w == s.keeper.window || w != 0 && (w == s.typist.window || w == s.glass.window)
}

// openTypist makes the window for the keys and starts to read what is typed there.
func (s *server) openTypist() bool {
	open := s.openChild
	if s.wayland {
		open = s.openApart
	}
	w, ok := open()
	if !ok {
		return false
	}
	reader, err := typing.Open(os.Getenv("DISPLAY"), uint32(w), s.push)
	if err != nil {
		xproto.DestroyWindow(s.conn, w)
		return false
	}
	s.typist.window, s.typist.reader = w, reader
	return true
}

func (s *server) openChild() (child xproto.Window, ok bool) {
	child, err := xproto.NewWindowId(s.conn)
	if err != nil {
		return 0, false
	}
	err = xproto.CreateWindowChecked(s.conn, 0, child, s.keeper.window, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, 0,
		xproto.CwEventMask, []uint32{xproto.EventMaskFocusChange}).Check()
	if err != nil {
		return 0, false
	}
	xproto.ConfigureWindow(s.conn, child, xproto.ConfigWindowStackMode, []uint32{xproto.StackModeBelow})
	return child, xproto.MapWindowChecked(s.conn, child).Check() == nil
}

// giveBack gives the focus to the window that had it, unless the user has given it to another meanwhile. By then the
// window manager knows that ours is none to give it to: when it looks for another one, it must not choose ours.
func (s *server) giveBack() {
	t := &s.typist
	if s.wayland {
		s.dismiss()
		t.has = false
		return
	}
	s.setFocusable(s.keeper.window, false)
	if f, err := xproto.GetInputFocus(s.conn).Reply(); err == nil && s.ours(f.Focus) {
		to := t.before
		if to == 0 || xproto.SetInputFocusChecked(s.conn, xproto.InputFocusParent, to, xproto.TimeCurrentTime).Check() != nil {
			// It is gone, or hidden. Then the window below the pointer is the best guess.
			xproto.SetInputFocus(s.conn, xproto.InputFocusPointerRoot, xproto.InputFocusPointerRoot, xproto.TimeCurrentTime)
		}
	}
	t.has, t.before = false, 0
}

// focused is told that the keyboard came to a window of ours or left it. A grab, such as a window manager's while it
// switches windows, is no more than an interruption.
func (s *server) focused(w xproto.Window, mode, detail byte, in bool) {
	t := &s.typist
	if mode == xproto.NotifyModeGrab || mode == xproto.NotifyModeUngrab {
		return
	}
	if t.window != 0 && (w == s.keeper.window && in || w == t.window && !in) && s.misled(detail) {
		return
	}
	if w == s.keeper.window && in {
		s.decline()
	}
	if w != t.window || w == 0 || in == t.has {
		return
	}
	t.has = in
	switch {
	case !t.keys.Wanted:
	case in:
		s.push(input.Event{Kind: input.Focus})
	default:
		s.push(input.Event{Kind: input.Blur})
	}
}

// misled takes the keyboard from our window itself to the child that reads it. The window manager puts it there when it
// brings us to the front: it knows of no child. false: that is not what happened.
func (s *server) misled(detail byte) bool {
	switch detail {
	case xproto.NotifyDetailAncestor, xproto.NotifyDetailInferior, xproto.NotifyDetailNonlinear:
	default:
		return false // it passed through
	}
	t := &s.typist
	if s.wayland || !t.keys.Wanted {
		return false
	}
	f, err := xproto.GetInputFocus(s.conn).Reply()
	if err != nil || f.Focus != s.keeper.window {
		return false
	}
	xproto.SetInputFocus(s.conn, xproto.InputFocusParent, t.window, xproto.TimeCurrentTime)
	return true
}

// decline passes the keyboard on that was given to our window without its asking: by a window manager that had made up
// its mind before it could read our hints, which happens where the machine is too busy to let us set them in time.
func (s *server) decline() {
	if s.typist.keys.Wanted {
		return
	}
	f, err := xproto.GetInputFocus(s.conn).Reply()
	if err != nil || f.Focus != s.keeper.window {
		return
	}
	if s.last == 0 || xproto.SetInputFocusChecked(s.conn, xproto.InputFocusParent, s.last, xproto.TimeCurrentTime).Check() != nil {
		xproto.SetInputFocus(s.conn, xproto.InputFocusPointerRoot, xproto.InputFocusPointerRoot, xproto.TimeCurrentTime)
	}
}

// putCaret moves the child to where text goes in.
func (s *server) putCaret() {
	t := &s.typist
	if t.window == 0 {
		return
	}
	if s.wayland {
		s.putApart(t.keys.Caret)
		return
	}
	at := image.Rect(0, 0, 1, 1)
	if c := t.keys.Caret.Sub(s.keeper.sent.Min); !t.keys.Caret.Empty() {
		at = c
	}
	s.configure(t.window, at)
}

// close stops reading. A child goes with its parent.
func (t *typist) close() {
	if t.reader != nil {
		t.reader.Close()
	}
	*t = typist{}
}
