// Package desktop_test shows game/desktop on a private X server, with a window that behaves as the engine's does.
// It lies here because xtest is for the commands alone.
package desktop_test

import (
	"encoding/binary"
	"errors"
	"image"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"dango/cmd/internal/xtest"
	"dango/game/desktop"
	"dango/game/input"
)

const class = "desktop-test"

// engine does what the engine does with its window: create, name, map. draw stands for showing a frame.
type engine struct {
	t      *testing.T
	conn   *xgb.Conn
	window xproto.Window
	white  xproto.Gcontext
}

func newEngine(t *testing.T, display string) *engine {
	return newEngineAs(t, display, func(s *xproto.ScreenInfo) (byte, xproto.Visualid) { return s.RootDepth, s.RootVisual })
}

// seeThrough is how a window is made that can be transparent.
func seeThrough(s *xproto.ScreenInfo) (depth byte, visual xproto.Visualid) {
	for _, d := range s.AllowedDepths {
		for _, v := range d.Visuals {
			if d.Depth == 32 && v.Class == xproto.VisualClassTrueColor {
				depth, visual = d.Depth, v.VisualId
			}
		}
	}
	return depth, visual
}

func newEngineAs(t *testing.T, display string, kind func(*xproto.ScreenInfo) (byte, xproto.Visualid)) *engine {
	conn, err := xgb.NewConnDisplay(display)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	w, err := xproto.NewWindowId(conn)
	if err != nil {
		t.Fatal(err)
	}
	screen := xproto.Setup(conn).DefaultScreen(conn)
	depth, visual := kind(screen)
	colors, err := xproto.NewColormapId(conn)
	if err != nil {
		t.Fatal(err)
	}
	xproto.CreateColormap(conn, xproto.ColormapAllocNone, colors, screen.Root, visual)
	err = xproto.CreateWindowChecked(conn, depth, w, screen.Root, 0, 0, 64, 64, 0, xproto.WindowClassInputOutput, visual,
		xproto.CwBackPixel|xproto.CwBorderPixel|xproto.CwColormap, []uint32{0, 0, uint32(colors)}).Check()
	if err != nil {
		t.Fatal(err)
	}
	white, err := xproto.NewGcontextId(conn)
	if err != nil {
		t.Fatal(err)
	}
	xproto.CreateGC(conn, white, xproto.Drawable(w), xproto.GcForeground, []uint32{0xFFFFFF})
	name := "dango\x00" + class + "\x00"
	xproto.ChangeProperty(conn, xproto.PropModeReplace, w, xproto.AtomWmClass, xproto.AtomString, 8, uint32(len(name)), []byte(name))
	return &engine{t, conn, w, white}
}

// show maps the window.
func (e *engine) show() {
	xproto.MapWindow(e.conn, e.window)
	xtest.Until(e.t, "the window to be mapped", func() (bool, error) {
		a, err := xproto.GetWindowAttributes(e.conn, e.window).Reply()
		return err == nil && a.MapState != xproto.MapStateUnmapped, err
	})
}

// draw fills the window, as a frame does.
func (e *engine) draw() {
	all := xproto.Rectangle{Width: 1 << 14, Height: 1 << 14}
	xproto.PolyFillRectangle(e.conn, xproto.Drawable(e.window), e.white, []xproto.Rectangle{all})
}

// property reads a property of 32-bit values.
func (e *engine) property(name string) []uint32 {
	atom, err := xproto.InternAtom(e.conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		e.t.Fatal(err)
	}
	r, err := xproto.GetProperty(e.conn, false, e.window, atom.Atom, xproto.GetPropertyTypeAny, 0, 64).Reply()
	if err != nil {
		e.t.Fatal(err)
	}
	var v []uint32
	for b := r.Value; len(b) >= 4 && r.Format == 32; b = b[4:] {
		v = append(v, binary.LittleEndian.Uint32(b))
	}
	return v
}

// stage opens a desktop on a display of its own, with the engine's window shown at bounds.
func stage(t *testing.T, o xtest.Options, bounds image.Rectangle, solid ...image.Rectangle) (*xtest.Display, *desktop.Desktop, *engine) {
	x := xtest.New(t, o)
	t.Setenv("DISPLAY", x.Name())
	d, err := desktop.Open(desktop.Options{Class: class})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	e := newEngine(t, x.Name())
	xtest.Until(t, "the window is prepared", func() (bool, error) { return len(e.property("_NET_WM_USER_TIME")) == 1, nil })
	return x, d, e.at(d, bounds, solid...)
}

func (e *engine) at(d *desktop.Desktop, bounds image.Rectangle, solid ...image.Rectangle) *engine {
	d.Place(desktop.Wish{Bounds: bounds, Solid: solid})
	e.show()
	e.until(d, bounds)
	return e
}

func (e *engine) until(d *desktop.Desktop, bounds image.Rectangle) {
	e.t.Helper()
	xtest.Until(e.t, "the window is at "+bounds.String(), func() (bool, error) {
		return d.State().Window == bounds && !d.Busy(), nil
	})
}

func TestWindowIsPreparedBeforeItIsMapped(t *testing.T) {
	x := xtest.New(t, xtest.Options{})
	terminal, err := x.OpenTerminal(40, 10, 100, 100)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DISPLAY", x.Name())
	d, err := desktop.Open(desktop.Options{Class: class})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	e := newEngine(t, x.Name())
	xtest.Until(t, "the window is prepared", func() (bool, error) { return len(e.property("_NET_WM_USER_TIME")) == 1, nil })
	if hints := e.property("WM_HINTS"); len(hints) != 9 || hints[0]&1 == 0 || hints[1] != 0 {
		t.Errorf("WM_HINTS = %v, want input = 0", hints)
	}
	if s := e.property("_NET_WM_STATE"); len(s) != 4 {
		t.Errorf("_NET_WM_STATE = %v, want above, sticky, and in no list", s)
	}
	bounds := image.Rect(150, 150, 250, 250)
	e.at(d, bounds, bounds)
	if active, err := x.Active(); err != nil || active != terminal.ID {
		t.Errorf("the active window is %v, %v; want the terminal's %v", active, err, terminal.ID)
	}
}

func TestEveryQuickClickArrives(t *testing.T) {
	solid := image.Rect(310, 310, 360, 360)
	x, d, _ := stage(t, xtest.Options{}, image.Rect(300, 300, 400, 400), solid)
	at := image.Pt(320, 330)
	const clicks = 100
	for range clicks {
		if err := x.Click(at, xtest.Left); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.Click(image.Pt(390, 390), xtest.Left); err != nil { // beside what is solid
		t.Fatal(err)
	}
	count := map[input.Kind]int{}
	xtest.Until(t, "a hundred releases", func() (bool, error) {
		for _, e := range d.Drain(nil) {
			count[e.Kind]++
			if e.Kind == input.Press && (e.At.X != 320 || e.At.Y != 330 || e.Button != input.Left) {
				t.Errorf("press of %v at %v, want the left button at %v", e.Button, e.At, at)
			}
		}
		return count[input.Release] >= clicks, nil
	})
	if count[input.Press] != clicks || count[input.Release] != clicks {
		t.Errorf("%d presses and %d releases, want %d each: none lost, none from beside", count[input.Press], count[input.Release], clicks)
	}
	if d.Lost() != 0 {
		t.Errorf("%d events lost", d.Lost())
	}
}

// A new size waits for the frame of the old one, and both edges end where they shall.
func TestResizeWaitsForTheFrame(t *testing.T) {
	_, d, e := stage(t, xtest.Options{}, image.Rect(500, 400, 600, 500))
	for _, bounds := range []image.Rectangle{
		image.Rect(450, 300, 620, 500), image.Rect(450, 300, 620, 520), image.Rect(500, 400, 600, 500), image.Rect(520, 410, 620, 510),
	} {
		d.Frame()
		d.Place(desktop.Wish{Bounds: bounds, Solid: []image.Rectangle{bounds}})
		e.draw()
		e.until(d, bounds)
	}
}

// Without a compositor transparency is black, so the window has the shape of what is solid.
func TestWithoutCompositorTheWindowIsCut(t *testing.T) {
	bounds, solid := image.Rect(100, 100, 300, 300), image.Rect(120, 120, 140, 140)
	x, d, e := stage(t, xtest.Options{NoCompositor: true}, bounds, solid)
	if d.State().Composited {
		t.Fatal("there is no compositor, but the state has one")
	}
	e.draw()
	white := func(p image.Point) func() (bool, error) {
		return func() (bool, error) {
			m, err := x.Look(image.Rectangle{Min: p, Max: p.Add(image.Pt(1, 1))})
			if err != nil {
				return false, err
			}
			return m.RGBAAt(p.X, p.Y).R == 255, nil
		}
	}
	xtest.Until(t, "the solid part shows", white(image.Pt(130, 130)))
	if on, err := white(image.Pt(200, 200))(); on || err != nil {
		t.Errorf("what is not solid shows: %v, %v", on, err)
	}
}

func TestServerGoes(t *testing.T) {
	x := xtest.New(t, xtest.Options{NoWindowManager: true, NoCompositor: true})
	t.Setenv("DISPLAY", x.Name())
	d, err := desktop.Open(desktop.Options{Class: class})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if m := d.State().Monitors; len(m) != 1 || m[0].Bounds.W != 1280 || m[0].Bounds.H != 800 {
		t.Errorf("Monitors = %v, want one of 1280×800", m)
	}
	x.Close()
	deadline := time.After(xtest.Patience)
	for d.State().Err == nil {
		select {
		case <-d.Wake():
		case <-deadline:
			t.Fatal("nothing says that the server is gone")
		}
	}
	if err := d.State().Err; !errors.Is(err, desktop.ErrGone) {
		t.Errorf("Err = %v, want ErrGone", err)
	}
}
