package glyph

import (
	"context"
	"fmt"
	"io"
	"log"
	"sync"
	"sync/atomic"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/fontscan"
	"github.com/go-text/typesetting/language"
)

// System is a Fallback that looks among the fonts of the system. Make it with NewSystem, and Run it on a goroutine of
// its own: the Set never waits for it, and shows the embedded bitmap font until an answer is there.
//
// A font that is used stays in memory, which is about 20 MB for one that has all of Chinese.
type System struct {
	asked   chan rune
	known   sync.Map // rune → *font.Font, nil when no font has it
	version atomic.Uint64
}

// NewSystem makes a System that knows nothing yet.
func NewSystem() *System { return &System{asked: make(chan rune, 256)} }

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
	script := language.LookupScript(r)
	families := []string{fontscan.SansSerif}
	if script == language.Common && r >= 0x2000 {
		families = []string{fontscan.Emoji, fontscan.SansSerif}
	}
	fonts.SetQuery(fontscan.Query{Families: families})
	fonts.SetScript(script)
	var found *font.Font
	if face := fonts.ResolveFace(r); face != nil {
		if _, ok := face.NominalGlyph(r); ok {
			found = face.Font
		}
	}
	s.known.Store(r, found)
}

// Font gives the font for r. When it is not known yet, Run is asked to look; a question too many is asked again later.
func (s *System) Font(r rune) (*font.Font, bool) {
	if v, ok := s.known.Load(r); ok {
		f := v.(*font.Font)
		return f, f != nil
	}
	select {
	case s.asked <- r:
	default:
	}
	return nil, false
}

// Version rises with each batch of answers.
func (s *System) Version() uint64 { return s.version.Load() }
