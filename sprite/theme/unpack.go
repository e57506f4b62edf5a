package theme

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
)

// Limits of what is taken in from a folder or an archive.
const (
	maxBytes   = 64 << 20 // of all files together, unpacked
	maxEntries = 2000     // files and folders
	maxDepth   = 16       // folders in folders
	maxName    = 255      // bytes of one name: what file systems take
)

// intake copies files of others into a folder of ours.
type intake struct {
	root    *os.Root
	left    int64
	entries int
}

// file takes in one file.
func (in *intake) file(name string, r io.Reader) (err error) {
	if dir := path.Dir(name); dir != "." {
		if err := in.root.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	f, err := in.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: is there twice", name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	n, err := io.Copy(f, io.LimitReader(r, in.left+1))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if in.left -= n; in.left < 0 {
		return fmt.Errorf("%s: with it there are more than %d MiB", name, maxBytes>>20)
	}
	return nil
}

// admit checks one entry before anything of it is read. skip is set for what systems leave behind.
func (in *intake) admit(name string, mode fs.FileMode) (skip bool, err error) {
	if in.entries++; in.entries > maxEntries {
		return false, fmt.Errorf("%s: with it there are more than %d files and folders", name, maxEntries)
	}
	bad := func(why string) (bool, error) { return false, fmt.Errorf("%q: %s", name, why) }
	switch clean := strings.TrimSuffix(name, "/"); {
	case strings.HasPrefix(name, "/"), len(name) > 1 && name[1] == ':':
		return bad("is an absolute path")
	case strings.ContainsAny(name, "\\\x00"):
		return bad("has a backslash or a zero in its name")
	case !fs.ValidPath(clean):
		return bad(`is a path with "..", "." or nothing between slashes`)
	case strings.Count(clean, "/") >= maxDepth:
		return bad("lies too deep")
	case mode&fs.ModeSymlink != 0:
		return bad("is a link")
	case !mode.IsDir() && !mode.IsRegular():
		return bad("is neither a file nor a folder")
	}
	for part := range strings.SplitSeq(name, "/") {
		if len(part) > maxName {
			return bad("has too long a name")
		}
		if part == "__MACOSX" || part == ".DS_Store" || part == "Thumbs.db" || part == ".git" {
			return true, nil
		}
	}
	return mode.IsDir(), nil
}

// unzip takes in an archive. What the archive says of sizes is not believed.
func (in *intake) unzip(file string) error {
	z, err := zip.OpenReader(file)
	if err != nil {
		return fmt.Errorf("is no zip archive that can be read: %w", err)
	}
	defer z.Close()
	for _, f := range z.File {
		skip, err := in.admit(f.Name, f.Mode())
		if err != nil {
			return err
		}
		if skip {
			continue
		}
		if f.Flags&1 != 0 {
			return fmt.Errorf("%s: is encrypted", f.Name)
		}
		r, err := f.Open()
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		err = in.file(f.Name, r)
		if err := errors.Join(err, r.Close()); err != nil {
			return err
		}
	}
	return nil
}

// copyDir takes in a folder. Links in it are refused, so nothing from outside of it comes along.
func (in *intake) copyDir(dir string) error {
	from, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer from.Close()
	return fs.WalkDir(from.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		skip, err := in.admit(name, d.Type())
		switch {
		case err != nil:
			return err
		case skip && d.IsDir() && d.Name() != path.Base(name):
			return fs.SkipDir
		case skip:
			return nil
		}
		f, err := from.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		return in.file(name, f)
	})
}
