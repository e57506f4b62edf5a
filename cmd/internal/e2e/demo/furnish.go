//go:build linux

package main

import (
	"image"
	"image/color"
	"math"
	"os"
	"os/exec"
	"path/filepath"

	"dango/cmd/internal/e2e"
	"dango/cmd/internal/xtest"
)

// furnish makes the desktop look lived in: a wallpaper and a terminal.
func furnish(s *e2e.Stage) error {
	screen, err := s.Screenshot()
	if err != nil {
		return err
	}
	if err := s.Wallpaper(evening(screen.Rect)); err != nil {
		return err
	}
	terminal := exec.Command("xterm", "-class", "Demo", "-T", "dev@home: ~/dango", "-geometry", "84x22+60+80",
		"-fa", "DejaVu Sans Mono", "-fs", "10", "-bg", "#1b1d2a", "-fg", "#d7daf0", "-b", "14", "-e", "sh", "-c", terminalScript)
	terminal.Env = append(s.Env(), "PATH="+filepath.Dir(s.Programs.Petctl)+":"+os.Getenv("PATH"))
	if _, err := s.Spawn(terminal); err != nil {
		return err
	}
	return xtest.Wait("the terminal", func() (bool, error) {
		windows, err := s.Windows("Demo")
		return len(windows) > 0 && windows[0].Mapped, err
	})
}

// terminalScript shows how agents are connected: a command with what it really prints, in the display's private home, and then waits.
const terminalScript = `prompt() { printf '\033[32mdev@home\033[0m:\033[94m~/dango\033[0m$ %s\n' "$1"; }
prompt 'petctl hooks install --yes claude-code codex'
petctl hooks install --yes claude-code codex
exec cat >/dev/null`

// evening is a quiet sky with hills.
func evening(r image.Rectangle) *image.RGBA {
	img := image.NewRGBA(r)
	top, bottom := color.RGBA{0x4a, 0x5a, 0x94, 255}, color.RGBA{0xf2, 0xb8, 0xa0, 255}
	hills := []struct {
		base, height, length, shift float64
		c                           color.RGBA
	}{
		{.66, .05, 520, 40, color.RGBA{0xb9, 0x86, 0x9b, 255}},
		{.76, .06, 390, 210, color.RGBA{0x85, 0x66, 0x8c, 255}},
		{.88, .05, 470, 0, color.RGBA{0x52, 0x4a, 0x74, 255}},
	}
	height := float64(r.Dy())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		sky := mix(top, bottom, math.Pow(float64(y)/height/.8, 1.4))
		for x := r.Min.X; x < r.Max.X; x++ {
			c := sky
			for _, h := range hills {
				edge := height * (h.base - h.height*math.Sin((float64(x)+h.shift)/h.length*2*math.Pi)*
					math.Cos((float64(x)-h.shift)/h.length*.9))
				c = mix(c, h.c, float64(y)-edge)
			}
			img.SetRGBA(x, y, c)
		}
	}
	return img
}

// mix goes from a to b as t goes from 0 to 1.
func mix(a, b color.RGBA, t float64) color.RGBA {
	t = min(1, max(0, t))
	m := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + t*(float64(b)-float64(a)))) }
	return color.RGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255}
}
