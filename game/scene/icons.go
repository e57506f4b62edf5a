package scene

import (
	"math"

	"dango/session"
)

// icon is a small sign. The first ones are those of the states, so that a state is never told by colour alone.
type icon uint8

const (
	iconCross icon = icon(session.States) + iota
	iconTerminal
	iconUp
	iconDown
	iconHide
	iconQuit
	iconPlan
	iconBack
	iconForth
	iconTick
	iconListen
	iconPet
	iconSize
	iconQuiet
	iconSettings
	iconLogs
	iconHooks
	iconBar
	iconGhost
	iconLogin
	icons

	iconNone = icons
)

// iconBox is the size of the square that an icon is drawn in, in logical pixels.
const iconBox = 12

// shape is the distance from a point to an outline in logical pixels: negative inside. Origin: the box's middle.
type shape func(x, y float64) float64

var drawings = [icons]shape{
	session.AskUser:          either(minus(disc(0, -.7, 4.6), disc(0, -.7, 3.2)), line(-2.6, 3, -3.4, 5, .8), disc(0, -.7, 1.1)),
	session.PermissionPrompt: minus(rounded(1, triangle(0, -3.9, 4.3, 3.4, -4.3, 3.4)), line(0, -1.3, 0, .8, .75), disc(0, 2.7, .8)),
	session.ErrorInterrupted: minus(disc(0, 0, 5), line(0, -2.4, 0, .4, .85), disc(0, 2.6, .9)),
	session.Waiting:          either(minus(disc(0, 0, 5), disc(0, 0, 3.6)), line(0, -2, 0, .2, .7), line(0, .2, 1.5, 1.1, .7)),
	session.ToolUse:          rounded(1.1, triangle(-2.6, -3.4, 3.4, 0, -2.6, 3.4)),
	session.Thinking:         either(disc(-4, 0, 1.35), disc(0, 0, 1.35), disc(4, 0, 1.35)),
	session.Responding:       either(line(-3.8, -3.2, 3.8, -3.2, .8), line(-3.8, 0, 3.8, 0, .8), line(-3.8, 3.2, .8, 3.2, .8)),
	session.Completed:        either(line(-3.8, .4, -1.2, 3, .9), line(-1.2, 3, 4, -2.8, .9)),
	session.Review:           either(minus(disc(0, 0, 5), disc(0, 0, 3.6)), disc(0, 0, 1.8)),
	session.Idle:             minus(disc(0, 0, 4.6), disc(2.2, -1.6, 4)),
	iconCross:                either(line(-3, -3, 3, 3, .75), line(3, -3, -3, 3, .75)),
	iconTerminal:             either(line(-4.2, -2.6, -1.4, 0, .75), line(-1.4, 0, -4.2, 2.6, .75), line(.4, 3, 4.2, 3, .75)),
	iconUp:                   either(line(-3.2, 1.5, 0, -1.7, .75), line(0, -1.7, 3.2, 1.5, .75)),
	iconDown:                 either(line(-3.2, -1.5, 0, 1.7, .75), line(0, 1.7, 3.2, -1.5, .75)),
	iconHide:                 line(-3.4, 0, 3.4, 0, .75),
	iconPlan: either(disc(-3.8, -3.2, 1), disc(-3.8, 0, 1), disc(-3.8, 3.2, 1),
		line(-1.2, -3.2, 4, -3.2, .75), line(-1.2, 0, 4, 0, .75), line(-1.2, 3.2, 4, 3.2, .75)),
	iconBack:   either(line(1.6, -3.2, -1.6, 0, .75), line(-1.6, 0, 1.6, 3.2, .75)),
	iconForth:  either(line(-1.2, -2.8, 1.6, 0, .7), line(1.6, 0, -1.2, 2.8, .7)),
	iconTick:   either(line(-3.6, .3, -1.2, 2.7, .8), line(-1.2, 2.7, 3.8, -2.6, .8)),
	iconListen: either(disc(-3.6, 0, 1.3), either(only(arc(-3.6, 0, 4), ahead), only(arc(-3.6, 0, 7.2), ahead))),
	iconPet:    either(arc(0, 0, 4.5), disc(-1.7, -.4, .85), disc(1.7, -.4, .85)),
	iconSize: either(line(-3.6, 3.6, 3.6, -3.6, .7), line(3.6, -3.6, .6, -3.6, .7), line(3.6, -3.6, 3.6, -.6, .7),
		line(-3.6, 3.6, -.6, 3.6, .7), line(-3.6, 3.6, -3.6, .6, .7)),
	iconQuiet: either(arc(0, 0, 4.4), line(-2, 0, 2, 0, .75)),
	iconSettings: either(line(-4.2, -2.4, 4.2, -2.4, .65), line(-4.2, 2.4, 4.2, 2.4, .65),
		disc(1.6, -2.4, 1.7), disc(-1.6, 2.4, 1.7)),
	iconLogs: either(line(-4.2, -3.4, 4.2, -3.4, .65), line(-4.2, 0, 1.6, 0, .65), line(-4.2, 3.4, 3, 3.4, .65)),
	iconHooks: either(line(-4.8, .6, -2.6, .6, .65), line(-2.6, .6, -.9, -3.6, .65), line(-.9, -3.6, 1.3, 3.6, .65),
		line(1.3, 3.6, 2.6, .6, .65), line(2.6, .6, 4.8, .6, .65)),
	iconBar: either(line(-2.4, -3.2, 2.4, -3.2, 1.5), line(-4.2, 1, 4.2, 1, .65), line(-4.2, 4, 1.6, 4, .65)),
	iconGhost: either(only(arc(0, -.8, 3.7), above), line(-3.7, -.8, -3.7, 4.2, .7), line(3.7, -.8, 3.7, 4.2, .7),
		line(-3.7, 4.2, -1.85, 2.8, .7), line(-1.85, 2.8, 0, 4.2, .7), line(0, 4.2, 1.85, 2.8, .7), line(1.85, 2.8, 3.7, 4.2, .7),
		disc(-1.4, -.8, .8), disc(1.4, -.8, .8)),
	iconLogin: either(line(-4.6, 0, 1.2, 0, .7), line(-.9, -2.1, 1.2, 0, .7), line(-.9, 2.1, 1.2, 0, .7),
		line(1.6, -4, 4.2, -4, .7), line(4.2, -4, 4.2, 4, .7), line(4.2, 4, 1.6, 4, .7)),
	iconQuit: either(minus(arc(0, .4, 4.2), wedge), line(0, -4.4, 0, -.6, .75)),
}

func disc(cx, cy, r float64) shape {
	return func(x, y float64) float64 { return math.Hypot(x-cx, y-cy) - r }
}

// arc is a circle drawn with a pen.
func arc(cx, cy, r float64) shape {
	return func(x, y float64) float64 { return math.Abs(math.Hypot(x-cx, y-cy)-r) - .75 }
}

// wedge is the gap at the top of the sign for quitting.
func wedge(x, y float64) float64 { return max(math.Abs(x)-2.1, y+.6) }

// ahead leaves a quarter of the plane, to the right of the sign for listening.
func ahead(x, y float64) float64 { return (math.Abs(y) - (x + 3.6)) / math.Sqrt2 }

// above leaves the upper half of the sign of ghosts.
func above(_, y float64) float64 { return y + .8 }

// line is a stroke with round ends, w from its middle to its edge.
func line(x0, y0, x1, y1, w float64) shape {
	dx, dy := x1-x0, y1-y0
	return func(x, y float64) float64 {
		t := min(1, max(0, ((x-x0)*dx+(y-y0)*dy)/(dx*dx+dy*dy)))
		return math.Hypot(x-x0-t*dx, y-y0-t*dy) - w
	}
}

// triangle's corners go clockwise.
func triangle(ax, ay, bx, by, cx, cy float64) shape {
	edge := func(x, y, ax, ay, bx, by float64) float64 {
		return ((x-ax)*(by-ay) - (y-ay)*(bx-ax)) / math.Hypot(bx-ax, by-ay)
	}
	return func(x, y float64) float64 {
		in := max(edge(x, y, ax, ay, bx, by), edge(x, y, bx, by, cx, cy), edge(x, y, cx, cy, ax, ay))
		if in <= 0 {
			return in
		}
		return min(line(ax, ay, bx, by, 0)(x, y), line(bx, by, cx, cy, 0)(x, y), line(cx, cy, ax, ay, 0)(x, y))
	}
}

func rounded(r float64, s shape) shape { return func(x, y float64) float64 { return s(x, y) - r } }

func either(s ...shape) shape {
	return func(x, y float64) float64 {
		d := math.Inf(1)
		for _, f := range s {
			d = min(d, f(x, y))
		}
		return d
	}
}

// only is the part of a shape that lies in another.
func only(s, part shape) shape { return func(x, y float64) float64 { return max(s(x, y), part(x, y)) } }

func minus(s shape, holes ...shape) shape {
	return func(x, y float64) float64 {
		d := s(x, y)
		for _, h := range holes {
			d = max(d, -h(x, y))
		}
		return d
	}
}
