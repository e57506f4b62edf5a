package sound

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// Clip is a decoded sound.
type Clip struct {
	Rate     int // samples a second
	Channels int // 1 or 2; the samples of both take turns
	Samples  []int16
}

// Limits of what is played: a pet may bring sounds along.
const (
	MaxBytes  = 1 << 20
	MaxLength = 5 * time.Second
)

// Decode reads a WAV file of 16-bit samples, the only kind that everybody can play.
func Decode(wav []byte) (*Clip, error) {
	le := binary.LittleEndian
	if len(wav) > MaxBytes {
		return nil, fmt.Errorf("sound: %d bytes are more than %d", len(wav), MaxBytes)
	}
	if len(wav) < 12 || string(wav[:4]) != "RIFF" || string(wav[8:12]) != "WAVE" {
		return nil, errors.New("sound: not a WAV file")
	}
	c := &Clip{}
	for rest := wav[12:]; len(rest) >= 8; {
		name, size := string(rest[:4]), int64(le.Uint32(rest[4:]))
		rest = rest[8:]
		body := rest[:min(size, int64(len(rest)))]
		switch {
		case name == "fmt " && len(body) >= 16:
			format, bits := le.Uint16(body), le.Uint16(body[14:])
			c.Channels, c.Rate = int(le.Uint16(body[2:])), int(le.Uint32(body[4:]))
			const pcm, extensible = 1, 0xfffe
			if format != pcm && format != extensible || bits != 16 || c.Channels < 1 || c.Channels > 2 || c.Rate < 4000 || c.Rate > 192000 {
				return nil, fmt.Errorf("sound: format %d with %d channels of %d bits at %d Hz; 16-bit PCM of one or two channels can be played",
					format, c.Channels, bits, c.Rate)
			}
		case name == "data" && c.Channels > 0:
			c.Samples = make([]int16, len(body)/2/c.Channels*c.Channels)
			if err := binary.Read(bytes.NewReader(body), le, c.Samples); err != nil {
				return nil, fmt.Errorf("sound: %w", err)
			}
			if c.length() > MaxLength {
				return nil, fmt.Errorf("sound: it lasts %v, more than %v", c.length(), MaxLength)
			}
			return c, nil
		}
		rest = rest[min(int64(len(rest)), size+size%2):] // chunks begin at even places
	}
	return nil, errors.New("sound: a WAV file without samples")
}

// length is how long it lasts.
func (c *Clip) length() time.Duration {
	return time.Duration(len(c.Samples)/c.Channels) * time.Second / time.Duration(c.Rate)
}

// scale makes it as loud as volume says: half of it sounds half as loud, which takes a quarter of the amplitude.
func (c *Clip) scale(volume float64) {
	for i, s := range c.Samples {
		c.Samples[i] = int16(float64(s) * volume * volume)
	}
}

// bytes are the samples as they lie in a file.
func (c *Clip) bytes() []byte {
	b := make([]byte, 0, 2*len(c.Samples))
	for _, s := range c.Samples {
		b = binary.LittleEndian.AppendUint16(b, uint16(s))
	}
	return b
}

// file is the clip as a WAV file.
func (c *Clip) file() []byte {
	le, data := binary.LittleEndian, c.bytes()
	b := le.AppendUint32([]byte("RIFF"), uint32(36+len(data)))
	b = le.AppendUint32(append(b, "WAVEfmt "...), 16)
	b = le.AppendUint16(le.AppendUint16(b, 1), uint16(c.Channels))
	b = le.AppendUint32(le.AppendUint32(b, uint32(c.Rate)), uint32(2*c.Channels*c.Rate))
	b = le.AppendUint16(le.AppendUint16(b, uint16(2*c.Channels)), 16)
	b = le.AppendUint32(append(b, "data"...), uint32(len(data)))
	return append(b, data...)
}
