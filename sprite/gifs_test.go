package sprite

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// strip is a GIF of plain frames of these shades, 50 ms each; shade 0 shows nothing.
func strip(w, h int, shades ...uint8) []byte {
	p := color.Palette{color.NRGBA{}}
	for i := range 40 {
		p = append(p, color.NRGBA{uint8(6 * i), 80, 90, 255})
	}
	g := &gif.GIF{}
	for _, c := range shades {
		m := image.NewPaletted(image.Rect(0, 0, w, h), p)
		for i := range m.Pix {
			m.Pix[i] = c
		}
		g.Image, g.Delay, g.Disposal = append(g.Image, m), append(g.Delay, 5), append(g.Disposal, gif.DisposalBackground)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, g); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// eight are the GIFs of a whole pet; every state has a shade of its own in its first frame.
func eight() fstest.MapFS {
	pet := fstest.MapFS{gifManifest: {Data: []byte(`{"schemaVersion":1,"id":"user.cat.12345678","name":"Cat"}`)}}
	for i, st := range GIFStates {
		pet[string(st)+".gif"] = &fstest.MapFile{Data: strip(8, 6, uint8(i+1), uint8(i+11), uint8(i+1))}
	}
	return pet
}

func TestGIFs(t *testing.T) {
	s, err := Load(eight(), "folder")
	if err != nil {
		t.Fatal(err)
	}
	if s.ID != "user.cat.12345678" || s.Name != "Cat" || s.Looks() {
		t.Errorf("loaded %q %q, looks around: %v", s.ID, s.Name, s.Looks())
	}
	want := map[State]State{
		"ask-user": "ask-user", "permission-prompt": "permission-prompt", "error-interrupted": "error-interrupted",
		"waiting": "permission-prompt", "tool-use": "tool-use", "thinking": "thinking", "responding": "responding",
		"completed": "completed", "review": "completed", "idle": "idle", "unheard of": "idle",
	}
	for st, gif := range want {
		p := NewPlayer(s)
		p.SetState(0, st, 0)
		pic := p.Picture(0)
		if got := shade(s, pic); got != index(gif)+1 {
			t.Errorf("%s shows frame %d, want the first of %s", st, got, gif)
		}
		if pic.Next != 50*time.Millisecond {
			t.Errorf("%s stays for %v, want 50ms", st, pic.Next)
		}
	}
	if n := len(s.bounds); n < 16 || n > 20 {
		t.Errorf("24 frames of 16 pictures take %d cells", n)
	}
	for clip, st := range nearestClip {
		p := NewPlayer(s)
		p.Play(0, clip)
		if got := shade(s, p.Picture(0)); got != index(st)+1 {
			t.Errorf("%s shows frame %d, want the first of %s", clip, got, st)
		}
	}
}

func index(st State) int {
	for i, s := range GIFStates {
		if s == st {
			return i
		}
	}
	return -1
}

// shade is the shade in the middle of the lower edge of a picture.
func shade(s *Sheet, pic Picture) int {
	r := s.CellRect(pic.Col, pic.Row)
	return int(s.Atlas().RGBAAt((r.Min.X+r.Max.X)/2, r.Max.Y-1).R)/6 + 1
}

func TestGIFsOfAllSizes(t *testing.T) {
	pet := eight()
	pet["thinking.gif"].Data = strip(4, 20, 30)
	delete(pet, "completed.gif")
	delete(pet, gifManifest)
	s, err := Load(pet, "folder")
	if err != nil {
		t.Fatal(err)
	}
	if got := s.CellSize(); got != image.Pt(8, 20) {
		t.Errorf("a cell is %v, want 8×20", got)
	}
	if s.ID != "folder" || s.Name != "folder" {
		t.Errorf("without a manifest it is %q %q", s.ID, s.Name)
	}
	col, row, next := s.Cell("thinking", 0)
	if got := s.Bounds(col, row); got != image.Rect(2, 0, 6, 20) || next != Never {
		t.Errorf("the tall one covers %v of its cell for %v", got, next)
	}
	col, row, _ = s.Cell(Idle, 0)
	if got := s.Bounds(col, row); got != image.Rect(0, 14, 8, 20) {
		t.Errorf("idle covers %v of its cell, want its lower edge", got)
	}
	p := NewPlayer(s)
	p.SetState(0, "completed", 0)
	if got := shade(s, p.Picture(0)); got != index("idle")+1 {
		t.Errorf("a state without a GIF shows %d, want idle", got)
	}
}

func TestBadGIFs(t *testing.T) {
	cases := []struct {
		name string
		do   func(fstest.MapFS)
		want string
	}{
		{"no idle", func(p fstest.MapFS) { delete(p, "idle.gif") }, "idle.gif"},
		{"a PNG by the name of a GIF", func(p fstest.MapFS) { p["ask-user.gif"].Data = small(0) }, "ask-user.gif: is no GIF"},
		{"cut short", func(p fstest.MapFS) { b := &p["thinking.gif"].Data; *b = (*b)[:40] }, "thinking.gif: broken GIF"},
		{"a manifest of another time", func(p fstest.MapFS) { p[gifManifest].Data = []byte(`{"schemaVersion":2}`) }, "manifest.json: schemaVersion 2"},
		{"a manifest that is none", func(p fstest.MapFS) { p[gifManifest].Data = []byte(`[]`) }, "manifest.json"},
		{"too much together", func(p fstest.MapFS) {
			for i, st := range GIFStates {
				p[string(st)+".gif"].Data = strip(1600, 1600, uint8(i+1))
			}
		}, "MiB decoded"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			pet := eight()
			c.do(pet)
			_, err := Load(fs.FS(pet), "folder")
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(fmt.Sprint(err), `"folder"`) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}
