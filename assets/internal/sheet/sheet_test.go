package sheet

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"
)

// TestFewColoursAreKept: what fits into a palette comes back as it was, and clear stays clear.
func TestFewColoursAreKept(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 16, 8))
	for i := range 100 {
		m.SetNRGBA(i%16, i/16, color.NRGBA{uint8(i), uint8(200 - i), 40, 255})
	}
	m.SetNRGBA(15, 7, color.NRGBA{0, 0, 0, 24})
	var b bytes.Buffer
	if err := Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	for y := range 8 {
		for x := range 16 {
			if c := color.NRGBAModel.Convert(got.At(x, y)); c != m.NRGBAAt(x, y) {
				t.Errorf("(%d, %d) is %v, want %v", x, y, c, m.NRGBAAt(x, y))
			}
		}
	}
}
