//go:build unix

package theme

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe never ends. It is refused in a folder that is imported, and in one that is shown, without a look into it.
func TestPipes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mochi")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "pet.json"), []byte(`{"id":"mochi"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "spritesheet.png"), 0o600); err != nil {
		t.Skip(err)
	}
	s := Store{Dir: t.TempDir(), Roots: []string{filepath.Dir(dir)}}
	if _, err := s.Import(dir, ""); err == nil || !strings.Contains(err.Error(), "neither a file nor a folder") {
		t.Errorf("import: %v", err)
	}
	if _, err := s.Load("mochi"); err == nil || !strings.Contains(err.Error(), "spritesheet.png: is no file") {
		t.Errorf("load: %v", err)
	}
}
