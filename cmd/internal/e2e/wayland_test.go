//go:build linux

package e2e

import (
	"fmt"
	"image"
	"os/exec"
	"strings"
	"testing"

	"dango/cmd/internal/xtest"
	"dango/game/scene"
)

// On a Wayland desktop the pet is where it belongs, takes what is meant for it, and leaves the rest to a terminal that the
// X server knows nothing of: clicks, keys, and after a text field the keyboard. XWayland 22.1 keeps clicks in the pet's
// window that are beside the pet, unless the compositor knows better, as KWin and Mutter do: sway has them only from newer.
func TestWayland(t *testing.T) {
	t.Parallel()
	built := programs(t)
	for _, tool := range xtest.WaylandTools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	s := NewStage(xtest.New(t, xtest.Options{NoWindowManager: true, NoCompositor: true}), built)
	inside, err := s.Wayland()
	p := &play{Stage: s, t: t}
	p.must(err)
	s.Extra = inside.Programs
	p.terminal, err = inside.OpenTerminal()
	p.must(err)
	hears := func(want string) {
		t.Helper()
		xtest.Until(t, fmt.Sprintf("the terminal to hear %q last", want), func() (bool, error) {
			heard, err := p.terminal.Heard()
			if err == nil && !strings.HasSuffix(heard, want) {
				err = fmt.Errorf("it heard %q", heard)
			}
			return err == nil, err
		})
	}
	p.must(Prepare(s.Home))
	p.pet, err = s.Start(built.Dango, "--appearance", "light")
	p.must(err)
	t.Cleanup(func() {
		if t.Failed() {
			p.report()
		}
	})
	rect := func() (place image.Rectangle, err error) {
		windows, err := inside.Windows(windowClass)
		if err == nil && len(windows) == 1 && windows[0].Mapped {
			place = windows[0].Rect
		}
		return place, err
	}
	belongs := func(when string) *scene.Scene {
		t.Helper()
		var expected *scene.Scene
		xtest.Until(t, "the window to be where it belongs "+when, func() (bool, error) {
			if expected, err = p.Scene(); err != nil {
				return false, err
			}
			is, err := rect()
			want := rectangle(expected.Viewport())
			if err == nil && (!want.In(is) || is.Max != want.Max) { // it may have been larger a moment ago
				err = fmt.Errorf("it is at %v, want %v", is, want)
			}
			return err == nil, err
		})
		return expected
	}
	belongs("alone")

	// The pointer on the pet is no reason to give it the keyboard.
	p.must(p.Move(p.body()))
	p.must(p.Type("hovers"))
	hears("hovers")

	_, hook := p.ask("claude-code", "pr_allow")
	belongs("with a card")
	p.must(p.Move(p.body().Div(2)))
	xtest.Until(t, "the terminal to hear a click", func() (bool, error) { // the first may come before the pointer
		if err := p.Click(p.body().Div(2), xtest.Left); err != nil {
			return false, err
		}
		heard, err := p.terminal.Heard()
		return strings.Contains(heard, "m"), err
	})

	asks, err := p.load("claude-code", "pr_allow").First("PermissionRequest")
	p.must(err)
	m := p.reflect(asks)
	p.must(p.Move(p.body())) // after a leap XWayland takes the pointer to be elsewhere until it moves again
	p.must(m.Choose("[Deny, and say why…]"))
	keys := func(want bool) func() (bool, error) {
		return func() (bool, error) {
			windows, err := inside.Windows("dango-keys")
			if err != nil || len(windows) == 0 {
				return false, err
			}
			focus, err := inside.Focus()
			return (focus == windows[0].ID) == want, err
		}
	}
	xtest.Until(t, "the pet to have the keyboard", keys(true))
	p.must(m.Type("because"))
	p.must(m.Choose("[Deny]"))
	if got := p.answer(hook); !strings.Contains(got, `"message":"because"`) {
		t.Errorf("the agent was told %q, want the reason", got)
	}
	xtest.Until(t, "the pet to have given the keyboard back", keys(false))
	p.must(p.Type("after"))
	hears("after")
	if heard, err := p.terminal.Heard(); err != nil || strings.Contains(heard, "because") {
		t.Errorf("the terminal heard %q, %v", heard, err)
	}

	// A film fills the screen, and is over.
	for _, on := range []bool{true, false} {
		p.must(inside.Tell("fullscreen", map[bool]string{true: "enable", false: "disable"}[on]))
		xtest.Until(t, fmt.Sprintf("the pet to make room for a film: %v", on), func() (bool, error) {
			shown, err := p.Look(image.Rectangle{Min: p.body(), Max: p.body().Add(image.Pt(8, 8))})
			return err == nil && uniform(shown, shown.Rect, shown.At(p.body().X, p.body().Y)) == on, err
		})
	}

	// It goes where it is dragged.
	p.closed()
	belongs("after the answer")
	was, err := rect()
	p.must(err)
	p.must(p.Drag(p.body(), p.body().Div(2)))
	xtest.Until(t, "the pet to be elsewhere", func() (bool, error) { is, err := rect(); return is != was, err })
}
