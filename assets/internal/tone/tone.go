// Package tone makes the short sounds that Dango brings along, out of sines that fade.
package tone

import (
	"bytes"
	"encoding/binary"
	"math"
)

// Rate is the number of samples a second: enough for tones that have nothing above 6 kHz.
const Rate = 16000

// voice is one sine.
type voice struct {
	at     float64 // seconds from the start
	hz     float64
	glide  float64 // by which the pitch has changed after a tenth of a second: 1 is not at all
	loud   float64
	decays float64 // seconds until it has a third of its loudness
}

// sounds are the tones by name.
var sounds = map[string]struct {
	seconds float64
	voices  []voice
}{
	// A drop of water: asks, and is gone.
	"drop": {.3, []voice{{0, 520, 1.6, .8, .07}, {.11, 700, 1.7, .55, .08}}},
	// Two notes that go up: it is done.
	"chime": {.6, []voice{
		{0, 659.26, 1, .6, .16}, {0, 1318.5, 1, .18, .09}, {.13, 880, 1, .6, .2}, {.13, 1760, 1, .18, .1}, {.13, 2640, 1, .06, .05},
	}},
	// A small bell.
	"bell": {.6, []voice{{0, 1046.5, 1, .55, .2}, {0, 2888, 1, .2, .1}, {0, 5651, 1, .08, .04}}},
	// A knuckle on wood, twice: something is wrong.
	"knock": {.36, []voice{
		{0, 240, .55, .9, .045}, {0, 620, .7, .3, .02}, {.16, 210, .55, .9, .05}, {.16, 560, .7, .3, .02},
	}},
}

// Names are the names of the tones.
func Names() (names []string) {
	for name := range sounds {
		names = append(names, name)
	}
	return names
}

// attack is how long a voice takes to begin, without which it clicks; the end of a sound fades as long.
const attack = .004

// WAV is the tone of a name as a file: one channel, 16 bits.
func WAV(name string) []byte {
	s := sounds[name]
	samples := make([]int16, int(s.seconds*Rate))
	for i := range samples {
		t, sum := float64(i)/Rate, 0.
		for _, v := range s.voices {
			sum += v.sound(t - v.at)
		}
		sum *= min(1, (s.seconds-t)/attack)
		samples[i] = int16(math.Round(math.Tanh(sum) * .7 * math.MaxInt16))
	}
	var b bytes.Buffer
	size := uint32(2 * len(samples))
	for _, part := range []any{
		[]byte("RIFF"), 36 + size, []byte("WAVEfmt "), uint32(16), uint16(1), uint16(1), uint32(Rate), uint32(2 * Rate), uint16(2),
		uint16(16), []byte("data"), size, samples,
	} {
		_ = binary.Write(&b, binary.LittleEndian, part) // a buffer takes everything
	}
	return b.Bytes()
}

// sound is the voice t seconds after it began.
func (v voice) sound(t float64) float64 {
	if t < 0 {
		return 0
	}
	phase := v.hz * t // the integral of a pitch that moves to hz*glide and stays
	if v.glide != 1 {
		const settle = .1
		phase += v.hz * (v.glide - 1) * (t - settle*(1-math.Exp(-t/settle)))
	}
	return v.loud * min(1, t/attack) * math.Exp(-t/v.decays) * math.Sin(2*math.Pi*phase)
}
