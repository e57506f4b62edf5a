package typing

import (
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// xlib are the functions of Xlib and of the C library that we call. Numbers that C calls long have the size of uintptr.
type xlib struct {
	openDisplay   func(name string) uintptr
	closeDisplay  func(display uintptr) int32
	connection    func(display uintptr) int32
	pending       func(display uintptr) int32
	nextEvent     func(display uintptr, event *event) int32
	filterEvent   func(event *event, window uintptr) int32
	selectInput   func(display, window uintptr, mask int) int32
	keysym        func(display uintptr, keycode uint8, group, level int32) uintptr
	lookupString  func(ic uintptr, event *event, buffer *byte, size int32, keysym *uint, status *int32) int32
	plainString   func(event *event, buffer *byte, size int32, keysym *uint, compose uintptr) int32
	supportsLocal func() int32
	setModifiers  func(list string) uintptr
	openIM        func(display, database, name, class uintptr) uintptr
	closeIM       func(im uintptr) int32
	imOf          func(ic uintptr) uintptr
	createIC      func(im uintptr, args ...any) uintptr
	getICValues   func(ic uintptr, args ...any) uintptr
	getIMValues   func(im uintptr, args ...any) uintptr
	nestedList    func(unused int32, args ...any) unsafe.Pointer
	free          func(pointer unsafe.Pointer) int32
	destroyIC     func(ic uintptr)
	focusIC       func(ic uintptr)
	unfocusIC     func(ic uintptr)

	setLocale func(category int32, locale *byte) *byte
}

// loadXlib finds the functions, once.
var loadXlib = sync.OnceValues(func() (*xlib, error) {
	x11, err := purego.Dlopen("libX11.so.6", purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return nil, fmt.Errorf("typing: load Xlib: %w", err)
	}
	libc, err := purego.Dlopen("libc.so.6", purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return nil, fmt.Errorf("typing: load the C library: %w", err)
	}
	var x xlib
	var failed error
	for _, f := range []struct {
		to   any
		lib  uintptr
		name string
	}{
		{&x.openDisplay, x11, "XOpenDisplay"}, {&x.closeDisplay, x11, "XCloseDisplay"},
		{&x.connection, x11, "XConnectionNumber"}, {&x.pending, x11, "XPending"}, {&x.nextEvent, x11, "XNextEvent"},
		{&x.filterEvent, x11, "XFilterEvent"}, {&x.selectInput, x11, "XSelectInput"},
		{&x.keysym, x11, "XkbKeycodeToKeysym"}, {&x.lookupString, x11, "Xutf8LookupString"},
		{&x.plainString, x11, "XLookupString"}, {&x.supportsLocal, x11, "XSupportsLocale"},
		{&x.setModifiers, x11, "XSetLocaleModifiers"}, {&x.openIM, x11, "XOpenIM"}, {&x.closeIM, x11, "XCloseIM"},
		{&x.imOf, x11, "XIMOfIC"}, {&x.createIC, x11, "XCreateIC"}, {&x.getICValues, x11, "XGetICValues"},
		{&x.getIMValues, x11, "XGetIMValues"}, {&x.nestedList, x11, "XVaCreateNestedList"}, {&x.free, x11, "XFree"},
		{&x.destroyIC, x11, "XDestroyIC"}, {&x.focusIC, x11, "XSetICFocus"}, {&x.unfocusIC, x11, "XUnsetICFocus"},
		{&x.setLocale, libc, "setlocale"},
	} {
		symbol, err := purego.Dlsym(f.lib, f.name)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("typing: %w", err))
			continue
		}
		purego.RegisterFunc(f.to, symbol)
	}
	return &x, failed
})

// event is an XEvent as a key's: what is before the key's own fields is the same in all. C's long and Go's int have the
// same size here. Xlib writes up to 24 longs.
type event struct {
	kind           int32
	_              uint     // serial
	_              int32    // sent by a program
	_              uintptr  // display
	_              [3]uint  // window, root, child
	_              uint     // time
	_              [4]int32 // x and y in the window, then in the root
	state, keycode uint32
	_              [24]int
}

// Kinds of X events, and the masks that ask for them.
const (
	keyPress, focusIn, focusOut         = 2, 9, 10
	keyPressMask, keyReleaseMask        = 1 << 0, 1 << 1
	focusChangeMask                     = 1 << 21
	lookupChars, lookupBoth             = 2, 4
	bufferOverflow                      = -1
	preeditNothing, statusNothing       = 0x0008, 0x0400
	preeditCallbacks                    = 0x0002
	shiftMask, controlMask              = 1 << 0, 1 << 2
	altMask, superMask                  = 1 << 3, 1 << 6
	groupShift, groupMask, layoutGroups = 13, 3, 4
	localeCType                         = 0
)
