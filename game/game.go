// Package game is the one ebiten.Game: it reads the window, steps the scene, and replays the scene's draw list.
package game

import (
	"bytes"
	"context"
	"errors"
	"image"
	"runtime/debug"
	"sync"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/game/scene"
	"dango/game/window"
	"dango/session"
	"dango/session/board"
)

// Options are what a game is made of. All are needed.
type Options struct {
	Window *window.Window
	Scene  *scene.Scene
	Board  *board.Board[session.Snapshot]
	Submit func(session.Command) bool // never waits
	// After is called after each Step, on the game goroutine, with what the user wants of the program. It must not
	// wait. false ends the game.
	After func(scene.Wish) bool
	// Unseen says that nobody sees the screen: it is locked, or asleep. It must not wait. Call Nudge when that is over.
	Unseen func() bool
	// Stuck hears that the loop stands still though it should not: what is on the screen cannot be used. And it hears when
	// that is over. It is called on a goroutine of its own, and must not wait.
	Stuck func(bool)
}

// Game is the loop without a window of its own. Make it with New and run it with Run.
type Game struct {
	Options
	ctx      context.Context
	pace     *pacer
	frame    input.Frame
	painter  painter
	patcher  patcher
	list     []drawlist.Quad
	bar      barPainter
	commands []session.Command
	solid    []drawlist.Rect
	size     image.Point // of the picture last drawn
	origin   image.Point // under which it was drawn
	scale    float64     // likewise
	opacity  float32     // likewise

	uncovered uint64      // by the window, when it was drawn
	unseen    bool        // nobody sees what would be drawn
	overtaken bool        // the engine has shown less than there is
	held      bool        // a picture waits for the engine to come to rest
	watch     scene.Watch // what the window follows the pointer for
}

// New makes a game that ends without an error when ctx ends.
func New(ctx context.Context, o Options) *Game {
	return &Game{Options: o, ctx: ctx, pace: newPacer(o.Stuck)}
}

// Run shows the window and plays until the game ends. It must run on the main goroutine.
func (g *Game) Run() error {
	stopped := make(chan struct{})
	var pacing sync.WaitGroup
	pacing.Go(func() { g.pace.run(g.ctx, stopped, g.Board.Wake(), g.Window.Wake(), g.Window.Busy) })
	err := g.play()
	close(stopped)
	pacing.Wait()
	return err
}

// ErrBlind says that there was a moment without monitors, which the engine does not survive: it wants to know how fine
// the pixels of the window's monitor are, and there is none. It cannot run a second time in one process.
var ErrBlind = errors.New("game: there was no monitor for a moment")

// play runs the engine and tells the one fault of its that we know from all others.
func (g *Game) play() (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			// The moment may be over before anybody could look: then the fault itself says that a monitor was missing.
			if !bytes.Contains(debug.Stack(), []byte("internal/ui.(*Monitor).")) && !g.Window.Blind() {
				panic(fault)
			}
			err = ErrBlind
		}
	}()
	return g.Window.Run(g)
}

// Nudge asks for an Update soon. It may be called from any goroutine.
func (g *Game) Nudge() { wakeLoop() }

// Update steps the scene. Nothing in it locks, waits or reads files.
func (g *Game) Update() error {
	if g.ctx.Err() != nil {
		return ebiten.Termination
	}
	if err := g.Window.Read(&g.frame); err != nil {
		return err
	}
	g.Scene.Step(g.Board.Latest(), g.frame)
	g.commands = g.Scene.Commands(g.commands[:0])
	for _, c := range g.commands {
		g.Submit(c)
	}
	wish := g.Scene.Wish()
	if !g.After(wish) {
		return ebiten.Termination
	}
	g.show()
	g.keyboard(&wish)
	next := g.Window.Until(g.Scene.NextTick())
	switch locked := g.Unseen(); {
	case locked || g.Window.Obscured():
		g.unseen = true
		if locked || !g.bar.shows() { // the bar lies above what the pet is behind
			next = never
		}
	default:
		g.unseen = false
		if g.patcher.waits() {
			next = min(next, soon)
		}
	}
	g.follow()
	g.pace.next(next)
	return nil
}

const (
	soon  = time.Second / input.TicksPerSecond // a tick
	never = 1000 * time.Hour                   // until something wakes the loop
)

// show makes the window cover what the scene shows.
func (g *Game) show() {
	g.bar.show(g.Scene, g.Window)
	g.solid = g.Scene.Input(g.solid[:0])
	if !g.Scene.Shown() && len(g.solid) == 0 {
		g.Window.Show(drawlist.Rect{}, nil, false)
		return
	}
	g.Window.Show(g.Scene.Viewport(), g.solid, g.Scene.Ghost())
}

// follow has the pointer looked for while the pet looks at it, and somebody sees that.
func (g *Game) follow() {
	w := g.Scene.Watch()
	if g.unseen {
		w = scene.Watch{}
	}
	if w == g.watch {
		return
	}
	g.watch = w
	if w == (scene.Watch{}) {
		g.Window.Follow(nil)
		return
	}
	g.Window.Follow(func(p drawlist.Point) int { return int(w.At(p)) })
}

// Draw shows the picture when it has changed. Otherwise the picture of the last time stays.
func (g *Game) Draw(screen *ebiten.Image) {
	if g.unseen {
		g.patcher.rest()
		return
	}
	origin, scale := g.Window.View()
	size, uncovered, opacity := screen.Bounds().Size(), g.Window.Uncovered(), g.Scene.Opacity()
	all := size != g.size || scale != g.scale
	anew := all || g.overtaken || uncovered != g.uncovered || opacity != g.opacity
	if !g.Scene.Dirty() && origin == g.origin && !anew && !g.held {
		g.patcher.rest()
		return
	}
	carry(g.patcher.shown, origin.Sub(g.origin), float32(scale))
	pages := g.Scene.Pages()
	fresh := pages[drawlist.Sprite] != nil && pages[drawlist.Sprite].Cells != nil // a sheet that the engine does not have yet
	g.list, g.held = g.Scene.Append(g.list[:0]), false
	g.size, g.origin, g.scale, g.uncovered, g.opacity = size, origin, scale, uncovered, opacity
	g.patcher.wanted = opacity >= 1 && g.Window.Software() && g.patcher.fits(g.list, size, origin, scale)
	if g.patcher.ready() && !anew && !fresh && g.patcher.show(g.Window, g.list, pages, &g.painter.sheet, origin, scale) {
		g.patcher.rest()
		return
	}
	if g.held = g.patcher.hurries() && !anew && !fresh; g.held {
		g.patcher.rest()
		return
	}
	g.overtaken = false
	g.Window.DropPatches()
	g.painter.paint(screen, g.list, pages, origin, float32(scale), all || anew)
	g.patcher.painted(g.list)
}

// Layout is not called: LayoutF is.
func (g *Game) Layout(w, h int) (int, int) { return w, h }

// LayoutF makes the picture as large as the window, pixel by pixel.
func (g *Game) LayoutF(w, h float64) (float64, float64) { return g.Window.Layout(w, h) }

// DrawFinalScreen copies the picture to the window. The engine would blend it over an empty one, which costs more where
// the CPU paints. Where nobody composes windows there is no opacity: a faint picture would be one on black.
func (g *Game) DrawFinalScreen(screen ebiten.FinalScreen, picture *ebiten.Image, place ebiten.GeoM) {
	if g.patcher.ahead { // the engine has reasons of its own to show what it has: what is newer has to be painted again
		g.overtaken = true
		wakeLoop()
	}
	o := ebiten.DrawImageOptions{GeoM: place, Blend: ebiten.BlendCopy}
	if g.Window.Sheer() {
		o.ColorScale.ScaleAlpha(g.Scene.Opacity())
	}
	screen.DrawImage(picture, &o)
}
