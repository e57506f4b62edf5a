package scene_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"sync"
	"testing/fstest"

	"dango/sprite"
)

// plainPet is a version 1 sheet of plain discs, so that pictures of the scene do not change when the built-in pet is
// drawn anew: a body that differs a little from frame to frame, and something held up while it waits.
var plainPet = sync.OnceValues(func() (*sprite.Sheet, error) {
	const waiting = 6
	frames := [...]int{6, 8, 8, 4, 5, 8, 6, 6, 6}
	m := image.NewNRGBA(image.Rect(0, 0, 8*sprite.CellWidth, len(frames)*sprite.CellHeight))
	disc := func(cx, cy, r float64, c color.NRGBA) {
		for y := int(cy - r - 1); y <= int(cy+r+1); y++ {
			for x := int(cx - r - 1); x <= int(cx+r+1); x++ {
				c.A = uint8(255 * min(1, max(0, r+.5-math.Hypot(float64(x)+.5-cx, float64(y)+.5-cy))))
				if c.A > 0 {
					m.SetNRGBA(x, y, c)
				}
			}
		}
	}
	for row, n := range frames {
		for col := range n {
			x, y := float64(col*sprite.CellWidth+96), float64(row*sprite.CellHeight+136)
			disc(x, y, 66, color.NRGBA{0x8a, 0x6a, 0x58, 0})
			disc(x, y, 62-float64(col)/2, color.NRGBA{0xfa, 0xf1, 0xe4, 0})
			disc(x-22, y-8, 7, color.NRGBA{0x4a, 0x36, 0x2e, 0})
			disc(x+22, y-8, 7, color.NRGBA{0x4a, 0x36, 0x2e, 0})
			if row == waiting {
				disc(x+50, y-104, 20, color.NRGBA{0xff, 0xff, 0xff, 0})
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		return nil, err
	}
	return sprite.Load(fstest.MapFS{"spritesheet.png": {Data: b.Bytes()}}, "plain")
})

// pixelPet is a sheet of blocks of four pixels.
func pixelPet() (*sprite.Sheet, error) {
	m := image.NewNRGBA(image.Rect(0, 0, 8*sprite.CellWidth, 9*sprite.CellHeight))
	for y := range sprite.CellHeight {
		for x := range sprite.CellWidth {
			if bx, by := x/4, y/4; bx > 10 && by > 10 && bx < 38 {
				m.SetNRGBA(x, y, color.NRGBA{uint8(bx * 6), uint8(by * 4), 90, 255})
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		return nil, err
	}
	return sprite.Load(fstest.MapFS{"spritesheet.png": {Data: b.Bytes()}}, "pixels")
}
