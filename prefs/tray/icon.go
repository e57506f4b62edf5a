package tray

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"

	"dango/session"
)

// IconSide is the side of an icon in pixels: what trays show at twice their usual size.
const IconSide = 48

// sign is a drawing on the unit square, made of strokes with round ends.
type sign struct {
	width   float32
	strokes [][4]float32 // from x, y to x, y; a dot goes nowhere
}

// signs tell states apart for those who do not see the colours.
var signs = [session.States]sign{
	session.AskUser:          {.1, [][4]float32{{.38, .36, .5, .28}, {.5, .28, .62, .38}, {.62, .38, .5, .52}, {.5, .52, .5, .56}, {.5, .73, .5, .73}}},
	session.PermissionPrompt: {.12, [][4]float32{{.5, .27, .5, .53}, {.5, .73, .5, .73}}},
	session.ErrorInterrupted: {.11, [][4]float32{{.35, .35, .65, .65}, {.65, .35, .35, .65}}},
	session.Waiting:          {.12, [][4]float32{{.4, .34, .4, .66}, {.6, .34, .6, .66}}},
	session.ToolUse:          {.11, [][4]float32{{.32, .36, .46, .5}, {.46, .5, .32, .64}, {.54, .65, .7, .65}}},
	session.Thinking:         {.13, [][4]float32{{.28, .5, .28, .5}, {.5, .5, .5, .5}, {.72, .5, .72, .5}}},
	session.Responding:       {.09, [][4]float32{{.3, .36, .7, .36}, {.3, .5, .7, .5}, {.3, .64, .55, .64}}},
	session.Completed:        {.11, [][4]float32{{.3, .52, .44, .66}, {.44, .66, .7, .36}}},
	session.Review:           {.11, [][4]float32{{.3, .52, .44, .66}, {.44, .66, .7, .36}}},
	session.Idle:             {.13, [][4]float32{{.37, .46, .37, .46}, {.63, .46, .63, .46}}}, // a face
}

// Icon draws the icon of a state: a round dumpling in the state's colour with the state's sign, and a rim that sets it
// off from light and dark panels alike. The mark says that the log holds more than usual.
func Icon(s session.State, accent color.Color, mark bool) *image.NRGBA {
	img := image.NewRGBA(image.Rect(0, 0, IconSide, IconSide))
	dark, light := color.NRGBA{0x16, 0x19, 0x1d, 0xff}, color.NRGBA{0xff, 0xff, 0xff, 0xff}
	red := color.NRGBA{0xe5, 0x1c, 0x23, 0xff}
	rim, ink := color.NRGBA{0xff, 0xff, 0xff, 0xb0}, light
	if luminance(accent) > .42 {
		rim, ink = color.NRGBA{0x16, 0x19, 0x1d, 0x90}, dark
	}
	paint(img, rim, disc(.5, .5, .49))
	paint(img, accent, disc(.5, .5, .45))
	for _, l := range signs[s].strokes {
		paint(img, ink, stroke(l, signs[s].width/2)...)
	}
	if mark {
		paint(img, light, disc(.8, .2, .2))
		paint(img, red, disc(.8, .2, .16))
	}
	out := image.NewNRGBA(img.Rect)
	draw.Draw(out, out.Rect, img, image.Point{}, draw.Src)
	return out
}

// luminance is how bright a colour looks, from 0 to 1.
func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	return (.2126*float64(r) + .7152*float64(g) + .0722*float64(b)) / 0xffff
}

// path is an outline in the unit square.
type path [][2]float32

// paint fills outlines with a colour.
func paint(dst *image.RGBA, c color.Color, outlines ...path) {
	for _, p := range outlines {
		r := vector.NewRasterizer(IconSide, IconSide)
		r.DrawOp = draw.Over
		for i, at := range p {
			if i == 0 {
				r.MoveTo(at[0]*IconSide, at[1]*IconSide)
			} else {
				r.LineTo(at[0]*IconSide, at[1]*IconSide)
			}
		}
		r.ClosePath()
		r.Draw(dst, dst.Rect, image.NewUniform(c), image.Point{})
	}
}

func disc(x, y, radius float32) path {
	const corners = 64
	p := make(path, corners)
	for i := range p {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		p[i] = [2]float32{x + radius*float32(cos), y + radius*float32(sin)}
	}
	return p
}

// stroke is a line with round ends.
func stroke(l [4]float32, radius float32) []path {
	ends := []path{disc(l[0], l[1], radius), disc(l[2], l[3], radius)}
	dx, dy := l[2]-l[0], l[3]-l[1]
	length := float32(math.Hypot(float64(dx), float64(dy)))
	if length == 0 {
		return ends[:1]
	}
	nx, ny := -dy/length*radius, dx/length*radius
	return append(ends, path{
		{l[0] + nx, l[1] + ny}, {l[2] + nx, l[3] + ny}, {l[2] - nx, l[3] - ny}, {l[0] - nx, l[1] - ny},
	})
}
