package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"
)

// stamp is the time of every file in an archive: the same files make the same archive.
var stamp = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// each calls f for every file below dir, by name, with its mode.
func each(dir string, f func(name string, mode fs.FileMode, content io.Reader, size int64) error) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		file, err := root.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		return f(name, info.Mode(), file, info.Size())
	})
}

// tarball packs a tree into a .tar.gz, below a folder of that name.
func tarball(tree, name, out string) (err error) {
	f, err := create(out)
	if err != nil {
		return err
	}
	z := gzip.NewWriter(f)
	w := tar.NewWriter(z)
	defer func() { err = errors.Join(err, w.Close(), z.Close(), f.Close()) }()
	return each(tree, func(file string, mode fs.FileMode, content io.Reader, size int64) error {
		h := tar.Header{Name: path.Join(name, file), Mode: int64(mode.Perm()), Size: size, ModTime: stamp, Format: tar.FormatPAX}
		if err := w.WriteHeader(&h); err != nil {
			return err
		}
		_, err := io.Copy(w, content)
		return err
	})
}

// zipped packs programs for Windows, with what there is to read, into a .zip.
func zipped(bin, name, out string) (err error) {
	f, err := create(out)
	if err != nil {
		return err
	}
	w := zip.NewWriter(f)
	defer func() { err = errors.Join(err, w.Close(), f.Close()) }()
	put := func(file string, content io.Reader) error {
		h := zip.FileHeader{Name: path.Join(name, file), Method: zip.Deflate, Modified: stamp}
		h.SetMode(0o755)
		to, err := w.CreateHeader(&h)
		if err != nil {
			return err
		}
		_, err = io.Copy(to, content)
		return err
	}
	for _, text := range []string{"README.md", "LICENSE"} {
		file, err := os.Open(text)
		if err != nil {
			return err
		}
		defer file.Close()
		if err := put(text, file); err != nil {
			return err
		}
	}
	return each(bin, func(file string, _ fs.FileMode, content io.Reader, _ int64) error { return put(file, content) })
}

func create(name string) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return nil, fmt.Errorf("make the folder of %s: %w", name, err)
	}
	return os.Create(name)
}
