package sound

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// tone is a file of a given shape.
func tone(rate, channels, samples int) []byte {
	c := Clip{Rate: rate, Channels: channels, Samples: make([]int16, samples)}
	for i := range c.Samples {
		c.Samples[i] = int16(1000 * (i%7 - 3))
	}
	return c.file()
}

func TestDecode(t *testing.T) {
	wav := tone(16000, 1, 800)
	c, err := Decode(wav)
	if err != nil {
		t.Fatal(err)
	}
	if c.Rate != 16000 || c.Channels != 1 || len(c.Samples) != 800 || c.length() != 50*time.Millisecond {
		t.Errorf("%d Hz, %d channels, %d samples, %v", c.Rate, c.Channels, len(c.Samples), c.length())
	}
	if d := cmp.Diff(wav, c.file()); d != "" {
		t.Errorf("read and written it is another file:\n%s", d)
	}
	c.scale(.5)
	if got, want := c.Samples[:4], []int16{-750, -500, -250, 0}; !cmp.Equal(got, want) {
		t.Errorf("at half the volume it begins with %v, want %v", got, want)
	}
	other := append(append(bytes.Clone(wav[:36]), "LIST\x03\x00\x00\x00abc\x00"...), wav[36:]...)
	if c, err := Decode(other); err != nil || len(c.Samples) != 800 {
		t.Errorf("with a chunk of something else: %v", err)
	}
}

func TestDecodeRefuses(t *testing.T) {
	eight := tone(16000, 1, 80)
	eight[34] = 8
	late := append(append(bytes.Clone(eight[:12]), eight[36:]...), eight[12:36]...)
	for name, wav := range map[string][]byte{
		"nothing": nil, "text": []byte("this is no sound at all"), "a head alone": tone(16000, 1, 80)[:36], "8 bits": eight,
		"three channels": tone(16000, 3, 90), "1 Hz": tone(1, 1, 2), "6 s": tone(16000, 1, 6*16000), "too large": make([]byte, MaxBytes+1),
		"samples of nothing known": late,
	} {
		if c, err := Decode(wav); err == nil {
			t.Errorf("%s is a sound of %v", name, c.length())
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(tone(16000, 1, 80))
	f.Add(tone(44100, 2, 80)[:50])
	f.Fuzz(func(t *testing.T, wav []byte) {
		if c, err := Decode(wav); err == nil && (c.length() > MaxLength || len(c.Samples)%c.Channels != 0) {
			t.Errorf("a clip of %v with %d samples", c.length(), len(c.Samples))
		}
	})
}
