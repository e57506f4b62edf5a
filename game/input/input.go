// Package input holds the words in which the window tells the scene what the user and the system did.
package input

import (
	"time"

	"dango/game/drawlist"
)

// TicksPerSecond is the rate of the logic. Scenes count ticks and never ask the time.
const TicksPerSecond = 60

// Kind is what happened. The keyboard's kinds come only while the scene wants it, see scene.Scene.Keyboard.
type Kind uint8

const (
	Press Kind = iota
	Release
	Move
	Enter
	Leave
	Wheel
	KeyPress  // a key went down, or repeats while it is held: Key, Mods, and in Text what it types
	Typed     // Text was put in by an input method, or pasted
	Composing // Text is what an input method composes: shown where it would go in, until the next of this kind
	Focus     // the keyboard is ours from now on
	Blur      // the keyboard went elsewhere, although the scene wants it: the user turned to another window
	Summon    // the global shortcut was pressed, wherever the keyboard is
	Vanish    // the one that turns ghosts on and off was
)

// Keyboard says whether the kind is one of the keyboard's.
func (k Kind) Keyboard() bool { return k >= KeyPress }

// Button is a pointer button.
type Button uint8

const (
	NoButton Button = iota
	Left
	Middle
	Right
)

// Event is one thing that the user did with our window, in the order in which it happened.
type Event struct {
	Kind   Kind
	Button Button
	At     drawlist.Point // world; of the pointer's kinds
	Wheel  float32        // notches, positive = up
	Time   time.Time      // when, as the system says; zero: not told
	Tick   uint64         // when, in ticks; 0: with the frame
	Key    Key
	Mods   Mods   // also of Press, Release and Wheel
	Caret  int    // of Composing: the runes of Text before the caret
	Text   string // valid UTF-8 without control characters but tab and newline
}

// Monitor is one screen of the desktop, in world coordinates.
type Monitor struct {
	Name    string
	Bounds  drawlist.Rect
	Work    drawlist.Rect // without panels
	Scale   float64       // device pixels per logical pixel; never 0
	Primary bool
	Covered bool          // a full-screen window is in front of it
	Notch   drawlist.Rect // what a camera takes away at the upper edge; empty: nothing
}

// Frame is everything that one Step may know.
type Frame struct {
	Tick     uint64    // 60 a second since the start; steps may skip ticks
	Now      time.Time // for words such as "5m ago" alone
	Events   []Event   // valid during Step
	Pointer  drawlist.Point
	Known    bool      // Pointer is known
	Monitors []Monitor // may be empty for a moment
	Scale    float64   // of the monitor that the pet is on
	Dark     bool
	Reduced  bool // reduced motion
	Obscured bool // another window hides all of the pet's
}
