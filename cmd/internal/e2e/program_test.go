//go:build linux

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"dango/cmd/internal/xtest"
)

// The tests of the program itself need a display, since the engine is in it.
func TestOfTheProgramItself(t *testing.T) {
	t.Parallel()
	xtest.Need(t)
	d := xtest.New(t, xtest.Options{})
	binary := filepath.Join(t.TempDir(), "dango.test")
	build := exec.Command("go", "test", "-c", "-tags", "display", "-o", binary, "dango/cmd/dango")
	build.Env = append(os.Environ(), "CGO_ENABLED=1")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tests := exec.Command(binary)
	tests.Env = d.Env()
	if out, err := tests.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
