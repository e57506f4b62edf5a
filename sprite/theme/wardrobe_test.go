package theme

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"dango/sprite"
)

// TestWardrobe edits the pet that is shown: well, badly, and well again.
func TestWardrobe(t *testing.T) {
	s := Store{Dir: t.TempDir()}
	dir := filepath.Join(s.Dir, "mochi")
	manifest := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "pet.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "spritesheet.png"), v1, 0o600); err != nil {
		t.Fatal(err)
	}
	shown, troubles := make(chan *sprite.Sheet, 9), make(chan error, 9)
	w := NewWardrobe(s, Builtin, func(s *sprite.Sheet) { shown <- s }, func(err error) {
		if err != nil {
			troubles <- err
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { w.Run(ctx) })
	name := func(want string) {
		t.Helper()
		late := time.After(20 * time.Second)
		for {
			select {
			case s := <-shown:
				if s.Name == want {
					return
				}
			case <-late:
				t.Fatalf("no pet called %q is shown", want)
			}
		}
	}
	w.Wear("mochi")
	name("mochi")
	manifest(`{"displayName":"Mochi"}`)
	name("Mochi")
	manifest(`{"displayName":`)
	if err := <-troubles; !strings.Contains(err.Error(), "pet.json") {
		t.Errorf("a broken edit: %v", err)
	}
	manifest(`{"displayName":"Daifuku"}`)
	name("Daifuku")
	w.Wear("builtin.sakura")
	name("Dango, sakura")
	w.Wear("dog")
	if err := <-troubles; !strings.Contains(err.Error(), "no such pet") {
		t.Errorf("a pet that is not there: %v", err)
	}
	if err := os.Rename(dir, filepath.Join(s.Dir, "dog")); err != nil {
		t.Fatal(err)
	}
	name("Daifuku") // it has come
	cancel()
	running.Wait()
}

// A machine that has no watcher left still shows the pets that are chosen, and why an edited one stays as it was.
func TestWardrobeWithoutAWatcher(t *testing.T) {
	none := errors.New("too many open files")
	shown, troubles := make(chan *sprite.Sheet, 9), make(chan error, 9)
	w := NewWardrobe(Store{Dir: t.TempDir()}, Builtin, func(s *sprite.Sheet) { shown <- s }, func(err error) { troubles <- err })
	w.open = func() (*fsnotify.Watcher, error) { return nil, none }
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { w.Run(ctx) })
	if err := <-troubles; !errors.Is(err, none) {
		t.Errorf("trouble is %v, want %v", err, none)
	}
	w.Wear("builtin.sakura")
	if s := <-shown; s.Name != "Dango, sakura" {
		t.Errorf("%q is shown", s.Name)
	}
	cancel()
	running.Wait()
}
