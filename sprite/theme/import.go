package theme

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dango/sprite"
)

// maxNameLength is how long the name of a pet of GIFs may be, in characters.
const maxNameLength = 32

// Report is what came of an import, or would come of one.
type Report struct {
	ID    string
	Name  string
	GIFs  bool     // a pet of GIFs, not one sheet
	Notes []string // what was left out, or is doubtful; one line each
}

// Import takes the pet in a folder or a .zip into our folder. name is what to call it, "" = as it calls itself. It is
// not shown by that. Every error names the file and the reason, and then nothing is left behind.
func (s Store) Import(from, name string) (Report, error) { return s.bring(from, name, "") }

// ImportAs is Import of a pet that gets the id that the user knows it by.
func (s Store) ImportAs(from, id string) (Report, error) {
	if !ValidID(id) || reserved(id) {
		return Report{}, fmt.Errorf("theme: %q is no id of a pet", id)
	}
	return s.bring(from, "", id)
}

// bring is Import; id is the pet's own when empty.
func (s Store) bring(from, name, id string) (imported Report, err error) {
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return Report{}, fmt.Errorf("theme: import %s: %w", from, err)
	}
	imported, err = s.stage(from, name, func(dir string, r Report) error {
		r.ID = first(id, r.ID)
		to := filepath.Join(s.Dir, r.ID)
		if _, err := os.Lstat(to); err == nil {
			return fmt.Errorf("there is a pet %q already; remove it to import this one", r.ID)
		}
		return os.Rename(dir, to)
	})
	if err == nil {
		imported.ID = first(id, imported.ID)
	}
	return imported, err
}

// Check does what Import does, but leaves nothing behind.
func (s Store) Check(from string) (Report, *sprite.Sheet, error) {
	var sheet *sprite.Sheet
	tmp := Store{Dir: os.TempDir()}
	r, err := tmp.stage(from, "", func(dir string, _ Report) (err error) {
		sheet, err = sprite.LoadDir(dir)
		return err
	})
	return r, sheet, err
}

// stage prepares the pet in a folder that nobody sees and hands that to done.
func (s Store) stage(from, name string, done func(dir string, r Report) error) (Report, error) {
	fail := func(err error) (Report, error) { return Report{}, fmt.Errorf("theme: %s: %w", from, err) }
	work, err := os.MkdirTemp(s.Dir, ".import-*")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(work)
	raw, pet := filepath.Join(work, "raw"), filepath.Join(work, "pet")
	if err := take(from, raw); err != nil {
		return fail(err)
	}
	base := strings.TrimSuffix(filepath.Base(filepath.Clean(from)), filepath.Ext(from))
	if info, err := os.Stat(from); err == nil && info.IsDir() {
		base = filepath.Base(filepath.Clean(from))
	}
	r, err := prepare(raw, pet, base, name)
	if err != nil {
		return fail(err)
	}
	if err := done(pet, r); err != nil {
		return fail(err)
	}
	return r, nil
}

// take copies or unpacks what the user named.
func take(from, to string) (err error) {
	info, err := os.Stat(from)
	if err != nil {
		return errors.Unwrap(err) // the path is said already
	}
	if err := os.Mkdir(to, 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(to)
	if err != nil {
		return err
	}
	defer root.Close()
	in := &intake{root: root, left: maxBytes}
	switch {
	case info.IsDir():
		return in.copyDir(from)
	case info.Mode().IsRegular():
		return in.unzip(from)
	}
	return errors.New("is neither a folder nor a .zip")
}

// prepare makes a pet of what was taken in.
func prepare(raw, pet, base, name string) (Report, error) {
	raw, names, err := survey(raw)
	if err != nil {
		return Report{}, err
	}
	if slices.Contains(names, "pet.json") || slices.Contains(names, "spritesheet.webp") || slices.Contains(names, "spritesheet.png") {
		return prepareSheet(raw, pet, base)
	}
	return prepareGIFs(raw, pet, names, first(name, base))
}

// survey lists the files, and steps into folders that hold everything.
func survey(dir string) (root string, names []string, err error) {
	for {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return "", nil, err
		}
		if len(entries) != 1 || !entries[0].IsDir() {
			break
		}
		dir = filepath.Join(dir, entries[0].Name())
	}
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	return dir, names, err
}

func prepareSheet(raw, pet, base string) (Report, error) {
	if err := os.Rename(raw, pet); err != nil {
		return Report{}, err
	}
	sheet, err := sprite.LoadDir(pet)
	if err != nil {
		return Report{}, reason(err)
	}
	r := Report{ID: sheet.ID, Name: sheet.Name, Notes: sheet.Notes()}
	if r.ID == filepath.Base(pet) { // pet.json has none
		r.ID = base
		if r.Name == filepath.Base(pet) {
			r.Name = base
		}
	}
	if !ValidID(r.ID) || reserved(r.ID) {
		id := slug(first(r.ID, base))
		r.Notes = append(r.Notes, fmt.Sprintf("pet.json: the id %q cannot be the name of a folder; it is %q here", r.ID, id))
		r.ID = id
	}
	if !sheet.Looks() {
		r.Notes = append(r.Notes, "it does not look at the pointer: the sheet has no cells for that")
	}
	for _, c := range sprite.Standard() {
		if !sheet.Has(c) {
			r.Notes = append(r.Notes, fmt.Sprintf("%s: the row is empty, idle is shown instead", c))
		}
	}
	return r, nil
}

func prepareGIFs(raw, pet string, names []string, name string) (Report, error) {
	files, missing, notes := match(names)
	switch {
	case len(missing) == len(sprite.GIFStates):
		return Report{}, errors.New("there is no pet in it: neither pet.json, nor spritesheet.webp or .png, nor GIFs named after states such as idle.gif")
	case len(missing) > 0:
		var list []string
		for _, st := range missing {
			list = append(list, string(st)+".gif")
		}
		return Report{}, errors.New(strings.Join(list, ", ") + ": missing; a pet of GIFs needs all eight")
	}
	if err := os.Mkdir(pet, 0o700); err != nil {
		return Report{}, err
	}
	for st, file := range files {
		if err := os.Rename(filepath.Join(raw, filepath.FromSlash(file)), filepath.Join(pet, string(st)+".gif")); err != nil {
			return Report{}, err
		}
	}
	came := ownManifest(raw)
	name = shorten(first(came.name(), name))
	r := Report{ID: "user." + slug(name) + "." + token(), Name: name, GIFs: true, Notes: notes}
	manifest := map[string]any{
		"schemaVersion": 1, "id": r.ID, "name": r.Name, "createdAt": time.Now().UTC().Format(time.RFC3339),
	}
	if err := came.bring(manifest, raw, pet); err != nil {
		return Report{}, err
	}
	b, err := json.Marshal(manifest)
	if err != nil {
		return Report{}, err
	}
	if err := os.WriteFile(filepath.Join(pet, "manifest.json"), append(b, '\n'), 0o600); err != nil {
		return Report{}, err
	}
	sheet, err := sprite.LoadDir(pet)
	if err != nil {
		return Report{}, reason(err)
	}
	r.Notes = append(r.Notes, sheet.Notes()...)
	return r, nil
}

// came is the manifest that came along with GIFs; nil = none that can be read.
type came map[string]json.RawMessage

func ownManifest(raw string) (m came) {
	b, err := os.ReadFile(filepath.Join(raw, "manifest.json"))
	if err != nil || json.Unmarshal(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), &m) != nil { // as sprite reads it
		return nil
	}
	return m
}

func (m came) name() (name string) {
	if json.Unmarshal(m["name"], &name) != nil {
		return ""
	}
	return strings.TrimSpace(name)
}

// bring takes over what a pet may have beside its GIFs, with the files that belong to it.
func (m came) bring(manifest map[string]any, raw, pet string) error {
	for _, key := range []string{"sounds", "glyphs", "accents", "pixelArt"} {
		if v, ok := m[key]; ok {
			manifest[key] = v
		}
	}
	b, err := json.Marshal(m)
	if err != nil {
		return err
	}
	for _, file := range sprite.ExtraFiles(b) {
		from, to := filepath.Join(raw, filepath.FromSlash(file)), filepath.Join(pet, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		if err := os.Rename(from, to); err != nil && !errors.Is(err, fs.ErrNotExist) { // what is not there is noted later
			return err
		}
	}
	return nil
}

// reason is an error of sprite's without the name of a folder that nobody knows.
func reason(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		if _, after, ok := strings.Cut(err.Error(), `sprite: pet "pet": `); ok {
			return errors.New(after)
		}
	}
	return err
}

// reserved says whether an id means something else already.
func reserved(id string) bool { return IsBuiltin(id) || id == Auto }

// slug is what an id can be made of a name.
func slug(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= maxNameLength {
			break
		}
	}
	s := strings.Trim(b.String(), "-")
	switch {
	case s == "" || reserved(s):
		return "theme"
	case device.MatchString(s):
		return s + "-pet"
	}
	return s
}

// token tells pets of one name apart.
func token() string {
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

func shorten(name string) string {
	r := []rune(name)
	return string(r[:min(len(r), maxNameLength)])
}

func first(names ...string) string {
	for _, n := range names {
		if n != "" {
			return n
		}
	}
	return "theme"
}
