// Package sound plays short sounds. Nothing of it is loaded before the first one; a machine without loudspeakers is no
// error.
//
// On Linux it speaks PulseAudio's protocol, which PipeWire speaks, too; on Windows and macOS the system plays.
package sound

import (
	"fmt"
	"time"
)

// Player plays one sound at a time. Its methods may be called from any goroutine.
type Player struct {
	log  func(what string, err error)
	free chan struct{} // holds one token while nothing plays
}

// New makes a player. log hears why a sound was not heard; nil: nobody does.
func New(log func(what string, err error)) *Player {
	p := &Player{log: log, free: make(chan struct{}, 1)}
	p.free <- struct{}{}
	return p
}

// playsWithin bounds one sound from the first byte to silence; a server that hangs is left then.
const playsWithin = 15 * time.Second

// Play plays a WAV file, at a loudness from 0 to 1. It never waits; while another sound plays, or when nobody can play
// it, nothing is heard.
func (p *Player) Play(wav []byte, volume float64) {
	select {
	case <-p.free:
	default:
		return
	}
	go func() {
		defer func() { p.free <- struct{}{} }()
		clip, err := Decode(wav)
		if err == nil {
			clip.scale(volume)
			err = play(clip)
		}
		if err != nil && p.log != nil {
			p.log("a sound was not played", err)
		}
	}()
}

// Reach says who would play a sound, or why nobody would.
func Reach() (string, error) {
	who, err := reach()
	if err != nil {
		return "", fmt.Errorf("sound: %w", err)
	}
	return who, nil
}
