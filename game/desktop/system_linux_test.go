package desktop

import (
	"encoding/binary"
	"image"
	"slices"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

func TestScale(t *testing.T) {
	dpi := func(v int32) map[string]setting { return map[string]setting{"Xft/DPI": {number: v * 1024}} }
	tests := []struct {
		name, gdk string
		settings  map[string]setting
		resources string
		want      float64
	}{
		{"nothing is said", "", nil, "", 1},
		{"GDK_SCALE wins", "2", dpi(96), "Xft.dpi: 96\n", 2},
		{"GDK_SCALE that is no scale", "huge", nil, "", 1},
		{"the settings daemon", "", dpi(144), "", 1.5},
		{"resources come after it", "", dpi(144), "*foo: 1\nXft.dpi:\t192\n", 2},
		{"nearly 96", "", nil, "Xft.dpi: 97\n", 1},
		{"nonsense", "", nil, "Xft.dpi: 4\n", 1},
		{"no number", "", nil, "Xft.dpi: nan\n", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := scale(tt.gdk, tt.settings, []byte(tt.resources)); got != tt.want {
				t.Errorf("scale = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestDark(t *testing.T) {
	theme := func(s string) map[string]setting { return map[string]setting{"Net/ThemeName": {text: s}} }
	tests := []struct {
		env  string
		x    map[string]setting
		want bool
	}{
		{"", nil, false},
		{"", theme("Adwaita"), false},
		{"", theme("Adwaita-dark"), true},
		{"", theme("Breeze-Dark"), true},
		{"Adwaita:dark", theme("Adwaita"), true},
		{"Adwaita", theme("Adwaita-dark"), false},
	}
	for _, tt := range tests {
		if got := dark(tt.env, tt.x); got != tt.want {
			t.Errorf("dark(%q, %v) = %v, want %v", tt.env, tt.x, got, tt.want)
		}
	}
}

// What the server tells late happened when it did, as soon as something has come at once.
func TestClock(t *testing.T) {
	start := time.Now()
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	var c clock
	for _, e := range []struct {
		name        string
		server      xproto.Timestamp
		heard, want int // milliseconds after the start
	}{
		{"the first, 50 ms late", 91_000, 50, 50},
		{"at once", 91_100, 100, 100},
		{"late", 91_110, 300, 110},
		{"as late as the one before", 91_300, 300, 300},
		{"of no time", xproto.TimeCurrentTime, 310, 310},
		{"the server's clock begins again", 5, 400, 400},
		{"and goes on", 15, 500, 410},
		{"it is far behind", 20, 60_000, 60_000},
	} {
		if got := c.time(e.server, start.Add(ms(e.heard))).Sub(start); got != ms(e.want) {
			t.Errorf("%s: it happened at %v, want %v", e.name, got, ms(e.want))
		}
	}
}

// settingsOf writes the format of the XSETTINGS specification.
func settingsOf(order binary.AppendByteOrder, mark byte) []byte {
	b := []byte{mark, 0, 0, 0}
	b = order.AppendUint32(b, 7) // serial
	b = order.AppendUint32(b, 3)
	name := func(kind byte, s string) {
		b = append(b, kind, 0)
		b = order.AppendUint16(b, uint16(len(s)))
		b = append(b, s...)
		for len(b)%4 != 0 {
			b = append(b, 0)
		}
		b = order.AppendUint32(b, 7)
	}
	name(0, "Xft/DPI")
	b = order.AppendUint32(b, 98304)
	name(2, "Gtk/Color")
	b = append(b, 1, 2, 3, 4, 5, 6, 7, 8)
	name(1, "Net/ThemeName")
	b = order.AppendUint32(b, 5)
	b = append(b, "Night\x00\x00\x00"...)
	return b
}

func TestParseSettings(t *testing.T) {
	for _, b := range [][]byte{settingsOf(binary.LittleEndian, 0), settingsOf(binary.BigEndian, 1)} {
		got := parseSettings(b)
		if got["Xft/DPI"].number != 98304 || got["Net/ThemeName"].text != "Night" || len(got) != 2 {
			t.Errorf("parseSettings = %v, want a number, a text and no colour", got)
		}
	}
}

func FuzzParseSettings(f *testing.F) {
	f.Add(settingsOf(binary.LittleEndian, 0))
	f.Add(settingsOf(binary.BigEndian, 1)[:40])
	f.Fuzz(func(t *testing.T, b []byte) {
		for name, s := range parseSettings(b) {
			if len(name) > len(b) || len(s.text) > len(b) {
				t.Errorf("%d bytes hold the setting %q", len(b), name)
			}
		}
	})
}

func TestStrips(t *testing.T) {
	all := image.Rect(0, 0, 3200, 1080) // 1920×1080 and, to its right, 1280×1024
	tests := []struct {
		name string
		v    []uint32
		want []image.Rectangle
	}{
		{"no panel", make([]uint32, 12), nil},
		{"a panel at the top of the first monitor", []uint32{0, 0, 30, 0, 0, 0, 0, 0, 0, 1919, 0, 0},
			[]image.Rectangle{image.Rect(0, 0, 1920, 30)}},
		{"a dock at the right", []uint32{0, 64, 0, 0, 0, 0, 0, 1023, 0, 0, 0, 0},
			[]image.Rectangle{image.Rect(3136, 0, 3200, 1024)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := strips(tt.v, all); !slices.Equal(got, tt.want) {
				t.Errorf("strips = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestWithout(t *testing.T) {
	work := image.Rect(0, 0, 1920, 1080)
	tests := []struct {
		name        string
		strip, want image.Rectangle
	}{
		{"top", image.Rect(0, 0, 1920, 30), image.Rect(0, 30, 1920, 1080)},
		{"bottom", image.Rect(0, 1040, 1920, 1080), image.Rect(0, 0, 1920, 1040)},
		{"left", image.Rect(0, 0, 64, 1080), image.Rect(64, 0, 1920, 1080)},
		{"right, half as high", image.Rect(1880, 300, 1920, 900), image.Rect(0, 0, 1880, 1080)},
		{"another monitor's", image.Rect(1920, 0, 3200, 30), work},
		{"all of it, which is a mistake", work, work},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := without(work, tt.strip); got != tt.want {
				t.Errorf("without(%v) = %v, want %v", tt.strip, got, tt.want)
			}
		})
	}
}

// In each step one corner of the window keeps its place, so that the server can keep the picture there.
func TestStepsOfAResize(t *testing.T) {
	from := image.Rect(100, 100, 200, 200)
	tests := []struct {
		name      string
		from, to  image.Rectangle
		steps     []image.Rectangle
		gravities []uint32
	}{
		{"the first size", image.Rectangle{}, from, []image.Rectangle{from}, []uint32{xproto.GravityNorthWest}},
		{"up and to the left", from, image.Rect(50, 20, 200, 200),
			[]image.Rectangle{image.Rect(50, 20, 200, 200)}, []uint32{xproto.GravitySouthEast}},
		{"down and to the right", from, image.Rect(100, 100, 300, 220),
			[]image.Rectangle{image.Rect(100, 100, 300, 220)}, []uint32{xproto.GravityNorthWest}},
		{"to all sides", from, image.Rect(50, 20, 250, 210),
			[]image.Rectangle{image.Rect(50, 20, 200, 200), image.Rect(50, 20, 250, 210)},
			[]uint32{xproto.GravitySouthEast, xproto.GravityNorthWest}},
		{"to somewhere else", from, image.Rect(500, 500, 700, 700),
			[]image.Rectangle{image.Rect(500, 500, 700, 700)}, []uint32{xproto.GravityNorthWest}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			first, rest := steps(tt.from, tt.to)
			got := []image.Rectangle{first}
			if !rest.Empty() {
				got = append(got, rest)
			}
			if !slices.Equal(got, tt.steps) {
				t.Fatalf("steps = %v, want %v", got, tt.steps)
			}
			at := tt.from
			for i, r := range got {
				if g := gravity(at, r); g != tt.gravities[i] {
					t.Errorf("gravity of step %d = %d, want %d", i+1, g, tt.gravities[i])
				}
				at = r
			}
		})
	}
}

// The X library reads no answer while it has no room for an event, so all of them are taken in, whatever the loop does.
func TestInboxTakesAnyNumber(t *testing.T) {
	const many = 100_000
	in, sent := inbox{news: make(chan struct{}, 1)}, 0
	in.pump(func() (xgb.Event, xgb.Error) { // returns although nobody takes anything
		if sent == many {
			return nil, nil
		}
		sent++
		return xproto.MotionNotifyEvent{Time: xproto.Timestamp(sent)}, nil
	})
	var got []xgb.Event
	for range in.news {
		got = in.take(got)
	}
	if len(got) != many {
		t.Fatalf("%d events of %d", len(got), many)
	}
	for i, e := range got {
		if at := e.(xproto.MotionNotifyEvent).Time; int(at) != i+1 {
			t.Fatalf("event %d is number %d", i+1, at)
		}
	}
}

func TestInboxPassesOverErrors(t *testing.T) {
	in, n := inbox{news: make(chan struct{}, 1)}, 0
	in.pump(func() (xgb.Event, xgb.Error) {
		switch n++; n {
		case 1:
			return nil, xproto.WindowError{}
		case 2:
			return xproto.ExposeEvent{}, nil
		}
		return nil, nil
	})
	if got := in.take(nil); len(got) != 1 {
		t.Errorf("took %v, want the one event after the error", got)
	}
}
