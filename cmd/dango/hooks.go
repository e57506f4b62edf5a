package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"dango/cmd/internal/core"
	"dango/ingress/events"
	"dango/session"
)

// hooksWithin is how long petctl may take with the hooks: it runs the agents to ask them.
const hooksWithin = time.Minute

// runHooks has petctl do something with the hooks, install or doctor, and shows what it said in whatever the desktop
// shows texts with.
func runHooks(ctx context.Context, c *core.Core, do string) error {
	petctl, err := beside("petctl")
	if err != nil {
		return fmt.Errorf("hooks: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, hooksWithin)
	defer cancel()
	cmd := exec.CommandContext(ctx, petctl, "hooks", do)
	cmd.Env = append(os.Environ(), "DANGO_HOME="+c.Paths().Home)
	found, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) { // its status says how bad it is
		return fmt.Errorf("hooks: %w", err)
	}
	file := filepath.Join(c.Paths().Logs(), "hooks.txt")
	if err := os.WriteFile(file, append([]byte("$ petctl hooks "+do+"\n"), found...), 0o600); err != nil {
		return fmt.Errorf("hooks: %w", err)
	}
	return events.Open(&session.Action{Type: "open_file", Target: file})
}

// beside finds another program of ours: beside this one, else in PATH.
func beside(name string) (string, error) {
	if self, err := os.Executable(); err == nil {
		file := filepath.Join(filepath.Dir(self), name+filepath.Ext(self))
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			return file, nil
		}
	}
	return exec.LookPath(name)
}
