package scene

import (
	"cmp"
	"slices"
	"strconv"

	"dango/game/drawlist"
	"dango/game/layout"
	"dango/prefs/lang"
	"dango/prefs/phrase"
	"dango/prefs/tray"
	"dango/session"
)

const (
	menuWidth  = 252
	menuHigh   = 28 // height of a row
	menuLine   = 9  // height of a line between rows
	menuPad    = 5
	menuSignX  = 16 // from a row's left to the middle of its sign
	menuWordsX = 31
	menuEnd    = 13 // from a row's right to the middle of its check mark or arrow
	// menuSessions is how many sessions stand on the first page; more have one of their own.
	menuSessions = 4
)

// menuTicks is how long a menu stays open that the pointer has left: clicks elsewhere are not ours to see.
const menuTicks = 60

// allSessions is the name of the page that lists them.
const allSessions lang.Text = "All sessions"

// menu is what a right click on the pet or on the bar opens. An item that holds others opens a page in the place of the one before.
type menu struct {
	items []tray.Item // of the first page, below the sessions

	open   bool
	keys   bool           // the keyboard works in it
	inBar  bool           // it was opened on the bar, and is a part of it
	at     drawlist.Point // that it hangs from
	up     bool           // it grows upwards
	left   uint64         // tick at which the pointer left; 0 = it is here
	page   []string       // names of the open pages, the innermost last
	given  []menuRow      // the sessions, as they were when it was opened: rows do not move under the pointer
	rows   []menuRow
	on     int // the row with the ring
	rect   drawlist.Rect
	full   float32 // height of all rows
	scroll float32
}

// SetMenu says what the menu offers below the sessions. An open one shows it at once.
func (s *Scene) SetMenu(items []tray.Item) {
	s.menu.items = items
	if s.menu.open {
		s.fillMenu()
	}
	s.stale = true
}

// defaultMenu is for those who offer nothing.
func defaultMenu() []tray.Item {
	return []tray.Item{
		{Text: lang.T("Hide"), Sign: tray.SignHide, Do: tray.Action{Kind: tray.Hide}},
		{Text: lang.T("Quit Dango"), Sign: tray.SignQuit, Do: tray.Action{Kind: tray.Quit}},
	}
}

// expire closes a menu that the pointer left a while ago.
func (m *menu) expire(tick uint64) (changed bool) {
	if !m.open || m.keys || m.left == 0 || tick < m.left+menuTicks {
		return false
	}
	m.open = false
	return true
}

// rightPress opens the menu at the pointer, or closes it.
func (s *Scene) rightPress() {
	switch t := s.hit(s.at); {
	case t.part == partItem || t.part == partMenu:
	case s.menu.open || t.part != partPet && !t.onBar():
		s.closeMenu()
	default:
		s.openMenu(drawlist.Point{X: s.at.X + 2, Y: s.at.Y + 2}, false, t.onBar())
	}
}

// openMenu opens the first page. keys says that it is worked by the keyboard, which the scene has then; inBar that it is a
// part of the bar, and not of what is around the pet.
func (s *Scene) openMenu(at drawlist.Point, keys, inBar bool) {
	m := &s.menu
	m.inBar = inBar
	m.open, m.keys, m.left, m.at, m.page = true, keys, 0, at, m.page[:0]
	m.list(s.snap, s.private)
	m.up = false
	s.fillMenu()
	m.up = m.rect.Y < m.at.Y-1
	s.fillMenu()
	s.wish.Menu = true
}

func (s *Scene) closeMenu() { s.menu.open, s.menu.keys = false, false }

// menuIn says whether the menu is open, as a part of the bar or not.
func (s *Scene) menuIn(bar bool) bool { return s.menu.open && s.menu.inBar == bar }

// list makes the rows of the sessions, the most urgent first. In private they are called after their folders.
func (m *menu) list(snap *session.Snapshot, private bool) {
	m.given = m.given[:0]
	if snap == nil {
		return
	}
	for _, v := range snap.Sessions {
		words := oneLine(v.Title)
		if private && v.Titled {
			words = firstOf(v.Folder, hidden)
		}
		if v.Suffix != "" {
			words += " " + v.Suffix
		}
		m.given = append(m.given, menuRow{words: words, note: phrase.State(v), icon: icon(v.State), state: v.State, key: v.Key})
	}
	slices.SortStableFunc(m.given, func(a, b menuRow) int { return cmp.Compare(a.state, b.state) })
}

// fillMenu makes the rows of the open page, and finds their place.
func (s *Scene) fillMenu() {
	m := &s.menu
	items := m.items
	if len(items) == 0 {
		items = defaultMenu()
	}
	m.rows = m.rows[:0]
	for depth, name := range m.page {
		i := slices.IndexFunc(items, func(t tray.Item) bool { return t.Text == name })
		if name != string(allSessions) && i < 0 { // the item is gone
			m.page = m.page[:depth]
			break
		}
		if items = nil; i >= 0 {
			items = m.itemsOf(i, m.page[:depth])
		}
	}
	if n := len(m.page); n > 0 {
		words := m.page[n-1]
		if words == string(allSessions) {
			words = lang.T(allSessions)
		}
		m.rows = append(m.rows, menuRow{words: words, icon: iconBack, back: true}, menuRow{})
	}
	switch {
	case len(m.page) == 0:
		m.head()
	case m.page[len(m.page)-1] == string(allSessions):
		m.rows = append(m.rows, m.given...)
	}
	for _, t := range items {
		row := menuRow{words: t.Text, note: t.Note, icon: signs[t.Sign], do: t.Do, box: t.Box, on: t.Checked}
		if len(t.Sub) > 0 {
			row.to = t.Text
		}
		m.rows = append(m.rows, row)
	}
	s.placeMenu()
}

// itemsOf gives the items below the i-th one of a page.
func (m *menu) itemsOf(i int, page []string) []tray.Item {
	items := m.items
	for _, name := range page {
		items = items[slices.IndexFunc(items, func(t tray.Item) bool { return t.Text == name })].Sub
	}
	return items[i].Sub
}

// head is what stands above the items of the first page: the sessions.
func (m *menu) head() {
	n := len(m.given)
	if n > menuSessions {
		n = menuSessions - 1
	}
	m.rows = append(m.rows, m.given[:n]...)
	switch {
	case n < len(m.given):
		m.rows = append(m.rows, menuRow{words: lang.T(allSessions), note: strconv.Itoa(len(m.given)), icon: iconNone, to: string(allSessions)})
	case n == 0:
		m.rows = append(m.rows, menuRow{words: lang.T("No sessions"), icon: iconNone})
	}
	m.rows = append(m.rows, menuRow{})
}

// placeMenu finds room for the rows: beside the point that the menu hangs from, in the work area. What is too long can
// be scrolled.
func (s *Scene) placeMenu() {
	m := &s.menu
	m.full = 0
	for i := range m.rows {
		m.rows[i].y = m.full
		m.full += m.rows[i].height()
	}
	work := pick(m.inBar, s.bar.monitor.Work, s.work)
	r := drawlist.Rect{X: m.at.X, Y: m.at.Y, W: menuWidth, H: min(m.full+2*menuPad, work.H-2*margin)}
	if m.up || r.Y+r.H > work.Y+work.H-margin {
		r.Y = m.at.Y - 4 - r.H
	}
	if r.X+r.W > work.X+work.W-margin {
		r.X = m.at.X - 4 - r.W
	}
	m.rect = s.paint.snap(layout.Inside(r, work.Inset(margin)))
	m.scrollTo(m.scroll)
	m.on = min(m.on, len(m.rows)-1)
}

// view is where rows are seen, in the world.
func (m *menu) view() drawlist.Rect { return m.rect.Inset(menuPad) }

// item is where a row is, in the world, whether it is seen or not.
func (m *menu) item(i int) drawlist.Rect {
	v, r := m.view(), &m.rows[i]
	return drawlist.Rect{X: v.X, Y: v.Y + r.y - m.scroll, W: v.W, H: r.height()}
}

func (m *menu) scrollTo(y float32) { m.scroll = max(0, min(y, m.full-m.view().H)) }

// bar is the thumb of the scroll bar; empty when all rows are seen.
func (m *menu) bar() drawlist.Rect {
	v := m.view()
	if m.full <= v.H+.5 {
		return drawlist.Rect{}
	}
	h := max(24, v.H*v.H/m.full)
	return drawlist.Rect{X: m.rect.X + m.rect.W - 4, Y: v.Y + (v.H-h)*m.scroll/(m.full-v.H), W: 3, H: h}
}

func (m *menu) hit(p drawlist.Point) target {
	for i := range m.rows {
		if m.rows[i].live() && m.item(i).Intersect(m.view()).Contains(p) {
			return target{part: partItem, index: i}
		}
	}
	return target{part: partMenu}
}

// choose does what a row says.
func (s *Scene) choose(i int) {
	m := &s.menu
	if i >= len(m.rows) || !m.rows[i].live() {
		return
	}
	switch r := m.rows[i]; {
	case r.back:
		s.back()
	case r.to != "":
		m.page, m.scroll = append(m.page, r.to), 0
		s.fillMenu()
		m.first()
	case r.do.Kind == tray.Hide:
		s.closeMenu()
		s.wish.Hide = true
		s.SetVisible(false)
	case r.do.Kind == tray.Quit:
		s.closeMenu()
		s.wish.Quit = true
	case r.key != (session.Key{}):
		s.closeMenu()
		s.visit(r.key)
	default:
		if !r.box {
			s.closeMenu() // what is switched can be seen, and switched again
		}
		s.wish.Do = r.do
	}
}

// back goes back to the page before, with the ring on the row that led here.
func (s *Scene) back() {
	m := &s.menu
	n := len(m.page) - 1
	name := m.page[n]
	m.page, m.scroll = m.page[:n], 0
	s.fillMenu()
	m.on = max(0, slices.IndexFunc(m.rows, func(r menuRow) bool { return r.to == name }))
	m.showRow()
}

// first puts the ring on the first row that can be chosen, but for the way back.
func (m *menu) first() {
	m.on = max(0, slices.IndexFunc(m.rows, func(r menuRow) bool { return r.live() && !r.back }))
}

// move takes the ring to the next or the last row that can be chosen.
func (m *menu) move(by int) {
	for range m.rows {
		m.on = (m.on + by + len(m.rows)) % len(m.rows)
		if m.rows[m.on].live() {
			break
		}
	}
	m.showRow()
}

// showRow scrolls until the row with the ring is seen.
func (m *menu) showRow() {
	r := &m.rows[m.on]
	m.scrollTo(min(max(m.scroll, r.y+r.height()-m.view().H), r.y))
}
