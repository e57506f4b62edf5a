package emit

import (
	"os"
	"path/filepath"
	"strings"

	"dango/session/event"
)

// disabled says that the user switched events off: DANGO_DISABLED, or a file named disabled in Dango's home; for
// Codex also the switches that other pets of its users already know.
func disabled(tool event.Tool, home string) bool {
	if isOn("DANGO_DISABLED") || exists(filepath.Join(home, "disabled")) {
		return true
	}
	return tool == event.Codex &&
		(isOn("CODEX_PET_EVENTS_DISABLED") || exists(filepath.Join(codexHome(), "global-pet-assistant-disabled")))
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

func codexHome() string {
	if dir := os.Getenv("CODEX_HOME"); dir != "" {
		return dir
	}
	home, _ := os.UserHomeDir() // without one the marker is looked for where it cannot be, in the current folder's .codex
	return filepath.Join(home, ".codex")
}
