package sprite

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Limits of what a pet brings along beside its pictures.
const (
	maxSoundBytes = 1 << 20
	maxGlyphBytes = 64 << 10
	maxGlyphSide  = 256 // px
	maxExtras     = 64  // entries of one kind
)

// Events are what a pet may have a sound for.
var Events = []string{"requests", "failed", "finished"}

// Accent is the colour of a state, for light and for dark bubbles. One with an alpha of 0 is not given.
type Accent struct{ Light, Dark color.NRGBA }

// Extras are what pet.json or manifest.json may hold beside what Codex knows. Each is optional, and one that is not
// understood is left out: another program may mean something else by the name.
type extras struct {
	Sounds  json.RawMessage `json:"sounds"`  // event → WAV file
	Glyphs  json.RawMessage `json:"glyphs"`  // state → PNG file, whose alpha is the small mark of that state
	Accents json.RawMessage `json:"accents"` // state → "#rrggbb", or {"light": …, "dark": …}
}

// Sound gives the WAV file that the pet has for an event of Events.
func (s *Sheet) Sound(event string) (wav []byte, ok bool) {
	wav, ok = s.sounds[event]
	return wav, ok
}

// Glyph gives the mark that the pet has for a state; nil = none. It must not be changed.
func (s *Sheet) Glyph(st State) *image.Alpha { return s.glyphs[st] }

// Accent gives the colours that the pet has for a state.
func (s *Sheet) Accent(st State) (a Accent, ok bool) {
	a, ok = s.accents[st]
	return a, ok
}

// Notes say what was left out because it could not be used, one line each.
func (s *Sheet) Notes() []string { return s.notes }

// addExtras takes in what is beside the pictures.
func (s *Sheet) addExtras(fsys fs.FS, e extras) {
	s.sounds, s.glyphs, s.accents = map[string][]byte{}, map[State]*image.Alpha{}, map[State]Accent{}
	isState := func(name string) bool { _, ok := plays[State(name)]; return ok }
	each(s, "sounds", e.Sounds, func(name string) bool { return slices.Contains(Events, name) }, func(event, file string) error {
		wav, err := readExtra(fsys, file, maxSoundBytes)
		if err == nil && (len(wav) < 12 || string(wav[:4]) != "RIFF" || string(wav[8:12]) != "WAVE") {
			err = fmt.Errorf("%s: is no WAV file", file)
		}
		if err == nil {
			s.sounds[event] = wav
		}
		return err
	})
	each(s, "glyphs", e.Glyphs, isState, func(st, file string) error {
		m, err := readGlyph(fsys, file)
		if err == nil {
			s.glyphs[State(st)] = m
		}
		return err
	})
	each(s, "accents", e.Accents, isState, func(st string, v accentSpec) error {
		a, err := v.accent()
		if err == nil {
			s.accents[State(st)] = a
		}
		return err
	})
}

// each takes in the entries of one kind in the order of their names, and notes what is wrong with those left out.
func each[T any](s *Sheet, kind string, raw json.RawMessage, known func(string) bool, take func(name string, v T) error) {
	note := func(format string, args ...any) {
		s.notes = append(s.notes, kind+": "+fmt.Sprintf(format, args...)+"; left out")
	}
	if len(raw) == 0 {
		return
	}
	var all map[string]T
	if err := json.Unmarshal(raw, &all); err != nil {
		note("%v", err)
		return
	}
	if len(all) > maxExtras {
		note("%d entries, at most %d are read", len(all), maxExtras)
		return
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !known(name) {
			note("nothing is called %q", name)
		} else if err := take(name, all[name]); err != nil {
			note("%q: %v", name, err)
		}
	}
}

// readExtra reads a file of the pet's folder.
func readExtra(fsys fs.FS, file string, limit int64) ([]byte, error) {
	name, err := petPath("path", file)
	if err != nil {
		return nil, err
	}
	b, err := readLimited(fsys, name, limit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: is not there", name)
	}
	return b, err
}

// readGlyph reads a PNG, of which the alpha counts.
func readGlyph(fsys fs.FS, file string) (*image.Alpha, error) {
	b, err := readExtra(fsys, file, maxGlyphBytes)
	if err != nil {
		return nil, err
	}
	c, err := png.DecodeConfig(bytes.NewReader(b))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", file, err)
	case c.Width > maxGlyphSide || c.Height > maxGlyphSide:
		return nil, fmt.Errorf("%s: %d×%d px, at most %d a side", file, c.Width, c.Height, maxGlyphSide)
	}
	m, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	out := image.NewAlpha(image.Rect(0, 0, c.Width, c.Height))
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	if !slices.ContainsFunc(out.Pix, func(a byte) bool { return a > 0 }) {
		return nil, fmt.Errorf("%s: is all transparent", file)
	}
	return out, nil
}

// accentSpec is one colour for both, or one each.
type accentSpec struct{ light, dark string }

func (a *accentSpec) UnmarshalJSON(b []byte) error {
	var both string
	if json.Unmarshal(b, &both) == nil {
		a.light, a.dark = both, both
		return nil
	}
	var two struct{ Light, Dark string }
	err := json.Unmarshal(b, &two)
	a.light, a.dark = two.Light, two.Dark
	return err
}

func (a accentSpec) accent() (c Accent, err error) {
	if a.light == "" && a.dark == "" {
		return c, errors.New("no colour")
	}
	if c.Light, err = parseColor(a.light); err == nil {
		c.Dark, err = parseColor(a.dark)
	}
	return c, err
}

var hexColor = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)

// parseColor reads "#rrggbb"; "" is no colour.
func parseColor(s string) (color.NRGBA, error) {
	if s == "" {
		return color.NRGBA{}, nil
	}
	if !hexColor.MatchString(s) {
		return color.NRGBA{}, fmt.Errorf("%q is no colour such as #c0ffee", s)
	}
	v, err := strconv.ParseUint(s[1:], 16, 32)
	return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}, err
}

// ExtraFiles lists the files that a manifest names as sounds and glyphs, as paths in the pet's folder. Those that would
// leave it are not among them.
func ExtraFiles(manifest []byte) (files []string) {
	var e extras
	if json.Unmarshal(bytes.TrimPrefix(manifest, []byte("\xef\xbb\xbf")), &e) != nil {
		return nil
	}
	for _, raw := range []json.RawMessage{e.Sounds, e.Glyphs} {
		var named map[string]string
		if json.Unmarshal(raw, &named) != nil || len(named) > maxExtras {
			continue
		}
		for _, file := range named {
			if name, err := petPath("", file); err == nil && !strings.HasPrefix(name, ".") && !slices.Contains(files, name) {
				files = append(files, name)
			}
		}
	}
	slices.Sort(files)
	return files
}
