// Package typing turns the keys that go to one window into text, as the user's keyboard layout, dead keys, Compose
// sequences and input method have it.
//
// On X11 all this is Xlib's: input methods speak a protocol of their own that only Xlib knows. The library is there
// wherever the engine runs and is called without a C compiler; the rest of package desktop does not need it.
//
// What an input method hands over comes whole. What is being composed comes, too, where the input method tells it
// ("on the spot"); others show it themselves, in a window of their own below the one that is listened to. Input methods
// that offer no XIM are out of reach.
package typing

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"dango/game/input"
)

// Reader hears the keys of one window. Make it with Open.
type Reader struct{ stop func() }

// Open listens to the window with that X id on display. push is called with events of the kinds KeyPress, Typed and Composing, on
// a goroutine of the Reader's; it must not wait. The window must live as long as the Reader.
func Open(display string, window uint32, push func(input.Event)) (*Reader, error) {
	stop, err := open(display, window, push)
	if err != nil {
		return nil, err
	}
	return &Reader{stop}, nil
}

// Close stops listening. It returns when that is done.
func (r *Reader) Close() { r.stop() }

// stroke is a key press as the system tells of it.
type stroke struct {
	key  input.Key // NoKey: an input method speaks
	mods input.Mods
	text string
}

// event is what the press means. ok is false when it is nobody's business: a modifier, a key without a name.
func (s stroke) event() (e input.Event, ok bool) {
	text := Clean(s.text)
	switch {
	case s.key == input.NoKey && text == "":
		return e, false
	case s.key == input.NoKey:
		return input.Event{Kind: input.Typed, Text: text}, true
	case s.mods&(input.Ctrl|input.Alt|input.Super) != 0 || named(s.key):
		text = "" // a shortcut types nothing
	}
	return input.Event{Kind: input.KeyPress, Key: s.key, Mods: s.mods, Text: text}, true
}

// named says whether a key is one without a character.
func named(k input.Key) bool { return k < input.KeySpace || k == input.KeyDelete }

// Clean is text with valid characters alone, and of control characters only tab and newline.
func Clean(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r == utf8.RuneError, unicode.IsControl(r) && r != '\n' && r != '\t':
			return -1
		}
		return r
	}, text)
}
