//go:build linux

package e2e

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"dango/assets"
	"dango/cmd/internal/xtest"
)

// configure writes keys beside the preferences of a test as an editor does: a file beside, then a rename.
func (p *play) configure(keys string) {
	p.t.Helper()
	name := filepath.Join(p.Home, "config.json")
	p.must(os.WriteFile(name+".new", []byte("{"+preferences+", "+keys+"}"), 0o600))
	p.must(os.Rename(name+".new", name))
}

// redPet puts a pet that is the built-in one in pure red into the home's themes.
func (p *play) redPet(id string) {
	p.t.Helper()
	pet, err := fs.ReadFile(assets.Dango(), "pet.json")
	p.must(err)
	sheet, err := fs.ReadFile(assets.Dango(), "spritesheet.png")
	p.must(err)
	drawn, err := png.Decode(bytes.NewReader(sheet))
	p.must(err)
	red := image.NewNRGBA(drawn.Bounds())
	for y := range red.Rect.Dy() {
		for x := range red.Rect.Dx() {
			_, _, _, a := drawn.At(x, y).RGBA()
			red.SetNRGBA(x, y, color.NRGBA{R: 255, A: uint8(a >> 8)})
		}
	}
	dir := filepath.Join(p.Home, "themes", id)
	p.must(os.MkdirAll(dir, 0o700))
	p.must(os.WriteFile(filepath.Join(dir, "pet.json"), pet, 0o600))
	p.must(xtest.WritePNG(filepath.Join(dir, "spritesheet.png"), red))
}

// Size, colours and pet change while it runs; a pet that cannot be shown leaves the one before.
func TestPreferencesAreLive(t *testing.T) {
	p := open(t, xtest.Options{})
	small, err := p.Window()
	p.must(err)
	p.configure(`"size": 1.2`)
	xtest.Until(t, "the window to grow with the pet", func() (bool, error) {
		w, err := p.Window()
		return w.Rect.Dy() > small.Rect.Dy()*5/4 && w.Rect.Max.Y <= 800, err
	})
	red := func() (bool, error) {
		w, err := p.Window()
		if err != nil {
			return false, err
		}
		seen, err := p.Look(w.Rect)
		if err != nil {
			return false, err
		}
		n := 0
		for i := 0; i < len(seen.Pix); i += 4 {
			if seen.Pix[i] > 240 && seen.Pix[i+1] < 10 && seen.Pix[i+2] < 10 {
				n++
			}
		}
		return n > len(seen.Pix)/4/10, nil
	}
	p.redPet("red")
	p.configure(`"size": 1.2, "theme": "red"`)
	xtest.Until(t, "the pet to be red", red)
	p.configure(`"size": 0.6, "theme": "nowhere"`)
	xtest.Until(t, "the window to shrink", func() (bool, error) {
		w, err := p.Window()
		return w.Rect.Size() == small.Rect.Size(), err
	})
	xtest.Until(t, "the pet to be as red as before", red)
}
