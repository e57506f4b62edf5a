package raster

import (
	"image"
	"image/color"
	"testing"

	"dango/game/drawlist"
)

// page is 4 × 1 pixels: red, green, half transparent white, nothing.
func page() *drawlist.Pages {
	m := image.NewRGBA(image.Rect(0, 0, 4, 1))
	m.SetRGBA(0, 0, color.RGBA{255, 0, 0, 255})
	m.SetRGBA(1, 0, color.RGBA{0, 255, 0, 255})
	m.SetRGBA(2, 0, color.RGBA{128, 128, 128, 128})
	return &drawlist.Pages{drawlist.Shapes: {Image: m}}
}

func TestDraw(t *testing.T) {
	red, green := color.RGBA{255, 0, 0, 255}, color.RGBA{0, 255, 0, 255}
	src := func(x, w float32) drawlist.Rect { return drawlist.Rect{X: x, W: w, H: 1} }
	at := func(x, y, w, h float32) drawlist.Rect { return drawlist.Rect{X: x, Y: y, W: w, H: h} }
	cases := []struct {
		name  string
		list  []drawlist.Quad
		scale float64
		x, y  int
		want  color.RGBA
	}{
		{"the viewport's corner is the first pixel", []drawlist.Quad{{Src: src(0, 1), Dst: at(10, 20, 1, 1), Tint: drawlist.White}}, 1, 0, 0, red},
		{"nothing beside a quad", []drawlist.Quad{{Src: src(0, 1), Dst: at(10, 20, 1, 1), Tint: drawlist.White}}, 1, 1, 0, color.RGBA{}},
		{"twice the scale, twice the pixels", []drawlist.Quad{{Src: src(0, 2), Dst: at(10, 20, 2, 1), Tint: drawlist.White}}, 2, 3, 1, green},
		{"nearest keeps edges hard", []drawlist.Quad{{Src: src(0, 2), Dst: at(10, 20, 4, 1), Tint: drawlist.White}}, 1, 1, 0, red},
		{"linear blends", []drawlist.Quad{{Src: src(0, 2), Dst: at(10, 20, 4, 1), Tint: drawlist.White, Linear: true}}, 1, 1, 0, color.RGBA{191, 64, 0, 255}},
		{"linear stops at the source's border", []drawlist.Quad{{Src: src(0, 1), Dst: at(10, 20, 4, 1), Tint: drawlist.White, Linear: true}}, 1, 3, 0, red},
		{"tint multiplies", []drawlist.Quad{{Src: src(0, 1), Dst: at(10, 20, 1, 1), Tint: drawlist.Color{R: 128, A: 255}}}, 1, 0, 0, color.RGBA{128, 0, 0, 255}},
		{"later over earlier", []drawlist.Quad{
			{Src: src(0, 1), Dst: at(10, 20, 1, 1), Tint: drawlist.White},
			{Src: src(2, 1), Dst: at(10, 20, 1, 1), Tint: drawlist.White},
		}, 1, 0, 0, color.RGBA{255, 128, 128, 255}},
		{"a page without a picture is left out", []drawlist.Quad{{Page: drawlist.Glyphs, Src: src(0, 1), Dst: at(10, 20, 1, 1), Tint: drawlist.White}}, 1, 0, 0, color.RGBA{}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := Draw(c.list, page(), drawlist.Rect{X: 10, Y: 20, W: 4, H: 2}, c.scale)
			if w, h := int(4*c.scale), int(2*c.scale); got.Rect.Dx() != w || got.Rect.Dy() != h {
				t.Errorf("picture is %v, want %d × %d", got.Rect, w, h)
			}
			if p := got.RGBAAt(c.x, c.y); p != c.want {
				t.Errorf("pixel (%d, %d) = %v, want %v", c.x, c.y, p, c.want)
			}
		})
	}
}
