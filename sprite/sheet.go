// Package sprite reads Codex pets and pets of GIFs, and knows which cell of one is on show at which moment.
//
// A Sheet is a grid of cells with named clips; a Player decides which clip the pet plays. Neither has a clock:
// every time is given by the caller. One goroutine at a time uses a Sheet or a Player.
package sprite

import (
	"fmt"
	"image"
	"math"
	"sync/atomic"
	"time"
)

// Never is the answer to "when does the picture change" for a picture that stays.
const Never = time.Duration(math.MaxInt64)

// Geometry of the Codex contract, in pixels of the sheet.
const (
	CellWidth  = 192
	CellHeight = 208
	columns    = 8
	rowsV1     = 9
	rowsV2     = 11
)

// gazeRow is the first of the two rows that look around, and neutralCol the cell of row 0 that looks straight.
const (
	gazeRow    = 9
	gazes      = 16
	neutralCol = 6
)

// Sheet is one pet: its cells, its clips, and which of its pixels are solid.
type Sheet struct {
	ID      string
	Name    string // what to call it in front of people, on one line; never empty
	Version int    // of the contract: 1, or 2 when it can look around

	grid   grid
	atlas  *image.RGBA           // nil once released
	cells  atomic.Pointer[cells] // of a released sheet
	mask   mask
	relief relief
	bounds []image.Rectangle // of the solid pixels of each cell, from the cell's top left
	made   map[Clip]film     // as the pet's maker wants them played
	films  map[Clip]film     // as the user does
	own    map[State]Clip    // clips made for one state; nil of a Codex pet
	idle   int               // leading cells of the idle row; 0 when pet.json declares its own idle
	gaze   bool
	pixels bool // pixel art

	sounds  map[string][]byte
	glyphs  map[State]*image.Alpha
	accents map[State]Accent
	notes   []string
}

// grid is how a sheet is cut.
type grid struct{ width, height, columns, rows int }

// fits says what is wrong with the size of a cell.
func (g grid) fits() error {
	if g.width > maxCellSide || g.height > maxCellSide {
		return fmt.Errorf("cells of %d×%d px are too large: at most %d px a side", g.width, g.height, maxCellSide)
	}
	return nil
}

// Atlas is the whole picture, premultiplied, or nil after Release.
func (s *Sheet) Atlas() *image.RGBA { return s.atlas }

// Release gives up the picture as a whole: a little later it needs a twentieth of the memory. Everything else goes on working.
func (s *Sheet) Release() {
	if s.atlas != nil {
		s.cells.Store(newCells(s.atlas, s.CellSize()))
		s.atlas = nil
	}
}

// Pixels are those of the cell that is at r in the picture, with the same coordinates; nil where there is no such cell. They
// may be kept, and must not be changed.
func (s *Sheet) Pixels(r image.Rectangle) *image.RGBA {
	switch c := s.cells.Load(); {
	case c != nil:
		return c.cell(r)
	case s.atlas != nil && !r.Empty() && r.In(s.atlas.Rect):
		return cut(s.atlas, r)
	}
	return nil
}

// Rest is told that no cell will be needed for a while.
func (s *Sheet) Rest() {
	if c := s.cells.Load(); c != nil {
		c.open = nil
	}
}

// Bytes is about how much memory a sheet that rests needs. It may be called from any goroutine.
func (s *Sheet) Bytes() int {
	n := 8*len(s.mask.bits) + 4*(len(s.relief.rest)+len(s.relief.out))
	if c := s.cells.Load(); c != nil {
		return n + c.bytes()
	}
	return n + 4*s.grid.width*s.grid.columns*s.grid.height*s.grid.rows
}

// PixelArt says whether the pixels are meant to be seen: by pet.json's "pixelArt", or manifest.json's, else by the look of
// the picture.
func (s *Sheet) PixelArt() bool { return s.pixels }

// CellSize is the size of one cell in pixels.
func (s *Sheet) CellSize() image.Point { return image.Pt(s.grid.width, s.grid.height) }

// CellRect is where the cell lies in the atlas.
func (s *Sheet) CellRect(col, row int) image.Rectangle {
	at := image.Pt(col*s.grid.width, row*s.grid.height)
	return image.Rectangle{at, at.Add(s.CellSize())}
}

// Solid says whether pixel (x, y) of a cell can be clicked: it lies inside and its alpha is above a tenth.
func (s *Sheet) Solid(col, row, x, y int) bool {
	return s.has(col, row) && image.Pt(x, y).In(s.bounds[row*s.grid.columns+col]) &&
		s.mask.at(col*s.grid.width+x, row*s.grid.height+y)
}

// Bounds is the smallest rectangle that holds the solid pixels of a cell, from the cell's top left. It is empty for
// an empty cell, and for one that is not on the sheet.
func (s *Sheet) Bounds(col, row int) image.Rectangle {
	if !s.has(col, row) {
		return image.Rectangle{}
	}
	return s.bounds[row*s.grid.columns+col]
}

func (s *Sheet) has(col, row int) bool {
	return col >= 0 && col < s.grid.columns && row >= 0 && row < s.grid.rows
}

// Has says whether the sheet can play the clip itself.
func (s *Sheet) Has(clip Clip) bool { _, ok := s.films[clip]; return ok }

// Doze gives the cell of a pet that sleeps: that of the clip "dozing" when pet.json declares one, else the first of idle.
func (s *Sheet) Doze() (col, row int) {
	col, row, _ = s.Cell(dozing, 0)
	return col, row
}

// Cycle is how long the clip takes once through. Never zero.
func (s *Sheet) Cycle(clip Clip) time.Duration { return s.film(clip).cycle }

// Cell gives the cell that is on show when the clip has been playing for elapsed, and how long it will stay.
//
// A clip goes round for ever, except one that pet.json declares not to loop, which is followed by its fallback.
// A clip that the sheet has not is played as idle. A clip of one cell stays: next is Never.
func (s *Sheet) Cell(clip Clip, elapsed time.Duration) (col, row int, next time.Duration) {
	elapsed = max(elapsed, 0)
	f := s.film(clip)
	for !f.loop && elapsed >= f.cycle {
		elapsed -= f.cycle
		f = s.film(f.fallback)
	}
	cell, next := f.at(elapsed % f.cycle)
	if f.loop && len(f.cells) == 1 {
		next = Never
	}
	return cell % s.grid.columns, cell / s.grid.columns, next
}

func (s *Sheet) film(clip Clip) film {
	if f, ok := s.films[clip]; ok {
		return f
	}
	return s.films[Idle]
}
