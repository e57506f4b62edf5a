package events

import (
	"fmt"
	"os/exec"

	"dango/session"
)

// Open shows a checked action's target with the desktop's own opener. No shell sees it. It does not wait for what it
// started; a failure to start is the error.
func Open(a *session.Action) error {
	argv, err := opener(a)
	if err != nil {
		return fmt.Errorf("events: %s: %w", a.Type, err)
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("events: %s: %w", a.Type, err)
	}
	go cmd.Wait() // its end and its code are its own affair
	return nil
}
