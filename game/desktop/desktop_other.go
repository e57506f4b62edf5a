//go:build !linux && !windows && !darwin

package desktop

import (
	"errors"
	"fmt"
	"runtime"
)

func open(*Desktop, Options) (stop func(), err error) {
	return nil, fmt.Errorf("desktop: %s: %w", runtime.GOOS, errors.ErrUnsupported)
}

var _ = poll // every system but Linux polls, once it is supported
