package events

import (
	"cmp"
	"errors"
	"os"
	"os/exec"
	"path/filepath"

	"dango/session"
)

// opener gives the command line that opens a.
func opener(a *session.Action) ([]string, error) {
	if a.Type != openApp {
		return command("xdg-open", a.Target)
	}
	if argv, err := command("gtk-launch", a.Target); err == nil {
		return argv, nil
	}
	entry := desktopEntry(a.Target)
	if entry == "" {
		return nil, errors.New("the app is not installed")
	}
	return command("gio", "launch", entry)
}

func command(name string, args ...string) ([]string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return nil, errors.New(name + " is not installed; the packages xdg-utils and libglib2.0-bin have what opens things")
	}
	return append([]string{path}, args...), nil
}

// installed says whether a desktop entry of that id exists.
func installed(id string) bool { return desktopEntry(id) != "" }

// desktopEntry finds an app's entry where the XDG Base Directory rules say: the user's own first.
func desktopEntry(id string) string {
	home, _ := os.UserHomeDir()
	dirs := append([]string{cmp.Or(os.Getenv("XDG_DATA_HOME"), filepath.Join(home, ".local", "share"))},
		filepath.SplitList(cmp.Or(os.Getenv("XDG_DATA_DIRS"), "/usr/local/share:/usr/share"))...)
	for _, d := range dirs {
		path := filepath.Join(d, "applications", id+".desktop")
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && filepath.IsAbs(path) {
			return path
		}
	}
	return ""
}
