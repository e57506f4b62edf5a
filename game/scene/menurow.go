package scene

import (
	"dango/game/drawlist"
	"dango/prefs/tray"
	"dango/session"
)

// menuRow is one row. One without words is a line.
type menuRow struct {
	words, note string
	icon        icon // iconNone = none
	state       session.State
	key         session.Key // a session's
	do          tray.Action
	to          string // the page that it opens
	back        bool
	box, on     bool
	y           float32 // from the first row's top
}

// signs are the icons of the menu's signs.
var signs = [...]icon{
	tray.NoSign: iconNone, tray.SignListen: iconListen, tray.SignPet: iconPet, tray.SignSize: iconSize,
	tray.SignQuiet: iconQuiet, tray.SignSettings: iconSettings, tray.SignLogs: iconLogs, tray.SignHooks: iconHooks,
	tray.SignHide: iconHide, tray.SignQuit: iconQuit, tray.SignBar: iconBar, tray.SignGhost: iconGhost, tray.SignLogin: iconLogin,
}

func (r *menuRow) height() float32 { return pick[float32](r.words == "", menuLine, menuHigh) }

// live says whether something happens when the row is chosen.
func (r *menuRow) live() bool {
	return r.back || r.to != "" || r.do.Kind != tray.Nothing || r.key != (session.Key{})
}

func (s *Scene) paintMenu() {
	m := &s.menu
	p, c := &s.paint, s.colors
	p.shadow(m.rect, c.shadow)
	p.box(p.shape.card, m.rect, c.card)
	p.clip, p.cuts = m.view(), true
	for i := range m.rows {
		if r := m.item(i); m.rows[i].words == "" {
			p.box(p.shape.solid, drawlist.Rect{X: r.X + 6, Y: r.Y + menuLine/2, W: r.W - 12, H: 1}, c.hairline)
		} else {
			s.paintRow(&m.rows[i], r, i)
		}
	}
	p.cuts = false
	if bar := m.bar(); !bar.Empty() {
		p.box(p.shape.thumb, bar, c.thumb)
	}
	p.box(p.shape.cardLine, m.rect, c.hairline)
}

func (s *Scene) paintRow(row *menuRow, r drawlist.Rect, i int) {
	p, c := &s.paint, s.colors
	hot := s.hover.part == partItem && s.hover.index == i
	if hot {
		p.box(p.shape.button, r, c.hot)
	}
	if s.menu.keys && s.menu.on == i {
		p.box(p.shape.buttonFocus, r, c.focus)
	}
	mid := r.Y + r.H/2
	words, sign := c.title, pick(hot, c.title, c.faint)
	switch {
	case row.key.ID != "":
		sign = c.accent[row.state]
	case !row.live():
		words = c.faint
	}
	x := r.X + menuWordsX
	if row.icon != iconNone {
		p.icon(row.icon, r.X+menuSignX, mid, sign)
	} else if row.box || !row.live() {
		x = r.X + menuSignX - 6
	}
	end := r.X + r.W - 8
	switch {
	case row.to != "":
		p.icon(iconForth, r.X+r.W-menuEnd, mid, sign)
		end = r.X + r.W - menuEnd - 10
	case row.box && row.on:
		p.icon(iconTick, r.X+r.W-menuEnd, mid, c.title)
		fallthrough
	case row.box:
		end = r.X + r.W - menuEnd - 10
	}
	if row.note != "" {
		t := s.text.Line(row.note, smallStyle, 0)
		end -= t.Width
		p.write(t, end, r.Y, r.H, c.faint)
		end -= 10
	}
	p.write(s.text.Line(row.words, pick(row.back, strongStyle, bodyStyle), end-x), x, r.Y, r.H, words)
}
