//go:build !linux

package disturb

import (
	"context"
	"errors"
	"fmt"
)

func watch(context.Context, Options, func(bool)) error {
	return fmt.Errorf("disturb: watch: not supported here: %w", errors.ErrUnsupported)
}
