package hook

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// manifest is what we wrote into this machine's files, kept in Dango's folder. It is written before a file is
// changed: after a crash it may promise too much, and uninstall only acts on what it really finds.
type manifest struct {
	Schema int                `json:"schema"`
	Files  map[string]*record `json:"files"` // by path as the agent names it
}

const manifestSchema = 1

// readManifest of a missing file is empty. An unreadable one is an error that names the way out: without it
// entries are still found by their marker.
func readManifest(path string) (*manifest, error) {
	m := &manifest{Schema: manifestSchema, Files: map[string]*record{}}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err == nil {
		err = json.Unmarshal(text, m)
	}
	if err == nil && m.Schema != manifestSchema {
		err = fmt.Errorf("schema %d is not known to this version", m.Schema)
	}
	if err != nil {
		return nil, fmt.Errorf("hook: read the record of what was installed, %q: %w; if you remove it, hooks are still found by their command", path, err)
	}
	if m.Files == nil {
		m.Files = map[string]*record{}
	}
	for file, rec := range m.Files {
		if rec == nil {
			delete(m.Files, file)
		}
	}
	return m, nil
}

// saveManifest writes the manifest; one that remembers nothing is removed.
func (in *installer) saveManifest() error {
	if len(in.man.Files) == 0 {
		if err := os.Remove(in.manifestPath()); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("hook: remove the record of what is installed: %w", err)
		}
		return nil
	}
	text, err := json.MarshalIndent(in.man, "", "  ")
	if err == nil {
		err = writeFile(in.manifestPath(), append(text, '\n'), 0o600, in.step)
	}
	if err != nil {
		return fmt.Errorf("hook: write the record of what is installed, %q: %w", in.manifestPath(), err)
	}
	return nil
}
