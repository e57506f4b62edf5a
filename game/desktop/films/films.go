// Package films knows which monitors of a Wayland desktop a window fills, for those who see but X windows: a film, a game,
// a presentation. It asks the compositor, by the protocol that docks and task bars use (wlr-foreign-toplevel-management).
// Those of wlroots' kind have it; KWin and Mutter have not.
package films

import (
	"context"
	"encoding/binary"
	"errors"
	"image"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
)

// Watch calls changed with where the monitors begin that are filled, in the compositor's logical pixels, whenever that is
// news, until ctx ends or the compositor does. It returns soon where the compositor does not tell.
func Watch(ctx context.Context, changed func([]image.Point)) error {
	name := os.Getenv("WAYLAND_DISPLAY")
	if name == "" {
		name = "wayland-0"
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), name)
	}
	conn, err := new(net.Dialer).DialContext(ctx, "unix", name)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	w := &watcher{conn: conn, last: callback, objects: map[uint32]any{}, changed: changed}
	w.ask(display, 1, registry)
	w.ask(display, 0, callback)
	return w.run()
}

// Objects that are there from the beginning.
const (
	display  = 1
	registry = 2
	callback = 3
)

var errNotTold = errors.New("films: the compositor does not tell which windows there are")

// watcher is one connection.
type watcher struct {
	conn    io.ReadWriter
	last    uint32         // the newest object of ours
	objects map[uint32]any // *manager, *output, *window by their numbers
	outputs []*output
	manager bool // of windows
	places  uint32
	told    []image.Point
	err     error
	changed func([]image.Point)
}

type manager struct{}

// output is a monitor, under both of its numbers.
type output struct {
	id    uint32
	at    image.Point
	front *window // was active last
}

// window is one of somebody's. What comes before done is not true yet.
type window struct {
	on     []*output
	states []uint32
}

// run reads until the end.
func (w *watcher) run() error {
	var head [8]byte
	for w.err == nil {
		if _, err := io.ReadFull(w.conn, head[:]); err != nil {
			return err
		}
		id, word := binary.NativeEndian.Uint32(head[:]), binary.NativeEndian.Uint32(head[4:])
		if word>>16 < 8 {
			return errors.New("films: the compositor says something that is none of the protocol's")
		}
		body := make([]byte, word>>16-8)
		if _, err := io.ReadFull(w.conn, body); err != nil {
			return err
		}
		w.hear(id, uint16(word), arguments(body))
	}
	return w.err
}

// hear takes one event.
func (w *watcher) hear(id uint32, event uint16, a arguments) {
	switch id {
	case display:
		if event == 0 {
			w.err = errors.New("films: the compositor refuses")
		}
		return
	case registry:
		if event == 0 {
			w.offered(a.number(), a.text(), a.number())
		}
		return
	case callback:
		if w.begin(); !w.manager {
			w.err = errNotTold
		}
		return
	}
	switch o := w.objects[id].(type) {
	case manager:
		if event == 0 {
			w.objects[a.number()] = &window{}
		}
	case *output:
		if event == 0 && id != o.id { // of the object that knows its place
			o.at = image.Pt(int(int32(a.number())), int(int32(a.number())))
			w.tell()
		}
	case *window:
		w.happened(id, o, event, a)
	}
}

// offered takes what the compositor has.
func (w *watcher) offered(name uint32, kind string, version uint32) {
	switch kind {
	case "zwlr_foreign_toplevel_manager_v1":
		w.objects[w.bind(name, kind, min(version, 3))] = manager{}
		w.manager = true
	case "zxdg_output_manager_v1":
		w.places = w.bind(name, kind, min(version, 2))
	case "wl_output":
		o := &output{id: w.bind(name, kind, 1)}
		w.objects[o.id] = o
		w.outputs = append(w.outputs, o)
		w.begin()
	}
}

// begin asks for the places of those monitors of which it has not been asked, once somebody can say.
func (w *watcher) begin() {
	for _, o := range w.outputs {
		if w.places != 0 && !slices.ContainsFunc(w.numbers(o), func(id uint32) bool { return id != o.id }) {
			w.last++
			w.objects[w.last] = o
			w.ask(w.places, 1, w.last, o.id)
		}
	}
}

// numbers are those that a monitor has.
func (w *watcher) numbers(o *output) (ids []uint32) {
	for id, other := range w.objects {
		if other == o {
			ids = append(ids, id)
		}
	}
	return ids
}

// happened takes an event of a window's.
func (w *watcher) happened(id uint32, o *window, event uint16, a arguments) {
	const enters, leaves, states, done, closed, destroy = 2, 3, 4, 5, 6, 7
	switch event {
	case enters:
		if on, ok := w.objects[a.number()].(*output); ok {
			o.on = append(o.on, on)
		}
	case leaves:
		on, _ := w.objects[a.number()].(*output)
		o.on = slices.DeleteFunc(o.on, func(other *output) bool { return other == on })
	case states:
		o.states = a.numbers()
	case done:
		if slices.Contains(o.states, active) {
			for _, on := range o.on {
				on.front = o
			}
		}
		w.tell()
	case closed:
		delete(w.objects, id)
		w.ask(id, destroy)
		for _, on := range w.outputs {
			if on.front == o {
				on.front = nil
			}
		}
		w.tell()
	}
}

// States of a window.
const (
	minimized  = 1
	active     = 2
	fullscreen = 3
)

// tell says which monitors are filled, if that is news. Nobody is active where an empty workspace has been turned to; then
// what was in front says nothing.
func (w *watcher) tell() {
	anybody := slices.ContainsFunc(w.outputs, func(o *output) bool { return o.front != nil && slices.Contains(o.front.states, active) })
	var filled []image.Point
	for _, o := range w.outputs {
		if f := o.front; anybody && f != nil && slices.Contains(f.on, o) && slices.Contains(f.states, fullscreen) && !slices.Contains(f.states, minimized) {
			filled = append(filled, o.at)
		}
	}
	if !slices.Equal(filled, w.told) {
		w.told = filled
		w.changed(filled)
	}
}

// bind has the compositor give what it offered a number.
func (w *watcher) bind(name uint32, kind string, version uint32) uint32 {
	w.last++
	b := binary.NativeEndian.AppendUint32(nil, name)
	b = binary.NativeEndian.AppendUint32(b, uint32(len(kind)+1))
	b = append(append(b, kind...), 0)
	for len(b)%4 != 0 {
		b = append(b, 0)
	}
	b = binary.NativeEndian.AppendUint32(binary.NativeEndian.AppendUint32(b, version), w.last)
	w.send(registry, 0, b)
	return w.last
}

// ask sends a request whose arguments are numbers.
func (w *watcher) ask(id uint32, request uint16, numbers ...uint32) {
	var b []byte
	for _, n := range numbers {
		b = binary.NativeEndian.AppendUint32(b, n)
	}
	w.send(id, request, b)
}

func (w *watcher) send(id uint32, request uint16, body []byte) {
	b := binary.NativeEndian.AppendUint32(nil, id)
	b = binary.NativeEndian.AppendUint32(b, uint32(len(body)+8)<<16|uint32(request))
	if _, err := w.conn.Write(append(b, body...)); err != nil && w.err == nil {
		w.err = err
	}
}

// arguments are those of an event that have not been taken yet. What is missing is 0 or empty.
type arguments []byte

func (a *arguments) number() (n uint32) {
	if len(*a) >= 4 {
		n = binary.NativeEndian.Uint32(*a)
		*a = (*a)[4:]
	}
	return n
}

// text takes a string, which ends with a zero byte and fills whole words.
func (a *arguments) text() string {
	b := a.array()
	return string(b[:max(0, len(b)-1)])
}

// numbers takes an array of numbers.
func (a *arguments) numbers() (all []uint32) {
	for b := arguments(a.array()); len(b) >= 4; {
		all = append(all, b.number())
	}
	return all
}

func (a *arguments) array() []byte {
	n := int(a.number())
	if n > len(*a) {
		n = len(*a)
	}
	b := (*a)[:n]
	*a = (*a)[min(len(*a), (n+3)&^3):]
	return b
}
