// Package glyph measures text, breaks it into lines and turns it into quads, without the engine.
//
// Text is shaped with HarfBuzz, one run per script and face. A rune that the embedded Go fonts do not have is looked
// for in the fallback that the caller gave, then in an embedded bitmap font that has Chinese, Japanese and Korean, so
// that no text is ever empty. Glyphs are rasterised at device resolution into one bounded page and stand on whole
// device pixels vertically and on quarters of one horizontally.
package glyph

import (
	"bytes"
	"fmt"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/segmenter"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/vector"

	"dango/game/drawlist"
)

// Face is one of the embedded faces.
type Face uint8

const (
	Regular Face = iota
	Medium
	Mono
	Italic
	numFaces
)

// Style is how text looks. Size is in logical pixels per em.
type Style struct {
	Face Face
	Size float32
}

// Fallback finds faces for runes that the embedded fonts lack. It must not wait: ok is false while it does not know.
//
// Version rises whenever an earlier answer may be different now; the Set then shapes again.
type Fallback interface {
	Font(r rune) (f *font.Font, ok bool)
	Version() uint64
}

// A Set turns text into quads at one device scale. The game goroutine alone uses it.
type Set struct {
	scale    float64
	fallback Fallback
	version  uint64 // of the fallback, as last seen

	embedded [numFaces]*font.Face
	bitmap   *font.Face // stands for the bitmap font in runs
	mark     *font.Face // stands for what no font has
	faces    map[*font.Font]*font.Face
	ids      map[*font.Face]uint16
	byID     []*font.Face

	shaper  shaping.HarfbuzzShaper
	split   shaping.Segmenter
	letters segmenter.Segmenter
	wrapper shaping.LineWrapper
	vector  vector.Rasterizer

	texts cache
	atlas atlas
}

// New makes a Set for scale 1 that knows the embedded fonts.
func New() (*Set, error) {
	s := &Set{scale: 1, faces: map[*font.Font]*font.Face{}, ids: map[*font.Face]uint16{}}
	for i, ttf := range [numFaces][]byte{goregular.TTF, gomedium.TTF, gomono.TTF, goitalic.TTF} {
		f, err := font.ParseTTF(bytes.NewReader(ttf))
		if err != nil {
			return nil, fmt.Errorf("glyph: parse embedded face %d: %w", i, err)
		}
		s.embedded[i] = f
		s.id(f)
	}
	s.bitmap, s.mark = font.NewFace(s.embedded[Regular].Font), font.NewFace(s.embedded[Regular].Font)
	s.id(s.bitmap)
	s.id(s.mark)
	s.atlas.init()
	s.texts.init()
	return s, nil
}

// SetFallback makes f the first to be asked for what the embedded fonts lack; nil asks the bitmap font alone.
func (s *Set) SetFallback(f Fallback) {
	s.fallback, s.version = f, 0
	s.reset()
}

// Begin prepares for one frame at scale device pixels a logical pixel. When the scale or the fallback's knowledge
// changed, every Text made before is stale, and changed is true.
func (s *Set) Begin(scale float64) (changed bool) {
	var v uint64
	if s.fallback != nil {
		v = s.fallback.Version()
	}
	if scale == s.scale && v == s.version {
		return false
	}
	s.scale, s.version = scale, v
	s.reset()
	return true
}

// Epoch changes when glyphs that were appended before lost their place on the page: append them again.
func (s *Set) Epoch() uint64 { return s.atlas.epoch }

// Page is the page that the quads cut from.
func (s *Set) Page() *drawlist.Page { return &s.atlas.page }

func (s *Set) reset() {
	s.texts.init()
	s.atlas.reset()
}

func (s *Set) id(f *font.Face) uint16 {
	id, ok := s.ids[f]
	if !ok {
		id = uint16(len(s.byID))
		s.ids[f] = id
		s.byID = append(s.byID, f)
	}
	return id
}
