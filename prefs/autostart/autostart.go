// Package autostart starts Dango when the user logs in, by an XDG autostart entry on Linux. What was written is read
// back, because an entry that points nowhere looks like one that works.
package autostart

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrUnsupported says that this system has no autostart that Dango knows.
var ErrUnsupported = errors.New("autostart: not supported on this system")

// Status is what the system would do at the next login.
type Status struct {
	Enabled bool
	Where   string // file or key that says so, or would
	Program string // that would be started; "" when nothing would
	Problem string // why it would not work although it is enabled
}

// Read says what is set up.
func Read() (Status, error) { return read() }

// Enable makes program, an absolute path, start at login, and reads back that it would.
func Enable(program string) (Status, error) {
	if !filepath.IsAbs(program) {
		return Status{}, fmt.Errorf("autostart: %q is not an absolute path", program)
	}
	if problem := unusable(program); problem != "" {
		return Status{}, fmt.Errorf("autostart: %s %s", program, problem)
	}
	if err := write(program); err != nil {
		return Status{}, fmt.Errorf("autostart: %w", err)
	}
	s, err := read()
	switch {
	case err != nil:
		return s, err
	case !s.Enabled || s.Program != program || s.Problem != "":
		return s, fmt.Errorf("autostart: %s was written but reads back as %q, %s", s.Where, s.Program, s.Problem)
	}
	return s, nil
}

// Disable takes the entry away. None there is no error.
func Disable() (Status, error) {
	if err := remove(); err != nil && !errors.Is(err, os.ErrNotExist) {
		return Status{}, fmt.Errorf("autostart: %w", err)
	}
	return read()
}

// unusable says what is wrong with a program, "" when nothing is.
func unusable(program string) string {
	info, err := os.Stat(program)
	switch {
	case err != nil:
		return "does not exist"
	case !info.Mode().IsRegular():
		return "is not a file"
	case !executable(info):
		return "is not executable"
	}
	return ""
}
