package rig

import "dango/assets/internal/ink"

// Clip is one row of the sheet.
type Clip struct {
	Name  string
	Poses []Pose
}

// Clips are the rows of a Codex sheet, top to bottom.
var Clips = []Clip{
	{"idle", idle},
	{"running-right", rolling(1)},
	{"running-left", rolling(-1)},
	{"waving", waving},
	{"jumping", jumping},
	{"failed", failed()},
	{"waiting", waiting},
	{"running", typing},
	{"review", review},
}

// idle breathes in and out, blinks once and glances aside.
var idle = []Pose{
	{},
	{Stretch: 0.018},
	{Stretch: 0.034, Eyes: Shut},
	{Stretch: 0.018, Mouth: Cat},
	{Stretch: -0.006, Look: ink.Pt{X: 0.3}},
	{Stretch: -0.012, Lid: 0.12},
}

// rolling turns once round its middle; dir is 1 to the right and -1 to the left.
func rolling(dir float64) []Pose {
	poses := make([]Pose, 8)
	for i, s := range []float64{0, 0.03, 0.01, -0.04, 0, 0.03, 0.01, -0.04} {
		t := float64(i) / 8
		poses[i] = Pose{
			X: dir * 14, Ball: true, Stretch: s, Roll: dir * 360 * t, Eyes: Happy, Mouth: Laugh,
			Props: []Prop{
				{Kind: Dust, At: ink.Pt{X: dir * -56, Y: 1}, Phase: t * 2},
				{Kind: Speed, At: ink.Pt{X: dir * -64}, Phase: t * 2},
			},
		}
		if dir < 0 {
			for j := range poses[i].Props {
				poses[i].Props[j].Mirror = true
			}
		}
	}
	return poses
}

// waving greets with one hand.
var waving = []Pose{
	wave(-14, -2, 0),
	wave(2, 3, 0.02),
	wave(16, 5, 0.03),
	wave(0, 2, 0.01),
}

func wave(hand, lean, stretch float64) Pose {
	return Pose{
		Lean: lean, Stretch: stretch, Eyes: Happy, Mouth: Laugh,
		Arms:  [2]Limb{{}, {X: hand, Y: -58, Front: false}},
		Props: []Prop{{Kind: Swish, At: ink.Pt{X: 62 + hand*0.4, Y: -96}}},
	}
}

// jumping gathers, leaps, floats, comes down and lands.
var jumping = []Pose{
	{Stretch: -0.17, Eyes: Tight, Mouth: Line, Arms: arms(4, 6)},
	{Stretch: 0.15, Lift: 18, Mouth: Round, Arms: arms(-4, -6), Feet: feet(0, 6, 20)},
	{Stretch: 0.02, Lift: 46, Eyes: Happy, Mouth: Laugh, Arms: arms(3, -44), Feet: feet(-3, 2, 14)},
	{Stretch: 0.10, Lift: 20, Mouth: Round, Arms: arms(6, -26), Feet: feet(2, 4, -8)},
	{Stretch: -0.12, Eyes: Happy, Mouth: Smile, Arms: arms(6, 2)},
}

// failed is dizzy: it wobbles under circling stars.
func failed() []Pose {
	poses := make([]Pose, 8)
	for i, lean := range []float64{-6, -3, 1, 5, 6, 4, 0, -4} {
		poses[i] = Pose{
			Lean: lean, Stretch: -0.04, Eyes: Spiral, Mouth: Wavy, Pale: 0.6,
			Arms: arms(0, 8),
			Props: []Prop{
				{Kind: Stars, At: ink.Pt{X: lean * 1.6, Y: -124}, Phase: float64(i) / 8 / 3 * 2},
			},
		}
	}
	return poses
}

// waiting asks: it looks at the viewer, holds up a hand and cannot stand still.
var waiting = []Pose{
	ask(0, 0, 0, 1),
	ask(0.05, 5, -4, 1.06),
	ask(0.02, 9, -7, 1.1),
	ask(-0.05, 0, 0, 1.04),
	ask(0.03, 4, -4, 1),
	ask(-0.03, 0, 2, 0.96),
}

func ask(stretch, lift, hand, balloon float64) Pose {
	return Pose{
		X: -10, Stretch: stretch, Lift: lift, Wide: 0.12, Brow: Raised, Mouth: Round,
		Arms:  [2]Limb{{X: 0, Y: -50 + hand}, {}},
		Props: []Prop{{Kind: Question, At: ink.Pt{X: 56, Y: -160}, Size: balloon}},
	}
}

// typing works at a laptop.
var typing = []Pose{
	work(-6, 0, -0.25, 0, 0.1),
	work(0, -6, 0.1, 0.01, 0.6),
	work(-6, 0, 0.3, 0, 0.2),
	work(0, -6, 0.15, -0.01, 0.7),
	work(-6, -1, -0.1, 0.01, 0.3),
	work(-1, -6, -0.35, 0, 0.8),
}

func work(left, right, look, stretch, tap float64) Pose {
	return Pose{
		Stretch: stretch, Look: ink.Pt{X: look, Y: 0.35}, Lid: 0.3, Brow: Stern, Mouth: Line,
		Arms:  [2]Limb{{X: 8, Y: 14 + left, Front: true}, {X: -8, Y: 14 + right, Front: true}},
		Props: []Prop{{Kind: Laptop}, {Kind: Taps, At: ink.Pt{Y: -24}, Phase: tap}},
	}
}

// review inspects through a magnifying glass.
var review = []Pose{
	inspect(0, 0, 0, 0),
	inspect(2, -1, 1, 0.12),
	inspect(4, -2, 3, 0.25),
	inspect(2, 0, 2, 0.5),
	inspect(-2, 1, -1, 0.68),
	inspect(-3, 1, -2, 0.85),
}

func inspect(x, y, lean, phase float64) Pose {
	return Pose{
		Lean: lean, Look: ink.Pt{X: 0.1 + x*0.05, Y: 0.1}, Lid: 0.35, Brow: Raised, Mouth: Line,
		Arms:  [2]Limb{{}, {X: -4 + x, Y: 4 + y, Front: true}},
		Props: []Prop{{Kind: Lens, At: ink.Pt{X: 26 + x, Y: -66 + y}, Phase: phase}},
	}
}

// Gaze looks in one of sixteen directions, clockwise from up.
func Gaze(i int) Pose {
	to := ink.Polar(1, float64(i)*22.5-90)
	return Pose{Look: to, Lean: to.X * 3, Stretch: -0.02 * to.Y}
}

// arms moves both hands alike, outwards and down.
func arms(x, y float64) [2]Limb { return [2]Limb{{X: -x, Y: y}, {X: x, Y: y}} }

// feet moves both feet alike, outwards and down, and turns their toes outwards.
func feet(x, y, turn float64) [2]Limb {
	return [2]Limb{{X: -x, Y: y, Turn: turn}, {X: x, Y: y, Turn: -turn}}
}
