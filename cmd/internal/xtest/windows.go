//go:build linux

package xtest

import (
	"bytes"
	"fmt"
	"image"
	"slices"
	"sync"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/shape"
	"github.com/jezek/xgb/xproto"
)

// Window is a window as it was when it was asked for.
type Window struct {
	ID     xproto.Window
	Name   string // first half of WM_CLASS
	Class  string // second half of WM_CLASS
	Rect   image.Rectangle
	Mapped bool // it and all that it lies in
}

// Windows gives the windows whose WM_CLASS has class as either half.
func (d *Display) Windows(class string) ([]Window, error) {
	return d.below(d.root, class, nil)
}

func (d *Display) below(parent xproto.Window, class string, found []Window) ([]Window, error) {
	tree, err := xproto.QueryTree(d.conn, parent).Reply()
	if err != nil {
		return found, ignoreGone(err)
	}
	for _, id := range tree.Children {
		w, err := d.window(id)
		if err != nil {
			return found, err
		}
		if w.ID != 0 && (w.Class == class || w.Name == class) {
			found = append(found, w)
		}
		if found, err = d.below(id, class, found); err != nil {
			return found, err
		}
	}
	return found, nil
}

// window asks for one window; a zero ID says that it is gone.
func (d *Display) window(id xproto.Window) (Window, error) {
	var w Window
	attributes, err := xproto.GetWindowAttributes(d.conn, id).Reply()
	if err != nil {
		return w, ignoreGone(err)
	}
	rect, err := d.Rect(id)
	if err != nil {
		return w, ignoreGone(err)
	}
	class, err := d.property(id, "WM_CLASS")
	if err != nil {
		return w, ignoreGone(err)
	}
	w = Window{ID: id, Rect: rect, Mapped: attributes.MapState == xproto.MapStateViewable}
	halves := bytes.Split(class, []byte{0})
	if len(halves) >= 2 {
		w.Name, w.Class = string(halves[0]), string(halves[1])
	}
	return w, nil
}

// Takes says whether a window takes a click at a spot of the screen, if it is the uppermost one there.
func (d *Display) Takes(w Window, at image.Point) (bool, error) {
	reply, err := shape.GetRectangles(d.conn, w.ID, shape.SkInput).Reply()
	if err != nil {
		return false, ignoreGone(err)
	}
	at = at.Sub(w.Rect.Min)
	return w.Mapped && slices.ContainsFunc(reply.Rectangles, func(r xproto.Rectangle) bool {
		return at.In(image.Rect(0, 0, int(r.Width), int(r.Height)).Add(image.Pt(int(r.X), int(r.Y))))
	}), nil
}

// Cover lays a window that no window manager looks after over everything in r, until uncover.
func (d *Display) Cover(r image.Rectangle) (uncover func(), err error) {
	w, err := xproto.NewWindowId(d.conn)
	if err != nil {
		return nil, fmt.Errorf("xtest: cover %v: %w", r, err)
	}
	err = xproto.CreateWindowChecked(d.conn, 0, w, d.root, int16(r.Min.X), int16(r.Min.Y), uint16(r.Dx()), uint16(r.Dy()), 0,
		xproto.WindowClassInputOutput, 0, xproto.CwBackPixel|xproto.CwOverrideRedirect, []uint32{0, 1}).Check()
	if err == nil {
		err = xproto.MapWindowChecked(d.conn, w).Check()
	}
	if err != nil {
		return nil, fmt.Errorf("xtest: cover %v: %w", r, err)
	}
	return func() { xproto.DestroyWindow(d.conn, w) }, nil
}

// Grab has the X server answer nobody but d until release, as a program that hangs in the middle of something does.
func (d *Display) Grab() (release func(), err error) {
	if err := xproto.GrabServerChecked(d.conn).Check(); err != nil {
		return nil, fmt.Errorf("xtest: grab the server: %w", err)
	}
	return func() { xproto.UngrabServer(d.conn) }, nil
}

// Rect is where a window's inside lies on the screen.
func (d *Display) Rect(id xproto.Window) (image.Rectangle, error) {
	g, err := xproto.GetGeometry(d.conn, xproto.Drawable(id)).Reply()
	if err != nil {
		return image.Rectangle{}, err
	}
	at, err := xproto.TranslateCoordinates(d.conn, id, d.root, 0, 0).Reply()
	if err != nil {
		return image.Rectangle{}, err
	}
	return image.Rect(0, 0, int(g.Width), int(g.Height)).Add(image.Pt(int(at.DstX), int(at.DstY))), nil
}

// Active is the window that the window manager calls the active one, 0 for none.
func (d *Display) Active() (xproto.Window, error) {
	return d.windowProperty(d.root, "_NET_ACTIVE_WINDOW")
}

// Focus is the window that keys go to; a server may name the root or "pointer root" (1).
func (d *Display) Focus() (xproto.Window, error) {
	reply, err := xproto.GetInputFocus(d.conn).Reply()
	if err != nil {
		return 0, err
	}
	return reply.Focus, nil
}

// Inside gives the windows that lie in one, at any depth.
func (d *Display) Inside(id xproto.Window) ([]xproto.Window, error) {
	tree, err := xproto.QueryTree(d.conn, id).Reply()
	if err != nil {
		return nil, ignoreGone(err)
	}
	all := tree.Children
	for _, child := range tree.Children {
		deeper, err := d.Inside(child)
		if err != nil {
			return nil, err
		}
		all = append(all, deeper...)
	}
	return all, nil
}

// ignoreGone takes the errors of a window that went away while it was asked for.
func ignoreGone(err error) error {
	switch err.(type) {
	case xproto.WindowError, xproto.DrawableError:
		return nil
	}
	return err
}

// atoms remembers what the server called a name.
type atoms struct {
	mu    sync.Mutex
	known map[string]xproto.Atom
}

func (d *Display) atom(name string) (xproto.Atom, error) {
	d.atoms.mu.Lock()
	defer d.atoms.mu.Unlock()
	if a, ok := d.atoms.known[name]; ok {
		return a, nil
	}
	reply, err := xproto.InternAtom(d.conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0, fmt.Errorf("xtest: atom %s: %w", name, err)
	}
	if d.atoms.known == nil {
		d.atoms.known = map[string]xproto.Atom{}
	}
	d.atoms.known[name] = reply.Atom
	return reply.Atom, nil
}

// property gives a window's property as bytes; none when it has no such one.
func (d *Display) property(id xproto.Window, name string) ([]byte, error) {
	atom, err := d.atom(name)
	if err != nil {
		return nil, err
	}
	reply, err := xproto.GetProperty(d.conn, false, id, atom, xproto.GetPropertyTypeAny, 0, 1<<16).Reply()
	if err != nil {
		return nil, err
	}
	return reply.Value, nil
}

// windowProperty gives a property that names a window, 0 when there is none.
func (d *Display) windowProperty(id xproto.Window, name string) (xproto.Window, error) {
	value, err := d.property(id, name)
	if err != nil || len(value) < 4 {
		return 0, err
	}
	return xproto.Window(xgb.Get32(value)), nil
}
