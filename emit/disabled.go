package emit

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dango/session/event"
)

// disabled says that the user switched events off: DANGO_DISABLED, or a file named disabled in Dango's home; for
// Codex also the switches that other pets of its users already know.
func disabled(tool event.Tool, home string) bool {
	if isOn("DANGO_DISABLED") || exists(filepath.Join(home, "disabled")) {
		return true
	}
	return tool == event.Codex && (isOn("CODEX_PET_EVENTS_DISABLED") || slices.ContainsFunc(codexHomes(), func(dir string) bool {
		return exists(filepath.Join(dir, "global-pet-assistant-disabled"))
	}))
}

func isOn(variable string) bool {
	switch strings.ToLower(os.Getenv(variable)) {
	case "1", "true", "yes", "on":
		return true
	}
	return false
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// codexHomes are the folders in which the marker may be: the usual one, which other pets look in, and Codex's own.
func codexHomes() []string {
	var dirs []string
	if home, err := os.UserHomeDir(); err == nil {
		dirs = append(dirs, filepath.Join(home, ".codex"))
	}
	if dir := os.Getenv("CODEX_HOME"); dir != "" {
		dirs = append(dirs, dir)
	}
	return dirs
}
