package desktop

import (
	"fmt"

	"github.com/ebitengine/purego"

	"dango/game/drawlist"
	"dango/game/input"
)

// This file is vetted but has not been run on a Mac.

const (
	coreGraphics   = "/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics"
	coreFoundation = "/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation"
)

// cgRect is CGRect: points, origin at the top left of the main display.
type cgRect struct{ x, y, w, h float64 }

// cg are the functions that we need. They may be called from any thread, which those of AppKit may not.
var cg struct {
	activeDisplays func(room uint32, displays *uint32, count *uint32) int32
	bounds         func(display uint32) cgRect
	mainDisplay    func() uint32
	copyMode       func(display uint32) uintptr
	pixelWidth     func(mode uintptr) uintptr
	builtIn        func(display uint32) uint32
	releaseMode    func(mode uintptr)

	newString  func(allocator uintptr, text string, encoding uint32) uintptr
	preference func(key, application uintptr) uintptr
	boolean    func(key, application uintptr, valid *uint8) uint8
	release    func(object uintptr)
}

func open(d *Desktop, _ Options) (stop func(), err error) {
	graphics, err := purego.Dlopen(coreGraphics, purego.RTLD_LAZY|purego.RTLD_GLOBAL)
	if err != nil {
		return nil, fmt.Errorf("desktop: %w", err)
	}
	foundation, err := purego.Dlopen(coreFoundation, purego.RTLD_LAZY|purego.RTLD_GLOBAL)
	if err != nil {
		return nil, fmt.Errorf("desktop: %w", err)
	}
	purego.RegisterLibFunc(&cg.activeDisplays, graphics, "CGGetActiveDisplayList")
	purego.RegisterLibFunc(&cg.bounds, graphics, "CGDisplayBounds")
	purego.RegisterLibFunc(&cg.mainDisplay, graphics, "CGMainDisplayID")
	purego.RegisterLibFunc(&cg.copyMode, graphics, "CGDisplayCopyDisplayMode")
	purego.RegisterLibFunc(&cg.pixelWidth, graphics, "CGDisplayModeGetPixelWidth")
	purego.RegisterLibFunc(&cg.builtIn, graphics, "CGDisplayIsBuiltin")
	purego.RegisterLibFunc(&cg.releaseMode, graphics, "CGDisplayModeRelease")
	purego.RegisterLibFunc(&cg.newString, foundation, "CFStringCreateWithCString")
	purego.RegisterLibFunc(&cg.preference, foundation, "CFPreferencesCopyAppValue")
	purego.RegisterLibFunc(&cg.boolean, foundation, "CFPreferencesGetAppBooleanValue")
	purego.RegisterLibFunc(&cg.release, foundation, "CFRelease")
	return poll(d, readState), nil
}

func readState() State {
	s := State{Scale: 1, Composited: true, Dark: darkStyle(), Reduced: reducedMotion()}
	s.Monitors = monitors()
	if len(s.Monitors) > 0 {
		s.Scale = s.Monitors[0].Scale
	}
	return s
}

const (
	maxDisplays = 16
	menuBar     = 25 // points; the height without a notch. The Dock is not known here.
)

// monitors are the active displays, the main one first, as the system lists them.
func monitors() []input.Monitor {
	var ids [maxDisplays]uint32
	var n uint32
	if cg.activeDisplays(maxDisplays, &ids[0], &n) != 0 {
		return nil
	}
	out := make([]input.Monitor, 0, n)
	for _, id := range ids[:min(n, maxDisplays)] {
		b := cg.bounds(id)
		bounds := drawlist.Rect{X: float32(b.x), Y: float32(b.y), W: float32(b.w), H: float32(b.h)}
		work, notch := bounds, drawlist.Rect{}
		if cg.builtIn(id) != 0 {
			notch = notchOf(bounds)
		}
		top := max(menuBar, notch.H)
		work.Y, work.H = work.Y+top, work.H-top
		out = append(out, input.Monitor{
			Name: fmt.Sprintf("display-%d", id), Bounds: bounds, Work: work, Scale: displayScale(id, b.w),
			Primary: id == cg.mainDisplay(), Notch: notch,
		})
	}
	return out
}

// notchOf is the notch of a built-in display. AppKit knows it, but may be asked on the main thread alone, which is the
// engine's. The displays of MacBooks are 16 : 10; one with a notch is higher by its height. It is an eighth as wide as
// the display: 185 of 1512 points.
func notchOf(bounds drawlist.Rect) drawlist.Rect {
	h := bounds.H - bounds.W*10/16
	if h < 20 || h > bounds.H/20 { // another shape of display
		return drawlist.Rect{}
	}
	w := bounds.W * 185 / 1512
	return drawlist.Rect{X: bounds.X + (bounds.W-w)/2, Y: bounds.Y, W: w, H: h}
}

// displayScale is pixels per point.
func displayScale(id uint32, points float64) float64 {
	mode := cg.copyMode(id)
	if mode == 0 || points <= 0 {
		return 1
	}
	defer cg.releaseMode(mode)
	return max(1, float64(cg.pixelWidth(mode))/points)
}

const utf8Encoding = 0x08000100

// darkStyle says whether the user chose dark colours: the setting exists only then.
func darkStyle() bool {
	key, app := cg.newString(0, "AppleInterfaceStyle", utf8Encoding), cg.newString(0, ".GlobalPreferences", utf8Encoding)
	defer cg.release(key)
	defer cg.release(app)
	v := cg.preference(key, app)
	if v == 0 {
		return false
	}
	cg.release(v)
	return true
}

func reducedMotion() bool {
	key, app := cg.newString(0, "reduceMotion", utf8Encoding), cg.newString(0, "com.apple.universalaccess", utf8Encoding)
	defer cg.release(key)
	defer cg.release(app)
	var valid uint8
	return cg.boolean(key, app, &valid) != 0 && valid != 0
}
