// Package game is the one ebiten.Game: it reads the window, steps the scene, and replays the scene's draw list.
package game

import (
	"context"
	"image"

	"github.com/hajimehoshi/ebiten/v2"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/game/window"
	"dango/session"
	"dango/session/board"
)

// Scene decides what is on show. game/scene has the real one.
type Scene interface {
	Step(*session.Snapshot, input.Frame)
	Append([]drawlist.Quad) []drawlist.Quad
	Dirty() bool
	Viewport() drawlist.Rect
	Input([]drawlist.Rect) []drawlist.Rect
	NextTick() uint64
	Commands([]session.Command) []session.Command
	Pages() *drawlist.Pages
}

// Options are what a game is made of. All but After are needed.
type Options struct {
	Window *window.Window
	Scene  Scene
	Board  *board.Board[session.Snapshot]
	Submit func(session.Item) bool // never waits
	// After is called after each Step, on the game goroutine. false ends the game.
	After func() bool
}

// Game is the loop without a window of its own. Make it with New and run it with Run.
type Game struct {
	Options
	ctx      context.Context
	pace     *pacer
	frame    input.Frame
	painter  painter
	commands []session.Command
	solid    []drawlist.Rect
	size     image.Point // of the picture last drawn
	origin   image.Point // under which it was drawn
}

// New makes a game that ends when ctx does.
func New(ctx context.Context, o Options) *Game {
	return &Game{Options: o, ctx: ctx, pace: newPacer()}
}

// Run shows the window and plays until the game ends. It must run on the main goroutine.
func (g *Game) Run() error {
	ctx, stop := context.WithCancel(g.ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		g.pace.run(ctx, g.Board.Wake(), g.Window.Wake(), g.Window.Busy)
	}()
	err := g.Window.Run(g)
	stop()
	<-done
	return err
}

// Nudge asks for an Update soon. It may be called from any goroutine.
func (g *Game) Nudge() { ebiten.ScheduleFrame() }

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
	for i := range g.commands {
		c := g.commands[i]
		g.Submit(session.Item{Command: &c})
	}
	if g.After != nil && !g.After() {
		return ebiten.Termination
	}
	g.solid = g.Scene.Input(g.solid[:0])
	g.Window.Show(g.Scene.Viewport(), g.solid)
	g.pace.next(g.Window.Until(g.Scene.NextTick()))
	return nil
}

// Draw replays the list when the picture has changed. Otherwise the picture of the last time stays.
func (g *Game) Draw(screen *ebiten.Image) {
	origin, scale := g.Window.View()
	size := screen.Bounds().Size()
	if !g.Scene.Dirty() && size == g.size && origin.Sub(g.origin) == (image.Point{}) {
		return
	}
	g.size, g.origin = size, origin
	g.painter.paint(screen, g.Scene, origin, float32(scale))
}

// Layout is not called: LayoutF is.
func (g *Game) Layout(w, h int) (int, int) { return w, h }

// LayoutF makes the picture as large as the window, pixel by pixel.
func (g *Game) LayoutF(w, h float64) (float64, float64) { return g.Window.Layout(w, h) }
