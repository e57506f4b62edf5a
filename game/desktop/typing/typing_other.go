//go:build !linux

package typing

import (
	"errors"
	"fmt"
	"runtime"

	"dango/game/input"
)

func open(string, uint32, func(input.Event)) (stop func(), err error) {
	return nil, fmt.Errorf("typing: %s: %w", runtime.GOOS, errors.ErrUnsupported)
}

// Elsewhere the engine reads the keyboard; these are X's words.
var _, _ = keyOf, stroke.event
