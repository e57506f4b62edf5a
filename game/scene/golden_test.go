package scene_test

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"dango/game/drawlist"
	"dango/game/raster"
	"dango/game/scene"
)

var update = flag.Bool("update", false, "write golden pictures instead of comparing with them")

// picture paints what s shows as its window would show it, on an opaque backdrop.
func picture(s *scene.Scene, scale float64, dark bool) *image.RGBA {
	m := raster.Draw(s.Append(nil), s.Pages(), s.Viewport(), scale)
	for i, v := range m.Pix {
		m.Pix[i] = uint8(float32(v)*s.Opacity() + .5)
	}
	return onBackdrop(m, dark)
}

// onBackdrop puts a picture before a desktop of one colour.
func onBackdrop(m *image.RGBA, dark bool) *image.RGBA {
	out := image.NewRGBA(m.Rect)
	backdrop := color.RGBA{0xd3, 0xdb, 0xe4, 255}
	if dark {
		backdrop = color.RGBA{0x2b, 0x33, 0x40, 255}
	}
	draw.Draw(out, out.Rect, image.NewUniform(backdrop), image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, m, image.Point{}, draw.Over)
	return out
}

// golden compares a picture with testdata/golden/<test>.png, pixel by pixel.
func golden(t *testing.T, got *image.RGBA) {
	t.Helper()
	path := filepath.Join("testdata", "golden", t.Name()+".png")
	if *update {
		write(t, path, got)
		return
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("read golden picture: %v (run with -update, then look at it)", err)
	}
	m, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatalf("decode %s: %v", path, err)
	}
	want := image.NewRGBA(m.Bounds())
	draw.Draw(want, want.Rect, m, image.Point{}, draw.Src)
	if want.Rect != got.Rect || !bytes.Equal(want.Pix, got.Pix) {
		failed := filepath.Join(t.ArtifactDir(), filepath.Base(path))
		write(t, failed, got)
		t.Errorf("differs from %s; what it is now: %s", path, failed)
	}
}

func write(t *testing.T, path string, m image.Image) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

var screen = drawlist.Rect{W: 1280, H: 900}
