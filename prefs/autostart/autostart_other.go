//go:build !linux

package autostart

import "os"

func write(string) error { return ErrUnsupported }

func remove() error { return ErrUnsupported }

func read() (Status, error) { return Status{}, ErrUnsupported }

func executable(os.FileInfo) bool { return true }
