//go:build !linux && !darwin && !windows

package autostart

import "os"

func write(string, Way) error { return ErrUnsupported }

func remove() error { return ErrUnsupported }

func read() (Status, error) { return Status{}, ErrUnsupported }

func executable(os.FileInfo) bool { return true }
