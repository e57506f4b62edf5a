//go:build !linux

package window

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"

	"dango/game/desktop"
	"dango/game/drawlist"
	"dango/game/input"
)

// system places the window through the engine and asks it for the pointer.
type system struct {
	asked   image.Rectangle // bounds last asked for
	wish    desktop.Wish
	over    bool
	focused bool // our window has the keyboard
	down    [3]bool
	at      image.Point
}

var buttons = [3]ebiten.MouseButton{ebiten.MouseButtonLeft, ebiten.MouseButtonMiddle, ebiten.MouseButtonRight}

// read turns the pointer's state into events. A press between two ticks is lost: the engine does not tell of it.
func (s *system) read(d *desktop.Desktop, dst []input.Event) []input.Event {
	dst = s.keys(d.Drain(dst))
	x, y := ebiten.CursorPosition()
	at := s.asked.Min.Add(image.Pt(x, y))
	over := s.solid(at)
	mods := pressedMods()
	event := func(k input.Kind, b input.Button) {
		dst = append(dst, input.Event{Kind: k, Button: b, Mods: mods, At: drawlist.Point{X: float32(at.X), Y: float32(at.Y)}})
	}
	if over && !s.over {
		event(input.Enter, input.NoButton)
	}
	if at != s.at && (over || s.held()) {
		event(input.Move, input.NoButton)
	}
	for i, b := range buttons {
		switch down := ebiten.IsMouseButtonPressed(b); {
		case down && !s.down[i] && over:
			s.down[i] = true
			event(input.Press, input.Left+input.Button(i))
		case !down && s.down[i]:
			s.down[i] = false
			event(input.Release, input.Left+input.Button(i))
		}
	}
	if _, dy := ebiten.Wheel(); dy != 0 && over {
		event(input.Wheel, input.NoButton)
		dst[len(dst)-1].Wheel = float32(dy)
	}
	if !over && s.over {
		event(input.Leave, input.NoButton)
	}
	if pass := !over && !s.held(); pass != ebiten.IsWindowMousePassthrough() {
		ebiten.SetWindowMousePassthrough(pass)
	}
	s.over, s.at = over, at
	return dst
}

func (s *system) held() bool { return s.down[0] || s.down[1] || s.down[2] }

func (s *system) solid(p image.Point) bool {
	if s.wish.Ghost {
		return false
	}
	for _, r := range s.wish.Solid {
		if p.In(r) {
			return true
		}
	}
	return false
}

// show moves and resizes the window. Hiding is an empty picture that lets everything through.
func (s *system) show(scale float64, w desktop.Wish) {
	s.wish = w
	if w.Bounds == s.asked || w.Bounds.Empty() {
		return
	}
	s.asked = w.Bounds
	logical := func(v int) int { return int(float64(v) / scale) }
	ebiten.SetWindowPosition(logical(w.Bounds.Min.X), logical(w.Bounds.Min.Y))
	ebiten.SetWindowSize(logical(w.Bounds.Dx()), logical(w.Bounds.Dy()))
}

// software is not known: the engine shows everything.
func software() bool { return false }

// prepare has nothing to do: what the environment says to the engine and its libraries is about X11.
func prepare() (restore func()) { return func() {} }

// onLost is about X11 alone: elsewhere the display does not go away without the session.
func onLost(func(error)) {}
