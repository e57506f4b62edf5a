package assets_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"dango/assets"
	"dango/assets/internal/tone"
	"dango/prefs"
)

// The sounds that are embedded are the generator's, short, of one loudness, and begin and end without a click.
func TestSounds(t *testing.T) {
	const header = 44
	for _, name := range tone.Names() {
		wav := assets.Sound(name)
		made := tone.WAV(name)
		if len(wav) != len(made) || !bytes.Equal(wav[:header], made[:header]) {
			t.Errorf("%s is not what the generator makes: go generate ./assets", name)
			continue
		}
		peak, quiet := 0, 0
		for i := header; i < len(wav); i += 2 {
			have, want := sample(wav, i), sample(made, i)
			if d := have - want; d < -1 || d > 1 { // systems may differ in the last bit of a sine
				t.Fatalf("%s differs from what the generator makes at byte %d: go generate ./assets", name, i)
			}
			peak = max(peak, have, -have)
			if i == header || i >= len(wav)-4 {
				quiet = max(quiet, have, -have)
			}
		}
		if peak < 10000 || peak > 24000 || quiet > 300 || len(wav) > 20<<10 {
			t.Errorf("%s: peak %d, %d at its ends, %d bytes", name, peak, quiet, len(wav))
		}
	}
	if assets.Sound("none") != nil {
		t.Error("there is a sound called none")
	}
	for _, name := range prefs.Sounds {
		if name != prefs.SoundOff && name != prefs.SoundPet && assets.Sound(name) == nil {
			t.Errorf("the setting allows %s, which there is no sound of", name)
		}
	}
}

func sample(wav []byte, at int) int { return int(int16(binary.LittleEndian.Uint16(wav[at:]))) }
