package glyph

import (
	"context"
	"fmt"
	"io"
	"log"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/fontscan"
	"github.com/go-text/typesetting/language"
)

// System is a Fallback that looks among the fonts of the system. Make it with NewSystem, and Run it on a goroutine of
// its own: the Set never waits for it, and shows the embedded bitmap font until an answer is there.
//
// A font that is used stays in memory, which is about 20 MB for one that has all of Chinese. It is therefore asked for
// every other rune first, at once and without a new search.
type System struct {
	asked    chan rune
	known    sync.Map // rune → *font.Font, nil when no font has it
	inUse    atomic.Pointer[[]*font.Font]
	families map[language.Script][]string
	version  atomic.Uint64
}

// NewSystem makes a System that knows nothing yet. Where a machine has several fonts for Chinese characters, which
// are not drawn alike everywhere, it takes one for readers of the languages, the first of them before the others.
func NewSystem(languages ...string) *System {
	return &System{asked: make(chan rune, 256), families: hanFamilies(languages)}
}

// hanFamilies are the usual fonts for Chinese characters as readers of languages (BCP 47, or locales) know them, after what is
// usual where none is named.
func hanFamilies(languages []string) map[language.Script][]string {
	var names []string
	for _, l := range append(slices.Clone(languages), "zh-CN") {
		l, _, _ = strings.Cut(strings.ReplaceAll(l, "_", "-"), ".")
		switch {
		case strings.HasPrefix(l, "ja"):
			names = append(names, "Noto Sans CJK JP", "Source Han Sans JP", "Hiragino Sans", "Yu Gothic UI", "IPAGothic")
		case strings.HasPrefix(l, "ko"):
			names = append(names, "Noto Sans CJK KR", "Source Han Sans KR", "Apple SD Gothic Neo", "Malgun Gothic")
		case slices.Contains([]string{"zh-TW", "zh-HK", "zh-Hant"}, l):
			names = append(names, "Noto Sans CJK TC", "Source Han Sans TC", "PingFang TC", "Microsoft JhengHei UI")
		case strings.HasPrefix(l, "zh"):
			names = append(names, "Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei UI",
				"WenQuanYi Micro Hei", "WenQuanYi Zen Hei")
		}
	}
	return map[language.Script][]string{language.Han: names}
}

// Run finds the system's fonts and then answers until ctx ends. The first scan on a machine takes a second or two;
// its result is kept in cacheDir. After each batch of answers Run calls changed, on its own goroutine.
func (s *System) Run(ctx context.Context, cacheDir string, changed func()) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case r := <-s.asked:
			if err := s.answer(r, cacheDir); err != nil {
				return err
			}
			s.version.Add(1)
			changed()
		}
	}
}

// answer looks for r and for what else was asked meanwhile. What is known of all the fonts is not kept from one batch to
// the next: it takes 20 MB, and reading it again from the cache takes no more than a frame or two.
func (s *System) answer(r rune, cacheDir string) error {
	fonts := fontscan.NewFontMap(log.New(io.Discard, "", 0))
	if err := fonts.UseSystemFonts(cacheDir); err != nil {
		return fmt.Errorf("glyph: scan the system's fonts: %w", err)
	}
	s.find(fonts, r)
	for n := len(s.asked); n > 0; n-- {
		s.find(fonts, <-s.asked)
	}
	return nil
}

// find looks for a font that has r.
func (s *System) find(fonts *fontscan.FontMap, r rune) {
	if _, ok := s.known.Load(r); ok {
		return
	}
	if _, ok := s.loaded(r); ok {
		return
	}
	script := language.LookupScript(r)
	if EastAsian(r) {
		script = language.Han // one font for what is written among Chinese characters
	}
	families := append(slices.Clone(s.families[script]), fontscan.SansSerif)
	if script == language.Common && r >= 0x2000 {
		families = []string{fontscan.Emoji, fontscan.SansSerif}
	}
	fonts.SetQuery(fontscan.Query{Families: families})
	fonts.SetScript(script)
	var found *font.Font
	if face := fonts.ResolveFace(r); face != nil {
		if _, ok := face.NominalGlyph(r); ok {
			found = face.Font
			s.use(found)
		}
	}
	s.known.Store(r, found)
}

// use remembers a font. Run's goroutine alone calls it.
func (s *System) use(f *font.Font) {
	var fonts []*font.Font
	if now := s.inUse.Load(); now != nil {
		fonts = slices.Clone(*now)
	}
	fonts = append(fonts, f)
	s.inUse.Store(&fonts)
}

// loaded looks for r in the fonts that are in memory already.
func (s *System) loaded(r rune) (*font.Font, bool) {
	fonts := s.inUse.Load()
	if fonts == nil {
		return nil, false
	}
	for _, f := range *fonts {
		if _, ok := f.Cmap.Lookup(r); ok {
			s.known.Store(r, f)
			return f, true
		}
	}
	return nil, false
}

// EastAsian says whether r belongs to Chinese, Japanese or Korean text.
func EastAsian(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo) ||
		r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef
}

// Font gives the font for r. When it is not known yet, Run is asked to look; a question too many is asked again later.
func (s *System) Font(r rune) (*font.Font, bool) {
	if v, ok := s.known.Load(r); ok {
		f := v.(*font.Font)
		return f, f != nil
	}
	if f, ok := s.loaded(r); ok {
		return f, true
	}
	select {
	case s.asked <- r:
	default:
	}
	return nil, false
}

// Version rises with each batch of answers.
func (s *System) Version() uint64 { return s.version.Load() }
