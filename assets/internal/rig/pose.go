// Package rig is the built-in pet as a puppet: a pose is data, and Draw makes a picture of it.
package rig

import "dango/assets/internal/ink"

// Size of a picture, and the ground that the pet stands on.
const (
	Width  = 192
	Height = 208
	centre = Width / 2
	ground = 196.0
)

// Pose is one picture of the pet. The zero Pose stands at rest and looks straight at the viewer.
//
// Lengths are pixels, angles degrees clockwise.
type Pose struct {
	X, Lift float64 // away from the middle, and above the ground
	Stretch float64 // 0.1 is a tenth taller and narrower; below zero squashed
	Lean    float64 // of the whole body about the point it stands on
	Roll    float64 // of what is on the body about its middle
	Ball    bool    // rolled up: round, no arms or feet

	Look  ink.Pt // where the head turns: 1 is as far as it goes to the right and down
	Eyes  Eyes
	Lid   float64 // how far open eyes are covered from above, 0 to 1
	Wide  float64 // 0.1 is eyes a tenth larger
	Spin  float64 // of spiral eyes
	Brow  Brow
	Mouth Mouth
	Pale  float64 // 1 has no blush at all
	Glow  float64 // light of a screen in front of it, 0 to 1
	Bloom float64 // of the blossom on its stem: it lags behind the body

	Feet  [2]Limb // left and right of the picture
	Arms  [2]Limb
	Props []Prop
}

// Limb is how far a hand or foot has moved from where it rests, and its angle.
type Limb struct {
	X, Y, Turn float64
	At         Depth // of a hand; of a resting one the arm is drawn, of the others the paw alone
}

// Depth is what a hand is in front of.
type Depth uint8

const (
	Beside Depth = iota // behind the body
	Middle              // in front of the body, behind what it works at
	Front               // in front of everything
)

// Eyes is what the eyes look like.
type Eyes uint8

const (
	Open   Eyes = iota
	Shut        // asleep or blinking
	Happy       // arched
	Tight       // > <
	Spiral      // dizzy
)

// Brow is how the brows are held.
type Brow uint8

const (
	NoBrow Brow = iota
	Stern       // concentrating
	Raised      // asking
)

// Mouth is the shape of the mouth.
type Mouth uint8

const (
	Smile Mouth = iota
	Laugh
	Round
	Line
	Wavy
	Cat    // ω
	Tongue // its tip shows: concentrating
)

// Prop is something that the pet has with it. At is from the point it stands on, Phase runs its own motion (in
// turns), and Size multiplies it.
type Prop struct {
	Kind   PropKind
	At     ink.Pt
	Turn   float64
	Phase  float64
	Size   float64 // 0 is 1
	Mirror bool
}

// PropKind says which thing.
type PropKind uint8

const (
	Laptop PropKind = iota
	Lens
	Question
	Stars
	Dust
	Speed
	Taps
	Swish
	Thud
	propKinds
)
