//go:build linux

package e2e

import (
	"bytes"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dango/cmd/internal/xtest"
	"dango/game/drawlist"
	"dango/game/input"
	"dango/game/scene"
	"dango/session"
)

// crowd has n sessions run, called task 1, task 2 and so on.
func (p *play) crowd(n int) {
	p.t.Helper()
	for i := 1; i <= n; i++ {
		r, err := p.load("claude-code", "plain_text").Before("Stop").With(map[string]string{
			"session_id": fmt.Sprintf("38e672c0-4355-47bd-9f84-5cd9bff6%04d", i), "prompt": fmt.Sprint("task ", i),
		})
		p.must(err)
		p.must(p.Play(r))
	}
}

// heard is what the terminal was told since the last call.
func (p *play) heard(before string) string {
	p.t.Helper()
	all, err := p.terminal.Heard()
	p.must(err)
	return strings.TrimPrefix(all, before)
}

// A wheel over the stack, and between two of its bubbles, scrolls the stack and not the terminal below; a wheel beside it
// is the terminal's.
func TestWheelOverTheStack(t *testing.T) {
	p := open(t, xtest.Options{})
	p.crowd(8)
	m, err := p.NewMirror(func(*session.Request) {})
	p.must(err)
	spin := func(at image.Point, button int) {
		t.Helper()
		p.hit(at, button)
		to := drawlist.Point{X: float32(at.X), Y: float32(at.Y)}
		p.must(m.see(input.Event{Kind: input.Move, At: to}, input.Event{Kind: input.Wheel, At: to, Wheel: float32(9 - 2*button)}))
	}
	shown := func(title string) (r image.Rectangle) {
		t.Helper()
		xtest.Until(t, title+" to be on the screen", func() (ok bool, err error) {
			r, err = m.find(title)
			return err == nil, err
		})
		return r
	}
	for i := 1; i <= 5; i++ {
		shown(fmt.Sprint("task ", i))
	}
	r := shown("task 3")
	spin(middle(r), xtest.WheelUp)
	shown("task 6")
	r = shown("task 4")
	spin(image.Pt(r.Min.X+40, r.Max.Y+3), xtest.WheelUp)
	shown("task 7")
	spin(middle(shown("task 5")), xtest.WheelDown)
	r = shown("task 2")
	if told := p.heard(""); told != "" {
		t.Errorf("the terminal below the stack heard %q", told)
	}
	p.must(p.Click(image.Pt(r.Min.X-30, r.Min.Y), xtest.WheelUp))
	xtest.Until(t, "the terminal to hear the wheel beside the stack", func() (bool, error) {
		return strings.HasPrefix(p.heard(""), "\x1b[<64;"), nil
	})
	p.focused("after the wheel")
}

// faint says whether a pet on white paper has no dark lines, whatever it does. Around is the middle of its body.
func (p *play) faint(around image.Point) bool {
	p.t.Helper()
	const reach, dark, few = 60, 130, 20
	r := image.Rectangle{Min: around, Max: around}.Inset(-reach)
	shown, err := p.Look(r)
	p.must(err)
	n := 0
	for i := 0; i < len(shown.Pix); i += 4 {
		if shown.Pix[i] < dark && shown.Pix[i+1] < dark && shown.Pix[i+2] < dark {
			n++
		}
	}
	return n < few
}

// A ghost is faint and lets clicks through to the terminal; the shortcut and petctl bring it back.
func TestGhostLetsClicksThrough(t *testing.T) {
	p := open(t, xtest.Options{})
	body, w := p.body(), image.Rectangle{}
	xtest.Until(t, "the window", func() (bool, error) {
		now, err := p.Window()
		w = now.Rect
		return !w.Empty(), err
	})
	spot, ok := p.clear(w)
	if !ok {
		t.Fatal("the pet's window has no spot at which the terminal shows through")
	}
	before, last := "", ""
	// clicks clicks on the pet and on the spot, which is always the terminal's, until that has heard as many of both.
	clicks := func(what string, want int) {
		t.Helper()
		xtest.Until(t, what, func() (bool, error) {
			p.must(p.Click(body, xtest.Left))
			p.must(p.Click(spot, xtest.Left))
			told := ""
			xtest.Until(t, "the terminal to hear the click on the spot", func() (bool, error) {
				told = p.heard(before)
				return strings.HasSuffix(told, "m") && strings.HasSuffix(told, last), nil
			})
			before += told
			last = told[strings.LastIndex(told, "\x1b"):]
			if n := strings.Count(told, "m"); n != want {
				return false, fmt.Errorf("e2e: the terminal heard %q", told)
			}
			return true, nil
		})
	}
	until := func(what string, want bool) {
		t.Helper()
		xtest.Until(t, what, func() (bool, error) { return p.faint(body) == want, nil })
	}
	clicks("a click on the pet to be the pet's", 1)
	p.must(p.Key("ctrl+alt+g"))
	until("the pet to be faint", true)
	clicks("a click on the ghost to be the terminal's", 2)
	p.focused("with a ghost")
	if _, err := p.Petctl("ghost", "off"); err != nil {
		t.Error(err)
	}
	until("the pet to be whole", false)
	clicks("a click on the pet to be its own again", 1)
	if _, err := p.Petctl("ghost", "on"); err != nil {
		t.Error(err)
	}
	until("the pet to be faint again", true)
	clicks("a click on the second ghost to be the terminal's", 2)
	p.must(p.Key("ctrl+alt+g"))
	until("the pet to be whole again", false)
	clicks("a click on the pet to be its own in the end", 1)
}

// Without a compositor a ghost is there all the same, and whole.
func TestGhostWithoutCompositor(t *testing.T) {
	p := open(t, xtest.Options{NoCompositor: true})
	body := p.body()
	xtest.Until(t, "the pet to be there", func() (bool, error) { return !p.faint(body), nil })
	p.must(p.Key("ctrl+alt+g"))
	xtest.Until(t, "a click on the ghost to be the terminal's", func() (bool, error) {
		err := p.Click(body, xtest.Left)
		return strings.Contains(p.heard(""), "m"), err
	})
	xtest.Until(t, "the ghost to be there", func() (bool, error) { return !p.faint(body), nil }) // the terminal may have come up
}

// The click on the count is a choice that a restart keeps.
func TestCollapsedStays(t *testing.T) {
	p := open(t, xtest.Options{})
	p.crowd(3)
	p.shows("task 3")
	expected, err := p.Scene()
	p.must(err)
	count, _ := expected.Find("#") // what is round looks different on each background
	p.hit(middle(rectangle(count)), xtest.Left)
	xtest.Until(t, "the choice to be written down", func() (bool, error) {
		text, err := os.ReadFile(filepath.Join(p.Home, "config.json"))
		return strings.Contains(string(text), `"collapsed": true`), err
	})
	p.As = func(s *scene.Scene) { s.SetCollapsed(true) }
	line := func(when string) {
		t.Helper()
		xtest.Until(t, "the one line "+when, func() (bool, error) {
			_, err := p.Find("=")
			return err == nil, err
		})
	}
	line("after the click")
	p.must(p.pet.Signal(syscall.SIGTERM))
	_, err = p.pet.Wait(xtest.Patience)
	p.must(err)
	p.pet, err = p.Pet()
	p.must(err)
	p.crowd(3)
	line("after a restart")
	p.must(p.Choose("="))
	p.As = nil
	p.shows("task 2")
	p.focused("after clicks on the line")
}

// What was said is hidden, and comes back, while the pet runs.
func TestPrivacyIsLive(t *testing.T) {
	p := open(t, xtest.Options{})
	p.must(p.Play(p.load("claude-code", "plain_text").Before("SessionEnd")))
	p.shows("hello [[plain]]")
	p.configure(`"privacy": true`)
	p.As = func(s *scene.Scene) { s.SetPrivate(true) }
	p.shows("•••")
	p.configure(`"privacy": false`)
	p.As = nil
	p.shows("hello [[plain]]")
}

// A pet fades under the pointer from the moment on at which somebody wants that.
func TestHoverFadeIsLive(t *testing.T) {
	p := open(t, xtest.Options{})
	body := p.body()
	p.must(p.Move(body))
	xtest.Until(t, "the pet to be there", func() (bool, error) { return !p.faint(body), nil })
	p.configure(`"hoverFade": true`)
	xtest.Until(t, "the pet to fade", func() (bool, error) { return p.faint(body), nil })
	p.must(p.Move(image.Pt(100, 100)))
	xtest.Until(t, "the pet to be back", func() (bool, error) { return !p.faint(body), nil })
}

// Nothing moves from the moment on at which the user wants no motion, and all does again.
func TestReducedMotionIsLive(t *testing.T) {
	p := open(t, xtest.Options{})
	p.crowd(1)
	body := p.body()
	picture := func() []byte {
		shown, err := p.Look(image.Rectangle{Min: body, Max: body}.Inset(-60))
		p.must(err)
		return shown.Pix
	}
	moves := func(what string) {
		t.Helper()
		before := picture()
		xtest.Until(t, what, func() (bool, error) { return !bytes.Equal(before, picture()), nil })
	}
	moves("the pet to move")
	p.configure(`"reducedMotion": "on"`)
	since, last := time.Now(), picture()
	xtest.Until(t, "the pet to stand still", func() (bool, error) {
		if now := picture(); !bytes.Equal(now, last) {
			since, last = time.Now(), now
		}
		return time.Since(since) > 3*time.Second, nil // longer than any picture of a working pet
	})
	p.configure(`"reducedMotion": "off"`)
	moves("the pet to move again")
}

// Who is not to be disturbed sees a small bubble, and the terminal asks.
func TestDoNotDisturb(t *testing.T) {
	p := open(t, xtest.Options{})
	p.configure(`"doNotDisturb": "on"`)
	p.must(p.Heed())
	p.As = func(s *scene.Scene) { s.SetQuiet(true) }
	p.must(p.Play(p.load("claude-code", "pr_allow").Before("PermissionRequest")))
	asks, err := p.load("claude-code", "pr_allow").First("PermissionRequest")
	p.must(err)
	hook, err := p.Hook("claude-code", asks)
	p.must(err)
	if told, err := hook.Answer(xtest.Patience); told != "" || err != nil {
		t.Errorf("the agent was told %q (%v), want nothing", told, err)
	}
	p.shows("[[bash]]")
}
