//go:build !windows

package prefs

import "github.com/google/renameio/v2"

const (
	exeSuffix   = ""
	modesMatter = true
)

// replace writes the file so that a reader sees the old or the new content, never a part, also after a crash.
func replace(path string, data []byte) error {
	return renameio.WriteFile(path, data, fileMode, renameio.WithStaticPermissions(fileMode))
}
