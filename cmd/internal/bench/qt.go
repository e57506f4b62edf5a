//go:build linux

package main

import (
	_ "embed"
	"fmt"
	"image"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"dango/assets"
	"dango/cmd/internal/e2e"
	"dango/cmd/internal/xtest"
)

// qtPet is a pet as one would write it with Qt, with the same sheet and the same times.
//
//go:embed pet.py
var qtPet []byte

// qtPython is Debian's python, when it has Qt. Another one that comes first in PATH would not know Debian's packages.
func qtPython() string {
	const python = "/usr/bin/python3"
	if exec.Command(python, "-c", "import PyQt5.QtWidgets").Run() != nil {
		return ""
	}
	return python
}

// otherScenery is a desktop with the other pet on it.
func (b *bench) otherScenery(python, mode string) (*scenery, error) {
	d, err := xtest.Start(xtest.Options{})
	if err != nil {
		return nil, err
	}
	s := &scenery{Stage: e2e.NewStage(d, b.programs)}
	if err := s.startOther(python, mode); err != nil {
		d.Close()
		return nil, fmt.Errorf("the pet with Qt: %w", err)
	}
	return s, nil
}

func (s *scenery) startOther(python, mode string) error {
	sheet, err := fs.ReadFile(assets.Dango(), "spritesheet.png")
	if err != nil {
		return err
	}
	script, picture := filepath.Join(s.Dir(), "pet.py"), filepath.Join(s.Dir(), "sheet.png")
	if err := os.WriteFile(script, qtPet, 0o600); err != nil {
		return err
	}
	if err := os.WriteFile(picture, sheet, 0o600); err != nil {
		return err
	}
	pet, err := s.Start(python, script, picture, mode)
	if err != nil {
		return err
	}
	s.pid = pet.PID()
	return xtest.Wait("it to be ready", func() (bool, error) {
		select {
		case <-pet.Done():
			return false, fmt.Errorf("it ended and printed:\n%s", pet.Output())
		default:
		}
		if mode == "hidden" {
			return strings.Contains(pet.Output(), "ready"), nil
		}
		windows, err := s.Windows("pet.py")
		for _, w := range windows {
			if w.Mapped && w.Rect.Dx() > 10 {
				s.window = w
				s.hand = w.Rect.Max.Sub(image.Pt(58, 62))
				return true, nil
			}
		}
		return false, err
	})
}
