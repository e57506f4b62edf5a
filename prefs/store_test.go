package prefs

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// home makes an empty home and its store's file, unless text is "".
func home(t *testing.T, text string) Paths {
	t.Helper()
	p := Paths{t.TempDir()}
	if text != "" {
		put(t, p.Config(), text)
	}
	return p
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func open(t *testing.T, p Paths) *Store {
	t.Helper()
	s, err := Open(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestOpenWritesAMissingFileOnce(t *testing.T) {
	p := home(t, "")
	s := open(t, p)
	if diff := cmp.Diff(Default(), *s.Config()); diff != "" {
		t.Errorf("Config of a missing file (-want +got):\n%s", diff)
	}
	if m := mode(t, p.Config()); m != 0o600 {
		t.Errorf("config.json has mode %v, want 0600", m)
	}
	put(t, p.Config(), "{}")
	open(t, p)
	if got := read(t, p.Config()); got != "{}" {
		t.Errorf("a second Open rewrote the file: %q", got)
	}
}

func TestBrokenFileIsLeftAlone(t *testing.T) {
	const broken = "{\n  \"size\": 1,,\n}"
	p := home(t, `{"size":1.5}`)
	s := open(t, p)
	put(t, p.Config(), broken)
	if err := s.Reload(); err != nil {
		t.Fatal(err)
	}
	if s.Config().Size != 1.5 {
		t.Errorf("size = %v, want the last good value 1.5", s.Config().Size)
	}
	if ps := s.Problems(); len(ps) != 1 || ps[0].Line != 2 || ps[0].Column != 13 {
		t.Errorf("Problems() = %v, want one at line 2, column 13", ps)
	}
	err := s.Set("size", "1")
	if err == nil || !strings.Contains(err.Error(), "line 2, column 13") {
		t.Errorf("Set on a broken file = %v, want its place", err)
	}
	if got := read(t, p.Config()); got != broken {
		t.Errorf("the broken file was overwritten: %q", got)
	}
	put(t, p.Config(), `{"size":1}`)
	if err := s.Reload(); err != nil || s.Config().Size != 1 || len(s.Problems()) != 0 {
		t.Errorf("after the repair: size %v, problems %v, %v", s.Config().Size, s.Problems(), err)
	}
}

func TestNewerFileIsReadOnly(t *testing.T) {
	const newer = `{"version":7,"size":1}`
	p := home(t, newer)
	s := open(t, p)
	if s.Config().Size != 1 {
		t.Errorf("size = %v, want 1", s.Config().Size)
	}
	if err := s.Set("size", "2"); !errors.Is(err, ErrNewer) {
		t.Errorf("Set = %v, want ErrNewer", err)
	}
	if got := read(t, p.Config()); got != newer {
		t.Errorf("the newer file was overwritten: %q", got)
	}
}

func TestSet(t *testing.T) {
	p := home(t, `{"mine":{"a":1}}`)
	s := open(t, p)
	var heard []float64
	cancel := s.OnChange(func(c *Config) { heard = append(heard, c.Size) })
	for _, c := range []struct{ key, value, err string }{
		{"size", "1.25", ""},
		{"size", "12", "prefs: set size: size is 12, allowed is a number from 0.35 to 3"},
		{"colour", `"red"`, `prefs: no setting is called "colour"`},
		{"log.level", `"debug"`, ""},
	} {
		err := s.Set(c.key, c.value)
		if (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("Set(%s, %s) = %v, want %q", c.key, c.value, err, c.err)
		}
	}
	if got := *s.Config(); got.Size != 1.25 || got.Log.Level != "debug" {
		t.Errorf("Config() = %+v", got)
	}
	if got := read(t, p.Config()); !strings.Contains(got, `"mine":`) {
		t.Errorf("an unknown key was lost: %s", got)
	}
	cancel()
	if err := s.Set("size", "2"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]float64{1.25, 1.25}, heard); diff != "" {
		t.Errorf("OnChange heard (-want +got):\n%s", diff)
	}
}

// Two programs that change different settings at the same time both succeed.
func TestWritersDoNotUndoEachOther(t *testing.T) {
	p := home(t, "{}")
	var writers sync.WaitGroup
	for _, key := range []string{"size", "look.radius", "sound.volume"} {
		writers.Go(func() { // a Store each, as in a program each
			s, err := Open(p)
			for i := 50; i <= 100 && err == nil; i++ {
				err = s.Set(key, strconv.FormatFloat(float64(i)/100, 'g', -1, 64))
			}
			if err != nil {
				t.Errorf("%s: %v", key, err)
			}
		})
	}
	writers.Wait()
	if c := open(t, p).Config(); c.Size != 1 || c.Look.Radius != 1 || c.Sound.Volume != 1 {
		t.Errorf("size %v, radius %v, volume %v, want 1 each", c.Size, c.Look.Radius, c.Sound.Volume)
	}
}

// What cannot be written is said, and the file and the values stay as they are.
func TestSetWhereNothingCanBeWritten(t *testing.T) {
	p := home(t, `{"size":1}`)
	s := open(t, p)
	s.lock = filepath.Join(p.Config(), "no folder")
	if err := os.Chmod(p.Home, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(p.Home, 0o700) })
	if f, err := os.Create(filepath.Join(p.Home, "probe")); err == nil {
		f.Close()
		t.Skip("this user may write everywhere")
	}
	if err := s.Set("size", "2"); !errors.Is(err, os.ErrPermission) {
		t.Errorf("Set = %v, want that it is not permitted", err)
	}
	if s.Config().Size != 1 || read(t, p.Config()) != `{"size":1}` {
		t.Errorf("size = %v, file %s", s.Config().Size, read(t, p.Config()))
	}
}

func TestSetWritesThroughALink(t *testing.T) {
	p, dots := home(t, ""), t.TempDir()
	target := filepath.Join(dots, "dango.json")
	put(t, target, "{}")
	if err := os.Symlink(target, p.Config()); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	s := open(t, p)
	if err := s.Set("size", "1"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(p.Config()); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link became a file: %v, %v", info, err)
	}
	if got := read(t, target); !strings.Contains(got, `"size"`) {
		t.Errorf("the link's target is %q", got)
	}
}

func TestState(t *testing.T) {
	p := Paths{t.TempDir()}
	if s, err := LoadState(p); err != nil || s != (State{}) {
		t.Errorf("LoadState of nothing = %+v, %v", s, err)
	}
	want := State{Version: 1, Window: &Window{Monitor: "DP-1", X: 12.5, Y: -3}}
	if err := SaveState(p, want); err != nil {
		t.Fatal(err)
	}
	got, err := LoadState(p)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("LoadState: %v (-want +got):\n%s", err, diff)
	}
	put(t, p.State(), "{")
	if s, err := LoadState(p); err == nil || s != (State{}) {
		t.Errorf("LoadState of half a file = %+v, %v, want the zero State and an error", s, err)
	}
}
