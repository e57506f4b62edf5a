// Package autostart starts Dango when the user logs in: by an XDG autostart entry or a systemd user unit on Linux, a
// LaunchAgent on macOS, the Run key on Windows. What was written is read back, because an entry that points nowhere
// looks like one that works.
package autostart

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrUnsupported says that this system has no such autostart, or none that Dango knows.
var ErrUnsupported = errors.New("autostart: not supported on this system")

// Way is how the system is told.
type Way string

const (
	Usual   Way = ""        // as most desktops of the system want it
	Systemd Way = "systemd" // a user unit, for desktops that reach graphical-session.target; Linux alone
)

// Status is what the system would do at the next login.
type Status struct {
	Enabled bool
	Where   string // file or key that says so, or would
	Program string // that would be started; "" when nothing would
	Problem string // why it would not work although it is enabled
}

// Read says what is set up. A user without a folder of settings has nothing set up.
func Read() (Status, error) { return read() }

// Enable makes program, an absolute path, start at login, and reads back that it would. Another way that was set up
// before is taken away: nobody wants to be started twice.
func Enable(program string, w Way) (Status, error) {
	if !filepath.IsAbs(program) {
		return Status{}, fmt.Errorf("autostart: %q is not an absolute path", program)
	}
	if problem := unusable(program); problem != "" {
		return Status{}, fmt.Errorf("autostart: %s %s", program, problem)
	}
	if err := write(program, w); err != nil {
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

// Disable takes away what starts Dango, in whichever way. Nothing there is no error.
func Disable() (Status, error) {
	if err := remove(); err != nil {
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

// gone removes a file that may not be there.
func gone(name string) error {
	if err := os.Remove(name); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
