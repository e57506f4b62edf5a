package sprite

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"

	"golang.org/x/image/webp"
)

// Limits of a sheet, checked before a pixel is decoded.
const (
	maxSheetBytes   = 64 << 20 // of the file
	maxSide         = 16384    // px
	maxCellSide     = 2048     // px of one cell, ten times the contract's: any graphics card takes a picture as large
	maxDecodedBytes = 64 << 20 // of the picture in memory, four bytes a pixel
)

var errAnimated = errors.New("is an animated WebP; a sheet is one still picture")

// decodeImage decodes a PNG or a still WebP into premultiplied pixels whose origin is (0, 0).
func decodeImage(b []byte) (*image.RGBA, error) {
	config, decode := png.DecodeConfig, png.Decode
	switch {
	case bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")):
	case len(b) >= 12 && string(b[:4]) == "RIFF" && string(b[8:12]) == "WEBP":
		if animated(b) {
			return nil, errAnimated
		}
		config, decode = webp.DecodeConfig, webp.Decode
	default:
		return nil, errors.New("is neither PNG nor WebP")
	}
	c, err := config(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("broken picture: %w", err)
	}
	if c.Width > maxSide || c.Height > maxSide || 4*c.Width*c.Height > maxDecodedBytes {
		return nil, fmt.Errorf("%d×%d px is too large: at most %d px a side and %d MiB decoded",
			c.Width, c.Height, maxSide, maxDecodedBytes>>20)
	}
	m, err := decode(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("broken picture: %w", err)
	}
	out := image.NewRGBA(image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy()))
	if p, ok := m.(*image.Paletted); ok {
		look(out, p)
	} else {
		draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	}
	return out, nil
}

// look paints a picture with a palette over dst, which is as large. The library asks the palette for each pixel's colour
// and makes that premultiplied, which takes twenty times as long.
func look(dst *image.RGBA, m *image.Paletted) {
	var colours [256][4]byte
	for i, c := range m.Palette {
		r, g, b, a := c.RGBA()
		colours[i] = [4]byte{byte(r >> 8), byte(g >> 8), byte(b >> 8), byte(a >> 8)}
	}
	for y := range m.Rect.Dy() {
		line, out := m.Pix[y*m.Stride:][:m.Rect.Dx()], dst.Pix[y*dst.Stride:]
		for x, i := range line {
			*(*[4]byte)(out[4*x:]) = colours[i]
		}
	}
}

// animated walks the chunks of a RIFF file and says whether one of them belongs to an animation.
func animated(b []byte) bool {
	for b = b[12:]; len(b) >= 8; {
		if id := string(b[:4]); id == "ANIM" || id == "ANMF" {
			return true
		}
		size := uint64(binary.LittleEndian.Uint32(b[4:]))
		size += 8 + size&1 // header, and chunks are padded to an even length
		if size > uint64(len(b)) {
			return false
		}
		b = b[size:]
	}
	return false
}
