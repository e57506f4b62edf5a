package glyph

import (
	"math"
	"strconv"
	"strings"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
)

// Span is a part of a text in another face. From and To count runes as Text.Caret does.
type Span struct {
	From, To int
	Face     Face
}

// monoShare is how large the monospaced face stands among the others, so that its letters look as large as theirs.
const monoShare = .94

// Mix is the faces of one text. nil is the one of its style.
type Mix struct {
	spans []Span
	key   string // the same for equal spans
}

// NewMix makes a Mix of spans in their order, apart from each other. Nothing may change them afterwards.
func NewMix(spans []Span) *Mix {
	if len(spans) == 0 {
		return nil
	}
	var w strings.Builder
	for _, sp := range spans {
		w.WriteString(strconv.Itoa(sp.From) + "-" + strconv.Itoa(sp.To) + ":" + strconv.Itoa(int(sp.Face)) + " ")
	}
	return &Mix{spans, w.String()}
}

// Rich is Lines for a text in several faces. Lines are as high as those of st.
func (s *Set) Rich(text string, m *Mix, st Style, width float32, lines int) *Text {
	if m == nil {
		return s.Lines(text, st, width, lines)
	}
	return s.cached(textKey{text, st, width, lines, m.key}, m.spans)
}

// runs splits a paragraph, whose first rune is the first of the text's, into runs of one face, script and direction.
func (s *Set) runs(text []rune, st Style, spans []Span, first int) (runs []shaping.Input) {
	at := 0
	upTo := func(end int, face Face) {
		if end = min(end, len(text)); end <= at {
			return
		}
		size := float64(st.Size)
		if face == Mono && st.Face != Mono {
			size *= monoShare
		}
		in := shaping.Input{
			Text: text, RunStart: at, RunEnd: end, Direction: di.DirectionLTR, Language: language.NewLanguage("en"),
			Size: fixed.Int26_6(math.Round(size * s.scale * 64)),
		}
		for _, run := range s.split.Split(in, oneFace{s.embedded[face]}) {
			run.Face = s.embedded[face]
			runs = s.byFace(runs, run)
		}
		at = end
	}
	for _, sp := range spans {
		upTo(sp.From-first, st.Face)
		if sp.To > first {
			upTo(sp.To-first, sp.Face)
		}
	}
	upTo(len(text), st.Face)
	return runs
}
