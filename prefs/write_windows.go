package prefs

import (
	"errors"
	"os"
	"path/filepath"
)

const (
	exeSuffix = ".exe"
	// Windows keeps a profile closed by access lists; mode bits say nothing there.
	modesMatter = false
)

// replace writes the file so that a reader sees the old or the new content, never a part. os.Rename replaces here.
func replace(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".dango-*")
	if err != nil {
		return err
	}
	_, werr := f.Write(data)
	err = errors.Join(werr, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
