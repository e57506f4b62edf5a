package events

import (
	"errors"
	"os"
	"path/filepath"

	"dango/session"
)

// opener gives the command line that opens a. Explorer takes its argument as it is, without a shell.
func opener(a *session.Action) ([]string, error) {
	explorer := filepath.Join(os.Getenv("SystemRoot"), "explorer.exe")
	switch a.Type {
	case openApp:
		return nil, errors.New("apps cannot be opened by id on Windows")
	case openURL:
		return []string{filepath.Join(os.Getenv("SystemRoot"), "System32", "rundll32.exe"), "url.dll,FileProtocolHandler", a.Target}, nil
	}
	return []string{explorer, a.Target}, nil
}

// installed is false for every app: Windows has no ids like these.
func installed(string) bool { return false }
