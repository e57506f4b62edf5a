// Package sock is Dango's local socket: where it is, how it is opened, who may connect, and how the two
// protocols that share it are told apart.
package sock

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
)

// Home is the folder that holds everything of Dango's: DANGO_HOME, else ~/.dango. It need not exist.
//
// An agent may run its hook without HOME; then the user database is asked.
func Home() (string, error) {
	if home := os.Getenv("DANGO_HOME"); home != "" {
		if !filepath.IsAbs(home) {
			return "", fmt.Errorf("sock: DANGO_HOME %q: not an absolute path", home)
		}
		return filepath.Clean(home), nil
	}
	base, err := os.UserHomeDir()
	if err != nil {
		u, uerr := user.Current()
		if uerr != nil || u.HomeDir == "" {
			return "", fmt.Errorf("sock: find the home folder: %w", errors.Join(err, uerr))
		}
		base = u.HomeDir
	}
	return filepath.Join(base, ".dango"), nil
}

// Path is the socket's path under home.
func Path(home string) string { return filepath.Join(home, "run", "dango.sock") }

// ProgramFile tells, in one line, where the pet's program lies: a dango that has started writes it, and a hook that is to
// start one reads it.
func ProgramFile(home string) string { return filepath.Join(home, "run", "program") }

// ErrTooLong says that the socket's path is longer than this system takes; the words are the way out.
var ErrTooLong = errors.New("set DANGO_HOME to a shorter folder")

// Check says in words why the socket of a home could not be opened: its path is too long for this system.
func Check(home string) error { return checkPath(Path(home)) }

// checkPath says early and in words what the system would say with "invalid argument".
func checkPath(path string) error {
	if len(path) > maxPath {
		return fmt.Errorf("sock: path %q has %d bytes, this system allows %d: %w", path, len(path), maxPath, ErrTooLong)
	}
	return nil
}
