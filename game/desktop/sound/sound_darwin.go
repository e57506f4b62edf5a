package sound

import (
	"errors"
	"time"
	"unsafe"

	"github.com/ebitengine/purego"
	"github.com/ebitengine/purego/objc"
)

const appKit = "/System/Library/Frameworks/AppKit.framework/AppKit"

func play(c *Clip) error {
	if _, err := purego.Dlopen(appKit, purego.RTLD_LAZY|purego.RTLD_GLOBAL); err != nil {
		return err
	}
	wav := c.file()
	data := objc.ID(objc.GetClass("NSData")).Send(objc.RegisterName("alloc")).
		Send(objc.RegisterName("initWithBytes:length:"), unsafe.Pointer(&wav[0]), uint(len(wav)))
	defer data.Send(objc.RegisterName("release"))
	s := objc.ID(objc.GetClass("NSSound")).Send(objc.RegisterName("alloc")).Send(objc.RegisterName("initWithData:"), data)
	if s == 0 {
		return errors.New("NSSound does not take it")
	}
	defer s.Send(objc.RegisterName("release"))
	if !objc.Send[bool](s, objc.RegisterName("play")) {
		return errors.New("NSSound does not play it")
	}
	time.Sleep(c.length() + 100*time.Millisecond) // it says nothing when it is over
	return nil
}

func reach() (string, error) { return "macOS", nil }
