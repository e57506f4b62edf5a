package prefs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// watched opens and watches a store, and gives a function that waits until the size is as wanted.
func watched(t *testing.T, p Paths) (*Store, func(size float64)) {
	t.Helper()
	s := open(t, p)
	changed := make(chan struct{}, 1)
	s.OnChange(func(*Config) {
		select {
		case changed <- struct{}{}:
		default:
		}
	})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Watch(ctx, nil) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Watch = %v", err)
		}
	})
	return s, func(size float64) {
		t.Helper()
		late := time.After(20 * time.Second)
		for s.Config().Size != size {
			select {
			case <-changed:
			case <-late:
				t.Fatalf("size = %v after 20 s, want %v", s.Config().Size, size)
			}
		}
	}
}

func TestWatch(t *testing.T) {
	saves := []struct {
		name string
		save func(t *testing.T, path, text string)
	}{
		{"in place", put},
		{"atomic replace", func(t *testing.T, path, text string) {
			put(t, path+".tmp", text)
			if err := os.Rename(path+".tmp", path); err != nil {
				t.Fatal(err)
			}
		}},
		{"move away, then write", func(t *testing.T, path, text string) {
			if err := os.Rename(path, path+"~"); err != nil {
				t.Fatal(err)
			}
			put(t, path, text)
		}},
	}
	for _, linked := range []bool{false, true} {
		for _, c := range saves {
			t.Run(fmt.Sprintf("%s, linked %v", c.name, linked), func(t *testing.T) {
				p := home(t, "")
				path := p.Config()
				if linked {
					path = filepath.Join(t.TempDir(), "dango.json")
					if err := os.Symlink(path, p.Config()); err != nil {
						t.Skip("no symbolic links here:", err)
					}
				}
				put(t, path, `{"size":1}`)
				_, until := watched(t, p)
				until(1)
				for _, size := range []float64{1.25, 1.5} {
					c.save(t, path, fmt.Sprintf(`{"size":%v}`, size))
					until(size)
				}
			})
		}
	}
}

func TestWatchFollowsALinkThatMoves(t *testing.T) {
	p, a, b := home(t, ""), filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	put(t, a, `{"size":1}`)
	put(t, b, `{"size":1.5}`)
	if err := os.Symlink(a, p.Config()); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	_, until := watched(t, p)
	until(1)
	if err := os.Symlink(b, p.Config()+".new"); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(p.Config()+".new", p.Config()); err != nil {
		t.Fatal(err)
	}
	until(1.5)
	put(t, b, `{"size":1.75}`)
	until(1.75)
}

// A thousand random edits, some of them broken: no crash, values always allowed, and the last good save counts.
func TestWatchSurvivesAThousandEdits(t *testing.T) {
	p := home(t, "{}")
	s, until := watched(t, p)
	const good = "{\n  // mine\n  \"size\": 1,\n  \"hold\": {\"codex\": \"1m\"},\n  \"other\": [1, 2]\n}\n"
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		text := []byte(good)
		for range r.IntN(4) {
			text[r.IntN(len(text))] = byte(r.IntN(128))
		}
		put(t, p.Config(), string(text[:r.IntN(len(text)+1)]))
		if size := s.Config().Size; size < 0.25 || size > 2 {
			t.Fatalf("size = %v after %q", size, text)
		}
	}
	put(t, p.Config(), `{"size":1.75}`)
	until(1.75)
}

func BenchmarkSaveToEffect(b *testing.B) {
	p := Paths{b.TempDir()}
	s, err := Open(p)
	if err != nil {
		b.Fatal(err)
	}
	changed := make(chan struct{}, 1)
	ready := make(chan struct{}, 1)
	s.OnChange(func(*Config) { changed <- struct{}{} })
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	go func() { ready <- struct{}{}; s.Watch(ctx, nil) }()
	<-ready
	for i := range b.N {
		if err := replace(p.Config(), fmt.Appendf(nil, `{"size":%v}`, 1+float64(i%100+1)/200)); err != nil {
			b.Fatal(err)
		}
		<-changed
	}
}
