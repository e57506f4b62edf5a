package jump

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// WezTerm was not to be had: this is the command line that its documentation tells of. It is called by the folder that it
// told its children, and never started anew.
func TestWezTerm(t *testing.T) {
	defer func(limit time.Duration) { steered = limit }(steered)
	steered = time.Minute
	dir := t.TempDir()
	program := "#!/bin/sh\necho \"$WEZTERM_UNIX_SOCKET $*\" >>" + dir + "/said\n"
	if err := os.WriteFile(filepath.Join(dir, "wezterm"), []byte(program), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("DISPLAY", ":no-such-display")
	t.Setenv("PATH", t.TempDir())
	near := surroundings{"WEZTERM_UNIX_SOCKET": "/run/gui-sock-7", "WEZTERM_EXECUTABLE_DIR": dir}
	level, err := toWezTerm(t.Context(), Place{App: "WezTerm", ID: "3", PID: os.Getpid()}, near)
	if level != None || err == nil || err.Error() != "there is no X server to ask for windows" {
		t.Errorf("toWezTerm = %v, %v", level, err)
	}
	said, err := os.ReadFile(filepath.Join(dir, "said"))
	if err != nil {
		t.Fatal(err)
	}
	const want = "/run/gui-sock-7 cli --no-auto-start activate-pane --pane-id 3\n/run/gui-sock-7 cli --no-auto-start list --format json"
	if got := strings.TrimSpace(string(said)); got != want {
		t.Errorf("WezTerm was told\n%s\nwant\n%s", got, want)
	}
}
