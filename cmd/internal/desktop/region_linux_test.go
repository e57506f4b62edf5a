package desktop_test

import (
	"image"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"dango/cmd/internal/xtest"
	"dango/game/desktop"
	"dango/game/input"
)

// manager is a window manager that maps what wants to be mapped, and resizes only when it is told to.
type manager struct {
	t       *testing.T
	conn    *xgb.Conn
	pending chan xproto.ConfigureRequestEvent
}

func newManager(t *testing.T, display string) *manager {
	conn, err := xgb.NewConnDisplay(display)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	root := xproto.Setup(conn).DefaultScreen(conn).Root
	err = xproto.ChangeWindowAttributesChecked(conn, root, xproto.CwEventMask, []uint32{xproto.EventMaskSubstructureRedirect}).Check()
	if err != nil {
		t.Fatal(err)
	}
	m := &manager{t, conn, make(chan xproto.ConfigureRequestEvent, 64)}
	go func() {
		for {
			e, err := conn.WaitForEvent()
			if e == nil && err == nil {
				return
			}
			switch e := e.(type) {
			case xproto.MapRequestEvent:
				xproto.MapWindow(conn, e.Window)
			case xproto.ConfigureRequestEvent:
				m.pending <- e
			}
		}
	}()
	return m
}

// obey does what was asked for until the window is at bounds.
func (m *manager) obey(d *desktop.Desktop, bounds image.Rectangle) {
	m.t.Helper()
	xtest.Until(m.t, "the window is at "+bounds.String(), func() (bool, error) {
		for {
			select {
			case e := <-m.pending:
				m.configure(e)
			default:
				return d.State().Window == bounds && !d.Busy(), nil
			}
		}
	})
}

func (m *manager) configure(e xproto.ConfigureRequestEvent) {
	xproto.ConfigureWindow(m.conn, e.Window,
		xproto.ConfigWindowX|xproto.ConfigWindowY|xproto.ConfigWindowWidth|xproto.ConfigWindowHeight,
		[]uint32{uint32(e.X), uint32(e.Y), uint32(e.Width), uint32(e.Height)})
}

// What is drawn anew takes clicks before the window manager has made the window larger, and what is old goes on to. Beside
// both nothing does.
func TestClicksDoNotWaitForTheSize(t *testing.T) {
	x := xtest.New(t, xtest.Options{NoWindowManager: true})
	t.Setenv("DISPLAY", x.Name())
	m := newManager(t, x.Name())
	d, err := desktop.Open(desktop.Options{Class: class})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	e := newEngineAs(t, x.Name(), seeThrough)
	xtest.Until(t, "the window is prepared", func() (bool, error) { return len(e.property("_NET_WM_USER_TIME")) == 1, nil })
	old, fresh, outside := image.Rect(510, 410, 530, 430), image.Rect(560, 460, 580, 480), image.Rect(640, 540, 660, 560)
	small, large := image.Rect(500, 400, 600, 500), image.Rect(500, 400, 700, 600)
	d.Place(desktop.Wish{Bounds: small, Solid: []image.Rectangle{old}})
	e.show()
	m.obey(d, small)

	heard := func(at image.Point) (n int) {
		t.Helper()
		if err := x.Click(at, xtest.Left); err != nil {
			t.Fatal(err)
		}
		if err := x.Click(middle(old), xtest.Left); err != nil { // is heard in any case, and after the first
			t.Fatal(err)
		}
		xtest.Until(t, "the click on what was there before", func() (bool, error) {
			for _, e := range d.Drain(nil) {
				switch p := (image.Point{X: int(e.At.X), Y: int(e.At.Y)}); {
				case e.Kind == input.Release && p == middle(old):
					return true, nil
				case e.Kind == input.Press && p == at:
					n++
				}
			}
			return false, nil
		})
		return n
	}
	wish := func(solid ...image.Rectangle) {
		d.Place(desktop.Wish{Bounds: large, Solid: append(solid, old)})
	}
	// Asked three times in vain it takes a window manager to refuse the size, and cuts what is new in any case. A machine that
	// is so slow shows nothing.
	const patience = 3
	for try := 1; ; try++ {
		wish(outside)
		asked := <-m.pending
		wish(outside, fresh)
		asks, taken := 1, false
		for !taken && asks < patience { // the wish may come later than the first click
			taken = heard(middle(fresh)) == 1
			asks = 1 + len(m.pending)
		}
		held := d.State().Window == small
		m.configure(asked)
		if taken && held && asks < patience {
			break
		}
		if try == 5 {
			t.Fatalf("clicks on what is new are taken: %v, when the size was asked for %d times; held: %v", taken, asks, held)
		}
		m.obey(d, large)
		d.Place(desktop.Wish{Bounds: small, Solid: []image.Rectangle{old}})
		m.obey(d, small)
	}
	if n := heard(image.Pt(590, 405)); n != 0 {
		t.Error("a click beside all that is drawn was taken")
	}
	m.obey(d, large)
	for at, want := range map[image.Point]int{middle(fresh): 1, middle(outside): 1, image.Pt(690, 405): 0} {
		if n := heard(at); n != want {
			t.Errorf("in the large window %d clicks at %v were taken, want %d", n, at, want)
		}
	}
}

func middle(r image.Rectangle) image.Point { return r.Min.Add(r.Max).Div(2) }
