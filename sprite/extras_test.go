package sprite

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func markPNG(w, h int, c color.Color) []byte {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func TestExtras(t *testing.T) {
	wav := []byte("RIFF\x24\x00\x00\x00WAVEfmt ")
	files := map[string][]byte{
		"spritesheet.png": asPNG(picture(columns*CellWidth, rowsV1*CellHeight, CellWidth, CellHeight, 0)),
		"a/ping.wav":      wav, "ping.txt": []byte("ping"), "long.wav": append(bytes.Clone(wav), make([]byte, maxSoundBytes)...),
		"mark.png": markPNG(24, 24, color.Black), "none.png": markPNG(24, 24, color.Transparent),
		"big.png": markPNG(maxGlyphSide+1, 8, color.Black), "cut.png": markPNG(24, 24, color.Black)[:40],
	}
	crowd := map[string]string{}
	for i := range maxExtras + 1 {
		crowd[strings.Repeat("x", i+1)] = "mark.png"
	}
	many, _ := json.Marshal(crowd)
	for _, c := range []struct {
		name, json string
		sounds     []string
		glyphs     []State
		accents    []State
		note       string // part of the only note; empty = none
	}{
		{name: "nothing", json: `{}`},
		{name: "everything", json: `{"sounds":{"failed":"a/ping.wav"},"glyphs":{"idle":"mark.png"},"accents":{"idle":"#C0ffee","tool-use":{"dark":"#010203"}}}`,
			sounds: []string{"failed"}, glyphs: []State{"idle"}, accents: []State{"idle", "tool-use"}},
		{name: "a sound for something else", json: `{"sounds":{"dancing":"a/ping.wav","finished":"a/ping.wav"}}`, sounds: []string{"finished"}, note: `sounds: nothing is called "dancing"; left out`},
		{name: "a sound that is not there", json: `{"sounds":{"failed":"no.wav"}}`, note: `sounds: "failed": no.wav: is not there`},
		{name: "a sound that is none", json: `{"sounds":{"failed":"ping.txt"}}`, note: `"failed": ping.txt: is no WAV file`},
		{name: "a sound without end", json: `{"sounds":{"failed":"long.wav"}}`, note: `long.wav: larger than`},
		{name: "a sound elsewhere", json: `{"sounds":{"failed":"../x.wav"}}`, note: `must not contain ".."`},
		{name: "a sound of the system", json: `{"sounds":{"failed":"/etc/passwd"}}`, note: `relative`},
		{name: "a folder as a sound", json: `{"sounds":{"failed":"a"}}`, note: `a: is no file`},
		{name: "sounds of another program", json: `{"sounds":["ping"]}`, note: `sounds: json`},
		{name: "a mark of another state", json: `{"glyphs":{"dancing":"mark.png"}}`, note: `"dancing"`},
		{name: "a mark that is too large", json: `{"glyphs":{"idle":"big.png"}}`, note: `257×8 px`},
		{name: "an empty mark", json: `{"glyphs":{"idle":"none.png"}}`, note: `all transparent`},
		{name: "a cut mark", json: `{"glyphs":{"idle":"cut.png"}}`, note: `cut.png: `},
		{name: "no picture as a mark", json: `{"glyphs":{"idle":"ping.txt"}}`, note: `ping.txt: `},
		{name: "a crowd", json: `{"glyphs":` + string(many) + `}`, note: `65 entries`},
		{name: "no colour", json: `{"accents":{"idle":"red"}}`, note: `"red" is no colour`},
		{name: "an empty colour", json: `{"accents":{"idle":{}}}`, note: `no colour`},
		{name: "one wrong colour of two", json: `{"accents":{"idle":{"light":"#000000","dark":"#00"}}}`, note: `"#00" is no colour`},
	} {
		t.Run(c.name, func(t *testing.T) {
			fsys := fstest.MapFS{"pet.json": {Data: []byte(c.json)}}
			for name, data := range files {
				fsys[name] = &fstest.MapFile{Data: data}
			}
			s, err := Load(fsys, "x")
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range Events {
				if wav, ok := s.Sound(e); ok != slices.Contains(c.sounds, e) || ok && len(wav) == 0 {
					t.Errorf("a sound for %s: %v", e, ok)
				}
			}
			for st := range plays {
				if got := s.Glyph(st) != nil; got != slices.Contains(c.glyphs, st) {
					t.Errorf("a mark for %s: %v", st, got)
				}
				if _, got := s.Accent(st); got != slices.Contains(c.accents, st) {
					t.Errorf("a colour for %s: %v", st, got)
				}
			}
			switch notes := s.Notes(); {
			case c.note == "" && len(notes) > 0:
				t.Errorf("notes: %q", notes)
			case c.note != "" && (len(notes) != 1 || !strings.Contains(notes[0], c.note)):
				t.Errorf("notes: %q, want one with %q", notes, c.note)
			}
		})
	}
}

func TestAccent(t *testing.T) {
	s := &Sheet{}
	s.addExtras(fstest.MapFS{}, extras{Accents: json.RawMessage(`{"idle":"#0a0B0c","waiting":{"light":"#ffffff"}}`)})
	if a, ok := s.Accent("idle"); !ok || a.Light != (color.NRGBA{10, 11, 12, 255}) || a.Dark != a.Light {
		t.Errorf("one colour for both is %v", a)
	}
	if a, ok := s.Accent("waiting"); !ok || a.Light.R != 255 || a.Dark.A != 0 {
		t.Errorf("a colour for light bubbles alone is %v", a)
	}
}
