package theme

import (
	"fmt"

	"dango/assets"
	"dango/sprite"
)

// IsBuiltin says whether an id is that of a pet that comes with the program.
func IsBuiltin(id string) bool {
	_, ok := colours[id]
	return ok
}

// colours are the ids of the built-in pets: one dango, of three colours.
var colours = map[string]assets.Colour{
	Builtin: assets.Rice, "builtin.sakura": assets.Sakura, "builtin.yomogi": assets.Yomogi,
}

// builtins lists them in the order in which they sit on a skewer.
func builtins() []Entry {
	return []Entry{
		{ID: Builtin, Name: "Dango"},
		{ID: "builtin.sakura", Name: "Dango, sakura"},
		{ID: "builtin.yomogi", Name: "Dango, yomogi"},
	}
}

func loadBuiltin(id string) (*sprite.Sheet, error) {
	s, err := sprite.Load(assets.Tinted(colours[id]), id)
	if err != nil {
		return nil, fmt.Errorf("built-in pet: %w", err)
	}
	for _, e := range builtins() {
		if e.ID == id {
			s.ID, s.Name = e.ID, e.Name
		}
	}
	return s, nil
}
