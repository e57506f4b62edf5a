//go:build !unix

package hook

import "io/fs"

// owned cannot be answered here; the system's own check on writing decides.
func owned(fs.FileInfo) (owner string, ours bool) { return "", true }

// keepGroup has nothing to keep here.
func keepGroup(string, fs.FileInfo) {}

// hardLinks cannot be counted here.
func hardLinks(fs.FileInfo) int { return 0 }

// syncFolder is not possible here: a folder cannot be opened for writing.
func syncFolder(string) error { return nil }
