//go:build unix

package sock

import (
	"errors"
	"syscall"
)

// isBusy says that accept failed for want of something that comes back by itself.
func isBusy(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) ||
		errors.Is(err, syscall.ENOBUFS) || errors.Is(err, syscall.ENOMEM) || errors.Is(err, syscall.ECONNABORTED)
}
