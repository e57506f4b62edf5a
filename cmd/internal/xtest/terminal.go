//go:build linux

package xtest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// Terminal is an xterm that takes down everything it is told: typed keys as they are, clicks as
// "ESC [ < button ; column ; row M" for the press and the same with m for the release.
type Terminal struct {
	Window
	heard string // path
	skip  int    // bytes of its own greeting
}

// Terminals are told apart by the second half of WM_CLASS that OpenTerminal gives them.
const terminalClass = "XTestTerminal"

// OpenTerminal opens a terminal of columns × rows characters with its frame's corner at x, y, and returns once it is
// the active window and listens.
func (d *Display) OpenTerminal(columns, rows, x, y int) (*Terminal, error) {
	name := "heard-" + strconv.FormatUint(d.terminals.Add(1), 10)
	t := &Terminal{heard: filepath.Join(d.dir, name)}
	_, err := d.Run("xterm", append([]string{"-class", terminalClass, "-name", name,
		"-geometry", fmt.Sprintf("%dx%d+%d+%d", columns, rows, x, y), "-e"}, listen(t.heard)...)...)
	if err != nil {
		return nil, err
	}
	if err := t.answers(); err != nil {
		return nil, err
	}
	err = Wait("the terminal to be active", func() (bool, error) {
		windows, err := d.Windows(name)
		if err != nil || len(windows) == 0 {
			return false, err
		}
		t.Window = windows[0]
		active, err := d.Active()
		return active == t.ID && t.Mapped, err
	})
	return t, err
}

// listen is the program in the terminal, with its arguments. Its last request asks who the terminal is: the answer proves
// that it has understood all before.
func listen(heard string) []string {
	return []string{"sh", "-c", `stty raw -echo; printf '\033[?1000h\033[?1006h\033[c'; exec cat >"$1"`, "sh", heard}
}

// answers waits until the terminal listens.
func (t *Terminal) answers() error {
	return Wait("the terminal to answer", func() (bool, error) {
		content, err := os.ReadFile(t.heard)
		if err != nil {
			return false, err
		}
		t.skip = len(content)
		return bytes.HasSuffix(content, []byte("c")), nil
	})
}

// Heard is what the terminal was told so far.
func (t *Terminal) Heard() (string, error) {
	content, err := os.ReadFile(t.heard)
	if err != nil {
		return "", fmt.Errorf("xtest: %w", err)
	}
	return string(content[min(t.skip, len(content)):]), nil
}
