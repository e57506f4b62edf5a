package input

import (
	"fmt"
	"strings"
)

// Chord is a key with modifiers, as a shortcut. The zero value is none.
type Chord struct {
	Mods Mods
	Key  Key
}

// ParseChord reads a chord such as "Ctrl+Alt+D": one modifier or more, then a letter, a digit or Space. Case does not
// matter. Empty is no chord.
func ParseChord(text string) (c Chord, err error) {
	if text == "" {
		return c, nil
	}
	names := strings.Split(text, "+")
	last := len(names) - 1
	for _, n := range names[:last] {
		m, ok := modNames[strings.ToLower(strings.TrimSpace(n))]
		if !ok {
			return Chord{}, fmt.Errorf("input: no modifier is called %q: Ctrl, Alt, Shift and Super are", n)
		}
		c.Mods |= m
	}
	key := strings.ToLower(strings.TrimSpace(names[last]))
	switch {
	case key == "space":
		c.Key = KeySpace
	case len(key) == 1 && (key[0] >= 'a' && key[0] <= 'z' || key[0] >= '0' && key[0] <= '9'):
		c.Key = Key(key[0])
	default:
		return Chord{}, fmt.Errorf("input: %q is no key for a shortcut: letters, digits and Space are", names[last])
	}
	if c.Mods&^Shift == 0 {
		return Chord{}, fmt.Errorf("input: %q would take a key that people type", text)
	}
	return c, nil
}

var modNames = map[string]Mods{"ctrl": Ctrl, "control": Ctrl, "alt": Alt, "shift": Shift, "super": Super, "win": Super, "cmd": Super}

func (c Chord) String() string {
	if c.Key == NoKey {
		return ""
	}
	var b strings.Builder
	for _, m := range []struct {
		mod  Mods
		name string
	}{{Ctrl, "Ctrl+"}, {Alt, "Alt+"}, {Shift, "Shift+"}, {Super, "Super+"}} {
		if c.Mods&m.mod != 0 {
			b.WriteString(m.name)
		}
	}
	if c.Key == KeySpace {
		return b.String() + "Space"
	}
	return b.String() + strings.ToUpper(string(rune(c.Key)))
}
