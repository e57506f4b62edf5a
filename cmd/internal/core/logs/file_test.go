package logs

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// clock is a time that the test moves.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

func newClock() *clock { return &clock{time.Date(2026, 1, 30, 12, 0, 0, 0, time.Local)} }

func list(t *testing.T, dir string) (names []string, bytes int64) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, e.Name())
		bytes += info.Size()
	}
	return names, bytes
}

func write(t *testing.T, f *File, p []byte) {
	t.Helper()
	if n, err := f.Write(p); n != len(p) || err != nil {
		t.Fatalf("Write = %d, %v", n, err)
	}
}

func TestDays(t *testing.T) {
	dir, c := t.TempDir(), newClock()
	if err := os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	f := Open(dir, c.Now)
	for range 5 {
		write(t, f, []byte("{}\n"))
		c.now = c.now.AddDate(0, 0, 1)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	names, _ := list(t, dir)
	want := []string{"dango-2026-02-01-1.jsonl", "dango-2026-02-02-1.jsonl", "dango-2026-02-03-1.jsonl", "notes.txt"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("after five days (-want +got):\n%s", diff)
	}
	info, err := os.Stat(filepath.Join(dir, names[0]))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v, want 0600", info.Mode(), err)
	}
}

func TestSize(t *testing.T) {
	dir, c := t.TempDir(), newClock()
	f := Open(dir, c.Now)
	record := append(bytes.Repeat([]byte("x"), 64<<10), '\n')
	for range 200 { // over 12 MiB
		write(t, f, record)
	}
	f.Close()
	names, size := list(t, dir)
	if size > MaxBytes || size < MaxBytes/2 {
		t.Errorf("%d bytes in %v, want at most %d and the most recent ones kept", size, names, MaxBytes)
	}
	if len(names) > maxParts {
		t.Errorf("%d parts, want at most %d: %v", len(names), maxParts, names)
	}
}

func TestGoesOnWhereItStopped(t *testing.T) {
	dir, c := t.TempDir(), newClock()
	for range 2 {
		f := Open(dir, c.Now)
		write(t, f, []byte("{}\n"))
		f.Close()
	}
	if names, size := list(t, dir); len(names) != 1 || size != 6 {
		t.Errorf("two starts in one day made %v with %d bytes, want one file with 6", names, size)
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		name, day string
		number    int
		ok        bool
	}{
		{"dango-2026-01-30-1.jsonl", "2026-01-30", 1, true},
		{"dango-2026-01-30-12.jsonl", "2026-01-30", 12, true},
		{"dango-2026-01-30-0.jsonl", "", 0, false},
		{"dango-2026-01-30-.jsonl", "", 0, false},
		{"dango-2026-01-30-1x.jsonl", "", 0, false},
		{"dango-2026-13-30-1.jsonl", "", 0, false},
		{"dango-2026-01-30-1.txt", "", 0, false},
		{"dango.jsonl", "", 0, false},
	} {
		day, number, ok := parse(c.name)
		if ok != c.ok || ok && (day != c.day || number != c.number) {
			t.Errorf("parse(%q) = %q, %d, %v, want %q, %d, %v", c.name, day, number, ok, c.day, c.number, c.ok)
		}
	}
}

// A log that cannot be written says so for as long as that is so, and stops nobody.
func TestProblem(t *testing.T) {
	dir, c := filepath.Join(t.TempDir(), "logs"), newClock()
	f := Open(dir, c.Now)
	t.Cleanup(func() { f.Close() })
	if err := f.Problem(); err != nil {
		t.Errorf("before the first record: %v", err)
	}
	if _, err := f.Write([]byte("lost\n")); err == nil || f.Problem() == nil {
		t.Errorf("into no folder: %v, problem %v", err, f.Problem())
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, f, []byte("there\n"))
	if err := f.Problem(); err != nil {
		t.Errorf("with a folder: %v", err)
	}
}

// The tenth part of a day is newer than the second.
func TestPartsAreInOrder(t *testing.T) {
	dir := t.TempDir()
	want := []string{"dango-2026-01-30-1.jsonl", "dango-2026-01-31-2.jsonl", "dango-2026-01-31-10.jsonl"}
	for _, name := range append([]string{"dango-2026-01-31-0.jsonl", "codex-events.jsonl"}, want...) {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, Parts(dir)); diff != "" {
		t.Errorf("Parts (-want +got):\n%s", diff)
	}
}
