package clip

import (
	"sync"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// system is a connection of its own to the X server, made when first needed: copied text has to be handed out whenever
// somebody pastes it, whatever the window is doing.
type system struct {
	display string
	jobs    chan func(*owner)
	done    chan struct{}
	start   func()
	close   func()
	ended   sync.WaitGroup
}

func (s *system) init(display string) {
	s.display, s.jobs, s.done = display, make(chan func(*owner), maxJobs), make(chan struct{})
	s.start = sync.OnceFunc(func() { s.ended.Go(s.run) })
	s.close = sync.OnceFunc(func() { close(s.done); s.ended.Wait() })
}

// maxJobs is how many copies and pastes may wait. They come from a hand.
const maxJobs = 16

func (s *system) copy(b Board, text string) { s.do(func(o *owner) { o.copy(b, text) }) }

func (s *system) paste(b Board, got func(string)) { s.do(func(o *owner) { o.paste(b, got) }) }

// do hands a job to the loop. One too many is dropped.
func (s *system) do(job func(*owner)) {
	select {
	case <-s.done:
		return
	default:
	}
	s.start()
	select {
	case s.jobs <- job:
	default:
	}
}

// run serves until the Clip is closed or the display goes away. Without a display there is nothing to copy to.
func (s *system) run() {
	conn, err := dial(s.display)
	if err != nil {
		return
	}
	defer conn.Close()
	o, err := newOwner(conn)
	if err != nil {
		return
	}
	events := make(chan xgb.Event)
	s.ended.Go(func() { s.pump(conn, events) })
	for {
		select {
		case <-s.done:
			return
		case job := <-s.jobs:
			job(o)
		case e, ok := <-events:
			if !ok {
				return
			}
			o.handle(e)
		case <-o.late():
			o.giveUp()
		}
	}
}

func dial(display string) (*xgb.Conn, error) {
	if display == "" {
		return xgb.NewConn()
	}
	return xgb.NewConnDisplay(display)
}

// pump turns waiting for an event into a channel. Errors are about windows that have gone.
func (s *system) pump(conn *xgb.Conn, events chan<- xgb.Event) {
	defer close(events)
	for {
		e, err := conn.WaitForEvent()
		if e == nil && err == nil {
			return
		}
		if e == nil {
			continue
		}
		select {
		case events <- e:
		case <-s.done:
			return
		}
	}
}

// owner is one side of X11's selections: it hands out what was copied and asks for what is to be pasted. The loop of a
// system alone uses it.
type owner struct {
	conn   *xgb.Conn
	window xproto.Window // never shown
	atoms  atoms
	limit  int // bytes that fit into one request

	texts    [boards]string
	since    [boards]xproto.Timestamp // since when it is ours; 0 = it is not
	wants    []Board                  // to become ours once the time of now is known
	sending  map[target]*parcel
	asked    *question
	waiting  []question
	deadline *time.Timer
}

func newOwner(conn *xgb.Conn) (*owner, error) {
	o := &owner{conn: conn, sending: map[target]*parcel{}}
	var err error
	if o.atoms, err = intern(conn); err != nil {
		return nil, err
	}
	if o.window, err = xproto.NewWindowId(conn); err != nil {
		return nil, err
	}
	setup := xproto.Setup(conn)
	o.limit = min(int(setup.MaximumRequestLength)*4-64, maxParcel)
	err = xproto.CreateWindowChecked(conn, 0, o.window, setup.DefaultScreen(conn).Root, -1, -1, 1, 1, 0,
		xproto.WindowClassInputOnly, 0, xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange}).Check()
	return o, err
}

// maxParcel is how much of a text goes into one property, in bytes; more goes in several.
const maxParcel = 64 << 10

func (o *owner) handle(e xgb.Event) {
	switch e := e.(type) {
	case xproto.PropertyNotifyEvent:
		o.property(e)
	case xproto.SelectionRequestEvent:
		o.serve(e)
	case xproto.SelectionNotifyEvent:
		o.answered(e)
	case xproto.SelectionClearEvent:
		for b := range boards {
			if e.Selection == o.selection(b) {
				o.texts[b], o.since[b] = "", 0
			}
		}
	}
}

func (o *owner) selection(b Board) xproto.Atom {
	if b == Primary {
		return xproto.AtomPrimary
	}
	return o.atoms.clipboard
}

// property routes a change: the server's time, a part of what is pasted, a part that somebody has taken.
func (o *owner) property(e xproto.PropertyNotifyEvent) {
	switch {
	case e.Window == o.window && e.Atom == o.atoms.clock && e.State == xproto.PropertyNewValue:
		o.own(e.Time)
	case e.Window == o.window && e.Atom == o.atoms.pasted && e.State == xproto.PropertyNewValue:
		o.more()
	case e.State == xproto.PropertyDelete:
		o.sendMore(target{e.Window, e.Atom})
	}
}

type atoms struct {
	clipboard, targets, timestamp, incr, utf8, text, plain xproto.Atom
	pasted, clock                                          xproto.Atom // our own
}

func intern(conn *xgb.Conn) (a atoms, err error) {
	for _, n := range []struct {
		to   *xproto.Atom
		name string
	}{
		{&a.clipboard, "CLIPBOARD"}, {&a.targets, "TARGETS"}, {&a.timestamp, "TIMESTAMP"}, {&a.incr, "INCR"},
		{&a.utf8, "UTF8_STRING"}, {&a.text, "TEXT"}, {&a.plain, "text/plain;charset=utf-8"},
		{&a.pasted, "DANGO_PASTED"}, {&a.clock, "DANGO_CLOCK"},
	} {
		r, err := xproto.InternAtom(conn, false, uint16(len(n.name)), n.name).Reply()
		if err != nil {
			return a, err
		}
		*n.to = r.Atom
	}
	return a, nil
}
