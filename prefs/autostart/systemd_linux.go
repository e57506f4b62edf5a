package autostart

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

const (
	unitName = "dango.service"
	wantedBy = "graphical-session.target"
)

// unsafe are characters that systemd allows in no program's name, whatever the quotes; $ would begin a variable.
const unsafe = "\"'\\$\n"

// unitFile is the user's unit, and unitLink what makes it start: the link that systemctl --user enable makes.
func unitFile() string { return inConfig("systemd", "user", unitName) }
func unitLink() string { return inConfig("systemd", "user", wantedBy+".wants", unitName) }

func writeUnit(program string) error {
	if strings.ContainsAny(program, unsafe) {
		return fmt.Errorf("systemd starts no program whose path has one of %s: %q", strings.TrimSpace(unsafe), program)
	}
	if err := put(unitFile(), unit(program)); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(unitLink()), 0o700); err != nil {
		return err
	}
	if err := gone(unitLink()); err != nil {
		return err
	}
	if err := os.Symlink(filepath.Join("..", unitName), unitLink()); err != nil {
		return err
	}
	reload()
	return nil
}

// unit starts the pet with the desktop and again after a fault; a pet that was asked to quit stays away.
func unit(program string) []byte {
	return fmt.Appendf(nil, `[Unit]
Description=Dango, the desktop pet that shows what coding agents do
PartOf=%[1]s
After=%[1]s

[Service]
ExecStart=%[2]s
Restart=on-failure
RestartSec=5

[Install]
WantedBy=%[1]s
`, wantedBy, strings.ReplaceAll(strconv.QuoteToGraphic(program), "%", "%%"))
}

func removeUnit() error {
	_, err := os.Lstat(unitFile())
	none := errors.Is(err, os.ErrNotExist)
	if err := errors.Join(gone(unitLink()), gone(unitFile())); err != nil {
		return err
	}
	if !none {
		reload()
	}
	return nil
}

// reload has a running systemd read the units again. Without one they are read at the next login.
func reload() {
	if systemctl, err := exec.LookPath("systemctl"); err == nil {
		_ = exec.Command(systemctl, "--user", "daemon-reload").Run()
	}
}

func readUnit() (Status, error) {
	s := Status{Where: unitFile()}
	text, err := os.ReadFile(s.Where)
	if errors.Is(err, os.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, fmt.Errorf("autostart: %w", err)
	}
	_, err = os.Stat(unitLink())
	s.Enabled = err == nil
	for l := range strings.Lines(string(text)) {
		if argv, ok := strings.CutPrefix(strings.TrimSpace(l), "ExecStart="); ok {
			s.Program = started(argv)
		}
	}
	if s.Enabled {
		s.Problem = unusable(s.Program)
	}
	return s, nil
}

// started is the program of an ExecStart line.
func started(argv string) string {
	argv = strings.ReplaceAll(argv, "%%", "%")
	if quoted, err := strconv.QuotedPrefix(argv); err == nil {
		program, _ := strconv.Unquote(quoted)
		return program
	}
	program, _, _ := strings.Cut(argv, " ")
	return program
}
