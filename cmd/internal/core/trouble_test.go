package core

import (
	"os"
	"strings"
	"testing"
)

// Logs that cannot be written are a problem that the status tells, until they can be.
func TestUnwritableLogsAreAProblem(t *testing.T) {
	c := alone(t, Options{}, `{"events":{"port":0}}`)
	told := func() bool { return strings.Contains(strings.Join(c.Status().Problems, "\n"), "nothing is logged") }
	if told() {
		t.Errorf("problems of a healthy core: %q", c.Status().Problems)
	}
	if err := c.file.Close(); err != nil { // the next record opens the file anew
		t.Fatal(err)
	}
	if err := os.RemoveAll(c.Paths().Logs()); err != nil {
		t.Fatal(err)
	}
	c.Log().Warn("lost")
	if !told() {
		t.Errorf("without a folder the problems are %q", c.Status().Problems)
	}
	if err := os.Mkdir(c.Paths().Logs(), 0o700); err != nil {
		t.Fatal(err)
	}
	c.Log().Warn("kept")
	if told() {
		t.Errorf("the folder is back, and the problems are %q", c.Status().Problems)
	}
}
