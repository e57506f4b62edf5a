package glyph

import (
	"context"
	"testing"
	"time"
)

// TestSystem asks for a script that the embedded outlines lack, and needs a machine that has a font for it.
func TestSystem(t *testing.T) {
	s := newSet(t)
	sys := NewSystem()
	s.SetFallback(sys)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	changed, done := make(chan struct{}, 16), make(chan error, 1)

	first := s.Line("国", body, 0)
	if pixels, _ := ink(s, first); pixels == 0 {
		t.Error("nothing shows while the system's fonts are not known")
	}
	go func() { done <- sys.Run(ctx, t.TempDir(), func() { changed <- struct{}{} }) }()
	select {
	case <-changed:
	case err := <-done:
		t.Skipf("no fonts on this machine: %v", err)
	}
	if _, ok := sys.Font('国'); !ok {
		t.Skip("no font on this machine has Chinese")
	}
	if !s.Begin(1) {
		t.Error("the set does not notice that there are answers")
	}
	l := s.Line("国", body, 0)
	if pixels, _ := ink(s, l); pixels == 0 || l.glyphs[0].key.face == first.glyphs[0].key.face {
		t.Errorf("%d pixels, face %d before and %d after", pixels, first.glyphs[0].key.face, l.glyphs[0].key.face)
	}
	stop()
	if err := <-done; err != nil {
		t.Errorf("Run: %v", err)
	}
}
