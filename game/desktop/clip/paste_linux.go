package clip

import (
	"time"

	"github.com/jezek/xgb/xproto"
)

// question is a paste that somebody else has to answer.
type question struct {
	board Board
	kinds []xproto.Atom // asked for one after the other until there is one
	parts []byte
	incr  bool // it comes in parts
	got   func(string)
}

// patience is how long whoever has the text may take for each part of it.
const patience = 2 * time.Second

// paste asks for the text of a board, after those that were asked for before.
func (o *owner) paste(b Board, got func(string)) {
	if len(o.waiting) >= maxJobs {
		return
	}
	o.waiting = append(o.waiting, question{
		board: b, kinds: []xproto.Atom{o.atoms.utf8, o.atoms.plain, xproto.AtomString}, got: got,
	})
	o.next()
}

// next asks the question that waits longest.
func (o *owner) next() {
	if o.asked != nil || len(o.waiting) == 0 {
		return
	}
	q := o.waiting[0]
	o.waiting = o.waiting[1:]
	o.asked = &q
	o.ask()
}

func (o *owner) ask() {
	o.wait()
	xproto.DeleteProperty(o.conn, o.window, o.atoms.pasted)
	xproto.ConvertSelection(o.conn, o.window, o.selection(o.asked.board), o.asked.kinds[0], o.atoms.pasted, xproto.TimeCurrentTime)
}

func (o *owner) wait() {
	if o.deadline != nil {
		o.deadline.Stop()
	}
	o.deadline = time.NewTimer(patience)
}

func (o *owner) late() <-chan time.Time {
	if o.deadline == nil {
		return nil
	}
	return o.deadline.C
}

// giveUp leaves a question that nobody answers.
func (o *owner) giveUp() {
	o.deadline, o.asked = nil, nil
	o.next()
}

// answered is told that the text is there, or that there is none of that kind.
func (o *owner) answered(e xproto.SelectionNotifyEvent) {
	q := o.asked
	switch {
	case q == nil || e.Selection != o.selection(q.board) || e.Target != q.kinds[0]:
		return
	case e.Property == xproto.AtomNone && len(q.kinds) == 1:
		o.giveUp()
		return
	case e.Property == xproto.AtomNone:
		q.kinds = q.kinds[1:]
		o.ask()
		return
	}
	kind, text := o.take()
	if kind == o.atoms.incr {
		q.incr = true // the first part comes once we have taken the announcement, which we have
		o.wait()
		return
	}
	q.parts = text
	o.finish()
}

// more takes the next part; an empty one is the end.
func (o *owner) more() {
	q := o.asked
	if q == nil || !q.incr {
		return
	}
	o.wait()
	_, part := o.take()
	q.parts = append(q.parts, part...)
	if len(part) == 0 || len(q.parts) > MaxText {
		o.finish()
	}
}

// take reads what was put into our property, and removes it.
func (o *owner) take() (kind xproto.Atom, text []byte) {
	r, err := xproto.GetProperty(o.conn, true, o.window, o.atoms.pasted, xproto.GetPropertyTypeAny, 0, MaxText).Reply()
	if err != nil || r.Format != 8 && r.Type != o.atoms.incr {
		return 0, nil
	}
	return r.Type, r.Value
}

func (o *owner) finish() {
	q := o.asked
	text := q.parts[:min(len(q.parts), MaxText)]
	if q.kinds[0] == xproto.AtomString {
		text = fromLatin(text)
	}
	if len(text) > 0 {
		q.got(string(text))
	}
	o.giveUp()
}

// fromLatin reads Latin-1.
func fromLatin(b []byte) []byte {
	out := make([]rune, len(b))
	for i, c := range b {
		out[i] = rune(c)
	}
	return []byte(string(out))
}
