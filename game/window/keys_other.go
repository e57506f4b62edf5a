//go:build !linux

package window

import (
	"unicode"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"dango/game/input"
)

// namedKeys are the engine's names of keys that bear no character.
var namedKeys = map[ebiten.Key]input.Key{
	ebiten.KeyEnter: input.KeyEnter, ebiten.KeyNumpadEnter: input.KeyEnter, ebiten.KeyTab: input.KeyTab,
	ebiten.KeyEscape: input.KeyEscape, ebiten.KeyBackspace: input.KeyBackspace, ebiten.KeyDelete: input.KeyDelete,
	ebiten.KeyArrowLeft: input.KeyLeft, ebiten.KeyArrowRight: input.KeyRight, ebiten.KeyArrowUp: input.KeyUp,
	ebiten.KeyArrowDown: input.KeyDown, ebiten.KeyHome: input.KeyHome, ebiten.KeyEnd: input.KeyEnd,
	ebiten.KeyPageUp: input.KeyPageUp, ebiten.KeyPageDown: input.KeyPageDown, ebiten.KeyInsert: input.KeyInsert,
	ebiten.KeyContextMenu: input.KeyMenu,
}

// keys turns what the engine knows of the keyboard into events, while our window has it. The engine tells characters and
// keys apart, so text comes as typed by an input method, and keys without text. Untested.
func (s *system) keys(dst []input.Event) []input.Event {
	mods := pressedMods()
	for _, k := range inpututil.AppendJustPressedKeys(nil) {
		key, named := namedKeys[k]
		if !named {
			if mods&^input.Shift == 0 {
				continue // its character comes below
			}
			name := []rune(ebiten.KeyName(k)) // by the user's layout
			if len(name) != 1 {
				continue
			}
			key = input.Key(unicode.ToLower(name[0]))
		}
		dst = append(dst, input.Event{Kind: input.KeyPress, Key: key, Mods: mods})
	}
	if text := string(ebiten.AppendInputChars(nil)); text != "" {
		dst = append(dst, input.Event{Kind: input.Typed, Text: text})
	}
	if on := ebiten.IsFocused(); on != s.focused {
		s.focused = on
		kind := input.Blur
		if on {
			kind = input.Focus
		}
		dst = append(dst, input.Event{Kind: kind})
	}
	return dst
}

func pressedMods() (m input.Mods) {
	for k, mod := range map[ebiten.Key]input.Mods{
		ebiten.KeyShift: input.Shift, ebiten.KeyControl: input.Ctrl, ebiten.KeyAlt: input.Alt, ebiten.KeyMeta: input.Super,
	} {
		if ebiten.IsKeyPressed(k) {
			m |= mod
		}
	}
	return m
}
