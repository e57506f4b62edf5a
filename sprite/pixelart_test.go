package sprite

import (
	"image"
	"image/color"
	"testing"
	"testing/fstest"
)

func TestPixelArt(t *testing.T) {
	paint := func(at func(x, y int) color.RGBA) *image.RGBA {
		m := image.NewRGBA(image.Rect(0, 0, 96, 96))
		for y := range 96 {
			for x := range 96 {
				m.SetRGBA(x, y, at(x, y))
			}
		}
		return m
	}
	red := color.RGBA{200, 30, 30, 255}
	noise := func(x, y int) color.RGBA { return color.RGBA{uint8(x * 37), uint8(y * 91), uint8(x*y + x), 255} }
	for name, c := range map[string]struct {
		m    *image.RGBA
		want bool
	}{
		"blocks of three in all colours": {paint(func(x, y int) color.RGBA { return noise(x/3, y/3) }), true},
		"blocks, half transparent": {paint(func(x, y int) color.RGBA {
			return color.RGBA{uint8(x / 4), uint8(y / 4), 20, 128}
		}), true},
		"single pixels of few colours": {paint(func(x, y int) color.RGBA {
			if (x*7+y*13)%5 < 2 {
				return red
			}
			return color.RGBA{}
		}), true},
		"many colours": {paint(noise), false},
		"few colours, soft edges": {paint(func(x, y int) color.RGBA {
			return color.RGBA{0, 0, 0, uint8(max(0, min(255, (x-40)*64+y)))}
		}), false},
	} {
		if got := isPixelArt(c.m); got != c.want {
			t.Errorf("%s: is pixel art: %v, want %v", name, got, c.want)
		}
	}
	if dango(t).PixelArt() {
		t.Error("the built-in pet is taken for pixel art")
	}
}

// What a pet says of itself counts more than its picture.
func TestPixelArtDeclared(t *testing.T) {
	sheet := asPNG(picture(columns*CellWidth, rowsV1*CellHeight, CellWidth, CellHeight, 0))
	for json, want := range map[string]bool{`{}`: true, `{"pixelArt":false}`: false, `{"pixelArt":true}`: true} {
		s, err := Load(fstest.MapFS{"pet.json": {Data: []byte(json)}, "spritesheet.png": {Data: sheet}}, "x")
		if err != nil {
			t.Fatal(err)
		}
		if s.PixelArt() != want {
			t.Errorf("%s: is pixel art: %v, want %v", json, s.PixelArt(), want)
		}
	}
}
