package scene

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"
	"testing/fstest"

	"dango/session"
	"dango/sprite"
)

// wearing is a scene whose pet has this manifest, and these files besides.
func wearing(t *testing.T, manifest string, files fstest.MapFS) *Scene {
	t.Helper()
	builtin, err := sprite.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{Sheet: builtin})
	if err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{"pet.json": {Data: []byte(manifest)}, "spritesheet.png": {Data: sheetPNG(t)}}
	for name, f := range files {
		fsys[name] = f
	}
	sheet, err := sprite.Load(fsys, "x")
	if err != nil {
		t.Fatal(err)
	}
	s.SetSheet(sheet)
	return s
}

func TestAccentsOfThePet(t *testing.T) {
	s := wearing(t, `{"accents":{"idle":{"light":"#224466","dark":"#ccddee"},"tool-use":"#777777","review":"#ffff00"}}`, nil)
	for _, c := range []struct {
		state session.State
		dark  bool
		own   bool
	}{
		{session.Idle, false, true}, {session.Idle, true, true},
		{session.ToolUse, false, false}, {session.ToolUse, true, false}, // grey on white and on black: neither can be read
		{session.Review, false, false}, {session.Review, true, true}, // yellow is for the dark
		{session.Waiting, false, false},
	} {
		p, usual := s.skin(c.dark), pick(c.dark, &dark, &light)
		if got := p.accent[c.state] != usual.accent[c.state]; got != c.own {
			t.Errorf("%v, dark %v: the pet's own colour: %v, want %v", c.state, c.dark, got, c.own)
		}
		if got := contrast(p.accent[c.state], p.badge[c.state]); got < wordContrast {
			t.Errorf("%v, dark %v: contrast %.2f", c.state, c.dark, got)
		}
	}
	builtin, err := sprite.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	s.SetSheet(builtin)
	if *s.skin(false) != light || *s.skin(true) != dark {
		t.Error("the next pet wears the colours of the one before")
	}
}

// TestGlyphsOfThePet wants the pet's mark in the place of ours: here one whose left half is solid.
func TestGlyphsOfThePet(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 48, 48))
	for y := range 48 {
		for x := range 24 {
			m.SetNRGBA(x, y, color.NRGBA{A: 255})
		}
	}
	s := wearing(t, `{"glyphs":{"idle":"half.png"}}`, fstest.MapFS{"half.png": {Data: encodePNG(t, m)}})
	for _, scale := range []float64{1, 1.5, 2} {
		s.rescale(scale)
		r := s.shapes.icon[session.Idle]
		if int(r.W) != int(iconBox*scale) {
			t.Fatalf("scale %v: the mark is %v wide", scale, r.W)
		}
		at := func(x int) uint8 { return s.shapes.page.Image.RGBAAt(int(r.X)+x, int(r.Y+r.H/2)).A }
		if at(0) != 255 || at(int(r.W)/2-1) != 255 || at(int(r.W)/2) > 1 || at(int(r.W)-1) != 0 {
			t.Errorf("scale %v: its middle row is %d … %d %d … %d", scale, at(0), at(int(r.W)/2-1), at(int(r.W)/2), at(int(r.W)-1))
		}
	}
	builtin, err := sprite.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	s.SetSheet(builtin)
	r := s.shapes.icon[session.Idle]
	if s.shapes.page.Image.RGBAAt(int(r.X), int(r.Y)).A == 255 {
		t.Error("the next pet has the mark of the one before")
	}
}

func sheetPNG(t *testing.T) []byte {
	m := image.NewNRGBA(image.Rect(0, 0, 8*sprite.CellWidth, 9*sprite.CellHeight))
	for i := range 40 * 40 {
		m.SetNRGBA(60+i%40, 60+i/40, color.NRGBA{200, 100, 50, 255})
	}
	return encodePNG(t, m)
}

func encodePNG(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
