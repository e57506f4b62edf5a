package typing

import (
	"runtime"
	"sync"
	"unicode/utf8"
	"unsafe"

	"github.com/ebitengine/purego"

	"dango/game/input"
)

// preedit is what an input method shows of a word that is not whole yet. It tells us where that stands in the text, and
// we show it (XIM's style "on the spot").
type preedit struct {
	text  []rune
	caret int
}

// imCallback is an XIMCallback.
type imCallback struct {
	client   uintptr
	callback uintptr
}

// imText is an XIMText.
type imText struct {
	length uint16
	_      uintptr // feedback: how each character is to look
	wide   int32
	text   unsafe.Pointer
}

// imDraw is an XIMPreeditDrawCallbackStruct, imCaret an XIMPreeditCaretCallbackStruct.
type imDraw struct {
	caret, first, length int32
	text                 *imText
}

type imCaret struct{ position, direction, _ int32 }

// Xlib calls back with the number of the reader that the callbacks were given: a C library must not keep Go's pointers.
var readers = struct {
	sync.Mutex
	last uintptr
	all  map[uintptr]*reader
}{all: map[uintptr]*reader{}}

func readerOf(id uintptr) *reader {
	readers.Lock()
	defer readers.Unlock()
	return readers.all[id]
}

// enlist gives the reader its number.
func (r *reader) enlist() {
	readers.Lock()
	defer readers.Unlock()
	readers.last++
	r.id = readers.last
	readers.all[r.id] = r
}

func (r *reader) delist() {
	readers.Lock()
	defer readers.Unlock()
	delete(readers.all, r.id)
}

// callbacks are made once: they cannot be given back. They run on the goroutine of a reader's loop, within Xlib.
var callbacks = sync.OnceValue(func() (c struct{ start, done, draw, caret uintptr }) {
	c.start = purego.NewCallback(func(_, client, _ uintptr) int32 { return -1 }) // any length
	c.done = purego.NewCallback(func(_, client, _ uintptr) uintptr {
		if r := readerOf(client); r != nil {
			r.preedit = preedit{}
			r.tellPreedit()
		}
		return 0
	})
	c.draw = purego.NewCallback(func(_, client uintptr, d *imDraw) uintptr {
		if r := readerOf(client); r != nil && d != nil {
			r.preedit.draw(d)
			r.tellPreedit()
		}
		return 0
	})
	c.caret = purego.NewCallback(func(_, client uintptr, at *imCaret) uintptr {
		const absolute = 10
		if r := readerOf(client); r != nil && at != nil && at.direction == absolute {
			r.preedit.caret = min(max(int(at.position), 0), len(r.preedit.text))
			r.tellPreedit()
		}
		return 0
	})
	return c
})

// draw changes a part of the text, as the input method says.
func (p *preedit) draw(d *imDraw) {
	from := min(max(int(d.first), 0), len(p.text))
	to := min(max(from+int(d.length), from), len(p.text))
	var in []rune
	if d.text != nil && d.text.text != nil {
		in = d.text.runes()
	}
	if d.text != nil && d.text.text == nil && d.text.length > 0 {
		return // only how it looks has changed
	}
	text := append([]rune{}, p.text[:from]...)
	p.text = append(append(text, in...), p.text[to:]...)
	p.caret = min(max(int(d.caret), 0), len(p.text))
}

// runes reads the text: as many characters as it says, in UTF-8 as the locale has it, or wide ones.
func (t *imText) runes() (all []rune) {
	n := int(t.length)
	if t.wide != 0 {
		for i := range n {
			all = append(all, *(*rune)(unsafe.Add(t.text, i*4)))
		}
		return all
	}
	b := unsafe.Slice((*byte)(t.text), cLength((*byte)(t.text)))
	for len(b) > 0 && len(all) < n {
		r, size := utf8.DecodeRune(b)
		all, b = append(all, r), b[size:]
	}
	return all
}

func (r *reader) tellPreedit() {
	r.push(input.Event{Kind: input.Composing, Text: Clean(string(r.preedit.text)), Caret: r.preedit.caret})
}

// supports says whether an input method has a style.
func (r *reader) supports(im uintptr, style uint) bool {
	var styles *struct {
		count     uint16
		supported *uint
	}
	if r.getIMValues(im, cString("queryInputStyle"), &styles, uintptr(0)) != 0 || styles == nil {
		return false
	}
	defer r.free(unsafe.Pointer(styles))
	for _, s := range unsafe.Slice(styles.supported, styles.count) {
		if s == style {
			return true
		}
	}
	return false
}

// createOnTheSpot makes an input context that tells us what is composed; 0 when the input method cannot.
func (r *reader) createOnTheSpot(im uintptr) (ic uintptr) {
	const style = preeditCallbacks | statusNothing
	if !r.supports(im, style) {
		return 0
	}
	c := callbacks()
	all := [...]imCallback{{r.id, c.start}, {r.id, c.done}, {r.id, c.draw}, {r.id, c.caret}}
	list := r.nestedList(0, cString("preeditStartCallback"), &all[0], cString("preeditDoneCallback"), &all[1],
		cString("preeditDrawCallback"), &all[2], cString("preeditCaretCallback"), &all[3], uintptr(0))
	if list == nil {
		return 0
	}
	ic = r.createIC(im, cString("inputStyle"), uintptr(style), cString("clientWindow"), r.window,
		cString("focusWindow"), r.window, cString("preeditAttributes"), list, uintptr(0))
	r.free(list)
	runtime.KeepAlive(&all)
	return ic
}
