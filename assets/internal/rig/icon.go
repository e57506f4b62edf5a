package rig

import (
	"image"
	"image/draw"
	"math"
)

// The square of a cell that holds the resting pet with a little air round it: its side, and the top.
const (
	iconSide = 172.0
	iconTop  = 49.0
)

// Icon draws the resting pet as an icon of that many pixels a side.
func Icon(side int, c Palette) *image.NRGBA {
	zoom := float64(side) / iconSide
	cell := zoomed(Pose{}, c, zoom).Image()
	at := image.Pt(int(math.Round((Width-iconSide)/2*zoom)), int(math.Round(iconTop*zoom)))
	m := image.NewNRGBA(image.Rect(0, 0, side, side))
	draw.Draw(m, m.Rect, cell, at, draw.Src)
	return m
}
