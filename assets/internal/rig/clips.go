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
	{Stretch: 0.016, Mouth: Cat},
	{Stretch: -0.008, Look: ink.Pt{X: 0.4, Y: 0.05}},
	{Stretch: -0.014},
}

// rolling turns once round its middle; dir is 1 to the right and -1 to the left.
func rolling(dir float64) []Pose {
	poses := make([]Pose, 8)
	for i, s := range []float64{-0.03, 0, 0.03, 0.01, -0.03, 0, 0.03, 0.01} {
		t := float64(i) / 8
		poses[i] = Pose{
			X: dir * 16, Ball: true, Stretch: s, Roll: dir * 360 * t, Eyes: Happy, Mouth: Laugh,
			Props: []Prop{
				{Kind: Dust, At: ink.Pt{X: dir * -53, Y: 1}, Phase: t * 2, Mirror: dir < 0},
				{Kind: Speed, At: ink.Pt{X: dir * -60}, Phase: t * 2, Mirror: dir < 0},
			},
		}
	}
	return poses
}

// waving greets with one hand.
var waving = []Pose{
	wave(4, 0, -4, 0),
	wave(13, 4, 0, 0.02),
	wave(17, 13, 3, 0.03),
	wave(11, 3, -1, 0.01),
}

func wave(x, y, lean, stretch float64) Pose {
	return Pose{
		X: -14, Lean: lean, Stretch: stretch, Eyes: Happy, Mouth: Laugh,
		Arms:  [2]Limb{{X: 6, Y: 2}, {X: x, Y: -66 + y}},
		Props: []Prop{{Kind: Swish, At: ink.Pt{X: 39 + x, Y: -97 + y}}},
	}
}

// jumping gathers, leaps, floats, comes down and lands.
var jumping = []Pose{
	{Stretch: -0.17, Eyes: Tight, Mouth: Line, Arms: arms(-4, 8)},
	{Stretch: 0.15, Lift: 20, Mouth: Round, Arms: arms(0, -8), Feet: feet(0, 6, 24)},
	{Stretch: 0.02, Lift: 50, Eyes: Happy, Mouth: Laugh, Arms: arms(7, -52), Feet: feet(-3, 2, 14)},
	{Stretch: 0.10, Lift: 22, Mouth: Round, Arms: arms(11, -30), Feet: feet(2, 4, -8)},
	{Stretch: -0.12, Eyes: Happy, Arms: arms(-2, 4)},
}

// failed is dizzy: it wobbles under circling stars.
func failed() []Pose {
	poses := make([]Pose, 8)
	for i, lean := range []float64{-6, -3, 1, 5, 6, 4, 0, -4} {
		t := float64(i) / 8
		poses[i] = Pose{
			Lean: lean, Stretch: -0.05, Eyes: Spiral, Spin: 360 * t, Mouth: Wavy, Pale: 0.6,
			Arms:  arms(1, 10),
			Props: []Prop{{Kind: Stars, At: ink.Pt{X: lean * 1.6, Y: -120}, Phase: t * 2 / 3}},
		}
	}
	return poses
}

// waiting asks: it looks at the viewer, holds up a hand and cannot stand still.
var waiting = []Pose{
	ask(-0.05, 4, 0, 0.94),
	ask(0.01, 0, -1, 1),
	ask(0.06, -5, -2, 1.06),
	ask(0.01, -1, 0, 1.02),
	ask(-0.04, 3, 1, 0.97),
	ask(0.03, -3, 0, 1.03),
}

func ask(stretch, hand, lean, balloon float64) Pose {
	return Pose{
		X: -13, Stretch: stretch, Lean: lean, Wide: 0.1, Brow: Raised, Mouth: Round,
		Arms:  [2]Limb{{X: 5, Y: 2}, {X: 14, Y: -52 + hand}},
		Props: []Prop{{Kind: Question, At: ink.Pt{X: 57, Y: -158}, Size: balloon}},
	}
}

// typing works at a laptop.
var typing = []Pose{
	work(-9, 0, -0.3, 0, 0.6),
	work(0, -9, 0, 0.012, 0.1),
	work(-9, 0, 0.3, 0, 0.6),
	work(0, -9, 0.15, -0.012, 0.1),
	work(-9, -2, -0.1, 0.012, 0.6),
	work(-2, -9, -0.35, 0, 0.1),
}

func work(left, right, look, stretch, tap float64) Pose {
	return Pose{
		Stretch: stretch, Look: ink.Pt{X: look, Y: 0.08}, Lid: 0.18, Brow: Stern, Mouth: Tongue, Glow: 0.7,
		Arms:  [2]Limb{{X: 18, Y: 22 + left, Turn: 12, Front: true}, {X: -18, Y: 22 + right, Turn: -12, Front: true}},
		Props: []Prop{{Kind: Laptop}, {Kind: Taps, At: ink.Pt{Y: -34}, Phase: tap}},
	}
}

// review inspects through a magnifying glass.
var review = []Pose{
	inspect(0, 0, 0, 0),
	inspect(3, -1, 1, 0.12),
	inspect(6, -2, 3, 0.25),
	inspect(3, 0, 2, 0.5),
	inspect(-2, 1, -1, 0.68),
	inspect(-4, 1, -2, 0.85),
}

func inspect(x, y, lean, phase float64) Pose {
	return Pose{
		Lean: lean, Look: ink.Pt{X: -0.35 + x*0.04, Y: 0.1}, Lid: 0.16, Brow: Raised, Mouth: Line,
		Arms:  [2]Limb{{}, {X: -15 + x, Y: 12 + y, Turn: -30, Front: true}},
		Props: []Prop{{Kind: Lens, At: ink.Pt{X: 22 + x, Y: -66 + y}, Phase: phase}},
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
