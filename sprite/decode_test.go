package sprite

import (
	"image"
	"testing"
)

// Whatever a picture is: it is refused, or it is as large as its pixels, which are premultiplied.
func FuzzDecodeImage(f *testing.F) {
	f.Add(small(0, 1))
	f.Add(animatedWebP())
	f.Add(hugePNG(1<<20, 1))
	for _, name := range []string{"small.webp", "lossy.webp"} {
		f.Add(stored(f, name))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := decodeImage(b)
		if err != nil {
			return
		}
		w, h := m.Rect.Dx(), m.Rect.Dy()
		if m.Rect.Min != (image.Point{}) || w > maxSide || h > maxSide || len(m.Pix) != 4*w*h || len(m.Pix) > maxDecodedBytes {
			t.Fatalf("%v with %d bytes", m.Rect, len(m.Pix))
		}
		for i := 0; i < len(m.Pix); i += 4 {
			if p := m.Pix[i : i+4]; max(p[0], p[1], p[2]) > p[3] {
				t.Fatalf("pixel %d is %v, which is not premultiplied", i/4, p)
			}
		}
	})
}
