// Package gif decodes animated GIFs into whole frames, as a viewer shows them one after the other.
package gif

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"time"
)

// Limits, checked before a pixel is decoded.
const (
	maxSide         = 16384    // px
	maxFrames       = 512      // of one animation
	maxDecodedBytes = 64 << 20 // of all frames in memory, four bytes a pixel
)

// noDelay is how long a frame stays that says 0: what players do, because no encoder means it.
const noDelay = 100 * time.Millisecond

// Animation is a decoded GIF. How often the file wants to be repeated is not told: a pet repeats what it is told to.
type Animation struct {
	Frames []*image.RGBA   // all of the canvas's size, at least one; premultiplied
	Delays []time.Duration // of each, > 0
}

// Decode decodes a GIF. It looks at what the file is, not at its name.
func Decode(b []byte) (*Animation, error) {
	if err := survey(b); err != nil {
		return nil, err
	}
	g, err := gif.DecodeAll(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("broken GIF: %w", err)
	}
	a := &Animation{}
	canvas := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for i, m := range g.Image {
		var before *image.RGBA
		if g.Disposal[i] == gif.DisposalPrevious {
			before = clone(canvas)
		}
		draw.Draw(canvas, m.Rect, m, m.Rect.Min, draw.Over)
		a.Frames = append(a.Frames, clone(canvas))
		a.Delays = append(a.Delays, delay(g.Delay[i]))
		switch g.Disposal[i] {
		case gif.DisposalBackground: // viewers take away the frame instead of painting the background colour
			draw.Draw(canvas, m.Rect, image.Transparent, image.Point{}, draw.Src)
		case gif.DisposalPrevious:
			canvas = before
		}
	}
	return a, nil
}

// delay turns hundredths of a second into time.
func delay(hundredths int) time.Duration {
	if hundredths <= 0 {
		return noDelay
	}
	return time.Duration(hundredths) * 10 * time.Millisecond
}

func clone(m *image.RGBA) *image.RGBA {
	c := image.NewRGBA(m.Rect)
	copy(c.Pix, m.Pix)
	return c
}
