package scene

import (
	"slices"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/segmenter"
	"golang.org/x/text/unicode/norm"

	"dango/game/glyph"
	"dango/game/input"
)

// maxField bounds a field's runes: more than anybody types, less than would hold up the picture.
const maxField = 4000

// field is a text that is being edited. The zero value is an empty one.
type field struct {
	text   []rune
	words  string // text as a string, masked where it is secret
	laid   string // words as they were last laid out
	caret  int
	anchor int // the selection's other end
	secret bool
	undo   []snapshotOf
	redo   []snapshotOf
	last   stroke

	composed []rune // shown at the caret, not a part of the text yet
	within   int    // of its runes, those before the caret
}

type snapshotOf struct {
	text  []rune
	caret int
}

// maxUndo is how many changes can be taken back.
const maxUndo = 50

// stroke is the last change of a text, as far as the next one may belong to it: words that are typed are taken back word by
// word, what is deleted rune by rune at once.
type stroke struct {
	kind  strokeKind
	caret int // where it left the caret
	blank bool
}

type strokeKind uint8

const (
	strokeAlone strokeKind = iota
	strokeTyped
	strokeErased
)

// joins notes a change and says whether it goes on with the one before.
func (f *field) joins(from, to int, in []rune) bool {
	now := stroke{caret: from + len(in)}
	switch {
	case from == to && len(in) == 1 && in[0] != '\n':
		now.kind, now.blank = strokeTyped, !letter(in[0])
	case len(in) == 0 && to-from == 1:
		now.kind = strokeErased
	}
	was := f.last
	f.last = now
	at := pick(now.kind == strokeErased && to == was.caret, to, from) // before the caret, or behind it
	return now.kind != strokeAlone && now.kind == was.kind && at == was.caret && (now.blank || !was.blank)
}

func (f *field) string() string { return string(f.text) }

func (f *field) empty() bool { return len(f.text) == 0 }

// selection is what is selected: nothing when both are the caret.
func (f *field) selection() (from, to int) { return min(f.caret, f.anchor), max(f.caret, f.anchor) }

func (f *field) selected() string {
	from, to := f.selection()
	if f.secret {
		return ""
	}
	return string(f.text[from:to])
}

// put replaces the selection.
func (f *field) put(s string) {
	in := []rune(norm.NFC.String(strings.ReplaceAll(s, "\t", "    ")))
	from, to := f.selection()
	if room := maxField - len(f.text) + to - from; len(in) > room {
		in = in[:max(room, 0)]
	}
	f.replace(from, to, in)
}

func (f *field) replace(from, to int, in []rune) {
	if from == to && len(in) == 0 {
		return
	}
	if !f.joins(from, to, in) {
		f.undo = kept(f.undo, snapshotOf{f.text, f.caret})
	}
	f.redo = f.redo[:0]
	text := make([]rune, 0, len(f.text)-(to-from)+len(in))
	f.text = append(append(append(text, f.text[:from]...), in...), f.text[to:]...)
	f.caret = from + len(in)
	f.compact()
	f.anchor = f.caret
	f.tell()
}

// compact composes letters with marks that have come to stand beside them: places are counted in runes of that form.
func (f *field) compact() {
	if s := string(f.text); !norm.NFC.IsNormalString(s) {
		before := []rune(norm.NFC.String(string(f.text[:f.caret])))
		f.text = []rune(norm.NFC.String(s))
		f.caret = min(len(before), len(f.text))
	}
}

// kept is a list of changes with one more.
func kept(all []snapshotOf, s snapshotOf) []snapshotOf {
	if len(all) == maxUndo {
		all = append(all[:0], all[1:]...)
	}
	return append(all, s)
}

func (f *field) tell() {
	shown := f.text
	if len(f.composed) > 0 {
		shown = slices.Concat(f.text[:f.caret], f.composed, f.text[f.caret:])
	}
	f.words = string(shown)
	if f.secret {
		f.words = strings.Repeat("•", len(shown))
	}
}

// compose shows what an input method composes, in the place of what was selected.
func (f *field) compose(text string, within int) {
	if from, to := f.selection(); text != "" && from < to {
		f.replace(from, to, nil)
	}
	f.composed = []rune(text)
	f.within = min(max(within, 0), len(f.composed))
	f.tell()
}

// shownCaret is where the caret is in what is shown.
func (f *field) shownCaret() int {
	if len(f.composed) == 0 {
		return f.caret
	}
	return f.caret + f.within
}

// fromShown is the place in the text of one in what is shown.
func (f *field) fromShown(i int) int {
	if n := len(f.composed); n > 0 && i > f.caret {
		return max(f.caret, i-n)
	}
	return i
}

// takeBack makes the text what it was before the last change.
func (f *field) takeBack() { f.restore(&f.undo, &f.redo) }

// takeForth does a change again that was taken back.
func (f *field) takeForth() { f.restore(&f.redo, &f.undo) }

func (f *field) restore(from, to *[]snapshotOf) {
	n := len(*from)
	if n == 0 {
		return
	}
	*to = kept(*to, snapshotOf{f.text, f.caret})
	f.text, f.caret = (*from)[n-1].text, (*from)[n-1].caret
	f.anchor, f.last, *from = f.caret, stroke{}, (*from)[:n-1]
	f.tell()
}

// to moves the caret, and with it the selection's end or the whole selection.
func (f *field) to(i int, keep bool) {
	f.caret = min(max(i, 0), len(f.text))
	if !keep {
		f.anchor = f.caret
	}
}

// key does what a key means in a field whose text is laid out as t. false: it means nothing here.
func (f *field) key(e *input.Event, t *glyph.Text, wish *Wish) bool {
	ctrl, shift := e.Mods&input.Ctrl != 0, e.Mods&input.Shift != 0
	if ctrl && f.shortcut(e, wish) {
		return true
	}
	from, to := f.selection()
	line, x := t.Caret(f.caret)
	first, end := t.Bounds(line)
	switch e.Key {
	case input.KeyLeft:
		f.to(pick(ctrl, f.wordBefore(), pick(from < to && !shift, from, f.before(f.caret))), shift)
	case input.KeyRight:
		f.to(pick(ctrl, f.wordAfter(), pick(from < to && !shift, to, f.after(f.caret))), shift)
	case input.KeyUp:
		f.to(pick(line == 0, 0, t.Nearest(line-1, x)), shift)
	case input.KeyDown:
		f.to(pick(line >= t.Lines-1, len(f.text), t.Nearest(line+1, x)), shift)
	case input.KeyHome:
		f.to(pick(ctrl, 0, first), shift)
	case input.KeyEnd:
		f.to(pick(ctrl, len(f.text), end), shift)
	case input.KeyBackspace:
		if from == to {
			from = pick(ctrl, f.wordBefore(), f.before(from))
		}
		f.replace(from, to, nil)
	case input.KeyDelete:
		if from == to {
			to = pick(ctrl, f.wordAfter(), f.after(to))
		}
		f.replace(from, to, nil)
	case input.KeyInsert:
		if !shift {
			return false
		}
		wish.Paste = FromClipboard
	case input.KeyEnter:
		if !shift && e.Mods&input.Alt == 0 {
			return false
		}
		f.put("\n")
	default:
		if e.Text == "" || e.Mods&(input.Ctrl|input.Alt|input.Super) != 0 || e.Key == input.KeyTab || e.Key == input.KeyEscape {
			return false
		}
		f.put(e.Text)
	}
	return true
}

// shortcut does what Ctrl with a letter means.
func (f *field) shortcut(e *input.Event, wish *Wish) bool {
	from, to := f.selection()
	switch e.Key {
	case 'a':
		f.anchor, f.caret = 0, len(f.text)
	case 'c', 'x', input.KeyInsert:
		wish.Copy = f.selected()
		if e.Key == 'x' && !f.secret {
			f.replace(from, to, nil)
		}
	case 'v':
		wish.Paste = FromClipboard
	case 'z':
		if e.Mods&input.Shift != 0 {
			f.takeForth()
		} else {
			f.takeBack()
		}
	case 'y':
		f.takeForth()
	default:
		return false
	}
	return true
}

// before is where what looks like one letter begins that ends at i: a flag or a family is one, too.
func (f *field) before(i int) int {
	at := 0
	for g := range f.graphemes {
		if g >= i {
			break
		}
		at = g
	}
	return at
}

// after is where what looks like one letter ends that begins at i.
func (f *field) after(i int) int {
	for g := range f.graphemes {
		if g > i {
			return g
		}
	}
	return len(f.text)
}

// graphemes are the places between them, the text's beginning first.
func (f *field) graphemes(yield func(int) bool) {
	if f.secret { // each rune is a dot
		for i := range f.text {
			if !yield(i) {
				return
			}
		}
		return
	}
	var s segmenter.Segmenter
	s.Init(f.text)
	for i := s.GraphemeIterator(); i.Next(); {
		if !yield(i.Grapheme().Offset) {
			return
		}
	}
}

// wordBefore is where the word begins that the caret is in or behind.
func (f *field) wordBefore() int {
	if f.secret {
		return 0
	}
	i := f.caret
	for i > 0 && !letter(f.text[i-1]) {
		i--
	}
	for i > 0 && letter(f.text[i-1]) {
		i--
	}
	return i
}

// wordAfter is where the word ends that the caret is in or before.
func (f *field) wordAfter() int {
	if f.secret {
		return len(f.text)
	}
	i := f.caret
	for i < len(f.text) && !letter(f.text[i]) {
		i++
	}
	for i < len(f.text) && letter(f.text[i]) {
		i++
	}
	return i
}

func letter(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_'
}
