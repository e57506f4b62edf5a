package sprite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// Limits of a pet.json.
const (
	maxManifestBytes = 1 << 20
	maxCells         = 256 // in the whole grid
	maxFrames        = 512 // in one clip
	maxFPS           = 60
	defaultFPS       = 8
)

// manifest is pet.json. Fields that it does not know are ignored.
type manifest struct {
	ID            string                 `json:"id"`
	DisplayName   string                 `json:"displayName"`
	Spritesheet   *string                `json:"spritesheetPath"`
	SpriteVersion int                    `json:"spriteVersionNumber"`
	Frame         *frameSize             `json:"frame"`
	Animations    map[Clip]animationSpec `json:"animations"`
	PixelArt      *bool                  `json:"pixelArt"` // ours: nil = look at the picture
	extras
}

type frameSize struct {
	Width   *int `json:"width"`
	Height  *int `json:"height"`
	Columns *int `json:"columns"`
	Rows    *int `json:"rows"`
}

type animationSpec struct {
	Frames   []int    `json:"frames"`
	FPS      *float64 `json:"fps"`
	Loop     *bool    `json:"loop"`
	Fallback *Clip    `json:"fallback"`
}

// decodeManifest reads pet.json and checks what can be checked without the sheet.
func decodeManifest(b []byte) (manifest, error) {
	var m manifest
	if len(b) > maxManifestBytes {
		return m, fmt.Errorf("larger than %d bytes", maxManifestBytes)
	}
	b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")) // editors on Windows write it
	if err := json.Unmarshal(b, &m); err != nil {
		return m, err
	}
	if m.Spritesheet != nil {
		if _, err := sheetPath(*m.Spritesheet); err != nil {
			return m, err
		}
	}
	return m, nil
}

// sheetPath cleans the path of a sheet, which must stay inside the pet's folder.
func sheetPath(p string) (string, error) { return petPath("spritesheetPath", p) }

// petPath cleans the path of a file in the pet's folder; what is how pet.json calls it.
func petPath(what, p string) (string, error) {
	bad := func(why string) (string, error) { return "", fmt.Errorf("%s %q: %s", what, p, why) }
	switch {
	case p == "":
		return bad("is empty")
	case strings.HasPrefix(p, "/"), len(p) > 1 && p[1] == ':':
		return bad("must be relative to the pet's folder")
	case strings.ContainsAny(p, "\\\x00"):
		return bad("must be written with forward slashes")
	case slices.Contains(strings.Split(p, "/"), ".."):
		return bad(`must not contain ".."`)
	}
	return path.Clean(p), nil
}

// cut chooses the grid of a sheet of w × h pixels: by "frame" when it is declared, else by size alone,
// which wins over the declared version.
func (m manifest) cut(w, h int) (grid, error) {
	if m.Frame == nil {
		for _, rows := range []int{rowsV1, rowsV2} {
			if w == columns*CellWidth && h == rows*CellHeight {
				return grid{CellWidth, CellHeight, columns, rows}, nil
			}
		}
		return grid{}, fmt.Errorf(`is %d×%d px, want %d×%d (v1) or %[3]d×%[5]d (v2); pet.json may declare another grid as "frame"`,
			w, h, columns*CellWidth, rowsV1*CellHeight, rowsV2*CellHeight)
	}
	g := grid{
		width:   or(m.Frame.Width, CellWidth),
		height:  or(m.Frame.Height, CellHeight),
		columns: or(m.Frame.Columns, columns),
		rows:    or(m.Frame.Rows, rowsV1),
	}
	if g.width <= 0 || g.height <= 0 || g.columns <= 0 || g.rows <= 0 {
		return grid{}, fmt.Errorf("pet.json: frame: %+v: all four must be above zero", g)
	}
	if err := g.fits(); err != nil {
		return grid{}, fmt.Errorf("pet.json: frame: %w", err)
	}
	if g.columns > maxCells || g.rows > maxCells || g.columns*g.rows > maxCells {
		return grid{}, fmt.Errorf("pet.json: frame: %d × %d cells, at most %d are allowed", g.columns, g.rows, maxCells)
	}
	if w%g.columns != 0 || h%g.rows != 0 || w/g.columns != g.width || h/g.rows != g.height {
		return grid{}, fmt.Errorf("pet.json: frame: %d×%d cells of %d×%d px do not cover the sheet of %d×%d px exactly",
			g.columns, g.rows, g.width, g.height, w, h)
	}
	return g, nil
}

// animate adds the declared animations to films, replacing those of the same name.
func (m manifest) animate(films map[Clip]film, g grid) error {
	names := slices.Sorted(maps.Keys(m.Animations)) // so that an error is always the same one
	for _, name := range names {
		f, err := m.Animations[name].film(g)
		if err != nil {
			return fmt.Errorf("pet.json: animations: %q: %w", name, err)
		}
		films[canonical(name)] = f
	}
	for _, name := range names {
		if err := checkFallback(films, canonical(name)); err != nil {
			return fmt.Errorf("pet.json: animations: %q: %w", name, err)
		}
	}
	return nil
}

func (a animationSpec) film(g grid) (film, error) {
	if len(a.Frames) == 0 || len(a.Frames) > maxFrames {
		return film{}, fmt.Errorf("%d frames, want 1 to %d", len(a.Frames), maxFrames)
	}
	for _, i := range a.Frames {
		if n := g.columns * g.rows; i < 0 || i >= n {
			return film{}, fmt.Errorf("frame %d is not on the sheet, which has cells 0 to %d", i, n-1)
		}
	}
	fps := or(a.FPS, defaultFPS)
	if !(fps > 0 && fps <= maxFPS) {
		return film{}, fmt.Errorf("fps %v, want more than 0 and at most %d", fps, maxFPS)
	}
	each := max(time.Duration(float64(time.Second)/max(fps, 1e-3)), ms)
	f := newFilm(a.Frames, even(len(a.Frames), each, each))
	f.loop = or(a.Loop, true)
	f.fallback = canonical(or(a.Fallback, Idle))
	return f, nil
}

// checkFallback walks from a clip to what follows it until something loops. A clip that falls back to itself loops.
func checkFallback(films map[Clip]film, name Clip) error {
	for at, hops := name, 0; ; hops++ {
		f := films[at]
		if _, ok := films[f.fallback]; !ok {
			return fmt.Errorf("fallback %q is no animation of this pet", f.fallback)
		}
		if f.fallback == at {
			f.loop = true
			films[at] = f
		}
		if f.loop {
			return nil
		}
		if hops > len(films) {
			return fmt.Errorf("none of the animations that follow it loops")
		}
		at = f.fallback
	}
}

func canonical(c Clip) Clip {
	if full, ok := aliases[c]; ok {
		return full
	}
	return c
}

func or[T any](p *T, def T) T {
	if p == nil {
		return def
	}
	return *p
}
