package glyph

import (
	"unicode"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/shaping"
)

// oneFace lets the shaping package split text by direction and script alone.
type oneFace struct{ *font.Face }

func (f oneFace) ResolveFace(rune) *font.Face { return f.Face }

// byFace appends run to dst in pieces of one face each. A grapheme is never split: one face has to do for all of it.
func (s *Set) byFace(dst []shaping.Input, run shaping.Input) []shaping.Input {
	main, start := run.Face, run.RunStart
	s.letters.Init(run.Text[run.RunStart:run.RunEnd])
	for it := s.letters.GraphemeIterator(); it.Next(); {
		g := it.Grapheme()
		from := start + g.Offset
		face := s.faceOf(g.Text, main)
		if n := len(dst); from > start && (dst[n-1].Face == face || blank(g.Text)) {
			dst[n-1].RunEnd = from + len(g.Text)
			continue
		}
		run.RunStart, run.RunEnd, run.Face = from, from+len(g.Text), face
		dst = append(dst, run)
	}
	return dst
}

// faceOf chooses the first face that has all of a grapheme, the mark when there is none.
func (s *Set) faceOf(g []rune, main *font.Face) *font.Face {
	if covers(g, func(r rune) bool { _, ok := main.NominalGlyph(r); return ok }) {
		return main
	}
	if s.fallback != nil {
		if f, ok := s.fallback.Font(g[0]); ok {
			face := s.faces[f]
			if face == nil {
				face = font.NewFace(f)
				s.faces[f] = face
			}
			return face
		}
	}
	if covers(g, bitmapHas) {
		return s.bitmap
	}
	return s.mark
}

// covers asks has about every rune of a grapheme that is drawn.
func covers(g []rune, has func(rune) bool) bool {
	for _, r := range g {
		if !unicode.In(r, unicode.Cf, unicode.Variation_Selector) && !has(r) {
			return false
		}
	}
	return true
}

func blank(g []rune) bool { return len(g) == 1 && g[0] == ' ' }
