package films

import (
	"context"
	"encoding/binary"
	"image"
	"io"
	"net"
	"path/filepath"
	"slices"
	"testing"
)

// message is one event of a compositor's: numbers, texts and arrays of numbers.
func message(id uint32, event uint32, arguments ...any) []byte {
	var body []byte
	array := func(b []byte) {
		body = binary.NativeEndian.AppendUint32(body, uint32(len(b)))
		for body = append(body, b...); len(body)%4 != 0; {
			body = append(body, 0)
		}
	}
	for _, a := range arguments {
		switch a := a.(type) {
		case int:
			body = binary.NativeEndian.AppendUint32(body, uint32(a))
		case string:
			array(append([]byte(a), 0))
		case []uint32:
			var b []byte
			for _, n := range a {
				b = binary.NativeEndian.AppendUint32(b, n)
			}
			array(b)
		}
	}
	b := binary.NativeEndian.AppendUint32(nil, id)
	return append(binary.NativeEndian.AppendUint32(b, uint32(len(body)+8)<<16|event), body...)
}

// compositor sends a client events, and reads what that says.
func compositor(t *testing.T, events ...[]byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "wayland")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("WAYLAND_DISPLAY", path)
	t.Cleanup(func() { l.Close() })
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		for _, e := range events {
			if _, err := c.Write(e); err != nil {
				return
			}
		}
		_ = c.(*net.UnixConn).CloseWrite()
		_, _ = io.Copy(io.Discard, c)
	}()
}

// Two monitors, the second one 1280 to the right. The objects of ours follow the order of what is offered.
var offers = [][]byte{
	message(registry, 0, 1, "wl_output", 4),
	message(registry, 0, 2, "zwlr_foreign_toplevel_manager_v1", 3),
	message(registry, 0, 3, "zxdg_output_manager_v1", 3), // the monitor's place is asked for at the next chance
	message(registry, 0, 4, "wl_output", 4),
	message(callback, 0, 0),
}

const (
	first, windows, second      = 4, 5, 7
	placeFirst, placeSecond     = 8, 9
	film, terminal          int = 0xff000000, 0xff000001
)

func TestWatch(t *testing.T) {
	compositor(t, slices.Concat(offers, [][]byte{
		message(placeFirst, 0, 0, 0), message(placeSecond, 0, 1280, 0),
		message(windows, 0, film), message(windows, 0, terminal),
		message(uint32(terminal), 0, "a text"), message(uint32(terminal), 2, first), message(uint32(terminal), 5),
		message(uint32(film), 2, second), message(uint32(film), 4, []uint32{active}), message(uint32(film), 5),
		message(uint32(film), 4, []uint32{active, fullscreen}), message(uint32(film), 5), // fills the second
		message(uint32(film), 4, []uint32{fullscreen}),
		message(uint32(terminal), 4, []uint32{active}), message(uint32(terminal), 5), message(uint32(film), 5), // still does
		message(uint32(terminal), 4, []uint32{active, fullscreen}), message(uint32(terminal), 5), // both
		message(uint32(film), 6), // the first alone
		message(uint32(terminal), 4, []uint32{active}), message(uint32(terminal), 5),
	})...)
	var told [][]image.Point
	err := Watch(context.Background(), func(at []image.Point) { told = append(told, at) })
	if err == nil {
		t.Error("Watch ended without an error, though the compositor went away")
	}
	a, b := image.Pt(0, 0), image.Pt(1280, 0)
	want := [][]image.Point{{b}, {a, b}, {a}, nil}
	if !slices.EqualFunc(told, want, slices.Equal[[]image.Point]) {
		t.Errorf("filled were %v, want %v", told, want)
	}
}

func TestWatchWhereNobodyTells(t *testing.T) {
	compositor(t, offers[0], offers[3], offers[4], message(9, 0, 1)[:9])
	err := Watch(context.Background(), func([]image.Point) { t.Error("something is filled") })
	if err != errNotTold {
		t.Errorf("Watch = %v, want %v", err, errNotTold)
	}
}

func FuzzHear(f *testing.F) {
	f.Add(uint32(windows), uint16(0), []byte{0, 0, 0, 0xff})
	f.Add(uint32(registry), uint16(0), []byte("1234\xff\xff\xff\x7fwl_output"))
	f.Fuzz(func(_ *testing.T, id uint32, event uint16, body []byte) {
		w := &watcher{conn: deaf{}, last: callback, objects: map[uint32]any{}, changed: func([]image.Point) {}}
		for _, o := range offers {
			w.hear(binary.NativeEndian.Uint32(o), 0, arguments(o[8:]))
		}
		w.hear(id, event, arguments(body))
	})
}

// deaf hears nothing.
type deaf struct{ io.Reader }

func (deaf) Write(b []byte) (int, error) { return len(b), nil }
