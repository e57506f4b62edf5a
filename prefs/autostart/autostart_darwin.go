package autostart

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// agentFile is the user's LaunchAgent. launchd reads it at the next login. Untested on a real system.
func agentFile() (string, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("find the home folder: %w", err)
	}
	return filepath.Join(home, "Library", "LaunchAgents", agentLabel+".plist"), nil
}

func write(program string, w Way) error {
	if w != Usual {
		return ErrUnsupported
	}
	path, err := agentFile()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return renameio.WriteFile(path, plist(program), 0o644)
}

func remove() error {
	path, err := agentFile()
	if err != nil {
		return err
	}
	return gone(path)
}

func read() (Status, error) {
	path, err := agentFile()
	if err != nil {
		return Status{}, nil
	}
	s := Status{Where: path}
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, fmt.Errorf("autostart: %w", err)
	}
	if s.Program, s.Enabled, err = ofPlist(text); err != nil {
		return s, err
	}
	if s.Enabled {
		s.Problem = unusable(s.Program)
	}
	return s, nil
}

func executable(info os.FileInfo) bool { return info.Mode().Perm()&0o111 != 0 }
