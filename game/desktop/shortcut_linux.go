package desktop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jezek/xgb/xproto"

	"dango/game/input"
)

// grabbed are the shortcuts that are ours on the whole desktop.
type grabbed struct {
	wish *Shortcuts // as last looked at
	keys []grabbedKey
}

// grabbedKey is one of them.
type grabbedKey struct {
	kind  input.Kind // what its press means
	chord input.Chord
	codes []xproto.Keycode // that bear its key
}

// modMasks are the usual places of the modifiers.
var modMasks = []struct {
	mod  input.Mods
	mask uint16
}{{input.Shift, xproto.ModMaskShift}, {input.Ctrl, xproto.ModMaskControl}, {input.Alt, xproto.ModMask1}, {input.Super, xproto.ModMask4}}

// locks are the combinations of Caps Lock and Num Lock, which must not keep a shortcut from working.
var locks = [...]uint16{0, xproto.ModMaskLock, xproto.ModMask2, xproto.ModMaskLock | xproto.ModMask2}

// allMods are the modifiers that tell one chord from another.
const allMods = xproto.ModMaskShift | xproto.ModMaskControl | xproto.ModMask1 | xproto.ModMask4

// grab makes the wished shortcuts ours, after giving up those before. When somebody else has one, State.Clash says so.
// mapped says that the keyboard's mapping has changed.
func (s *server) grab(mapped bool) {
	wish := s.shortcuts.Load()
	if wish == s.grabbed.wish && !mapped {
		return
	}
	keys := []grabbedKey{
		{input.Summon, wish.Summon, s.codesOf(wish.Summon.Key)}, {input.Vanish, wish.Vanish, s.codesOf(wish.Vanish.Key)},
	}
	same := func(a, b grabbedKey) bool { return a.chord == b.chord && slices.Equal(a.codes, b.codes) }
	if wish == s.grabbed.wish && slices.EqualFunc(keys, s.grabbed.keys, same) {
		return
	}
	for _, k := range s.grabbed.keys {
		s.eachGrab(k, func(code xproto.Keycode, mods uint16) { xproto.UngrabKey(s.conn, code, s.root, mods) })
	}
	s.grabbed = grabbed{wish, keys}
	var clashes []string
	for i, k := range keys {
		if i > 0 && k.chord == keys[0].chord && k.chord != (input.Chord{}) {
			clashes = append(clashes, fmt.Sprintf("two shortcuts are %v; choose another one for one of them", k.chord))
		} else if clash := s.grabKey(k); clash != "" {
			clashes = append(clashes, clash)
		}
	}
	if clash := strings.Join(clashes, "; "); clash != s.now.Clash {
		s.now.Clash = clash
		s.publish(s.now)
	}
}

// grabKey makes one shortcut ours, and says why that is not possible.
func (s *server) grabKey(k grabbedKey) (clash string) {
	if k.chord.Key != input.NoKey && len(k.codes) == 0 {
		return fmt.Sprintf("the keyboard has no key for the shortcut %v", k.chord)
	}
	s.eachGrab(k, func(code xproto.Keycode, mods uint16) {
		err := xproto.GrabKeyChecked(s.conn, true, s.root, mods, code, xproto.GrabModeAsync, xproto.GrabModeAsync).Check()
		if err != nil {
			clash = fmt.Sprintf("another program has the shortcut %v; choose another one", k.chord)
		}
	})
	return clash
}

// eachGrab calls f for every combination of a key and modifiers that a shortcut consists of.
func (s *server) eachGrab(k grabbedKey, f func(xproto.Keycode, uint16)) {
	for _, code := range k.codes {
		for _, l := range locks {
			f(code, mask(k.chord)|l)
		}
	}
}

// hotkey tells of the press of a shortcut.
func (s *server) hotkey(e xproto.KeyPressEvent) {
	for _, k := range s.grabbed.keys {
		if slices.Contains(k.codes, e.Detail) && mask(k.chord) == e.State&allMods {
			s.push(input.Event{Kind: k.kind})
			return
		}
	}
}

// mask is a chord's modifiers in X's words.
func mask(c input.Chord) (m uint16) {
	for _, p := range modMasks {
		if c.Mods&p.mod != 0 {
			m |= p.mask
		}
	}
	return m
}

// codesOf are the keys that bear a character in any group of the keyboard, without Shift.
func (s *server) codesOf(k input.Key) (codes []xproto.Keycode) {
	if k <= 0 {
		return nil
	}
	setup := xproto.Setup(s.conn)
	first, n := setup.MinKeycode, byte(setup.MaxKeycode-setup.MinKeycode+1)
	m, err := xproto.GetKeyboardMapping(s.conn, first, n).Reply()
	if err != nil || m.KeysymsPerKeycode == 0 {
		return nil
	}
	per := int(m.KeysymsPerKeycode)
	for i := 0; i+per <= len(m.Keysyms); i += per {
		for level := 0; level < per; level += 2 { // the odd ones are with Shift
			if m.Keysyms[i+level] == xproto.Keysym(k) {
				codes = append(codes, first+xproto.Keycode(i/per))
				break
			}
		}
	}
	return codes
}
