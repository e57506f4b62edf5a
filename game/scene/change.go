package scene

import (
	"math"

	"dango/game/drawlist"
	"dango/sprite"
)

// The smallest and the largest size that a pet can have, and how much it grows with each notch of the wheel.
const (
	MinSize  = .35
	MaxSize  = 3
	sizeStep = 1.08
)

// resize makes the pet larger or smaller. It stops at whole sizes, where pixels are even.
func (s *Scene) resize(notches float32) {
	was := float64(s.size)
	to := was * math.Pow(sizeStep, float64(notches))
	size := to
	for whole := 1.; whole < MaxSize; whole++ {
		if min(was, to) < whole-.001 && max(was, to) > whole+.001 {
			if size = whole; to > was {
				break
			}
		}
	}
	size = min(MaxSize, max(MinSize, math.Round(size*100)/100))
	if float32(size) != s.size {
		s.SetSize(float32(size))
		s.wish.Size = size
	}
}

// SetSize makes the pet larger or smaller: logical pixels a pixel of its sheet. Its feet stay where they are.
func (s *Scene) SetSize(size float32) {
	if size <= 0 || size == s.size {
		return
	}
	old := s.bodyRect()
	s.size = size
	s.stand(old)
}

// sheetPage is the page of a pet's picture.
func sheetPage(sheet *sprite.Sheet) *drawlist.Page {
	page := &drawlist.Page{Image: sheet.Atlas(), Cells: sheet}
	if page.Image != nil {
		page.Dirty = page.Image.Rect
	}
	return page
}

// SetSheet shows another pet, in the place of the one before. The engine's painter wants a sheet that is released, then or
// afterwards; those that paint into memory one that is not.
func (s *Scene) SetSheet(sheet *sprite.Sheet) {
	old := s.bodyRect()
	if s.dress(sheet) {
		s.shapes.draw(s.shapes.scale)
	}
	s.character.init(sheet, s.size)
	s.pages[drawlist.Sprite] = sheetPage(sheet)
	s.stand(old)
}

// stand puts the middle of the pet's feet where that of another body was.
func (s *Scene) stand(old drawlist.Rect) {
	now := s.bodyRect()
	s.pet.X += old.X + old.W/2 - now.X - now.W/2
	s.pet.Y += old.Y + old.H - now.Y - now.H
	s.stale, s.dirty = true, true
}
