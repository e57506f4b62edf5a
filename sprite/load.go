package sprite

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"dango/assets"
)

const manifestName = "pet.json"

// sheetNames are tried in this order when pet.json names no sheet.
var sheetNames = []string{"spritesheet.webp", "spritesheet.png"}

// Builtin loads the pet that Dango brings along.
func Builtin() (*Sheet, error) {
	s, err := Load(assets.Dango(), "dango")
	if err != nil {
		return nil, fmt.Errorf("built-in pet: %w", err)
	}
	return s, nil
}

// LoadDir loads the pet in a folder of the disk. Links that lead out of the folder are not followed.
func LoadDir(dir string) (*Sheet, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("sprite: open pet: %w", err)
	}
	defer root.Close()
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("sprite: open pet: %w", err)
	}
	return Load(root.FS(), filepath.Base(abs))
}

// NameOf is what to call the pet in a folder of the disk, without a look at its pictures: the folder's name when it does
// not say.
func NameOf(dir string) string {
	folder := filepath.Base(dir)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return folder
	}
	defer root.Close()
	if ofGIFs(root.FS()) {
		m, _ := readGIFManifest(root.FS())
		return called(m.Name, m.ID, folder)
	}
	m, _ := readManifest(root.FS())
	return called(m.DisplayName, m.ID, folder)
}

// Load loads the pet at the root of a file system: pet.json and its sheet; or a GIF for each state, with manifest.json
// when there is one; or a sheet alone.
//
// folder is its id and its name unless pet.json says otherwise; it is never used as a path. Every error names the
// file and what is wrong with it.
func Load(fsys fs.FS, folder string) (*Sheet, error) {
	if ofGIFs(fsys) {
		s, err := loadGIFs(fsys, folder)
		if err != nil {
			return nil, fmt.Errorf("sprite: pet %q: %w", folder, err)
		}
		return s, nil
	}
	m, err := readManifest(fsys)
	if err != nil {
		return nil, fmt.Errorf("sprite: pet %q: %s: %w", folder, manifestName, err)
	}
	name, b, err := readSheet(fsys, m)
	if err != nil {
		return nil, fmt.Errorf("sprite: pet %q: %w", folder, err)
	}
	s, err := newSheet(m, b)
	if err != nil {
		return nil, fmt.Errorf("sprite: pet %q: %s: %w", folder, name, err)
	}
	s.ID = first(m.ID, folder)
	s.Name = called(m.DisplayName, s.ID)
	s.addExtras(fsys, m.extras)
	return s, nil
}

func newSheet(m manifest, b []byte) (*Sheet, error) {
	picture, err := decodeImage(b)
	if err != nil {
		return nil, err
	}
	g, err := m.cut(picture.Rect.Dx(), picture.Rect.Dy())
	if err != nil {
		return nil, err
	}
	s := &Sheet{Version: 1, grid: g, atlas: picture, made: map[Clip]film{}}
	s.measure()
	s.pixels = or(m.PixelArt, isPixelArt(picture))
	for row, std := range standard {
		if n := s.visible(row, len(std.times)); n > 0 {
			s.made[std.clip] = leading(row*g.columns, n, std.times)
		}
	}
	s.idle = len(s.made[Idle].cells)
	if err := m.animate(s.made, g); err != nil {
		return nil, err
	}
	if _, own := m.Animations[Idle]; own {
		s.idle = 0
	}
	s.Tune(Tuning{})
	if !s.Has(Idle) {
		return nil, errors.New("the first row, idle, is empty")
	}
	if g.columns == columns && g.rows >= rowsV2 {
		s.Version = 2
		s.gaze = s.visible(gazeRow, columns) == columns && s.visible(gazeRow+1, columns) == columns &&
			!s.Bounds(neutralCol, 0).Empty()
	}
	s.emboss()
	return s, nil
}

// measure finds out which pixels are solid.
func (s *Sheet) measure() {
	s.mask = newMask(s.atlas)
	for i := range s.grid.columns * s.grid.rows {
		r := s.CellRect(i%s.grid.columns, i/s.grid.columns)
		s.bounds = append(s.bounds, s.mask.bounds(r).Sub(r.Min))
	}
}

// visible counts the leading cells of a row, at most n, that show anything.
func (s *Sheet) visible(row, n int) int {
	for col := range n {
		if s.Bounds(col, row).Empty() {
			return col
		}
	}
	return n
}

func readManifest(fsys fs.FS) (manifest, error) {
	b, err := readLimited(fsys, manifestName, maxManifestBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return manifest{}, nil
	}
	if err != nil {
		return manifest{}, err
	}
	return decodeManifest(b)
}

// readSheet reads the sheet that pet.json names, or the first of sheetNames that exists.
func readSheet(fsys fs.FS, m manifest) (name string, b []byte, err error) {
	if m.Spritesheet != nil {
		name, err = sheetPath(*m.Spritesheet)
		if err != nil {
			return "", nil, err
		}
		b, err = readLimited(fsys, name, maxSheetBytes)
		return name, b, err
	}
	for _, name := range sheetNames {
		b, err := readLimited(fsys, name, maxSheetBytes)
		if !errors.Is(err, fs.ErrNotExist) {
			return name, b, err
		}
	}
	return "", nil, fmt.Errorf("no %s and no %s in the folder: %w", sheetNames[0], sheetNames[1], fs.ErrNotExist)
}

// readLimited reads a regular file: anything else may never end, or never begin.
func readLimited(fsys fs.FS, name string, limit int64) ([]byte, error) {
	switch info, err := fs.Stat(fsys, name); {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: is no file", name)
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(b)) > limit {
		return nil, fmt.Errorf("%s: larger than %d bytes", name, limit)
	}
	return b, nil
}

// maxName is how long a name may be, in characters; that of most pets has ten.
const maxName = 64

// called is the first name that shows something, on one line and not without end: others have written them.
func called(names ...string) string {
	for _, n := range names {
		n = strings.Join(strings.FieldsFunc(n, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
		if r := []rune(n); len(r) > maxName {
			n = string(r[:maxName-1]) + "…"
		}
		if n != "" {
			return n
		}
	}
	return "pet"
}

func first(names ...string) string {
	for _, n := range names {
		if n != "" {
			return n
		}
	}
	return ""
}
