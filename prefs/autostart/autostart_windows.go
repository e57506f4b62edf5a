package autostart

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/windows/registry"
)

const (
	runKey  = `Software\Microsoft\Windows\CurrentVersion\Run`
	runName = "Dango"
)

// write sets the value of the Run key of the user. Untested on a real system.
func write(program string, w Way) error {
	if w != Usual {
		return ErrUnsupported
	}
	k, _, err := registry.CreateKey(registry.CURRENT_USER, runKey, registry.SET_VALUE)
	if err != nil {
		return fmt.Errorf("open HKCU\\%s: %w", runKey, err)
	}
	defer k.Close()
	return k.SetStringValue(runName, runLine(program))
}

func remove() error {
	k, err := registry.OpenKey(registry.CURRENT_USER, runKey, registry.SET_VALUE)
	if errors.Is(err, registry.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("open HKCU\\%s: %w", runKey, err)
	}
	defer k.Close()
	if err := k.DeleteValue(runName); !errors.Is(err, registry.ErrNotExist) {
		return err
	}
	return nil
}

func read() (Status, error) {
	s := Status{Where: `HKCU\` + runKey + `\` + runName}
	k, err := registry.OpenKey(registry.CURRENT_USER, runKey, registry.QUERY_VALUE)
	if errors.Is(err, registry.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, fmt.Errorf("autostart: open HKCU\\%s: %w", runKey, err)
	}
	defer k.Close()
	line, _, err := k.GetStringValue(runName)
	if errors.Is(err, registry.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, fmt.Errorf("autostart: read %s: %w", s.Where, err)
	}
	s.Enabled, s.Program = true, ofRunLine(line)
	s.Problem = unusable(s.Program)
	return s, nil
}

func executable(os.FileInfo) bool { return true }
