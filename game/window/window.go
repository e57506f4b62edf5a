// Package window is the engine's side of the one window: a viewport on the world.
//
// The world is the whole desktop in logical pixels. The window covers the small part of it that shows something; it
// moves and grows with what is shown, never takes the focus, and lets clicks through where nothing is drawn.
package window

import (
	"context"
	"fmt"
	"image"
	"math"
	"os"
	"sync"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"dango/game/desktop"
	"dango/game/desktop/clip"
	"dango/game/drawlist"
	"dango/game/input"
)

// Options are what the user may choose.
type Options struct {
	// Dark says whether colours are dark, given what the desktop asks for. It is called in each Read. nil: as the
	// desktop says.
	Dark func(desktop bool) bool
	// Reduced says the same about motion.
	Reduced func(desktop bool) bool
}

// Window is the one window. Its methods belong to the game goroutine, but for Run and Wake.
type Window struct {
	desktop *desktop.Desktop
	class   string
	opts    Options
	start   time.Time
	events  []input.Event
	pointer drawlist.Point
	known   bool
	view    desktop.View
	system  system // what the engine has to do itself on systems where desktop does not
	started func() // called once the engine has its window

	software *bool       // the CPU paints; nil while nobody has asked
	lost     func(error) // may be nil
}

// Open watches the desktop. Call it before Run. The error names the display.
func Open(o Options) (*Window, error) {
	class := fmt.Sprintf("dango-%d", os.Getpid())
	started := sync.OnceFunc(prepare()) // it asks the X server, too: before desktop.Open
	d, err := desktop.Open(desktop.Options{Class: class})
	if err != nil {
		started()
		return nil, err
	}
	return &Window{desktop: d, class: class, opts: o, start: time.Now(), started: started}, nil
}

// OnLost has f called when the display goes away while the window is shown. f runs on some thread of the engine's and
// must end the process. Where the system has no such thing, f is never called.
func (w *Window) OnLost(f func(error)) { w.lost = f }

// Close stops watching the desktop. Call it after Run.
func (w *Window) Close() {
	w.started() // it may never have been run
	w.desktop.Close()
}

// Wake receives when Read has something new.
func (w *Window) Wake() <-chan struct{} { return w.desktop.Wake() }

// Monitors are those of now, the primary one first. They may be called for from any goroutine and must not be changed.
func (w *Window) Monitors() []input.Monitor { return w.desktop.State().Monitors }

// Shortcut makes chords ours on the whole desktop, instead of those before; Clash says why one cannot be. Both may be
// called from any goroutine.
func (w *Window) Shortcut(c desktop.Shortcuts) { w.desktop.Shortcut(c) }

// Summon does what the press of that shortcut does.
func (w *Window) Summon() { w.desktop.Summon() }

// Clash says why a shortcut does not work; empty while all do.
func (w *Window) Clash() string { return w.desktop.State().Clash }

// Blind waits a moment for the news that there are no monitors, or were none, and says whether that is so.
func (w *Window) Blind() bool {
	late := time.After(blindWithin)
	for {
		if w.desktop.State().Blind {
			return true
		}
		select {
		case <-w.desktop.Wake():
		case <-late:
			return false
		}
	}
}

// blindWithin is how much later than the engine we may hear of the monitors.
const blindWithin = time.Second

// AwaitMonitors returns once there is a monitor, or when ctx ends or the display is gone.
func (w *Window) AwaitMonitors(ctx context.Context) error {
	for {
		switch s := w.desktop.State(); {
		case s.Err != nil:
			return s.Err
		case len(s.Monitors) > 0:
			return nil
		}
		select {
		case <-w.desktop.Wake():
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Dark says whether the desktop asks for dark colours.
func (w *Window) Dark() bool { return w.desktop.State().Dark }

// Sheer says whether what is transparent in the window shows what is below.
func (w *Window) Sheer() bool { return w.desktop.State().Composited }

// Busy says that frames drawn now may show up displaced. Wake receives when that is over.
func (w *Window) Busy() bool { return w.desktop.Busy() }

// Run shows the window and calls g until that returns an error or ebiten.Termination. It must run on the main goroutine.
func (w *Window) Run(g ebiten.Game) error {
	ebiten.SetWindowTitle("Dango")
	ebiten.SetWindowDecorated(false)
	ebiten.SetWindowFloating(true)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled) // or the window manager refuses new sizes
	ebiten.SetWindowSize(firstSide, firstSide)
	ebiten.SetWindowClosingHandled(true) // the menu quits; a window list must not
	ebiten.SetScreenClearedEveryFrame(false)
	//lint:ignore SA1019 nothing else draws a frame only when something asks for it; skipping draws still presents 60 a second
	ebiten.SetFPSMode(ebiten.FPSModeVsyncOffMinimum)
	ebiten.SetTPS(ebiten.SyncWithFPS)
	if w.lost != nil {
		onLost(w.lost)
	}
	defer w.started()
	return ebiten.RunGameWithOptions(g, &ebiten.RunGameOptions{
		InitUnfocused:     true,
		ScreenTransparent: true,
		SkipTaskbar:       true,
		SingleThread:      true, // hops between threads are two thirds of what an idle frame costs
		X11ClassName:      w.class,
		X11InstanceName:   "dango",
	})
}

// firstSide is the window's side before the first Show, in logical pixels. Nothing of it is seen.
const firstSide = 64

// Read fills f with what has happened since the last call. f.Events is valid until the next one.
func (w *Window) Read(f *input.Frame) error {
	w.started()
	s := w.desktop.State()
	if s.Err != nil {
		return s.Err
	}
	f.Now = time.Now()
	f.Tick = w.Tick(f.Now)
	f.Monitors, f.Reduced, f.Dark, f.Obscured = s.Monitors, s.Reduced, s.Dark, s.Obscured
	if w.opts.Dark != nil {
		f.Dark = w.opts.Dark(s.Dark)
	}
	if w.opts.Reduced != nil {
		f.Reduced = w.opts.Reduced(s.Reduced)
	}
	w.view.Scale, f.Scale = s.Scale, s.Scale
	w.events = w.system.read(w.desktop, w.events[:0])
	for i := range w.events {
		e := &w.events[i]
		if e.Tick = f.Tick; !e.Time.IsZero() {
			e.Tick = min(w.Tick(e.Time), f.Tick)
		}
		if e.Kind.Keyboard() {
			e.At = w.pointer
			continue
		}
		e.At = drawlist.Point{X: e.At.X / float32(s.Scale), Y: e.At.Y / float32(s.Scale)}
		w.pointer, w.known = e.At, e.Kind != input.Leave
	}
	f.Events, f.Pointer, f.Known = w.events, w.pointer, w.known
	if at, ok := w.desktop.Pointer(); ok && !f.Known {
		f.Pointer, f.Known = world(at, s.Scale), true
	}
	return nil
}

// Follow has the loop woken when sort gives another number for where the pointer is, anywhere in the world; nil ends
// that. sort must be pure.
func (w *Window) Follow(sort func(drawlist.Point) int) {
	if sort == nil {
		w.desktop.Follow(nil)
		return
	}
	w.desktop.Follow(func(at image.Point) int { return sort(world(at, w.desktop.State().Scale)) })
}

// world is a device pixel of the desktop in world coordinates.
func world(at image.Point, scale float64) drawlist.Point {
	return drawlist.Point{X: float32(float64(at.X) / scale), Y: float32(float64(at.Y) / scale)}
}

// Tick is the tick of a moment, 60 a second since Open.
func (w *Window) Tick(t time.Time) uint64 {
	return uint64(max(0, t.Sub(w.start)) * input.TicksPerSecond / time.Second)
}

// Until is how long it takes until a tick begins; 0 when it has.
func (w *Window) Until(tick uint64) time.Duration {
	const far = math.MaxInt64 / uint64(time.Second) / input.TicksPerSecond
	at := time.Duration(min(tick, far)) * time.Second / input.TicksPerSecond
	return max(0, time.Until(w.start.Add(at+1)))
}

// Show asks for the window to cover viewport and to take clicks in solid alone, both in world coordinates; a ghost takes
// none. An empty viewport hides the window.
func (w *Window) Show(viewport drawlist.Rect, solid []drawlist.Rect, ghost bool) {
	w.view.Ghost = ghost
	wish, changed := w.view.Wish(viewport, solid)
	if changed {
		w.desktop.Place(wish)
	}
	w.system.show(w.view.Scale, wish)
}

// Panes says whether the bar can have a window of its own.
func (w *Window) Panes() bool { return w.desktop.Panes() }

// ShowBar asks for the bar's own window to be as p says.
func (w *Window) ShowBar(p desktop.Pane) { w.desktop.Show(p) }

// Obscured says that another window hides all of ours.
func (w *Window) Obscured() bool { return w.desktop.State().Obscured }

// Locked says that a screen locker hides everything.
func (w *Window) Locked() bool { return w.desktop.State().Locked }

// Patch shows patches of the window without the engine. See desktop.Desktop.Patch.
func (w *Window) Patch(p []desktop.Patch) bool { return w.desktop.Patch(p) }

// DropPatches forgets patches that are still on their way. See desktop.Desktop.DropPatches.
func (w *Window) DropPatches() { w.desktop.DropPatches() }

// Uncovered counts how often a part of the window has come to light that has to be painted anew.
func (w *Window) Uncovered() uint64 { return w.desktop.Uncovered() }

// Software says whether the CPU paints what the engine draws. It must be called from Draw.
func (w *Window) Software() bool {
	if w.software == nil {
		on := software()
		w.software = &on
	}
	return *w.software
}

// Device is the smallest rectangle of device pixels of the desktop that holds r, in the world.
func (w *Window) Device(r drawlist.Rect) image.Rectangle { return w.view.Device(r) }

// Scale is device pixels per logical pixel.
func (w *Window) Scale() float64 { return w.view.Scale }

// Type takes the keyboard while wanted, with the caret in world coordinates, and gives it back to the window that had it.
func (w *Window) Type(wanted bool, caret drawlist.Rect) {
	w.desktop.Type(desktop.Keys{Wanted: wanted, Caret: w.view.Device(caret)})
}

// Copy offers text to those who paste from b.
func (w *Window) Copy(b clip.Board, text string) { w.desktop.Copy(b, text) }

// Paste asks for the text on b, which comes as an event of kind input.Typed.
func (w *Window) Paste(b clip.Board) { w.desktop.Paste(b) }

// Layout takes the size that the engine reports and returns the size of the picture: one pixel each for one of the device.
func (w *Window) Layout(outsideWidth, outsideHeight float64) (width, height float64) {
	w.desktop.Frame()
	k := ebiten.Monitor().DeviceScaleFactor()
	width, height = outsideWidth*k, outsideHeight*k
	w.view.Follow(image.Pt(int(math.Round(width)), int(math.Round(height))), w.desktop.State().Window, time.Now())
	return width, height
}

// View says how to draw now: the device pixel of the desktop at the picture's top left, and device pixels per logical pixel.
func (w *Window) View() (origin image.Point, scale float64) { return w.view.Origin, w.view.Scale }
