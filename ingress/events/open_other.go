//go:build !linux && !darwin && !windows

package events

import (
	"errors"

	"dango/session"
)

func opener(*session.Action) ([]string, error) {
	return nil, errors.New("not supported on this system")
}

func installed(string) bool { return false }
