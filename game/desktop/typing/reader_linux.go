package typing

import (
	"errors"
	"fmt"
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"dango/game/input"
)

// reader is a connection of Xlib's. Its loop alone touches it.
type reader struct {
	*xlib
	display uintptr
	window  uintptr
	ic      uintptr // input context; 0 without input methods
	push    func(input.Event)
	id      uintptr // under which input methods know it
	preedit preedit
	ended   [2]int // pipe: closed at one end, the loop ends
}

// closeWithin is how long an input method that hangs may keep Close waiting.
const closeWithin = time.Second

func open(display string, window uint32, push func(input.Event)) (stop func(), err error) {
	x, err := loadXlib()
	if err != nil {
		return nil, err
	}
	r := &reader{xlib: x, window: uintptr(window), push: push}
	if err := unix.Pipe2(r.ended[:], unix.O_CLOEXEC); err != nil {
		return nil, fmt.Errorf("typing: %w", err)
	}
	r.useLocale()
	if r.display = x.openDisplay(display); r.display == 0 {
		unix.Close(r.ended[0])
		unix.Close(r.ended[1])
		return nil, fmt.Errorf("typing: Xlib cannot open display %q", display)
	}
	// So that nothing is missed from now on; an input method may ask for more later.
	x.selectInput(r.display, r.window, keyPressMask|keyReleaseMask|focusChangeMask)
	x.pending(r.display)
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.loop()
	}()
	return sync.OnceFunc(func() {
		unix.Close(r.ended[1])
		select {
		case <-done:
		case <-time.After(closeWithin):
		}
	}), nil
}

// useLocale makes Xlib speak UTF-8: in the locale of the environment, else in one that every system has.
func (r *reader) useLocale() {
	set := func(locale string) bool {
		name := append([]byte(locale), 0)
		return r.setLocale(localeCType, &name[0]) != nil && r.supportsLocal() != 0
	}
	if now := r.setLocale(localeCType, nil); now != nil && !plain(now) {
		return // the engine has chosen already
	}
	if !set("") || plain(r.setLocale(localeCType, nil)) {
		set("C.UTF-8")
	}
}

// plain says whether a locale is the one called C or POSIX, which knows ASCII alone.
func plain(locale *byte) bool {
	name := unsafe.String(locale, cLength(locale))
	return name == "C" || name == "POSIX"
}

func cLength(s *byte) (n int) {
	for *(*byte)(unsafe.Add(unsafe.Pointer(s), n)) != 0 {
		n++
	}
	return n
}

// loop handles events until the pipe is closed.
func (r *reader) loop() {
	defer unix.Close(r.ended[0])
	r.enlist()
	defer r.delist()
	defer r.closeDisplay(r.display)
	r.openContext()
	defer r.closeContext()
	fds := []unix.PollFd{{Fd: r.connection(r.display), Events: unix.POLLIN}, {Fd: int32(r.ended[0]), Events: unix.POLLIN}}
	for {
		for r.pending(r.display) > 0 {
			var e event
			r.nextEvent(r.display, &e)
			r.handle(&e)
		}
		if _, err := unix.Poll(fds, -1); err != nil && !errors.Is(err, unix.EINTR) {
			return
		}
		if fds[1].Revents != 0 {
			return
		}
	}
}

// openContext opens the user's input method, or Xlib's own, which knows dead keys and Compose sequences.
func (r *reader) openContext() {
	r.ic = 0
	for _, modifiers := range []string{"", "@im=none"} {
		r.setModifiers(modifiers)
		im := r.openIM(r.display, 0, 0, 0)
		if im == 0 {
			continue
		}
		if r.ic = r.createOnTheSpot(im); r.ic != 0 {
			break
		}
		style, window, focus := cString("inputStyle"), cString("clientWindow"), cString("focusWindow")
		r.ic = r.createIC(im, style, uintptr(preeditNothing|statusNothing), window, r.window, focus, r.window, uintptr(0))
		if r.ic != 0 {
			break
		}
		r.closeIM(im)
	}
	if r.ic == 0 {
		return
	}
	var wants uint
	if r.getICValues(r.ic, cString("filterEvents"), &wants, uintptr(0)) == 0 {
		r.selectInput(r.display, r.window, keyPressMask|keyReleaseMask|focusChangeMask|int(wants))
	}
}

func (r *reader) closeContext() {
	if r.ic == 0 {
		return
	}
	im := r.imOf(r.ic)
	r.destroyIC(r.ic)
	if len(r.preedit.text) > 0 {
		r.preedit = preedit{}
		r.tellPreedit()
	}
	if im != 0 {
		r.closeIM(im)
	}
	r.ic = 0
}

// cString is a text with the zero that C wants at its end.
func cString(s string) *byte { return &append([]byte(s), 0)[0] }

func (r *reader) handle(e *event) {
	if r.filterEvent(e, 0) != 0 {
		return // an input method or a Compose sequence took it
	}
	switch e.kind {
	case focusIn:
		if r.ic == 0 || r.imOf(r.ic) == 0 { // the input method has ended
			r.closeContext()
			r.openContext()
		}
		if r.ic != 0 {
			r.focusIC(r.ic)
		}
	case focusOut:
		if r.ic != 0 {
			r.unfocusIC(r.ic)
		}
	case keyPress:
		if ev, ok := r.read(e).event(); ok {
			r.push(ev)
		}
	}
}

// read asks what a press means.
func (r *reader) read(e *event) stroke {
	text, pressed := r.lookup(e)
	if e.keycode == 0 {
		return stroke{text: text}
	}
	group := int32(e.state >> groupShift & groupMask)
	plain := []uint{uint(r.keysym(r.display, uint8(e.keycode), group, 0))}
	for g := range int32(layoutGroups) {
		plain = append(plain, uint(r.keysym(r.display, uint8(e.keycode), g, 0)))
	}
	return stroke{keyOf(pressed, plain, text), mods(e.state), text}
}

// lookup is the text that a press leads to, and its keysym.
func (r *reader) lookup(e *event) (text string, keysym uint) {
	buffer := make([]byte, 256)
	if r.ic == 0 {
		n := r.plainString(e, &buffer[0], int32(len(buffer)), &keysym, 0)
		return fromLatin(buffer[:n]), keysym
	}
	var status int32
	n := r.lookupString(r.ic, e, &buffer[0], int32(len(buffer)), &keysym, &status)
	if status == bufferOverflow {
		buffer = make([]byte, n)
		n = r.lookupString(r.ic, e, &buffer[0], n, &keysym, &status)
	}
	if status != lookupChars && status != lookupBoth {
		n = 0
	}
	return string(buffer[:n]), keysym
}

// fromLatin reads Latin-1.
func fromLatin(b []byte) string {
	out := make([]rune, len(b))
	for i, c := range b {
		out[i] = rune(c)
	}
	return string(out)
}

func mods(state uint32) (m input.Mods) {
	for _, p := range []struct {
		mask uint32
		mod  input.Mods
	}{{shiftMask, input.Shift}, {controlMask, input.Ctrl}, {altMask, input.Alt}, {superMask, input.Super}} {
		if state&p.mask != 0 {
			m |= p.mod
		}
	}
	return m
}
