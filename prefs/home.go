// Package prefs keeps the user's choices: where they live, their defaults and limits, reading, writing, watching.
//
// Everything of Dango's lies in one folder, the home. A hook may run with a stripped environment and must still
// find the socket, so the home does not follow XDG variables: it is DANGO_HOME, else ~/.dango.
package prefs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"dango/ingress/sock"
)

// Modes of what lies in the home: it is the user's alone.
const (
	dirMode  os.FileMode = 0o700
	fileMode os.FileMode = 0o600
)

// Home gives the absolute path of Dango's folder without creating it. Package sock owns the rule, because a hook
// must find the socket without this package.
func Home() (string, error) {
	h, err := sock.Home()
	if err != nil {
		return "", fmt.Errorf("prefs: find Dango's folder: %w", err)
	}
	return h, nil
}

// Paths names what lies in a home. The zero value is of no use; see Find.
type Paths struct {
	Home string // absolute
}

// Find gives the paths of override when it is set, else of Home.
func Find(override string) (Paths, error) {
	if override == "" {
		h, err := Home()
		return Paths{h}, err
	}
	abs, err := filepath.Abs(override)
	if err != nil {
		return Paths{}, fmt.Errorf("prefs: home %q: %w", override, err)
	}
	return Paths{abs}, nil
}

// Config is the preferences file, meant to be edited by hand.
func (p Paths) Config() string { return filepath.Join(p.Home, "config.json") }

// State is what Dango itself remembers: the window's position.
func (p Paths) State() string { return filepath.Join(p.Home, "state.json") }

// Run is the folder of sockets and coordinates.
func (p Paths) Run() string { return filepath.Join(p.Home, "run") }

// Socket is the local socket. Hooks and petctl find it by the same rule.
func (p Paths) Socket() string { return sock.Path(p.Home) }

// Endpoint holds the HTTP coordinates for scripts.
func (p Paths) Endpoint() string { return filepath.Join(p.Run(), "endpoint") }

// Program tells where the program of the pet lies, for hooks that are to start it.
func (p Paths) Program() string { return sock.ProgramFile(p.Home) }

// Bin is the folder of programs that hooks call.
func (p Paths) Bin() string { return filepath.Join(p.Home, "bin") }

// Emit is the stable path that installed hooks call.
func (p Paths) Emit() string { return filepath.Join(p.Bin(), "dango-emit"+exeSuffix) }

// Logs is the folder of log files.
func (p Paths) Logs() string { return filepath.Join(p.Home, "logs") }

// Themes is the folder of imported pets, one folder each.
func (p Paths) Themes() string { return filepath.Join(p.Home, "themes") }

// Create makes the home and its folders, 0700, and tightens the home's mode when others may look in.
func (p Paths) Create() error {
	for _, d := range []string{p.Home, p.Run(), p.Bin(), p.Logs(), p.Themes()} {
		if err := os.MkdirAll(d, dirMode); err != nil {
			return fmt.Errorf("prefs: create %s: %w", d, err)
		}
	}
	return p.tighten()
}

// tighten takes group and others out of the home. Inside a closed folder the modes of its folders do not matter.
func (p Paths) tighten() error {
	info, err := os.Stat(p.Home)
	if err != nil {
		return fmt.Errorf("prefs: look at %s: %w", p.Home, err)
	}
	if !modesMatter || info.Mode().Perm()&0o077 == 0 {
		return nil
	}
	if err := os.Chmod(p.Home, dirMode); err != nil {
		return fmt.Errorf("prefs: %s is open to others and cannot be closed: %w", p.Home, err)
	}
	return nil
}

var errNotRegular = errors.New("not a regular file")
