package desktop

import (
	"fmt"
	"slices"

	"github.com/jezek/xgb/xproto"

	"dango/game/input"
)

// grabbed is the shortcut that is ours on the whole desktop.
type grabbed struct {
	wish  *input.Chord // as last looked at
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

// grab makes the wished shortcut ours, after giving up the one before. When somebody else has it, State.Clash says so.
// mapped says that the keyboard's mapping has changed.
func (s *server) grab(mapped bool) {
	wish := s.chord.Load()
	if wish == s.grabbed.wish && !mapped {
		return
	}
	c := *wish
	codes := s.codesOf(c.Key)
	if wish == s.grabbed.wish && slices.Equal(codes, s.grabbed.codes) {
		return
	}
	for _, code := range s.grabbed.codes {
		for _, l := range locks {
			xproto.UngrabKey(s.conn, code, s.root, mask(s.grabbed.chord)|l)
		}
	}
	s.grabbed = grabbed{wish, c, codes}
	clash := ""
	if c.Key != input.NoKey && len(codes) == 0 {
		clash = fmt.Sprintf("the keyboard has no key for the shortcut %v", c)
	}
	for _, code := range codes {
		for _, l := range locks {
			err := xproto.GrabKeyChecked(s.conn, true, s.root, mask(c)|l, code,
				xproto.GrabModeAsync, xproto.GrabModeAsync).Check()
			if err != nil {
				clash = fmt.Sprintf("another program has the shortcut %v; choose another one", c)
			}
		}
	}
	if clash != s.now.Clash {
		s.now.Clash = clash
		s.publish(s.now)
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
