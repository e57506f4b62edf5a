package hook

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// keptBackups is how many copies of one file stay; older ones are removed.
const keptBackups = 5

// errMoved says that the file was changed by somebody else between our reading and our writing.
var errMoved = errors.New("the file changed meanwhile")

// replace puts text in place of the file: a temporary file beside it, flushed, renamed over it, read again.
// At any moment the file is the old one or the new one. errMoved: it is not what we read any more; start over. What
// another program writes between that check and the rename, a few microseconds, stays unseen: agents take no lock.
func (t *target) replace(text []byte, step func(string)) error {
	dir := filepath.Dir(t.real)
	tmp, err := writeTemp(dir, filepath.Base(t.real), text, t.mode, step)
	if err != nil {
		return &Refusal{File: t.path, What: "a file cannot be written beside it: " + err.Error(), Do: "check the rights of " + quote(dir) + " and the free space", Err: err}
	}
	if t.exists {
		keepGroup(tmp, t.info)
	}
	step("before check")
	if !t.unchanged() {
		_ = os.Remove(tmp)
		return errMoved
	}
	step("before rename")
	if err := os.Rename(tmp, t.real); err != nil {
		_ = os.Remove(tmp)
		return &Refusal{File: t.path, What: "it cannot be replaced: " + err.Error(), Do: "check the rights of " + quote(dir), Err: err}
	}
	step("after rename")
	_ = syncFolder(dir) // some file systems cannot; the rename itself has succeeded
	if now, err := os.ReadFile(t.real); err != nil || !bytes.Equal(now, text) {
		return fmt.Errorf("hook: %s: read after writing: not what was written (%v); another program may be writing it", t.path, err)
	}
	return nil
}

// writeTemp writes a flushed temporary file for base into dir and gives its path; on error nothing is left.
func writeTemp(dir, base string, content []byte, mode fs.FileMode, step func(string)) (path string, err error) {
	f, err := os.CreateTemp(dir, tempPrefix(base)+"*")
	if err != nil {
		return "", err
	}
	defer func() {
		err = errors.Join(err, f.Close())
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	step("temp created")
	if _, err = f.Write(content); err != nil {
		return "", err
	}
	step("temp written")
	if err = f.Chmod(mode); err != nil {
		return "", err
	}
	return f.Name(), f.Sync()
}

// writeFile replaces a file of our own, atomically. The caller holds the lock.
func writeFile(path string, content []byte, mode fs.FileMode, step func(string)) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	sweep(path)
	tmp, err := writeTemp(dir, filepath.Base(path), content, mode, step)
	if err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		_ = os.Remove(tmp)
		return err
	}
	_ = syncFolder(dir)
	return nil
}

func tempPrefix(base string) string { return "." + base + ".dango-" }

// sweep removes what installers that were killed left beside the file. The caller holds the lock.
func sweep(path string) {
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), tempPrefix(filepath.Base(path))+"*"))
	for _, tmp := range left {
		_ = os.Remove(tmp)
	}
}

// backup keeps a copy of the file's text in our own folder, readable by the user alone, and gives its path.
func (in *installer) backup(a Agent, t *target) (string, error) {
	dir := filepath.Join(in.Home, "backup", string(a.ID))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("hook: back up %s: %w", t.path, err)
	}
	stamp := in.Now().UTC()
	for {
		path := filepath.Join(dir, filepath.Base(t.real)+"."+stamp.Format("20060102T150405.000Z"))
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			stamp = stamp.Add(time.Millisecond)
			continue
		}
		if err != nil {
			return "", fmt.Errorf("hook: back up %s: %w", t.path, err)
		}
		_, err = f.Write(t.text)
		if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
			_ = os.Remove(path)
			return "", fmt.Errorf("hook: back up %s: %w", t.path, err)
		}
		prune(dir, filepath.Base(t.real))
		return path, nil
	}
}

// prune keeps the newest backups; their names sort by time.
func prune(dir, base string) {
	all, _ := filepath.Glob(filepath.Join(dir, base+".*Z"))
	slices.Sort(all)
	for _, old := range all[:max(0, len(all)-keptBackups)] {
		_ = os.Remove(old)
	}
}
