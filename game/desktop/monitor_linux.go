package desktop

import (
	"fmt"
	"image"
	"slices"

	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/xproto"

	"dango/game/drawlist"
	"dango/game/input"
)

// screen is a monitor in device pixels.
type screen struct {
	name         string
	bounds, work image.Rectangle
	primary      bool
}

// refreshMonitors asks for the monitors and their work areas.
func (s *server) refreshMonitors() {
	screens := s.screens()
	s.now.Blind = s.now.Blind || len(screens) == 0
	s.workAreas(screens)
	slices.SortStableFunc(screens, func(a, b screen) int {
		switch {
		case a.primary == b.primary:
			return 0
		case a.primary:
			return -1
		default:
			return 1
		}
	})
	s.screensNow = screens
	s.fronts = slices.DeleteFunc(s.fronts, func(f front) bool {
		return !slices.ContainsFunc(screens, func(m screen) bool { return m.bounds == f.monitor })
	})
	covered := s.covered()
	s.now.Monitors = make([]input.Monitor, len(screens))
	for i, m := range screens {
		s.now.Monitors[i] = input.Monitor{
			Name: m.name, Bounds: logical(m.bounds, s.now.Scale), Work: logical(m.work, s.now.Scale),
			Scale: s.now.Scale, Primary: m.primary, Covered: covered[i],
		}
	}
}

func logical(r image.Rectangle, scale float64) drawlist.Rect {
	k := float32(1 / scale)
	return drawlist.Rect{X: float32(r.Min.X) * k, Y: float32(r.Min.Y) * k, W: float32(r.Dx()) * k, H: float32(r.Dy()) * k}
}

// screens are the monitors, none for a moment while they change; without RandR 1.5 the whole root window is one.
func (s *server) screens() []screen {
	if !s.hasRandr {
		g, err := xproto.GetGeometry(s.conn, xproto.Drawable(s.root)).Reply()
		if err != nil {
			return nil
		}
		all := image.Rect(0, 0, int(g.Width), int(g.Height))
		return []screen{{name: "screen", bounds: all, work: all, primary: true}}
	}
	r, err := randr.GetMonitors(s.conn, s.root, true).Reply()
	if err != nil {
		return nil
	}
	out := make([]screen, 0, len(r.Monitors))
	for i, m := range r.Monitors {
		b := image.Rect(int(m.X), int(m.Y), int(m.X)+int(m.Width), int(m.Y)+int(m.Height))
		name := fmt.Sprintf("monitor-%d", i)
		if n, err := xproto.GetAtomName(s.conn, m.Name).Reply(); err == nil {
			name = n.Name
		}
		out = append(out, screen{name: name, bounds: b, work: b, primary: m.Primary})
	}
	return out
}

// workAreas takes away what panels reserve.
//
// _NET_WORKAREA is one rectangle for all monitors together, so with several monitors it says nothing about each, and the
// struts of the panels are read instead.
func (s *server) workAreas(screens []screen) {
	if len(screens) == 1 {
		if a, ok := s.netWorkArea(); ok {
			if w := screens[0].bounds.Intersect(a); !w.Empty() {
				screens[0].work = w
			}
		}
		return
	}
	var all image.Rectangle
	for _, m := range screens {
		all = all.Union(m.bounds)
	}
	for _, w := range s.words(s.root, s.atoms.clients) {
		for _, reserved := range s.struts(xproto.Window(w), all) {
			for i := range screens {
				screens[i].work = without(screens[i].work, reserved)
			}
		}
	}
}

// netWorkArea is the work area of the current desktop, if there is a window manager that says so.
func (s *server) netWorkArea() (image.Rectangle, bool) {
	areas := s.words(s.root, s.atoms.workarea)
	i := 0
	if d := s.words(s.root, s.atoms.currentDesktop); len(d) == 1 && int(d[0]) < len(areas)/4 {
		i = 4 * int(d[0])
	}
	if len(areas) < i+4 {
		return image.Rectangle{}, false
	}
	x, y := int(int32(areas[i])), int(int32(areas[i+1]))
	return image.Rect(x, y, x+int(areas[i+2]), y+int(areas[i+3])), true
}

// struts are the strips along the edges of the desktop that a panel reserves.
func (s *server) struts(w xproto.Window, all image.Rectangle) []image.Rectangle {
	v := s.words(w, s.atoms.strutPartial)
	if len(v) < 12 {
		v = s.words(w, s.atoms.strut)
		if len(v) < 4 {
			return nil
		}
		x0, x1, y0, y1 := uint32(all.Min.X), uint32(all.Max.X-1), uint32(all.Min.Y), uint32(all.Max.Y-1)
		v = append(v[:4:4], y0, y1, y0, y1, x0, x1, x0, x1)
	}
	return strips(v, all)
}

// strips turns _NET_WM_STRUT_PARTIAL, twelve values, into rectangles: left, right, top, bottom, each with its extent.
func strips(v []uint32, all image.Rectangle) []image.Rectangle {
	n := func(i int) int { return int(int32(v[i])) }
	var out []image.Rectangle
	add := func(width int, r image.Rectangle) {
		if width > 0 {
			out = append(out, r)
		}
	}
	add(n(0), image.Rect(all.Min.X, n(4), all.Min.X+n(0), n(5)+1))
	add(n(1), image.Rect(all.Max.X-n(1), n(6), all.Max.X, n(7)+1))
	add(n(2), image.Rect(n(8), all.Min.Y, n(9)+1, all.Min.Y+n(2)))
	add(n(3), image.Rect(n(10), all.Max.Y-n(3), n(11)+1, all.Max.Y))
	return out
}

// without cuts the strip off work at the edge where that costs least.
func without(work, strip image.Rectangle) image.Rectangle {
	hit := work.Intersect(strip)
	if hit.Empty() {
		return work
	}
	best := image.Rectangle{}
	for _, r := range []image.Rectangle{
		{work.Min, image.Pt(hit.Min.X, work.Max.Y)}, {image.Pt(hit.Max.X, work.Min.Y), work.Max},
		{work.Min, image.Pt(work.Max.X, hit.Min.Y)}, {image.Pt(work.Min.X, hit.Max.Y), work.Max},
	} {
		if !r.Empty() && r.Dx()*r.Dy() > best.Dx()*best.Dy() {
			best = r
		}
	}
	if best.Empty() {
		return work // a strip that hides the whole monitor is a mistake of its owner
	}
	return best
}
