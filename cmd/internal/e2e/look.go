//go:build linux

package e2e

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"time"

	"dango/cmd/internal/xtest"
	"dango/game/drawlist"
	"dango/game/input"
	"dango/game/raster"
	"dango/game/scene"
	"dango/ingress/control"
	"dango/ingress/sock"
	"dango/session"
	"dango/sprite"
)

// settled is a tick at which everything that appears has appeared.
const settled = 2 * input.TicksPerSecond

// Scene is what the pet should show now: the real scene, fed with the snapshot of the running core and the size of the
// screen. It knows a pet only where a new home puts it.
func (s *Stage) Scene() (*scene.Scene, error) {
	snapshot, err := s.snapshot()
	if err != nil {
		return nil, err
	}
	expected, frame, err := s.blank()
	if err != nil {
		return nil, err
	}
	for _, frame.Tick = range []uint64{0, settled} {
		expected.Step(snapshot, frame)
	}
	return expected, nil
}

// snapshot is what the running core knows.
func (s *Stage) snapshot() (*session.Snapshot, error) {
	ctx, cancel := context.WithTimeout(context.Background(), xtest.Patience)
	defer cancel()
	snapshot, err := control.NewClient(sock.Path(s.Home)).Snapshot(ctx)
	return &snapshot, err
}

// blank is a scene that has seen nothing so far, and what it may know of the screen.
func (s *Stage) blank() (*scene.Scene, input.Frame, error) {
	sheet, err := sprite.Builtin()
	if err != nil {
		return nil, input.Frame{}, err
	}
	blank, err := scene.New(scene.Options{Sheet: sheet, BarApart: true})
	if err != nil {
		return nil, input.Frame{}, err
	}
	blank.SetBar(s.Bar)
	if s.As != nil {
		s.As(blank)
	}
	size, err := s.Size()
	if err != nil {
		return nil, input.Frame{}, err
	}
	screen := drawlist.Rect{W: float32(size.X), H: float32(size.Y)}
	return blank, input.Frame{
		Now: time.Now(), Scale: 1, Dark: s.Dark,
		Monitors: []input.Monitor{{Bounds: screen, Work: screen, Scale: 1, Primary: true, Covered: s.Covered}},
	}, nil
}

// Find gives the place on the screen of what scene.Find knows by words, such as "[Allow]", once it is really there: the
// screen shows there what the scene painted into memory looks like.
func (s *Stage) Find(words string) (image.Rectangle, error) {
	expected, err := s.Scene()
	if err != nil {
		return image.Rectangle{}, err
	}
	place, ok := expected.Find(words)
	if !ok {
		return image.Rectangle{}, fmt.Errorf("e2e: nothing is called %q in\n%s", words, expected.Summary())
	}
	r := rectangle(place)
	shown, err := s.Look(r)
	if err != nil {
		return r, err
	}
	painted := raster.Draw(expected.AppendBar(expected.Append(nil)), expected.Pages(), place, 1)
	if d := distance(shown, painted); d > alike {
		return r, fmt.Errorf("e2e: the screen at %v does not show %q: it is %.0f of 255 off", r, words, d)
	}
	return r, nil
}

// alike is how far two pictures of the same button are apart at most, on average over all channels. A pointer over the
// button changes it by less than this; another button in its place by more.
const alike = 20

// distance is the mean difference of two pictures' colours, of 255.
func distance(a, b *image.RGBA) float64 {
	size := a.Rect.Size()
	if other := b.Rect.Size(); other.X < size.X || other.Y < size.Y {
		size = other
	}
	sum := 0
	for y := range size.Y {
		p := a.Pix[a.PixOffset(a.Rect.Min.X, a.Rect.Min.Y+y):]
		q := b.Pix[b.PixOffset(b.Rect.Min.X, b.Rect.Min.Y+y):]
		for i := range 4 * size.X {
			if i%4 != 3 {
				sum += max(int(p[i])-int(q[i]), int(q[i])-int(p[i]))
			}
		}
	}
	return float64(sum) / float64(max(1, 3*size.X*size.Y))
}

// reading is how long a person looks before the click, at least. The pet takes no click on a card that has just come up
// under the pointer.
const reading = 500 * time.Millisecond

// Choose waits until what Find knows by words has been on the screen for a moment and clicks it with xdotool.
func (s *Stage) Choose(words string) error {
	at, err := read(words, s.Find)
	if err != nil {
		return err
	}
	return s.Click(at, xtest.Left)
}

// read waits until words have been at one place of the screen for as long as a person needs to read them, and gives their
// middle.
func read(words string, find func(string) (image.Rectangle, error)) (image.Point, error) {
	var at image.Rectangle
	since := time.Now()
	err := xtest.Wait(words+" to be on the screen", func() (bool, error) {
		now, err := find(words)
		if err != nil || now != at {
			at, since = now, time.Now()
		}
		return err == nil && time.Since(since) >= reading, err
	})
	return middle(at), err
}

// rectangle is r in pixels of a screen with one pixel each for one of the world.
func rectangle(r drawlist.Rect) image.Rectangle {
	return image.Rect(int(r.X), int(r.Y), int(r.X+r.W), int(r.Y+r.H))
}

// petBody is the middle of the pet, which is solid in every picture of it.
func petBody(expected *scene.Scene) image.Point {
	at := expected.PetPosition()
	return image.Pt(int(at.X+sprite.CellWidth*scene.DefaultSize/2), int(at.Y+sprite.CellHeight*scene.DefaultSize*.65))
}

func middle(r image.Rectangle) image.Point { return r.Min.Add(r.Max).Div(2) }

// Still waits until nothing but the breathing pet moves: the picture above it has stayed the same for a moment.
func (s *Stage) Still() error {
	const moment = 400 * time.Millisecond
	var before *image.RGBA
	var since time.Time
	return xtest.Wait("the picture to stand still", func() (bool, error) {
		w, err := s.Window()
		if err != nil {
			return false, err
		}
		now, err := s.Look(w.Rect)
		if err != nil {
			return false, err
		}
		upper := len(now.Pix) - min(len(now.Pix), petHeight*now.Stride)
		if before == nil || before.Rect != now.Rect || !bytes.Equal(before.Pix[:upper], now.Pix[:upper]) {
			before, since = now, time.Now()
		}
		return time.Since(since) >= moment, nil
	})
}

// petHeight is more than the pet needs, with its window's margin, in pixels.
const petHeight = 160
