package theme

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Whatever an archive is: nothing lies outside of the folder that it is taken into, no more than is allowed, and nothing
// but files and folders.
func FuzzUnzip(f *testing.F) {
	for _, p := range packs() {
		if b, err := os.ReadFile(zipped(f, p.items)); err == nil && len(b) < 16<<10 { // no bombs
			f.Add(b)
		}
	}
	f.Fuzz(func(t *testing.T, archive []byte) {
		around := t.TempDir()
		to := filepath.Join(around, "raw")
		err := take(write(t, "pack.zip", archive), to)
		if beside, _ := os.ReadDir(around); len(beside) > 1 {
			t.Fatalf("there is something beside the folder: %v", beside)
		}
		total, entries := int64(0), 0
		if walked := filepath.WalkDir(to, func(path string, d fs.DirEntry, err error) error {
			if err != nil || path == to {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			if !d.IsDir() && !info.Mode().IsRegular() {
				t.Errorf("%s is %v", path, info.Mode())
			}
			if !d.IsDir() {
				entries, total = entries+1, total+info.Size()
			}
			return nil
		}); walked != nil {
			t.Fatal(walked)
		}
		if err == nil && (total > maxBytes || entries > maxEntries) {
			t.Errorf("%d bytes in %d files were taken in", total, entries)
		}
	})
}
