//go:build linux

package e2e

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/jezek/xgb/xproto"

	"dango/cmd/internal/xtest"
	"dango/session"
)

// built are the programs, built when the first test wants them.
var built struct {
	once sync.Once
	dir  string
	p    Programs
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.dir != "" {
		_ = os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

func programs(t *testing.T) Programs {
	t.Helper()
	xtest.Need(t)
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "e2e-"); built.err == nil {
			built.p, built.err = Build(built.dir)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return built.p
}

// play is a stage in a test: a pet at the bottom right, a terminal under it that has the focus.
type play struct {
	*Stage
	t        *testing.T
	pet      *xtest.Process
	terminal *xtest.Terminal
	button   *image.RGBA // Allow, as and where it was shown last
}

// open starts desktop, terminal and pet, in this order, and checks when the test ends that the terminal kept the focus.
func open(t *testing.T, o xtest.Options) *play {
	t.Helper()
	p := stand(t, o)
	p.start()
	return p
}

// stand is open without the pet.
func stand(t *testing.T, o xtest.Options) *play {
	t.Helper()
	t.Parallel()
	p := programs(t)
	s := NewStage(xtest.New(t, o), p)
	// With the classic font a character is 6 × 13 pixels: this covers the lower right of a 1280 × 800 screen.
	terminal, err := s.OpenTerminal(130, 54, 480, 60)
	if err != nil {
		t.Fatal(err)
	}
	return &play{Stage: s, t: t, terminal: terminal}
}

// start starts the pet.
func (p *play) start() {
	p.t.Helper()
	var err error
	p.pet, err = p.Pet()
	p.must(err)
	p.t.Cleanup(func() {
		p.focused("at the end")
		if p.t.Failed() {
			p.report()
		}
	})
}

// report keeps what a person needs to understand a failure.
func (p *play) report() {
	if img, err := p.Screenshot(); err == nil {
		_ = xtest.WritePNG(p.t.ArtifactDir()+"/screen.png", img)
	}
	sessions, _ := p.Petctl("sessions", "--json")
	log, _ := p.Petctl("logs")
	p.t.Logf("sessions: %s\ndango printed:\n%s\nand wrote into its log:\n%s", sessions, p.pet.Output(), log)
}

// focused checks that the terminal is the active window and has the keys. A window manager on a busy machine may take its
// time to notice that it has them back. What of a terminal that is no X window is true, it has to hear.
func (p *play) focused(when string) {
	p.t.Helper()
	if p.terminal.ID == 0 {
		return
	}
	err := xtest.Wait("the terminal to have the keys "+when, func() (bool, error) {
		active, err := p.Active()
		if err != nil || active != p.terminal.ID {
			return false, errors.Join(err, fmt.Errorf("window %d is active, want the terminal %d", active, p.terminal.ID))
		}
		focus, err := p.Focus()
		if err != nil || !slices.Contains(p.inTerminal(), focus) {
			return false, errors.Join(err, fmt.Errorf("keys go to window %d, want the terminal %d", focus, p.terminal.ID))
		}
		return true, nil
	})
	if err != nil {
		p.t.Error(err)
	}
}

// inTerminal is the terminal's window and those in it: xterm gives the keys to an inner one.
func (p *play) inTerminal() []xproto.Window {
	inner, err := p.Inside(p.terminal.ID)
	if err != nil {
		p.t.Error(err)
	}
	return append(inner, p.terminal.ID)
}

// must ends the test on an error.
func (p *play) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// load gives a recording.
func (p *play) load(tool, name string) Recording {
	p.t.Helper()
	r, err := Load(tool, name)
	p.must(err)
	return r
}

// until waits until the sessions are as cond wants them.
func (p *play) until(what string, cond func([]*session.Session) bool) {
	p.t.Helper()
	xtest.Until(p.t, what, func() (bool, error) {
		sessions, err := p.Sessions()
		return err == nil && cond(sessions), err
	})
}

// shows waits until a bubble with that title is on the screen as the scene paints it.
func (p *play) shows(title string) {
	p.t.Helper()
	xtest.Until(p.t, "the bubble "+title+" to be on the screen", func() (bool, error) {
		_, err := p.Find(title)
		return err == nil, err
	})
}

// body is the middle of the pet.
func (p *play) body() image.Point {
	p.t.Helper()
	expected, err := p.Scene()
	p.must(err)
	return petBody(expected)
}

// hit clicks a spot of the pet's, as soon as it is that: what is new may be seen a moment before it takes clicks.
func (p *play) hit(at image.Point, button int) {
	p.t.Helper()
	xtest.Until(p.t, fmt.Sprint("a click at ", at, " to be the pet's"), func() (bool, error) {
		w, err := p.Window()
		if err != nil {
			return false, err
		}
		return p.Takes(w, at)
	})
	p.must(p.Click(at, button))
}

// clear gives a spot of r at which the terminal shows through, far from anything drawn.
func (p *play) clear(r image.Rectangle) (image.Point, bool) {
	p.t.Helper()
	const around = 3
	shown, err := p.Look(r)
	p.must(err)
	paper := shown.At(r.Min.X, r.Min.Y)
	for y := r.Min.Y + around; y < r.Max.Y-around; y++ {
		for x := r.Min.X + around; x < r.Max.X-around; x++ {
			if uniform(shown, image.Rect(x-around, y-around, x+around+1, y+around+1), paper) {
				return image.Pt(x, y), true
			}
		}
	}
	return image.Point{}, false
}

func uniform(img *image.RGBA, r image.Rectangle, c color.Color) bool {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if img.At(x, y) != c {
				return false
			}
		}
	}
	return true
}
