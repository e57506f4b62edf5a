package theme

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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
	w := NewWardrobe(s, Builtin, nil, func(s *sprite.Sheet) { shown <- s }, func(err error) {
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

// The first pet that can be shown is worn also when it comes while another is: in steps, as files are copied.
func TestWardrobeFindsWhatComes(t *testing.T) {
	s := Store{Roots: []string{t.TempDir()}, Dir: t.TempDir()}
	shown := make(chan *sprite.Sheet, 9)
	w := NewWardrobe(s, Auto, nil, func(s *sprite.Sheet) { shown <- s }, func(error) {})
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	watches, followed := make(chan *fsnotify.Watcher, 1), time.NewTicker(time.Millisecond)
	defer followed.Stop()
	w.open = func() (*fsnotify.Watcher, error) {
		watch, err := fsnotify.NewWatcher()
		watches <- watch
		return watch, err
	}
	running.Go(func() { w.Run(ctx) })
	watched := func(dir string) {
		t.Helper()
		watch := <-watches
		defer func() { watches <- watch }()
		late := time.After(2 * time.Minute)
		for !slices.Contains(watch.WatchList(), dir) {
			select {
			case <-followed.C:
			case <-late:
				t.Fatalf("%s is not watched", dir)
			}
		}
	}
	comes := func(root, id, name string) {
		t.Helper()
		watched(root)
		dir := filepath.Join(root, id)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		watched(dir)
		for file, data := range map[string][]byte{"pet.json": []byte(`{"displayName":"` + name + `"}`), "spritesheet.png": v1} {
			if err := os.WriteFile(filepath.Join(dir, file), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		late := time.After(2 * time.Minute)
		for {
			select {
			case s := <-shown:
				if s.Name == name {
					return
				}
			case <-late:
				t.Fatalf("%s is not shown", name)
			}
		}
	}
	comes(s.Dir, "mochi", "Mochi")
	comes(s.Roots[0], "dog", "Dog") // is looked for there first
	cancel()
	running.Wait()
}

// A machine that has no watcher left still shows the pets that are chosen, and why an edited one stays as it was.
func TestWardrobeWithoutAWatcher(t *testing.T) {
	none := errors.New("too many open files")
	shown, troubles := make(chan *sprite.Sheet, 9), make(chan error, 9)
	w := NewWardrobe(Store{Dir: t.TempDir()}, Builtin, nil, func(s *sprite.Sheet) { shown <- s }, func(err error) { troubles <- err })
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

// Pets that take turns are read once, until somebody touches their files; and not all that ever were shown are kept.
func TestWardrobeKeepsPets(t *testing.T) {
	s := Store{Dir: t.TempDir()}
	for i := range maxKept + 2 {
		dir := filepath.Join(s.Dir, fmt.Sprint("p", i))
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "spritesheet.png"), v1, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	first, err := s.Load("p0")
	if err != nil {
		t.Fatal(err)
	}
	var shown *sprite.Sheet
	w := NewWardrobe(s, "p0", first, func(s *sprite.Sheet) { shown = s }, func(err error) {
		if err != nil {
			t.Error(err)
		}
	})
	// wear shows a pet as the game does, which needs its picture as a whole no longer.
	wear := func(id string) *sprite.Sheet {
		t.Helper()
		w.change(id, id)
		shown.Release()
		for late := time.Now().Add(20 * time.Second); shown.Bytes() > maxKeptBytes/maxKept; time.Sleep(time.Millisecond) {
			if time.Now().After(late) {
				t.Fatalf("%s needs %d bytes", id, shown.Bytes())
			}
		}
		return shown
	}
	if wear("p0") != first {
		t.Error("the pet to begin with was read again")
	}
	second := wear("p1")
	for range 2 {
		if wear("p0") != first || wear("p1") != second {
			t.Fatal("a pet was read again although nothing has changed")
		}
	}
	if m := second.Pixels(second.CellRect(0, 0)); m == nil || m.RGBAAt(70, 70).A == 0 {
		t.Error("a pet that is kept has no picture")
	}
	if err := os.WriteFile(filepath.Join(s.Dir, "p0", "pet.json"), []byte(`{"displayName":"Mochi"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := wear("p0"); got == first || got.Name != "Mochi" {
		t.Errorf("after a change of its files %q is shown", got.Name)
	}
	old := shown
	for i := range maxKept + 2 {
		wear(fmt.Sprint("p", i))
	}
	if len(w.kept) > maxKept+1 {
		t.Errorf("%d pets are kept", len(w.kept))
	}
	if wear("p0") == old {
		t.Error("a pet that was shown long ago is kept")
	}
	if large, err := s.Load("p0"); err != nil || large.Bytes() <= maxKeptBytes {
		t.Errorf("a pet whose picture is there as a whole: %v", err)
	} else if w.kept = []kept{{"p0", s.stamp("p0"), large}}; wear("p2") == nil || len(w.kept) != 1 {
		t.Errorf("%d pets are kept that need more than %d bytes", len(w.kept), maxKeptBytes)
	}
}
