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

// file is the user's entry, where the Desktop Application Autostart Specification says.
func file() (string, error) {
	dir, err := os.UserConfigDir() // XDG_CONFIG_HOME, else ~/.config
	if err != nil {
		return "", fmt.Errorf("autostart: find the folder of settings: %w", err)
	}
	return filepath.Join(dir, "autostart", "dango.desktop"), nil
}

func write(program string) error {
	path, err := file()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return renameio.WriteFile(path, entry(program), 0o644)
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

func remove() error {
	path, err := file()
	if err != nil {
		return err
	}
	return os.Remove(path)
}

func read() (Status, error) {
	path, err := file()
	if err != nil {
		return Status{}, err
	}
	s := Status{Where: path}
	text, err := os.ReadFile(path)
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
