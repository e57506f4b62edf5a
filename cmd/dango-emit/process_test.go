package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// builtIn is the folder of what binary built, empty when nothing was.
var builtIn string

// binary builds dango-emit as it is shipped, once for all tests.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "dango-emit")
	if err != nil {
		return "", err
	}
	builtIn = dir
	to := filepath.Join(dir, "dango-emit")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", to, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	return to, build.Run()
})

// shipped is the path of the built binary.
func shipped(t testing.TB) string {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatalf("build dango-emit: %v", err)
	}
	return path
}

// home is a Dango home whose socket's path is short enough, with a server on it.
func home(t testing.TB) (string, *server) {
	t.Helper()
	dir, err := os.MkdirTemp("", "dango")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	s, err := startServer(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return dir, s
}
