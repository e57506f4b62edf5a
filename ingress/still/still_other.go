//go:build !linux

package still

import (
	"context"
	"errors"
	"fmt"
)

func watch(context.Context, Options, func(bool)) error {
	return fmt.Errorf("still: watch: not supported here: %w", errors.ErrUnsupported)
}
