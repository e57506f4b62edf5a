package hook

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"dango/prefs/jsonedit"
)

// maxLinks bounds a chain of symbolic links, as the kernel does.
const maxLinks = 40

// target is a file to edit, as it was when we read it.
type target struct {
	path   string // as the agent names it
	real   string // behind symbolic links: what is replaced, so that a link to a dotfiles folder stays a link
	text   []byte
	exists bool
	mode   fs.FileMode
	info   fs.FileInfo // nil when the file does not exist
}

// readTarget reads the file at path. A missing file is fine; everything else that is no readable plain file of
// this user is a *Refusal.
func readTarget(path string) (*target, error) {
	t := &target{path: path, real: path, mode: 0o600}
	for range maxLinks {
		fi, err := os.Lstat(t.real)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return t, nil
		case err != nil:
			return nil, &Refusal{File: path, What: "it cannot be looked at: " + err.Error(), Do: "check the rights of the folder", Err: err}
		case fi.Mode()&fs.ModeSymlink == 0:
			t.exists, t.info, t.mode = true, fi, fi.Mode().Perm()
			return t, t.read()
		}
		next, err := os.Readlink(t.real)
		if err != nil {
			return nil, &Refusal{File: path, What: "its link cannot be followed: " + err.Error(), Do: "repair or remove the link", Err: err}
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(t.real), next)
		}
		t.real = next
	}
	return nil, &Refusal{File: path, What: "its symbolic links go round in a circle", Do: "repair or remove the link"}
}

func (t *target) read() error {
	if !t.info.Mode().IsRegular() {
		return &Refusal{File: t.path, What: "it is not a plain file (" + t.info.Mode().Type().String() + ")", Do: "move it away"}
	}
	if t.info.Size() > jsonedit.MaxBytes {
		return &Refusal{File: t.path, What: fmt.Sprintf("it is larger than %d MiB", jsonedit.MaxBytes>>20), Do: "make it smaller; settings are never that large"}
	}
	text, err := os.ReadFile(t.real)
	if err != nil {
		return &Refusal{File: t.path, What: "it cannot be read: " + err.Error(), Do: "make it readable: chmod u+r " + quote(t.real), Err: err}
	}
	t.text = text
	return nil
}

// writable refuses a file that its owner has protected, or that belongs to somebody else.
func (t *target) writable() error {
	if !t.exists {
		return nil
	}
	if t.mode&0o200 == 0 {
		return &Refusal{File: t.path, What: "it is read-only", Do: "if it may be changed: chmod u+w " + quote(t.real)}
	}
	if owner, ours := owned(t.info); !ours {
		return &Refusal{File: t.path, What: "it belongs to " + owner, Do: "run this as that user"}
	}
	return nil
}

// unchanged reports whether the file still is what we read: agents rewrite their settings whenever they like.
func (t *target) unchanged() bool {
	now, err := readTarget(t.path)
	return err == nil && now.exists == t.exists && now.real == t.real && bytes.Equal(now.text, t.text)
}

// remove deletes the file; errMoved when it is not what we read any more.
func (t *target) remove() error {
	if !t.unchanged() {
		return errMoved
	}
	if err := os.Remove(t.real); err != nil {
		return &Refusal{File: t.path, What: "it cannot be removed: " + err.Error(), Do: "check the rights of " + quote(filepath.Dir(t.real)), Err: err}
	}
	return nil
}
