package scene

import (
	"dango/game/drawlist"
	"dango/sprite"
)

// SetSize makes the pet larger or smaller: logical pixels a pixel of its sheet. Its feet stay where they are.
func (s *Scene) SetSize(size float32) {
	if size <= 0 || size == s.size {
		return
	}
	old := s.bodyRect()
	s.size = size
	s.stand(old)
}

// SetSheet shows another pet, in the place of the one before. The scene takes the sheet's picture; the caller may
// release it afterwards.
func (s *Scene) SetSheet(sheet *sprite.Sheet) {
	old := s.bodyRect()
	s.character.init(sheet, s.size)
	page := &drawlist.Page{Image: sheet.Atlas(), Static: true}
	if page.Image != nil {
		page.Dirty = page.Image.Rect
	}
	s.pages[drawlist.Sprite] = page
	s.stand(old)
}

// stand puts the middle of the pet's feet where that of another body was.
func (s *Scene) stand(old drawlist.Rect) {
	now := s.bodyRect()
	s.pet.X += old.X + old.W/2 - now.X - now.W/2
	s.pet.Y += old.Y + old.H - now.Y - now.H
	s.stale, s.dirty = true, true
}
