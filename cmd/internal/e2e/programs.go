//go:build linux

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Programs are the paths of the three real programs.
type Programs struct {
	Dango, Emit, Petctl string
}

// Build builds the programs into dir as `make build` does. It may be called from anywhere inside the project.
func Build(dir string) (Programs, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Programs{}, fmt.Errorf("e2e: %w", err)
	}
	if err := compile(dir, "1", "dango/cmd/dango"); err != nil {
		return Programs{}, err
	}
	if err := compile(dir, "0", "dango/cmd/dango-emit", "dango/cmd/petctl"); err != nil {
		return Programs{}, err
	}
	return Programs{
		Dango:  filepath.Join(dir, "dango"),
		Emit:   filepath.Join(dir, "dango-emit"),
		Petctl: filepath.Join(dir, "petctl"),
	}, nil
}

// Try builds the programs into a folder of their own, calls f with both, and removes the folder.
func Try(f func(dir string, p Programs) error) error {
	dir, err := os.MkdirTemp("", "dango-")
	if err != nil {
		return fmt.Errorf("e2e: %w", err)
	}
	defer os.RemoveAll(dir)
	p, err := Build(dir)
	if err != nil {
		return err
	}
	return f(dir, p)
}

func compile(dir, cgo string, packages ...string) error {
	args := append([]string{"build", "-trimpath", "-ldflags", "-s -w", "-o", dir + string(filepath.Separator)}, packages...)
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED="+cgo)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("e2e: build %s: %w\n%s", strings.Join(packages, ", "), err, out)
	}
	return nil
}
