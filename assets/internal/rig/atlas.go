package rig

import (
	"image"
	"image/draw"
)

// Grid of a Codex v2 sheet.
const (
	Columns = 8
	Rows    = 11
	gazeRow = 9
	neutral = 6 // column of row 0 that looks straight
)

// Atlas draws the whole sheet.
func Atlas(c Palette) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, Columns*Width, Rows*Height))
	put := func(col, row int, p Pose) {
		at := image.Rect(0, 0, Width, Height).Add(image.Pt(col*Width, row*Height))
		draw.Draw(m, at, Draw(p, c).Image(), image.Point{}, draw.Src)
	}
	for row, clip := range Clips {
		for col, p := range clip.Poses {
			put(col, row, p)
		}
	}
	put(neutral, 0, idle[0])
	for i := range 2 * Columns {
		put(i%Columns, gazeRow+i/Columns, Gaze(i))
	}
	return m
}
