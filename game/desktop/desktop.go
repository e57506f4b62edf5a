// Package desktop asks the system about the desktop and looks after our window on it: monitors, work areas, colour
// scheme, and, where the system lets us (X11), where the window is, what of it takes clicks, and what the pointer does.
//
// The engine is not needed here: one file per system fills in the rest. On X11 everything runs on a connection of our
// own, because the engine shows its window before anyone can change it and asks for buttons only once a frame.
//
// On Wayland it is XWayland's. Seen with XWayland 22.1 under sway 1.7, KWin 5.27 and Mutter 43.8: place, drags, clicks, wheel,
// text fields, the bar, and the keyboard back where it was. What differs: KWin and Mutter look after our window, elsewhere
// nobody does (unkept); clicks in the window beside the pet fall through under KWin and Mutter, under sway only with a newer
// XWayland; KWin and Mutter tell of no full-screen windows but X's (films); shortcuts come while an X window has the keys.
// Mutter without its shell shows a new window when something else changes on the screen; Weston 10 shows it where it likes.
package desktop

import (
	"errors"
	"image"
	"slices"
	"sync"
	"sync/atomic"

	"dango/game/desktop/clip"
	"dango/game/desktop/typing"
	"dango/game/input"
)

// ErrGone is what State.Err wraps when the display server went away. Nothing works after that.
var ErrGone = errors.New("the display server is gone")

// State is what is known about the desktop at one moment. It is immutable.
type State struct {
	Monitors   []input.Monitor // the primary one first; empty when the system reports none
	Scale      float64         // device pixels per logical pixel, on all monitors where the system has but one scale; never 0
	Composited bool            // what is transparent in our window shows what is below
	Dark       bool            // the desktop asks for dark colours
	Reduced    bool            // the desktop asks for no animation
	Window     image.Rectangle // where our window is, in device pixels; empty while it is not known
	Clash      string          // why a shortcut does not work; empty while all do
	Obscured   bool            // another window hides all of ours
	Locked     bool            // a window that nobody manages hides all monitors and our windows: a screen locker's
	Blind      bool            // there has been a moment without monitors
	Err        error           // wraps ErrGone
}

// Wish is where the window shall be and what of it takes clicks, in device pixels of the desktop.
// An empty Bounds hides the window.
type Wish struct {
	Bounds image.Rectangle
	Solid  []image.Rectangle // what takes clicks; without a compositor, what there is of the window at all
	Ghost  bool              // nothing takes clicks
}

// Keys says whether we want the keyboard.
type Keys struct {
	Wanted bool
	Caret  image.Rectangle // where text goes in, in device pixels of the desktop; empty = nowhere in particular
}

// Options tell Open which window is ours.
type Options struct {
	Class string // its X11 class, unique to this process
}

// Desktop watches one desktop. Open it before the engine makes its window; all methods may be called from any
// goroutine and none waits.
type Desktop struct {
	state     atomic.Pointer[State]
	wish      atomic.Pointer[Wish]
	pane      atomic.Pointer[Pane]
	keys      atomic.Pointer[Keys]
	shortcuts atomic.Pointer[Shortcuts]
	sort      atomic.Pointer[func(at image.Point) int] // of Follow
	followed  atomic.Pointer[image.Point]
	wished    chan struct{}
	busy      atomic.Bool // a new size is under way
	frames    atomic.Uint64
	wake      chan struct{}
	events    chan input.Event
	lost      atomic.Uint64
	patches   chan Patch
	uncovered atomic.Uint64
	clip      *clip.Clip
	done      chan struct{}
	close     func()
}

// Open starts to watch. The error names the display.
//
// On X11 nothing else in the process may make the X library learn an extension from then on: it does so without a lock.
func Open(o Options) (*Desktop, error) {
	d := &Desktop{
		wished:  make(chan struct{}, 1),
		wake:    make(chan struct{}, 1),
		events:  make(chan input.Event, maxEvents),
		patches: make(chan Patch, maxPatches),
		clip:    clip.Open(""),
		done:    make(chan struct{}),
	}
	d.state.Store(&State{Scale: 1})
	d.keys.Store(&Keys{})
	d.shortcuts.Store(&Shortcuts{})
	stop, err := open(d, o)
	if err != nil {
		return nil, err
	}
	d.close = sync.OnceFunc(func() { close(d.done); d.clip.Close(); stop() })
	return d, nil
}

// Close stops watching.
func (d *Desktop) Close() { d.close() }

// Places says whether Place moves the window on this system. Where it does not, the engine has to.
func (d *Desktop) Places() bool { return places }

// State is what is known now; never nil.
func (d *Desktop) State() *State { return d.state.Load() }

// Wake receives after the state has changed or events have come in. It serves one sleeper.
func (d *Desktop) Wake() <-chan struct{} { return d.wake }

// Place asks for a wish to come true soon. A newer wish replaces an older one.
//
// A new size is asked for right after the engine has shown the frames that it has begun, so that no frame of the old
// size shows up in the new window. Until that is done, Busy is true, and the loop should rest.
func (d *Desktop) Place(w Wish) {
	if old := d.wish.Load(); places && old != nil && !w.Bounds.Empty() && w.Bounds.Size() != old.Bounds.Size() {
		d.busy.Store(true)
	}
	w.Solid = slices.Clone(w.Solid)
	d.wish.Store(&w)
	nudge(d.wished)
}

// Type takes the keyboard for our window, or gives it back to the window that had it. Keys come as events. When the user
// gives the keyboard to another window, an event of kind Blur says so; the next press on our window takes it again.
//
// Where Places is false the engine reads the keyboard, and this does nothing.
func (d *Desktop) Type(k Keys) {
	if *d.keys.Load() != k {
		d.keys.Store(&k)
		nudge(d.wished)
	}
}

// Shortcuts are chords that are ours wherever the keyboard is. A zero one is none.
type Shortcuts struct {
	Summon input.Chord // its press is an event of kind input.Summon
	Vanish input.Chord // of kind input.Vanish
}

// Shortcut makes chords ours on the whole desktop, instead of those before. State.Clash says why one cannot be. Where
// Places is false there are no shortcuts.
func (d *Desktop) Shortcut(c Shortcuts) {
	d.shortcuts.Store(&c)
	if places {
		nudge(d.wished)
	}
}

// Summon does what the press of that shortcut does.
func (d *Desktop) Summon() { d.push(input.Event{Kind: input.Summon}) }

// Copy offers text to those who paste from b.
func (d *Desktop) Copy(b clip.Board, text string) { d.clip.Copy(b, text) }

// Paste asks for the text on b, which comes as an event of kind Typed.
func (d *Desktop) Paste(b clip.Board) {
	d.clip.Paste(b, func(text string) {
		if text = typing.Clean(text); text != "" {
			d.push(input.Event{Kind: input.Typed, Text: text})
		}
	})
}

// Busy says that the window is getting a new size. Wake receives when it has.
func (d *Desktop) Busy() bool { return d.busy.Load() }

// Frame says that the engine begins a frame of the window's present size.
func (d *Desktop) Frame() { d.frames.Add(1) }

// Drain appends the events since the last call. Positions are device pixels of the desktop.
func (d *Desktop) Drain(dst []input.Event) []input.Event {
	for {
		select {
		case e := <-d.events:
			dst = append(dst, e)
		default:
			return dst
		}
	}
}

// Lost counts the events that nobody drained in time.
func (d *Desktop) Lost() uint64 { return d.lost.Load() }

// maxEvents is far more than a hand can do in the longest pause of the game loop.
const maxEvents = 1024

// push keeps half of the room for what must not be lost: motion is dropped first.
func (d *Desktop) push(e input.Event) {
	if e.Kind == input.Move && len(d.events) > maxEvents/2 {
		d.lost.Add(1)
		return
	}
	select {
	case d.events <- e:
	default:
		d.lost.Add(1)
	}
	nudge(d.wake)
}

func (d *Desktop) publish(s State) {
	d.state.Store(&s)
	nudge(d.wake)
}

func nudge(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
