//go:build !unix

package main

import (
	"fmt"
	"os"
	"os/exec"
)

// again starts this program anew beside this one, which ends.
func again() error {
	path, err := os.Executable()
	if err == nil {
		cmd := exec.Command(path, os.Args[1:]...)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		err = cmd.Start()
	}
	if err != nil {
		return fmt.Errorf("start again: %w", err)
	}
	return nil
}
