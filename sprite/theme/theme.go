// Package theme keeps the pets on disk: it finds, checks, imports and removes them.
//
// What it reads was made by others. An id is never used as a path before ValidID has seen it, an archive is unpacked
// under limits and never outside of its folder, and what fails half-way leaves nothing behind.
package theme

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"dango/sprite"
)

// Builtin is the id of the pet that comes with the program.
const Builtin = "builtin"

// ErrNotFound is what an error wraps when there is no pet of that id.
var ErrNotFound = errors.New("there is no such pet")

var validID = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9._-]{0,126}[A-Za-z0-9_-])?$`)

// device matches the names that Windows keeps for devices, whatever follows a dot.
var device = regexp.MustCompile(`^(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)

// ValidID says whether an id can be the name of a folder, on every system.
func ValidID(id string) bool { return validID.MatchString(id) && !device.MatchString(id) }

// Store is where pets are. It keeps nothing between calls.
type Store struct {
	Dir   string   // our own folder, the only one that is written to
	Roots []string // folders with pets of others, such as Codex's; looked through before Dir
}

// Entry is one pet of a list.
type Entry struct {
	ID   string // empty when the pet cannot be had by its id: a folder of the same name comes first
	Dir  string // where it is; empty for a built-in one
	Name string
	Made time.Time // zero for a built-in one
	Err  error     // why it cannot be shown
}

// List gives the built-in pets, then those on disk, oldest first. What is no folder of a pet is left out; a pet that is
// broken is listed with what is wrong with it.
func (s Store) List() []Entry {
	list := builtins()
	var found []Entry
	for i, root := range s.all() {
		entries, err := os.ReadDir(root)
		if err != nil {
			continue // most people have no pets of Codex
		}
		for _, e := range entries {
			dir := filepath.Join(root, e.Name())
			if i < len(s.Roots) && !looksLikePet(dir) || !ValidID(e.Name()) {
				continue
			}
			if info, err := os.Stat(dir); err != nil || !info.IsDir() {
				continue
			}
			found = append(found, entry(e.Name(), dir))
		}
	}
	slices.SortStableFunc(found, func(a, b Entry) int { return a.Made.Compare(b.Made) })
	seen := map[string]bool{}
	for i := range found {
		first, err := s.Find(found[i].ID)
		if err != nil || first != found[i].Dir || seen[found[i].ID] {
			found[i].ID = ""
		}
		seen[found[i].ID] = true
	}
	return append(list, found...)
}

// Names gives the pets that can be chosen by id, in the order of List, without a look at their pictures: a broken one is
// among them.
func (s Store) Names() []Entry {
	list := builtins()
	seen := map[string]bool{}
	var found []Entry
	for _, root := range s.all() {
		entries, _ := os.ReadDir(root) // most people have no pets of Codex
		for _, e := range entries {
			dir := filepath.Join(root, e.Name())
			info, err := os.Stat(dir)
			if err != nil || !info.IsDir() || !ValidID(e.Name()) || reserved(e.Name()) || seen[e.Name()] || !looksLikePet(dir) {
				continue
			}
			seen[e.Name()] = true
			found = append(found, Entry{ID: e.Name(), Dir: dir, Name: sprite.NameOf(dir), Made: info.ModTime()})
		}
	}
	slices.SortStableFunc(found, func(a, b Entry) int { return a.Made.Compare(b.Made) })
	return append(list, found...)
}

func entry(id, dir string) Entry {
	e := Entry{ID: id, Dir: dir, Name: id}
	if info, err := os.Stat(dir); err == nil {
		e.Made = info.ModTime()
	}
	sheet, err := sprite.LoadDir(dir)
	if err != nil {
		e.Err = err
		return e
	}
	e.Name = sheet.Name
	return e
}

// looksLikePet says whether a folder claims to be a pet.
func looksLikePet(dir string) bool {
	for _, name := range []string{"pet.json", "manifest.json", "idle.gif", "spritesheet.webp", "spritesheet.png"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			return true
		}
	}
	return false
}

func (s Store) all() []string { return append(slices.Clone(s.Roots), s.Dir) }

// Find gives the folder of a pet by its id. An absolute path is its own folder, or a .zip. "" is a built-in pet's folder.
func (s Store) Find(id string) (dir string, err error) {
	switch {
	case IsBuiltin(id):
		return "", nil
	case id == Auto:
		return s.firstPet(), nil
	case filepath.IsAbs(id):
		return id, nil
	case !ValidID(id):
		return "", fmt.Errorf("theme: %q is no id of a pet: letters, digits, dots, hyphens and underscores are allowed", id)
	}
	for _, root := range s.all() {
		dir := filepath.Join(root, id)
		if info, err := os.Stat(dir); err == nil && info.IsDir() && looksLikePet(dir) {
			return dir, nil
		}
	}
	return "", fmt.Errorf("theme: %q: %w in %s", id, ErrNotFound, strings.Join(s.all(), ", "))
}

// Load loads the pet of an id, of a folder or of a .zip.
func (s Store) Load(id string) (*sprite.Sheet, error) {
	dir, err := s.Find(id)
	if err != nil {
		return nil, err
	}
	if dir == "" && id == Auto {
		id = Builtin
	}
	if dir == "" {
		return loadBuiltin(id)
	}
	if info, err := os.Stat(dir); err == nil && info.Mode().IsRegular() {
		_, sheet, err := s.Check(dir) // an archive, unpacked for the moment
		return sheet, err
	}
	return sprite.LoadDir(dir)
}

// Remove deletes a pet from our own folder. Those of others, and the built-in ones, stay.
func (s Store) Remove(id string) error {
	dir := filepath.Join(s.Dir, id)
	switch info, err := os.Lstat(dir); {
	case IsBuiltin(id):
		return fmt.Errorf("theme: %q comes with the program and cannot be removed", id)
	case !ValidID(id):
		return fmt.Errorf("theme: %q is no id of a pet", id)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("theme: remove %q: %w in %s", id, ErrNotFound, s.Dir)
	case err != nil:
		return fmt.Errorf("theme: remove %q: %w", id, err)
	case !info.IsDir():
		return fmt.Errorf("theme: remove %q: %s is no folder", id, dir)
	}
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("theme: remove %q: %w", id, err)
	}
	return nil
}
