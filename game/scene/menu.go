package scene

import (
	"dango/game/drawlist"
	"dango/game/layout"
)

const (
	menuWidth = 148
	menuRow   = 30
	menuPad   = 5
)

// menuItems are what a right click on the pet offers.
var menuItems = [...]struct {
	words string
	icon  icon
}{{"Hide", iconHide}, {"Quit Dango", iconQuit}}

const (
	itemHide = iota
	itemQuit
)

// menuTicks is how long a menu stays open that the pointer has left: clicks elsewhere are not ours to see.
const menuTicks = 60

type menu struct {
	open bool
	rect drawlist.Rect
	left uint64 // tick at which the pointer left; 0 = it is here
}

// expire closes a menu that the pointer left a while ago.
func (m *menu) expire(tick uint64) (changed bool) {
	if !m.open || m.left == 0 || tick < m.left+menuTicks {
		return false
	}
	m.open = false
	return true
}

// rightPress opens the menu at the pointer, or closes it.
func (s *Scene) rightPress() {
	on := s.hit(s.at)
	s.menu.open = !s.menu.open && on.part == partPet
	r := drawlist.Rect{X: s.at.X + 2, Y: s.at.Y + 2, W: menuWidth, H: float32(len(menuItems))*menuRow + 2*menuPad}
	if r.Y+r.H > s.work.Y+s.work.H-margin {
		r.Y = s.at.Y - 2 - r.H
	}
	if r.X+r.W > s.work.X+s.work.W-margin {
		r.X = s.at.X - 2 - r.W
	}
	s.menu.rect = s.paint.snap(layout.Inside(r, s.work))
}

func (m *menu) item(i int) drawlist.Rect {
	return drawlist.Rect{X: m.rect.X + menuPad, Y: m.rect.Y + menuPad + float32(i)*menuRow, W: m.rect.W - 2*menuPad, H: menuRow}
}

func (m *menu) hit(p drawlist.Point) target {
	for i := range menuItems {
		if m.item(i).Contains(p) {
			return target{part: partItem, index: i}
		}
	}
	return target{part: partMenu}
}

// choose does what an item says.
func (s *Scene) choose(i int) {
	s.menu.open = false
	switch i {
	case itemHide:
		s.wish.Hide = true
		s.SetVisible(false)
	case itemQuit:
		s.wish.Quit = true
	}
}

func (s *Scene) paintMenu() {
	if !s.menu.open {
		return
	}
	p, c, r := &s.paint, s.colors, s.menu.rect
	p.shadow(r, c.shadow)
	p.box(p.shape.card, r, c.card)
	p.box(p.shape.cardLine, r, c.hairline)
	for i := range menuItems {
		row := s.menu.item(i)
		hot := s.hover.part == partItem && s.hover.index == i
		if hot {
			p.box(p.shape.button, row, c.hot)
		}
		p.icon(menuItems[i].icon, row.X+16, row.Y+row.H/2, pick(hot, c.title, c.faint))
		p.write(s.text.Line(menuItems[i].words, bodyStyle, menuWidth), row.X+30, row.Y, row.H, c.title)
	}
}
