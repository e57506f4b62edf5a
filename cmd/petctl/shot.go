package main

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"time"

	"github.com/spf13/cobra"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/game/raster"
	"dango/game/scene"
	"dango/ingress/control"
	"dango/prefs/lang"
	"dango/session"
	"dango/sprite"
)

func (a *app) shot() *cobra.Command {
	var dark, plain bool
	var scale float64
	c := &cobra.Command{
		Use: "shot FILE.png", Short: lang.T("Paint what the pet shows into a picture; needs no screen"),
		RunE: func(c *cobra.Command, args []string) error {
			if !(scale >= 0.5 && scale <= 4) {
				return wrong(c, lang.Errorf("--scale is %g and must be from 0.5 to 4", scale))
			}
			s, err := call(a, c, func(ctx context.Context, cl *control.Client) (session.Snapshot, error) { return cl.Snapshot(ctx) })
			if err != nil {
				return err
			}
			img, err := paint(&s, dark, scale)
			if err != nil {
				return err
			}
			if !plain {
				img = onBackdrop(img, dark)
			}
			return write(args[0], img)
		},
	}
	c.Flags().BoolVar(&dark, "dark", false, lang.T("dark colours"))
	c.Flags().BoolVar(&plain, "transparent", false, lang.T("no backdrop behind pet and bubbles"))
	c.Flags().Float64Var(&scale, "scale", 1, lang.T("pixels of the picture a pixel of the desktop"))
	return c
}

// settled is more ticks than anything takes to appear.
const settled = 2 * input.TicksPerSecond

// paint shows s on a desktop of its own, as the window would.
func paint(s *session.Snapshot, dark bool, scale float64) (*image.RGBA, error) {
	sheet, err := sprite.Builtin()
	if err != nil {
		return nil, err
	}
	sc, err := scene.New(scene.Options{Sheet: sheet})
	if err != nil {
		return nil, err
	}
	desk := drawlist.Rect{W: 1920, H: 1080}
	frame := input.Frame{
		Now: time.Now(), Scale: scale, Dark: dark, Reduced: true,
		Monitors: []input.Monitor{{Name: "shot", Bounds: desk, Work: desk, Scale: scale, Primary: true}},
	}
	for _, frame.Tick = range []uint64{0, settled} {
		sc.Step(s, frame)
	}
	return raster.Draw(sc.Append(nil), sc.Pages(), sc.Viewport(), scale), nil
}

// onBackdrop lays the picture over one quiet colour: viewers show transparency in many ways, some of them unreadable.
func onBackdrop(img *image.RGBA, dark bool) *image.RGBA {
	back := color.RGBA{0xd4, 0xda, 0xe4, 0xff}
	if dark {
		back = color.RGBA{0x2b, 0x31, 0x3c, 0xff}
	}
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Bounds(), image.NewUniform(back), image.Point{}, draw.Src)
	draw.Draw(out, out.Bounds(), img, img.Bounds().Min, draw.Over)
	return out
}

// write makes the file the user's alone: titles and commands are in the picture.
func write(path string, img image.Image) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return lang.Errorf("write the picture %s: %v; choose a folder that exists and is yours", path, reason(err))
	}
	return errors.Join(png.Encode(f, img), f.Close())
}

// reason is the cause alone: the message names the file already.
func reason(err error) error {
	if p, ok := errors.AsType[*os.PathError](err); ok {
		return p.Err
	}
	return err
}
