package sprite

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io/fs"
	"math"

	"dango/sprite/gif"
)

// gifManifest is manifest.json of a pet of GIFs.
const gifManifest = "manifest.json"

// GIFStates are the states that a pet of GIFs has a file for, each named after its state: "tool-use.gif".
var GIFStates = []State{
	"idle", "thinking", "responding", "tool-use", "permission-prompt", "ask-user", "completed", "error-interrupted",
}

// nearest says which of the eight stands in for a state that has no GIF, and for a clip that is asked for by name.
// A walk to one side has none: the pet looks idle.
var (
	nearestState = map[State]State{"waiting": "permission-prompt", "review": "completed"}
	nearestClip  = map[Clip]State{
		Waving: "ask-user", Jumping: "completed", Failed: "error-interrupted", Waiting: "permission-prompt",
		Running: "responding", Review: "thinking",
	}
)

// ofGIFs says whether the folder holds a pet of GIFs.
func ofGIFs(fsys fs.FS) bool {
	for i, name := range []string{manifestName, gifManifest, "idle.gif"} {
		if _, err := fs.Stat(fsys, name); err == nil {
			return i > 0
		}
	}
	return false
}

// loadGIFs reads the GIFs of all states and lays their frames out as a sheet. A state without a GIF looks idle.
func loadGIFs(fsys fs.FS, folder string) (*Sheet, error) {
	m, err := readGIFManifest(fsys)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", gifManifest, err)
	}
	strips, pixels := map[State]*gif.Animation{}, 0
	for _, st := range GIFStates {
		name := string(st) + ".gif"
		b, err := readLimited(fsys, name, maxSheetBytes)
		if errors.Is(err, fs.ErrNotExist) && st != "idle" {
			continue
		}
		if err != nil {
			return nil, err
		}
		if strips[st], err = gif.Decode(b); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		a := strips[st]
		if pixels += len(a.Frames) * len(a.Frames[0].Pix) / 4; pixels > maxDecodedBytes/4 {
			return nil, fmt.Errorf("%s: with it the GIFs have more than %d MiB decoded", name, maxDecodedBytes>>20)
		}
	}
	s, err := layOut(strips)
	if err != nil {
		return nil, err
	}
	s.pixels = or(m.PixelArt, isPixelArt(s.atlas))
	s.addExtras(fsys, m.extras)
	s.ID, s.Name = first(m.ID, folder), called(m.Name, m.ID, folder)
	return s, nil
}

type gifPet struct {
	SchemaVersion int    `json:"schemaVersion"`
	ID            string `json:"id"`
	Name          string `json:"name"`
	PixelArt      *bool  `json:"pixelArt"`
	extras
}

func readGIFManifest(fsys fs.FS) (gifPet, error) {
	m := gifPet{SchemaVersion: 1}
	b, err := readLimited(fsys, gifManifest, maxManifestBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err == nil {
		err = json.Unmarshal(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), &m)
	}
	if err == nil && m.SchemaVersion != 1 {
		err = fmt.Errorf("schemaVersion %d, want 1", m.SchemaVersion)
	}
	return m, err
}

// layOut puts all frames on one sheet. A cell is as large as the largest canvas; a smaller one stands in the middle of
// its lower edge, where a pet has its feet. Frames that are equal share a cell.
func layOut(strips map[State]*gif.Animation) (*Sheet, error) {
	var cells []*image.RGBA
	var size image.Point
	films := map[State]film{}
	for _, st := range GIFStates {
		a := strips[st]
		if a == nil {
			continue
		}
		size.X, size.Y = max(size.X, a.Frames[0].Rect.Dx()), max(size.Y, a.Frames[0].Rect.Dy())
		var at []int
		for _, m := range a.Frames {
			at = append(at, find(&cells, m))
		}
		films[st] = newFilm(at, a.Delays)
	}
	if len(cells)*size.X*size.Y > maxDecodedBytes/4 {
		return nil, fmt.Errorf("all GIFs together are %d different frames of %d×%d px: at most %d MiB decoded",
			len(cells), size.X, size.Y, maxDecodedBytes>>20)
	}
	g := grid{width: size.X, height: size.Y}
	if err := g.fits(); err != nil {
		return nil, err
	}
	g.columns = min(len(cells), max(1, int(math.Sqrt(float64(len(cells)*size.Y)/float64(size.X)))), max(1, maxSide/size.X))
	g.rows = (len(cells) + g.columns - 1) / g.columns
	if g.rows*g.height > maxSide {
		return nil, fmt.Errorf("%d frames of %d×%d px do not fit on one sheet of %d px a side", len(cells), size.X, size.Y, maxSide)
	}
	s := &Sheet{Version: 1, grid: g, atlas: image.NewRGBA(image.Rect(0, 0, g.columns*g.width, g.rows*g.height))}
	for i, m := range cells {
		r := s.CellRect(i%g.columns, i/g.columns)
		at := image.Pt(r.Min.X+(size.X-m.Rect.Dx())/2, r.Max.Y-m.Rect.Dy())
		draw.Draw(s.atlas, m.Rect.Add(at), m, image.Point{}, draw.Src)
	}
	s.measure()
	s.cast(films)
	s.emboss()
	return s, nil
}

// find gives the index of an equal picture, which it adds when there is none.
func find(cells *[]*image.RGBA, m *image.RGBA) int {
	for i, c := range *cells {
		if c.Rect == m.Rect && bytes.Equal(c.Pix, m.Pix) {
			return i
		}
	}
	*cells = append(*cells, m)
	return len(*cells) - 1
}

// cast gives each state its film, and each clip that may be asked for by name.
func (s *Sheet) cast(films map[State]film) {
	s.made, s.own = map[Clip]film{Idle: films["idle"]}, map[State]Clip{}
	for st, f := range films {
		s.made[Clip(st)] = f
		s.own[st] = Clip(st)
	}
	for st := range plays {
		if s.own[st] == "" {
			s.own[st] = Idle
			if near := nearestState[st]; films[near].cells != nil {
				s.own[st] = Clip(near)
			}
		}
	}
	for clip, st := range nearestClip {
		if f := films[st]; f.cells != nil {
			s.made[clip] = f
		}
	}
	s.Tune(Tuning{})
}
