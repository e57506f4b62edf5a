package jump

import (
	"context"
	"syscall"

	"golang.org/x/sys/windows"

	"dango/ingress/process"
	"dango/prefs/lang"
)

var (
	user32     = windows.NewLazySystemDLL("user32.dll")
	foreground = user32.NewProc("SetForegroundWindow")
	showWindow = user32.NewProc("ShowWindow")
	isIconic   = user32.NewProc("IsIconic")
)

// raiseWindow brings the window of the nearest ancestor of pid that has a visible one to the front. Untested.
func raiseWindow(_ context.Context, pid int, _ surroundings) error {
	owners := map[uint32]windows.HWND{}
	each := syscall.NewCallback(func(w windows.HWND, _ uintptr) uintptr {
		var owner uint32
		if _, err := windows.GetWindowThreadProcessId(w, &owner); err == nil && windows.IsWindowVisible(w) && owners[owner] == 0 {
			owners[owner] = w
		}
		return 1
	})
	if err := windows.EnumWindows(each, nil); err != nil {
		return err
	}
	for range 64 {
		if w := owners[uint32(pid)]; w != 0 {
			const restore = 9
			if iconic, _, _ := isIconic.Call(uintptr(w)); iconic != 0 {
				showWindow.Call(uintptr(w), restore)
			}
			if ok, _, _ := foreground.Call(uintptr(w)); ok == 0 {
				return lang.Fault("Windows does not let its terminal come to the front")
			}
			return nil
		}
		info, ok := process.Lookup(pid)
		if !ok || info.Parent <= 1 {
			break
		}
		pid = info.Parent
	}
	return lang.Fault("its terminal has no window")
}
