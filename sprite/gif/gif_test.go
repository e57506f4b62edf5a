package gif

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var colours = color.Palette{color.NRGBA{}, color.NRGBA{220, 40, 40, 255}, color.NRGBA{40, 180, 60, 255}, color.NRGBA{50, 70, 210, 255}}

// frame is one picture of a GIF that a test makes.
type frame struct {
	at       image.Rectangle
	colour   uint8 // 0: transparent, with a dot in the middle
	disposal byte
	delay    int
}

func encode(t testing.TB, w, h int, frames ...frame) []byte {
	t.Helper()
	g := &gif.GIF{Config: image.Config{Width: w, Height: h, ColorModel: colours}}
	for _, f := range frames {
		m := image.NewPaletted(f.at, colours)
		for i := range m.Pix {
			m.Pix[i] = f.colour
		}
		m.SetColorIndex((f.at.Min.X+f.at.Max.X)/2, (f.at.Min.Y+f.at.Max.Y)/2, 3)
		g.Image, g.Delay, g.Disposal = append(g.Image, m), append(g.Delay, f.delay), append(g.Disposal, f.disposal)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, g); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// stories cover how one frame becomes the ground of the next.
func stories(t testing.TB) map[string][]byte {
	all := image.Rect(0, 0, 16, 12)
	part, other := image.Rect(2, 2, 9, 8), image.Rect(6, 5, 15, 11)
	const keep, background, previous = gif.DisposalNone, gif.DisposalBackground, gif.DisposalPrevious
	m := map[string][]byte{
		"one frame":                   encode(t, 16, 12, frame{all, 1, keep, 5}),
		"smaller than the canvas":     encode(t, 16, 12, frame{part, 1, keep, 5}, frame{other, 2, keep, 5}),
		"transparent over what is":    encode(t, 16, 12, frame{all, 1, keep, 5}, frame{part, 0, keep, 5}, frame{other, 0, keep, 5}),
		"cleared":                     encode(t, 16, 12, frame{all, 1, keep, 5}, frame{part, 2, background, 5}, frame{other, 3, keep, 5}),
		"all cleared":                 encode(t, 16, 12, frame{all, 1, background, 5}, frame{part, 2, background, 5}, frame{other, 0, keep, 5}),
		"taken back":                  encode(t, 16, 12, frame{all, 1, keep, 5}, frame{part, 2, previous, 5}, frame{other, 3, keep, 5}),
		"taken back twice":            encode(t, 16, 12, frame{all, 1, keep, 5}, frame{part, 2, previous, 5}, frame{other, 3, previous, 5}, frame{part, 0, keep, 5}),
		"the first one is taken back": encode(t, 16, 12, frame{part, 1, previous, 5}, frame{other, 2, keep, 5}),
		"no disposal said":            encode(t, 16, 12, frame{part, 1, 0, 5}, frame{other, 2, 0, 5}),
	}
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 20 {
		var frames []frame
		for range 2 + r.IntN(8) {
			x, y := r.IntN(14), r.IntN(10)
			at := image.Rect(x, y, x+1+r.IntN(16-x), y+1+r.IntN(12-y))
			frames = append(frames, frame{at, uint8(r.IntN(4)), byte(r.IntN(4)), r.IntN(30)})
		}
		m[fmt.Sprint("random ", n)] = encode(t, 16, 12, frames...)
	}
	return m
}

// TestAgainstImageMagick compares whole frames with those of another decoder.
func TestAgainstImageMagick(t *testing.T) {
	convert, err := exec.LookPath("convert")
	if err != nil {
		t.Skip("ImageMagick's convert is not here")
	}
	for name, b := range stories(t) {
		t.Run(name, func(t *testing.T) {
			a, err := Decode(b)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			in := filepath.Join(dir, "in.gif")
			if err := os.WriteFile(in, b, 0o600); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(convert, in, "-coalesce", filepath.Join(dir, "%03d.png")).CombinedOutput(); err != nil {
				t.Fatalf("convert: %v: %s", err, out)
			}
			for i, got := range a.Frames {
				want := read(t, filepath.Join(dir, fmt.Sprintf("%03d.png", i)))
				if !bytes.Equal(got.Pix, want.Pix) {
					t.Errorf("frame %d is not what ImageMagick shows", i)
				}
			}
		})
	}
}

func read(t *testing.T, name string) *image.RGBA {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewRGBA(m.Bounds())
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out
}

func TestDelays(t *testing.T) {
	at := image.Rect(0, 0, 4, 4)
	a, err := Decode(encode(t, 4, 4, frame{at, 1, 1, 0}, frame{at, 2, 1, 1}, frame{at, 1, 1, 7}, frame{at, 2, 1, 65535}))
	if err != nil {
		t.Fatal(err)
	}
	const ms = time.Millisecond
	want := []time.Duration{100 * ms, 10 * ms, 70 * ms, 655350 * ms}
	if fmt.Sprint(a.Delays) != fmt.Sprint(want) {
		t.Errorf("the frames stay for %v, want %v", a.Delays, want)
	}
}

func TestRefused(t *testing.T) {
	at := image.Rect(0, 0, 4, 4)
	good := encode(t, 4, 4, frame{at, 1, 1, 5}, frame{at, 2, 1, 5})
	sized := func(w, h int) []byte {
		b := bytes.Clone(good)
		binary.LittleEndian.PutUint16(b[6:], uint16(w))
		binary.LittleEndian.PutUint16(b[8:], uint16(h))
		return b
	}
	many := make([]frame, maxFrames+1)
	for i := range many {
		many[i] = frame{image.Rect(0, 0, 1, 1), 1, 1, 1}
	}
	cases := []struct {
		name string
		b    []byte
		want string
	}{
		{"nothing", nil, "is no GIF"},
		{"a PNG by that name", []byte("\x89PNG\r\n\x1a\n"), "is no GIF"},
		{"only a head", good[:8], "ends in the middle"},
		{"cut in a frame", good[:len(good)-6], "ends in the middle"},
		{"no trailer", good[:len(good)-1], "ends in the middle"},
		{"no frame", append(bytes.Clone(good[:13+12]), trailer), "no frame"},
		{"noise between frames", append(bytes.Clone(good[:13+12]), 0x77, trailer), "unknown block 0x77"},
		{"too wide", sized(16385, 1), "16385×1 px is too large"},
		{"a canvas of no size", sized(0, 4), "shows nothing"},
		{"many huge frames", sized(4096, 4096), "at most 64 MiB decoded"},
		{"a frame outside of the canvas", sized(2, 2), "broken GIF"},
		{"too many frames", encode(t, 1, 1, many...), "more than 512 frames"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := Decode(c.b)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	for _, b := range stories(f) {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := Decode(b)
		if err != nil {
			return
		}
		if len(a.Frames) == 0 || len(a.Frames) != len(a.Delays) || len(a.Frames) > maxFrames {
			t.Fatalf("%d frames with %d delays", len(a.Frames), len(a.Delays))
		}
		for i, m := range a.Frames {
			if m.Rect != a.Frames[0].Rect || a.Delays[i] <= 0 {
				t.Fatalf("frame %d is %v for %v", i, m.Rect, a.Delays[i])
			}
		}
	})
}
