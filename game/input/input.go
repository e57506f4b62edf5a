// Package input holds the words in which the window tells the scene what the user and the system did.
package input

import (
	"time"

	"dango/game/drawlist"
)

// TicksPerSecond is the rate of the logic. Scenes count ticks and never ask the time.
const TicksPerSecond = 60

// Kind is what the pointer did.
type Kind uint8

const (
	Press Kind = iota
	Release
	Move
	Enter
	Leave
	Wheel
)

// Button is a pointer button.
type Button uint8

const (
	NoButton Button = iota
	Left
	Middle
	Right
)

// Event is one thing that the pointer did over our window, in the order in which it happened.
type Event struct {
	Kind   Kind
	Button Button
	At     drawlist.Point // world
	Wheel  float32        // notches, positive = up
	Tick   uint64         // when, in ticks
}

// Monitor is one screen of the desktop, in world coordinates.
type Monitor struct {
	Name    string
	Bounds  drawlist.Rect
	Work    drawlist.Rect // without panels
	Scale   float64       // device pixels per logical pixel; never 0
	Primary bool
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
}
