package clip

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	user32   = windows.NewLazySystemDLL("user32.dll")
	kernel32 = windows.NewLazySystemDLL("kernel32.dll")

	openClipboard  = user32.NewProc("OpenClipboard")
	closeClipboard = user32.NewProc("CloseClipboard")
	emptyClipboard = user32.NewProc("EmptyClipboard")
	getData        = user32.NewProc("GetClipboardData")
	setData        = user32.NewProc("SetClipboardData")
	globalAlloc    = kernel32.NewProc("GlobalAlloc")
	globalFree     = kernel32.NewProc("GlobalFree")
	globalLock     = kernel32.NewProc("GlobalLock")
	globalUnlock   = kernel32.NewProc("GlobalUnlock")
	globalSize     = kernel32.NewProc("GlobalSize")
)

const (
	unicodeText = 13 // CF_UNICODETEXT
	moveable    = 2  // GMEM_MOVEABLE
)

// system opens the clipboard for each call. Untested.
type system struct{}

func (*system) init(string) {}
func (*system) close()      {}

func (*system) copy(b Board, text string) {
	if b == Clipboard {
		go onClipboard(func() { put(text) })
	}
}

func (*system) paste(b Board, got func(string)) {
	if b != Clipboard {
		return
	}
	go onClipboard(func() {
		if text := get(); text != "" {
			got(text[:min(len(text), MaxText)])
		}
	})
}

// onClipboard runs f while the clipboard is open: for one thread, and one program, at a time.
func onClipboard(f func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if ok, _, _ := openClipboard.Call(0); ok == 0 {
		return
	}
	defer closeClipboard.Call()
	f()
}

func put(text string) {
	units, err := windows.UTF16FromString(text)
	if err != nil {
		return
	}
	emptyClipboard.Call()
	memory, _, _ := globalAlloc.Call(moveable, uintptr(2*len(units)))
	if memory == 0 {
		return
	}
	at, _, _ := globalLock.Call(memory)
	copy(unsafe.Slice(*(**uint16)(unsafe.Pointer(&at)), len(units)), units)
	globalUnlock.Call(memory)
	if done, _, _ := setData.Call(unicodeText, memory); done == 0 {
		globalFree.Call(memory) // otherwise it is the system's now
	}
}

func get() string {
	memory, _, _ := getData.Call(unicodeText)
	if memory == 0 {
		return ""
	}
	at, _, _ := globalLock.Call(memory)
	if at == 0 {
		return ""
	}
	defer globalUnlock.Call(memory)
	size, _, _ := globalSize.Call(memory)
	return windows.UTF16ToString(unsafe.Slice(*(**uint16)(unsafe.Pointer(&at)), size/2))
}
