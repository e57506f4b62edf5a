//go:build linux

package xtest_test

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"os"
	"strings"
	"syscall"
	"testing"

	"dango/cmd/internal/xtest"
)

func TestTerminalHearsKeysAndClicks(t *testing.T) {
	t.Parallel()
	d := xtest.New(t, xtest.Options{Width: 640, Height: 480})
	term, err := d.OpenTerminal(40, 10, 50, 60)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Type("hello"); err != nil {
		t.Fatal(err)
	}
	if err := d.Click(term.Rect.Min.Add(image.Pt(20, 20)), xtest.Left); err != nil {
		t.Fatal(err)
	}
	xtest.Until(t, "the terminal to hear keys, a press and a release", func() (bool, error) {
		heard, err := term.Heard()
		return strings.HasPrefix(heard, "hello\x1b[<0;") && strings.HasSuffix(heard, "m"), err
	})
	if active, err := d.Active(); active != term.ID || err != nil {
		t.Errorf("Active() = %d, %v, want the terminal %d", active, err, term.ID)
	}
}

func TestDisplaysAreApart(t *testing.T) {
	t.Parallel()
	bare := xtest.Options{Width: 320, Height: 200, NoWindowManager: true, NoCompositor: true}
	a, b := xtest.New(t, bare), xtest.New(t, bare)
	if a.Name() == b.Name() || a.Dir() == b.Dir() {
		t.Errorf("two displays are both %s in %s", a.Name(), a.Dir())
	}
	if err := a.Move(image.Pt(11, 12)); err != nil {
		t.Fatal(err)
	}
	if at, err := b.Pointer(); err != nil || at == image.Pt(11, 12) {
		t.Errorf("the other display's pointer is at %v, %v, and should not have moved", at, err)
	}
}

func TestScreenshotShowsTheWallpaper(t *testing.T) {
	t.Parallel()
	for _, compositor := range []bool{true, false} {
		t.Run(fmt.Sprintf("compositor %t", compositor), func(t *testing.T) {
			t.Parallel()
			d := xtest.New(t, xtest.Options{Width: 300, Height: 200, NoCompositor: !compositor})
			paper := image.NewRGBA(image.Rect(0, 0, 300, 200))
			for y := range 200 {
				for x := range 300 {
					paper.SetRGBA(x, y, color.RGBA{uint8(x), uint8(y), 77, 255})
				}
			}
			if err := d.Wallpaper(paper); err != nil {
				t.Fatal(err)
			}
			xtest.Until(t, "the wallpaper to show", func() (bool, error) {
				shot, err := d.Screenshot()
				return err == nil && string(shot.Pix) == string(paper.Pix), err
			})
		})
	}
}

func TestCloseEndsEverything(t *testing.T) {
	t.Parallel()
	xtest.Need(t)
	d, err := xtest.Start(xtest.Options{Width: 320, Height: 200, NoCompositor: true})
	if err != nil {
		t.Fatal(err)
	}
	p, err := d.Run("xterm", "-e", "cat")
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
	if err := syscall.Kill(p.PID(), 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("the terminal's process is still there: %v", err)
	}
	if _, err := os.Stat(d.Dir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the display's folder is still there: %v", err)
	}
}

func TestEnvLeadsNowhereElse(t *testing.T) {
	t.Setenv("WAYLAND_DISPLAY", "wayland-of-the-developer")
	t.Setenv("DANGO_HOME", "/home-of-the-developer")
	t.Setenv("CODEX_HOME", "/codex-of-the-developer")
	d := xtest.New(t, xtest.Options{Width: 320, Height: 200, NoWindowManager: true, NoCompositor: true})
	env := strings.Join(d.Env("EXTRA=1"), "\n") + "\n"
	if strings.Contains(env, "of-the-developer") {
		t.Errorf("Env() lets the developer's desktop through:\n%s", env)
	}
	for _, want := range []string{"DISPLAY=" + d.Name(), "HOME=" + d.Dir(), "EXTRA=1"} {
		if !strings.Contains(env, want+"\n") {
			t.Errorf("Env() lacks %s", want)
		}
	}
}
