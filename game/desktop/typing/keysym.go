package typing

import (
	"unicode"

	"dango/game/input"
)

// keysyms are X's names of keys that bear no character, the keypad's included.
var keysyms = map[uint]input.Key{
	0xff0d: input.KeyEnter, 0xff8d: input.KeyEnter,
	0xff09: input.KeyTab, 0xff89: input.KeyTab, 0xfe20: input.KeyTab, // with Shift some layouts have a key of its own
	0xff1b: input.KeyEscape,
	0xff08: input.KeyBackspace,
	0xffff: input.KeyDelete, 0xff9f: input.KeyDelete,
	0xff51: input.KeyLeft, 0xff96: input.KeyLeft,
	0xff52: input.KeyUp, 0xff97: input.KeyUp,
	0xff53: input.KeyRight, 0xff98: input.KeyRight,
	0xff54: input.KeyDown, 0xff99: input.KeyDown,
	0xff50: input.KeyHome, 0xff95: input.KeyHome,
	0xff57: input.KeyEnd, 0xff9c: input.KeyEnd,
	0xff55: input.KeyPageUp, 0xff9a: input.KeyPageUp,
	0xff56: input.KeyPageDown, 0xff9b: input.KeyPageDown,
	0xff63: input.KeyInsert, 0xff9e: input.KeyInsert, 0xff67: input.KeyMenu,
}

// latin is the character of a keysym from Latin-1, in lower case; 0 for others. There the numbers are the same.
func latin(keysym uint) input.Key {
	if keysym >= 0x20 && keysym <= 0xff && !(keysym >= 0x7f && keysym < 0xa0) {
		return input.Key(unicode.ToLower(rune(keysym)))
	}
	return input.NoKey
}

// keyOf names a key: by the keysym that the press led to, else by the first of its plain keysyms that is Latin, else by
// what it typed. A key that has none of them is none of ours: a modifier, a dead key.
func keyOf(pressed uint, plain []uint, text string) input.Key {
	if k, ok := keysyms[pressed]; ok {
		return k
	}
	if text == "" && latin(pressed) == input.NoKey {
		return input.NoKey
	}
	for _, p := range plain {
		if k := latin(p); k != input.NoKey {
			return k
		}
	}
	for _, r := range text {
		return input.Key(unicode.ToLower(r))
	}
	return latin(pressed)
}
