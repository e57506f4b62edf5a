package assets

import "embed"

//go:embed sounds/*.wav
var sounds embed.FS

// Sound is a short tone as a WAV file: drop, chime, bell or knock. It is nil when there is none of that name.
func Sound(name string) []byte {
	wav, err := sounds.ReadFile("sounds/" + name + ".wav")
	if err != nil {
		return nil
	}
	return wav
}
