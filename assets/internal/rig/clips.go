package rig

import (
	"math"

	"dango/assets/internal/ink"
)

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

// idle breathes in, closes its eyes over it, breathes out and glances aside.
var idle = []Pose{
	{},
	{Stretch: 0.026, Arms: arms(1, -2), Bloom: -2},
	{Stretch: 0.045, Eyes: Shut, Arms: arms(2, -5), Bloom: 3},
	{Stretch: 0.020, Mouth: Cat, Arms: arms(1, -2), Bloom: 5},
	{Stretch: -0.012, Look: ink.Pt{X: 0.5, Y: 0.06}, Arms: arms(0, 2), Bloom: -3},
	{Stretch: -0.022, Look: ink.Pt{X: 0.1, Y: 0.03}, Arms: arms(0, 3), Bloom: -2},
}

// Times of the pictures that a Codex sheet is played with when it rolls, in ms: the last one is held. A roll that turned
// by the same angle for each of them would stumble once a turn.
const (
	rollEach  = 120
	rollCycle = 7*rollEach + 220
)

// rolling turns once round its middle and bumps over its blossom; dir is 1 to the right and -1 to the left.
func rolling(dir float64) []Pose {
	poses := make([]Pose, 8)
	for i, move := range []struct{ stretch, lift float64 }{
		{-0.03, 0}, {-0.015, 0}, {-0.03, 0}, {-0.06, 0}, {0.035, 5}, {-0.055, 0}, {-0.01, 0}, {-0.02, 0},
	} {
		t := float64(i*rollEach) / rollCycle
		turn := 360*t - 10 // so that the fifth picture has the blossom at the ground
		if dir < 0 {
			turn += 53 // which sits on the other side then
		}
		poses[i] = Pose{
			X: dir * 16, Ball: true, Stretch: move.stretch, Lift: move.lift, Roll: dir * turn, Eyes: Happy, Mouth: Laugh,
			Props: []Prop{
				{Kind: Dust, At: ink.Pt{X: dir * -53, Y: 1}, Phase: t * 2, Mirror: dir < 0},
				{Kind: Speed, At: ink.Pt{X: dir * -60}, Phase: t * 2, Mirror: dir < 0},
			},
		}
	}
	return poses
}

// waving greets with one hand. The body goes along, and the picture that is held is the one with the hand at the top.
var waving = []Pose{
	wave(11, 5, 0, -0.03, out),
	wave(22, 16, 4, -0.005, out),
	wave(11, 2, 1, 0.015, in),
	wave(-3, -3, -5, 0.035, in),
}

// Where the air is that a hand has just moved through.
const (
	in  = 0.0
	out = -62.0
)

func wave(x, y, lean, stretch, air float64) Pose {
	return Pose{
		X: -17, Lean: lean, Stretch: stretch, Eyes: Happy, Mouth: Laugh, Bloom: -1.6 * lean,
		Arms:  [2]Limb{{X: 6, Y: 3 - lean}, {X: x, Y: -66 + y}},
		Props: []Prop{{Kind: Swish, At: ink.Pt{X: 39 + x, Y: -97 + y}, Turn: air}},
	}
}

// jumping gathers, leaps with its eyes ahead, floats, looks where it comes down, and lands.
var jumping = []Pose{
	{Stretch: -0.2, Eyes: Tight, Mouth: Line, Arms: arms(-5, 12), Feet: feet(2, 0, 0), Bloom: 6},
	{Stretch: 0.2, Lift: 26, Look: ink.Pt{Y: -0.45}, Mouth: Round, Arms: arms(-2, 8), Feet: feet(-5, 9, 30), Bloom: 16},
	{Stretch: -0.01, Lift: 58, Eyes: Happy, Mouth: Laugh, Arms: arms(7, -52), Feet: feet(-3, 1, 14), Bloom: -4},
	{Stretch: 0.13, Lift: 24, Look: ink.Pt{Y: 0.5}, Mouth: Round, Arms: arms(12, -44), Feet: feet(2, 4, -10), Bloom: -18},
	{Stretch: -0.16, Eyes: Happy, Mouth: Laugh, Arms: arms(3, -12), Feet: feet(4, 0, 0), Bloom: 10, Props: []Prop{{Kind: Thud}}},
}

// failed is dizzy: it sways under circling stars, lowest where it is fastest, and everything loose lags behind.
func failed() []Pose {
	poses := make([]Pose, 8)
	for i, lean := range []float64{-7, -4.5, 0.5, 5, 7, 4.5, -0.5, -5} {
		t := float64(i) / 8
		late := 7 * -math.Cos(2*math.Pi*(t-0.12))
		poses[i] = Pose{
			Lean: lean, Stretch: -0.085 + 0.006*math.Abs(lean), Eyes: Spiral, Spin: 360 * t, Brow: Raised, Mouth: Wavy, Pale: 0.6,
			Arms:  [2]Limb{{X: -1 - 0.5*(lean-late), Y: 12 - 0.5*late}, {X: 1 - 0.5*(lean-late), Y: 12 + 0.5*late}},
			Bloom: 16 - 2.4*late,
			Props: []Prop{{Kind: Stars, At: ink.Pt{X: late * 1.6, Y: -127}, Phase: t * 2 / 3}},
		}
	}
	return poses
}

// waiting asks: it looks at the viewer, holds up a hand, taps with a foot and cannot stand still.
var waiting = []Pose{
	ask(-0.055, 5, 1, 0.94, 0),
	ask(0.015, 0, -1, 1.01, 1),
	ask(0.065, -6, -3, 1.08, 0),
	ask(0.01, -1, -1, 1.01, 1),
	ask(-0.04, 4, 1, 0.96, 0),
	ask(0.03, -3, 0, 1.03, 1),
}

func ask(stretch, hand, lean, balloon, tap float64) Pose {
	return Pose{
		X: -13, Stretch: stretch, Lean: lean, Wide: 0.1, Brow: Raised, Mouth: Round, Bloom: 60 * stretch,
		Arms:  [2]Limb{{X: 5, Y: 2 + hand}, {X: 14, Y: -52 + hand}},
		Feet:  [2]Limb{{}, {X: 8 * tap, Y: -3 * tap, Turn: -22 * tap}},
		Props: []Prop{{Kind: Question, At: ink.Pt{X: 57, Y: -158}, Size: balloon}},
	}
}

// typing works at a laptop: it follows the line that it writes, and reads it again from its start.
var typing = []Pose{
	work(1, 0, -0.32, 0),
	work(0, 1, -0.14, 0.016),
	work(1, 0, 0.04, 0),
	work(0, 1, 0.22, 0.016),
	work(1, 0.3, 0.4, -0.006),
	work(0, 0, -0.1, 0.01),
}

// work raises a hand by 1, which the other one strikes against.
func work(left, right, look, stretch float64) Pose {
	p := Pose{
		Stretch: stretch, Lean: 2 * look, Look: ink.Pt{X: look, Y: 0.12}, Brow: Stern, Mouth: Tongue, Glow: 0.6,
		Arms: [2]Limb{
			{X: 23, Y: 20 - 15*left, Turn: 14 - 20*left, At: Middle}, {X: -23, Y: 20 - 15*right, Turn: 20*right - 14, At: Middle},
		},
		Bloom: -4 * look,
		Props: []Prop{{Kind: Laptop}},
	}
	if left != right {
		p.Props = append(p.Props, Prop{Kind: Taps, At: ink.Pt{Y: -20}, Mirror: left < right})
	}
	return p
}

// review inspects through a magnifying glass: it leans in where it has found something, and both eyes look there.
var review = []Pose{
	inspect(0, 0, 0, 0, 0),
	inspect(4, -1, 1, 0.5, 0.3),
	inspect(8, -1, 3, 1, 1),
	inspect(4, 0, 2, 0.5, 0.6),
	inspect(-3, 1, -1, -0.6, 0),
	inspect(-5, 1, -3, -1, 0.5),
}

func inspect(x, y, lean, scan, close float64) Pose {
	return Pose{
		Lean: lean, Stretch: -0.03 * close, Look: ink.Pt{X: -0.3 + 0.28*scan, Y: 0.1 + 0.12*close}, Lid: 0.1 + 0.14*close,
		Brow: Raised, Mouth: Line, Bloom: -2 * lean,
		Arms:  [2]Limb{{Y: 3 * close}, {X: -15 + x, Y: 12 + y, Turn: -30, At: Front}},
		Props: []Prop{{Kind: Lens, At: ink.Pt{X: 22 + x, Y: -66 + y + 3*close}, Phase: scan, Size: 1 + 0.05*close}},
	}
}

// Gaze looks in one of sixteen directions, clockwise from up.
func Gaze(i int) Pose {
	to := ink.Polar(1, float64(i)*22.5-90)
	return Pose{Look: to, Lean: to.X * 3, Stretch: -0.025 * to.Y, Arms: arms(0, 2*to.Y), Bloom: -5 * to.X}
}

// arms moves both hands alike, outwards and down.
func arms(x, y float64) [2]Limb { return [2]Limb{{X: -x, Y: y}, {X: x, Y: y}} }

// feet moves both feet alike, outwards and down, and turns their toes outwards.
func feet(x, y, turn float64) [2]Limb {
	return [2]Limb{{X: -x, Y: y, Turn: turn}, {X: x, Y: y, Turn: -turn}}
}
