//go:build !linux

package screenlock

import (
	"context"
	"errors"
	"fmt"
)

func watch(context.Context, Options, func(bool)) error {
	return fmt.Errorf("screenlock: watch: not supported here: %w", errors.ErrUnsupported)
}
