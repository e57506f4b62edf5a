//go:build unix

package main

import (
	"fmt"
	"os"
	"syscall"
)

// again starts this program anew in its place: the same process, command line and environment. It returns only when
// that fails.
func again() error {
	path, err := os.Executable()
	if err == nil {
		err = syscall.Exec(path, os.Args, os.Environ())
	}
	return fmt.Errorf("start again: %w", err)
}
