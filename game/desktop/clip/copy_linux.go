package clip

import (
	"encoding/binary"

	"github.com/jezek/xgb/xproto"
)

// target is where somebody wants a text: a property of a window.
type target struct {
	window   xproto.Window
	property xproto.Atom
}

// parcel is what is still to be sent there, part by part.
type parcel struct {
	kind xproto.Atom
	rest []byte
}

// copy makes text ours to hand out. The server wants to know when that happened, by its own clock, which it tells with
// each changed property.
func (o *owner) copy(b Board, text string) {
	o.texts[b] = text
	o.wants = append(o.wants, b)
	xproto.ChangeProperty(o.conn, xproto.PropModeAppend, o.window, o.atoms.clock, xproto.AtomInteger, 32, 0, nil)
}

func (o *owner) own(now xproto.Timestamp) {
	for _, b := range o.wants {
		o.since[b] = now
		xproto.SetSelectionOwner(o.conn, o.window, o.selection(b), now)
	}
	o.wants = o.wants[:0]
}

// serve answers somebody who wants to paste what we have.
func (o *owner) serve(e xproto.SelectionRequestEvent) {
	at := target{e.Requestor, e.Property}
	if at.property == xproto.AtomNone {
		at.property = e.Target // as old clients want it
	}
	if !o.hand(e, at) {
		at.property = xproto.AtomNone
	}
	xproto.SendEvent(o.conn, false, e.Requestor, 0, string(xproto.SelectionNotifyEvent{
		Time: e.Time, Requestor: e.Requestor, Selection: e.Selection, Target: e.Target, Property: at.property,
	}.Bytes()))
}

// hand puts what is asked for where it is wanted; false when we do not have it.
func (o *owner) hand(e xproto.SelectionRequestEvent, at target) bool {
	b := Clipboard
	if e.Selection == xproto.AtomPrimary {
		b = Primary
	}
	if o.since[b] == 0 || e.Selection != o.selection(b) {
		return false
	}
	a := &o.atoms
	switch e.Target {
	case a.targets:
		o.words(at, xproto.AtomAtom, a.targets, a.timestamp, a.utf8, a.plain, a.text, xproto.AtomString)
	case a.timestamp:
		o.words(at, xproto.AtomInteger, xproto.Atom(o.since[b]))
	case a.utf8, a.plain:
		o.send(at, e.Target, []byte(o.texts[b]))
	case a.text:
		o.send(at, a.utf8, []byte(o.texts[b]))
	case xproto.AtomString:
		o.send(at, xproto.AtomString, toLatin(o.texts[b]))
	default:
		return false
	}
	return true
}

// send sends a text at once, or announces it and sends a part whenever the one before was taken.
func (o *owner) send(at target, kind xproto.Atom, text []byte) {
	if len(text) <= o.limit {
		xproto.ChangeProperty(o.conn, xproto.PropModeReplace, at.window, at.property, kind, 8, uint32(len(text)), text)
		return
	}
	if len(o.sending) >= maxSending {
		clear(o.sending) // whoever asked and never took it does not matter
	}
	o.sending[at] = &parcel{kind, text}
	o.listen(at, xproto.EventMaskPropertyChange)
	o.words(at, o.atoms.incr, xproto.Atom(len(text)))
}

// maxSending is how many pastes of long texts may go on at once.
const maxSending = 8

// sendMore sends the next part; an empty one is the end.
func (o *owner) sendMore(at target) {
	p := o.sending[at]
	if p == nil {
		return
	}
	part := p.rest[:min(len(p.rest), o.limit)]
	p.rest = p.rest[len(part):]
	xproto.ChangeProperty(o.conn, xproto.PropModeReplace, at.window, at.property, p.kind, 8, uint32(len(part)), part)
	if len(part) == 0 {
		delete(o.sending, at)
		o.listen(at, xproto.EventMaskNoEvent)
	}
}

// listen asks to be told when a part was taken. Of our own window we are always told.
func (o *owner) listen(at target, mask uint32) {
	if at.window != o.window {
		xproto.ChangeWindowAttributes(o.conn, at.window, xproto.CwEventMask, []uint32{mask})
	}
}

func (o *owner) words(at target, kind xproto.Atom, values ...xproto.Atom) {
	b := make([]byte, 0, 4*len(values))
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	xproto.ChangeProperty(o.conn, xproto.PropModeReplace, at.window, at.property, kind, 32, uint32(len(values)), b)
}

// toLatin writes Latin-1, with a question mark for what it does not have.
func toLatin(text string) []byte {
	out := make([]byte, 0, len(text))
	for _, r := range text {
		if r > 0xff {
			r = '?'
		}
		out = append(out, byte(r))
	}
	return out
}
