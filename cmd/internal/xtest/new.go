//go:build linux

package xtest

import (
	"os"
	"testing"
)

// New starts a desktop for a test and ends it with the test.
//
// A machine without the tools, or -short, skips the test; under `make test`, which installs them and says so with
// DANGO_TEST_DISPLAY=required, it fails: a test that silently did not run proves nothing.
func New(t testing.TB, o Options) *Display {
	t.Helper()
	Need(t)
	d, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// Need skips or fails the test as New does when no desktop can be had, or one of more tools is not installed.
func Need(t testing.TB, more ...string) {
	t.Helper()
	required := os.Getenv("DANGO_TEST_DISPLAY") == "required"
	err := Missing(more...)
	switch {
	case err != nil && required:
		t.Fatal(err)
	case err != nil:
		t.Skip(err)
	case testing.Short() && !required:
		t.Skip("xtest: a desktop takes a second: not with -short")
	}
}
