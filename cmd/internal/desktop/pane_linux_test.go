package desktop_test

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"dango/cmd/internal/xtest"
	"dango/game/desktop"
	"dango/game/input"
)

// paneOf is a pane of one colour, solid in its middle.
func paneOf(bounds image.Rectangle, c color.RGBA) desktop.Pane {
	m := image.NewRGBA(image.Rectangle{Max: bounds.Size()})
	draw.Draw(m, m.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	return desktop.Pane{Bounds: bounds, Solid: []image.Rectangle{bounds.Inset(10)}, Picture: m}
}

// onDisplay opens the desktop of a display.
func onDisplay(t *testing.T, x *xtest.Display) *desktop.Desktop {
	t.Helper()
	t.Setenv("DISPLAY", x.Name())
	d, err := desktop.Open(desktop.Options{Class: class})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// shows waits until the screen has a colour at p, give or take what a compositor rounds.
func shows(t *testing.T, x *xtest.Display, what string, p image.Point, want color.RGBA) {
	t.Helper()
	near := func(a, b uint8) bool { return a-b <= 2 || b-a <= 2 }
	xtest.Until(t, what, func() (bool, error) {
		m, err := x.Look(image.Rectangle{Min: p, Max: p.Add(image.Pt(1, 1))})
		if err != nil {
			return false, err
		}
		c := m.RGBAAt(p.X, p.Y)
		return near(c.R, want.R) && near(c.G, want.G) && near(c.B, want.B), nil
	})
}

func TestPane(t *testing.T) {
	x := xtest.New(t, xtest.Options{})
	terminal, err := x.OpenTerminal(100, 40, 200, 0)
	if err != nil {
		t.Fatal(err)
	}
	d := onDisplay(t, x)
	bounds := image.Rect(400, 0, 600, 60)
	d.Show(paneOf(bounds, color.RGBA{200, 0, 0, 255}))
	shows(t, x, "the pane to be seen", image.Pt(500, 30), color.RGBA{200, 0, 0, 255})

	if err := x.FullScreen(terminal.ID, true); err != nil {
		t.Fatal(err)
	}
	xtest.Until(t, "the terminal to fill the screen", func() (bool, error) {
		r, err := x.Rect(terminal.ID)
		return r.Min == image.Point{} && d.State().Monitors[0].Covered, err
	})
	shows(t, x, "the pane to be above it", image.Pt(500, 30), color.RGBA{200, 0, 0, 255})

	// A new size and picture, half transparent over what is white below.
	bounds = image.Rect(380, 0, 620, 200)
	d.Show(paneOf(bounds, color.RGBA{0, 64, 0, 128}))
	shows(t, x, "the larger pane to be seen through", image.Pt(500, 150), color.RGBA{127, 191, 127, 255})

	for _, at := range []image.Point{{500, 100}, {385, 100}} { // in what is solid, and beside it
		if err := x.Click(at, xtest.Left); err != nil {
			t.Fatal(err)
		}
	}
	xtest.Until(t, "the click beside to reach the terminal", func() (bool, error) {
		heard, err := terminal.Heard()
		return heard != "", err
	})
	var presses []input.Event
	xtest.Until(t, "the click in it to reach us", func() (bool, error) {
		for _, e := range d.Drain(nil) {
			if e.Kind == input.Press {
				presses = append(presses, e)
			}
		}
		return len(presses) > 0, nil
	})
	if len(presses) != 1 || presses[0].At.X != 500 || presses[0].At.Y != 100 {
		t.Errorf("presses = %v, want one at 500, 100", presses)
	}
	if active, err := x.Active(); err != nil || active != terminal.ID {
		t.Errorf("the active window is %v, %v; want the terminal's %v", active, err, terminal.ID)
	}

	d.Show(desktop.Pane{})
	shows(t, x, "the pane to go", image.Pt(500, 150), color.RGBA{255, 255, 255, 255})
}

// A monitor is covered for as long as a full-screen window is in front of it.
func TestCovered(t *testing.T) {
	x := xtest.New(t, xtest.Options{NoCompositor: true})
	d := onDisplay(t, x)
	covered := func(want bool, what string) {
		t.Helper()
		xtest.Until(t, what, func() (bool, error) { return d.State().Monitors[0].Covered == want, nil })
	}
	film, err := x.OpenTerminal(80, 24, 100, 100)
	if err != nil {
		t.Fatal(err)
	}
	full := func(on bool) {
		t.Helper()
		if err := x.FullScreen(film.ID, on); err != nil {
			t.Fatal(err)
		}
	}
	full(true)
	covered(true, "a full-screen window to cover the monitor")
	full(false)
	covered(false, "one that is none any more to leave it")
	full(true)
	covered(true, "it to cover it again")
	other, err := x.Run("xterm", "-name", "other")
	if err != nil {
		t.Fatal(err)
	}
	covered(false, "another window to come to the front")
	other.Stop()
	covered(true, "the full-screen window to come back")
}

// Without a compositor transparency is black, so the pane has the shape of what is solid.
func TestPaneWithoutCompositor(t *testing.T) {
	x := xtest.New(t, xtest.Options{NoCompositor: true})
	d := onDisplay(t, x)
	below := color.RGBA{0x60, 0x68, 0x78, 0xff} // the wallpaper
	d.Show(paneOf(image.Rect(400, 0, 600, 60), color.RGBA{200, 0, 0, 255}))
	shows(t, x, "the pane to be seen", image.Pt(500, 30), color.RGBA{200, 0, 0, 255})
	shows(t, x, "what is below to be seen beside it", image.Pt(405, 30), below)
	d.Show(paneOf(image.Rect(400, 0, 600, 60), color.RGBA{0, 200, 0, 255}))
	shows(t, x, "another picture", image.Pt(500, 30), color.RGBA{0, 200, 0, 255})
	d.Show(desktop.Pane{})
	shows(t, x, "the pane to go", image.Pt(500, 30), below)
	d.Show(paneOf(image.Rect(100, 0, 300, 60), color.RGBA{0, 0, 200, 255}))
	shows(t, x, "the pane to come back elsewhere", image.Pt(200, 30), color.RGBA{0, 0, 200, 255})
}

// A ghost of a pane is seen, and takes no clicks.
func TestGhostOfAPane(t *testing.T) {
	x := xtest.New(t, xtest.Options{})
	terminal, err := x.OpenTerminal(100, 40, 200, 0)
	if err != nil {
		t.Fatal(err)
	}
	d := onDisplay(t, x)
	p := paneOf(image.Rect(400, 100, 600, 160), color.RGBA{200, 0, 0, 255})
	p.Ghost = true
	d.Show(p)
	shows(t, x, "the pane to be seen", image.Pt(500, 130), color.RGBA{200, 0, 0, 255})
	if err := x.Click(image.Pt(500, 130), xtest.Left); err != nil {
		t.Fatal(err)
	}
	xtest.Until(t, "the click to reach the terminal", func() (bool, error) {
		heard, err := terminal.Heard()
		return heard != "", err
	})
}
