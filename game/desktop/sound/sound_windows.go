package sound

import (
	"fmt"
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Of mmsystem.h.
const (
	sndAsync     = 0x0001
	sndNoDefault = 0x0002
	sndMemory    = 0x0004
)

var playSound = windows.NewLazySystemDLL("winmm.dll").NewProc("PlaySoundW")

// playing keeps what the system reads while it plays.
var playing struct {
	sync.Mutex
	wav []byte
}

func play(c *Clip) error {
	if err := playSound.Find(); err != nil {
		return err
	}
	wav := c.file()
	playing.Lock()
	playing.wav = wav
	playing.Unlock()
	if ok, _, err := playSound.Call(uintptr(unsafe.Pointer(&wav[0])), 0, sndMemory|sndAsync|sndNoDefault); ok == 0 {
		return fmt.Errorf("PlaySound: %w", err)
	}
	time.Sleep(c.length()) // it says nothing when it is over
	return nil
}

func reach() (string, error) { return "Windows", playSound.Find() }
