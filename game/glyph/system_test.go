package glyph

import (
	"context"
	"testing"
	"time"

	"github.com/go-text/typesetting/language"
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
	han, ok := sys.Font('国')
	if !ok {
		t.Skip("no font on this machine has Chinese")
	}
	if next, ok := sys.Font('中'); !ok || next != han {
		t.Error("the next character is searched for, although the font in memory has it")
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

func TestHanFamilies(t *testing.T) {
	for want, languages := range map[string][]string{
		"Noto Sans CJK SC": {"en", "en_US.UTF-8"},
		"Noto Sans CJK JP": {"en", "ja_JP.UTF-8"},
		"Noto Sans CJK TC": {"zh_TW.UTF-8"},
		"Noto Sans CJK KR": {"ko-KR"},
	} {
		if got := hanFamilies(languages)[language.Han][0]; got != want {
			t.Errorf("readers of %v are given %s, want %s", languages, got, want)
		}
	}
	if got := hanFamilies([]string{"zh-CN", "ja_JP.UTF-8"})[language.Han][0]; got != "Noto Sans CJK SC" {
		t.Errorf("a pet that speaks Chinese on a Japanese desktop writes it with %s", got)
	}
}

func TestEastAsian(t *testing.T) {
	for _, r := range "国かカ한ㄅ。，！" {
		if !EastAsian(r) {
			t.Errorf("%c does not belong to East Asian text", r)
		}
	}
	for _, r := range "aé→✓…😀" {
		if EastAsian(r) {
			t.Errorf("%c belongs to East Asian text", r)
		}
	}
}
