package game

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"

	"dango/game/drawlist"
)

// sheet is the pet's picture, of which only the cells that are shown are ever the engine's: it rounds the sides of a
// picture up to powers of two, so that a whole sheet costs 32 MB where pictures are in main memory.
type sheet struct {
	cells  drawlist.Cells
	engine map[image.Rectangle]*ebiten.Image
}

// maxEngineCells is how many cells the engine has: those of a clip and some more, 256 KB each.
const maxEngineCells = 12

// take takes a page's picture over, in the place of the one before.
func (s *sheet) take(page *drawlist.Page) {
	s.drop()
	if s.cells != nil && s.cells != page.Cells {
		s.cells.Rest()
	}
	s.cells, page.Cells, page.Image = page.Cells, nil, nil
}

// drop gives the engine's pictures up.
func (s *sheet) drop() {
	for _, m := range s.engine {
		m.Deallocate()
	}
	clear(s.engine)
}

// pixels are those of the cell that a quad is cut from; nil when there is none.
func (s *sheet) pixels(src drawlist.Rect) *image.RGBA {
	if s.cells == nil {
		return nil
	}
	return s.cells.Pixels(image.Rect(int(src.X), int(src.Y), int(src.X+src.W), int(src.Y+src.H)))
}

// cell is the engine's picture of the cell that a quad is cut from, with the same coordinates; nil when there is none.
func (s *sheet) cell(src drawlist.Rect) *ebiten.Image {
	m := s.pixels(src)
	if m == nil {
		return nil
	}
	img := s.engine[m.Rect]
	if img == nil {
		if len(s.engine) >= maxEngineCells {
			s.drop()
		}
		if s.engine == nil {
			s.engine = map[image.Rectangle]*ebiten.Image{}
		}
		img = unmanaged(m.Rect)
		write(img, m, m.Rect)
		s.engine[m.Rect] = img
	}
	return img
}
