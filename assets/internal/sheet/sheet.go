// Package sheet writes a pet's sheet as a small PNG.
package sheet

import (
	"image"
	"image/png"
	"io"
)

// Encode writes m with a palette, a quarter of the size of full colour.
func Encode(w io.Writer, m *image.NRGBA) error {
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	return enc.Encode(w, quantize(m))
}
