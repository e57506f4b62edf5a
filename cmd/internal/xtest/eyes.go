//go:build linux

package xtest

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"

	"github.com/jezek/xgb/xproto"
)

// strip is how many bytes of picture go into one request or answer: well below the protocol's limit of 256 KiB.
const strip = 128 << 10

// Screenshot is what the screen shows, without the pointer.
func (d *Display) Screenshot() (*image.RGBA, error) {
	size, err := d.Size()
	if err != nil {
		return nil, err
	}
	return d.Look(image.Rectangle{Max: size})
}

// Size is the screen's size in pixels.
func (d *Display) Size() (image.Point, error) {
	g, err := xproto.GetGeometry(d.conn, xproto.Drawable(d.root)).Reply()
	if err != nil {
		return image.Point{}, fmt.Errorf("xtest: size of the screen: %w", err)
	}
	return image.Pt(int(g.Width), int(g.Height)), nil
}

// Look is what the screen shows in r, which must lie on it, in r's own coordinates.
func (d *Display) Look(r image.Rectangle) (*image.RGBA, error) {
	img := image.NewRGBA(r)
	rows := max(1, strip/(4*r.Dx()))
	for y := r.Min.Y; y < r.Max.Y; y += rows {
		n := min(rows, r.Max.Y-y)
		reply, err := xproto.GetImage(d.conn, xproto.ImageFormatZPixmap, xproto.Drawable(d.root),
			int16(r.Min.X), int16(y), uint16(r.Dx()), uint16(n), ^uint32(0)).Reply()
		if err != nil {
			return nil, fmt.Errorf("xtest: screenshot of %v: %w", r, err)
		}
		fromServer(img.Pix[img.PixOffset(r.Min.X, y):], reply.Data)
	}
	return img, nil
}

// fromServer turns the server's BGRX into opaque RGBA.
func fromServer(dst, src []byte) {
	for i := 0; i+3 < len(src) && i+3 < len(dst); i += 4 {
		dst[i], dst[i+1], dst[i+2], dst[i+3] = src[i+2], src[i+1], src[i], 0xff
	}
}

// Wallpaper puts img on the root window, in the two ways that compositors look for.
func (d *Display) Wallpaper(img *image.RGBA) error {
	screen := xproto.Setup(d.conn).DefaultScreen(d.conn)
	width, height := img.Rect.Dx(), img.Rect.Dy()
	pixmap, err := xproto.NewPixmapId(d.conn)
	if err != nil {
		return fmt.Errorf("xtest: wallpaper: %w", err)
	}
	xproto.CreatePixmap(d.conn, screen.RootDepth, pixmap, xproto.Drawable(d.root), uint16(width), uint16(height))
	gc, err := xproto.NewGcontextId(d.conn)
	if err != nil {
		return fmt.Errorf("xtest: wallpaper: %w", err)
	}
	xproto.CreateGC(d.conn, gc, xproto.Drawable(pixmap), 0, nil)
	defer xproto.FreeGC(d.conn, gc)

	rows := max(1, strip/(4*width))
	for y := 0; y < height; y += rows {
		n := min(rows, height-y)
		data := make([]byte, 4*width*n)
		for row := range n {
			fromServer(data[row*4*width:(row+1)*4*width], img.Pix[(y+row)*img.Stride:])
		}
		xproto.PutImage(d.conn, xproto.ImageFormatZPixmap, xproto.Drawable(pixmap), gc, uint16(width), uint16(n), 0, int16(y), 0,
			screen.RootDepth, data)
	}
	for _, name := range []string{"_XROOTPMAP_ID", "ESETROOT_PMAP_ID"} {
		atom, err := d.atom(name)
		if err != nil {
			return err
		}
		value := []byte{byte(pixmap), byte(pixmap >> 8), byte(pixmap >> 16), byte(pixmap >> 24)}
		xproto.ChangeProperty(d.conn, xproto.PropModeReplace, d.root, atom, xproto.AtomPixmap, 32, 1, value)
	}
	xproto.ChangeWindowAttributes(d.conn, d.root, xproto.CwBackPixmap, []uint32{uint32(pixmap)})
	if err := xproto.ClearAreaChecked(d.conn, false, d.root, 0, 0, 0, 0).Check(); err != nil {
		return fmt.Errorf("xtest: wallpaper: %w", err)
	}
	return nil
}

// Paint gives the whole root window one colour. A compositor leaves what was there before where it knows of none.
func (d *Display) Paint(c color.Color) error {
	size, err := d.Size()
	if err != nil {
		return err
	}
	img := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(img, img.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	return d.Wallpaper(img)
}

// WritePNG writes a picture, making its folder.
func WritePNG(name string, img image.Image) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("xtest: %w", err)
	}
	f, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("xtest: %w", err)
	}
	if err := png.Encode(f, img); err != nil {
		f.Close()
		return fmt.Errorf("xtest: write %s: %w", name, err)
	}
	return f.Close()
}
