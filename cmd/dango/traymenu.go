package main

import (
	"sync/atomic"

	"fyne.io/systray"

	"dango/prefs/tray"
)

// trayMenu is the menu that hangs in the tray. Its owner calls show, on one goroutine.
type trayMenu struct {
	choose func(tray.Action) // called on a goroutine of the row's
	shown  []tray.Item
	rows   []*trayRow
	ends   chan struct{} // closed: the rows are gone
}

// trayRow is a row of it.
type trayRow struct {
	item *systray.MenuItem // nil: a line between others
	do   atomic.Pointer[tray.Action]
	sub  []*trayRow
}

// show makes the menu hold items. Rows that only change their words or marks stay the same ones: somebody may look at
// them just now. Otherwise all are made anew, and a click on an old one does nothing.
func (m *trayMenu) show(items []tray.Item) {
	if m.ends != nil && tray.Alike(m.shown, items) {
		change(m.rows, m.shown, items)
		m.shown = items
		return
	}
	if m.ends != nil {
		close(m.ends)
	}
	systray.ResetMenu()
	m.shown, m.rows, m.ends = items, nil, make(chan struct{})
	for _, i := range items {
		m.rows = append(m.rows, m.add(nil, i))
	}
}

// change gives rows the words and marks of after where they differ from before.
func change(rows []*trayRow, before, after []tray.Item) {
	for i, r := range rows {
		if a, b := &after[i], &before[i]; r.item != nil {
			r.do.Store(&a.Do)
			if a.Text != b.Text {
				r.item.SetTitle(label(a.Text))
			}
			switch {
			case a.Checked && !b.Checked:
				r.item.Check()
			case !a.Checked && b.Checked:
				r.item.Uncheck()
			}
			change(r.sub, b.Sub, a.Sub)
		}
	}
}

// add appends an item to a menu, the whole one when above is nil.
func (m *trayMenu) add(above *systray.MenuItem, i tray.Item) *trayRow {
	r := &trayRow{}
	text := label(i.Text)
	switch {
	case i.Text == "" && above == nil:
		systray.AddSeparator()
		return r
	case i.Text == "":
		above.AddSeparator()
		return r
	case above == nil && i.Box:
		r.item = systray.AddMenuItemCheckbox(text, "", i.Checked)
	case above == nil:
		r.item = systray.AddMenuItem(text, "")
	case i.Box:
		r.item = above.AddSubMenuItemCheckbox(text, "", i.Checked)
	default:
		r.item = above.AddSubMenuItem(text, "")
	}
	r.do.Store(&i.Do)
	for _, s := range i.Sub {
		r.sub = append(r.sub, m.add(r.item, s))
	}
	switch {
	case i.Do.Kind != tray.Nothing:
		m.listen(r)
	case len(i.Sub) == 0:
		r.item.Disable()
	}
	return r
}

// listen does what a row says whenever it is clicked, until the rows are gone.
func (m *trayMenu) listen(r *trayRow) {
	gone := m.ends
	go func() {
		for {
			select {
			case <-gone:
				return
			case _, there := <-r.item.ClickedCh:
				if !there {
					return
				}
				m.choose(*r.do.Load())
			}
		}
	}()
}
