//go:build !linux

package process

import "context"

// awaitExit: the system is not asked here.
func awaitExit(context.Context, int, uint64) (gone, ok bool) { return false, false }
