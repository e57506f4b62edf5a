package prefs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// State is what Dango remembers by itself between two runs: state.json. No text of the user's is ever in it.
type State struct {
	Version int     `json:"version"`
	Window  *Window `json:"window,omitempty"` // nil: never moved, the default place counts
	Hidden  bool    `json:"hidden,omitempty"` // the pet was hidden when Dango ended
}

// Window is where the pet stood: an offset from its monitor, so that a rearranged desktop does not lose it.
type Window struct {
	Monitor string  `json:"monitor"` // its name
	X       float64 `json:"x"`       // logical pixels from the monitor's left edge to the pet's
	Y       float64 `json:"y"`       // logical pixels from the monitor's top edge to the pet's
}

// LoadState reads state.json. A missing file is the zero State; so is a broken one, with the error.
func LoadState(p Paths) (State, error) {
	text, err := os.ReadFile(p.State())
	if errors.Is(err, fs.ErrNotExist) {
		return State{}, nil
	}
	if err != nil {
		return State{}, fmt.Errorf("prefs: read %s: %w", p.State(), err)
	}
	var s State
	if err := json.Unmarshal(text, &s); err != nil {
		return State{}, fmt.Errorf("prefs: read %s: %w", p.State(), err)
	}
	return s, nil
}

// SaveState replaces state.json.
func SaveState(p Paths, s State) error {
	s.Version = Version
	text, err := json.MarshalIndent(s, "", "  ")
	if err == nil {
		err = replace(p.State(), append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("prefs: write %s: %w", p.State(), err)
	}
	return nil
}
