package autostart

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2"
)

// write sets up one way and takes away the other.
func write(program string, w Way) error {
	switch w {
	case Usual:
		if err := writeEntry(program); err != nil {
			return err
		}
		return removeUnit()
	case Systemd:
		if err := writeUnit(program); err != nil {
			return err
		}
		return removeEntry()
	}
	return ErrUnsupported
}

func remove() error { return errors.Join(removeEntry(), removeUnit()) }

// read tells of the way that is set up; of the usual one when neither is.
func read() (Status, error) {
	entry, err := readEntry()
	if err != nil || entry.Enabled {
		return entry, err
	}
	unit, err := readUnit()
	if err != nil || unit.Enabled {
		return unit, err
	}
	return entry, nil
}

// entryFile is the user's entry, where the Desktop Application Autostart Specification says; "" when there is no folder of
// settings.
func entryFile() string { return inConfig("autostart", "dango.desktop") }

// inConfig is a path in the user's folder of settings: XDG_CONFIG_HOME, else ~/.config.
func inConfig(names ...string) string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(append([]string{dir}, names...)...)
}

// errNoFolder is what a user without a home hears.
var errNoFolder = errors.New("there is no folder of settings: neither XDG_CONFIG_HOME nor HOME is set")

func writeEntry(program string) error {
	return put(entryFile(), entry(program))
}

// put writes a file of settings, and its folder.
func put(path string, text []byte) error {
	if path == "" {
		return errNoFolder
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return renameio.WriteFile(path, text, 0o644)
}

// entry is the desktop entry. No terminal, no entry in menus; a desktop that is slow to start waits for nothing.
func entry(program string) []byte {
	return fmt.Appendf(nil, `[Desktop Entry]
Type=Application
Name=Dango
Comment=Desktop pet that shows what coding agents do
Exec=%s
Terminal=false
NoDisplay=true
X-GNOME-Autostart-enabled=true
`, quote(program))
}

// special are the characters that a quoted argument escapes. In the file each backslash is escaped once more.
const special = "\"`$\\"

// quote writes a path as an argument of Exec, by the rules of the Desktop Entry Specification.
func quote(path string) string {
	var b strings.Builder
	for _, r := range strings.ReplaceAll(path, "%", "%%") {
		if strings.ContainsRune(special, r) {
			b.WriteRune('\\')
		}
		b.WriteRune(r)
	}
	return `"` + strings.ReplaceAll(b.String(), `\`, `\\`) + `"`
}

// unquote is the first argument of an Exec line.
func unquote(exec string) string {
	exec = strings.ReplaceAll(strings.TrimSpace(exec), `\\`, `\`)
	if !strings.HasPrefix(exec, `"`) {
		exec, _, _ = strings.Cut(exec, " ")
		return strings.ReplaceAll(exec, "%%", "%")
	}
	var b strings.Builder
	escaped := false
	for _, r := range exec[1:] {
		switch {
		case escaped:
			b.WriteRune(r)
			escaped = false
		case r == '\\':
			escaped = true
		case r == '"':
			return strings.ReplaceAll(b.String(), "%%", "%")
		default:
			b.WriteRune(r)
		}
	}
	return ""
}

func removeEntry() error { return gone(entryFile()) }

func readEntry() (Status, error) {
	s := Status{Where: entryFile()}
	text, err := os.ReadFile(s.Where)
	if errors.Is(err, os.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, fmt.Errorf("autostart: %w", err)
	}
	s.Enabled = true
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		key, value, _ := strings.Cut(lines.Text(), "=")
		switch value = strings.TrimSpace(value); strings.TrimSpace(key) {
		case "Exec":
			s.Program = unquote(value)
		case "Hidden":
			s.Enabled = s.Enabled && value != "true"
		case "X-GNOME-Autostart-enabled":
			s.Enabled = s.Enabled && value != "false"
		}
	}
	if s.Enabled {
		s.Problem = unusable(s.Program)
	}
	return s, nil
}

func executable(info os.FileInfo) bool { return info.Mode().Perm()&0o111 != 0 }
