// Package display answers for dango before the engine starts.
//
// Importing the engine opens the display, and without one the process dies in a panic. This package leans on the
// standard library alone and its import path sorts before every foreign one, so its init runs first: it answers --help
// and --version, which need no display, and says in one line when there is none. Import it for its init.
package display

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// Usage is what dango --help prints.
const Usage = `Usage: dango [flags]

A desktop pet that shows what your AI coding agents are doing and lets you answer them.

  --pet PATH         show the pet of this folder or .zip (a Codex pet, or eight GIFs)
  --home DIR         keep everything in DIR (default $DANGO_HOME, else ~/.dango)
  --size N           scale of the pet, 0.35 to 3; 1 is 192 by 208 logical pixels
  --position X,Y     top left corner of the pet, in logical pixels of the desktop
  --appearance NAME  light, dark or system; system follows the desktop
  --quit             end the dango that is running
  --version          print the version
  --help             print this

A second dango shows the pet of the first and ends. To connect your agents: petctl hooks install claude-code codex
`

func init() {
	if strings.HasSuffix(os.Args[0], ".test") {
		return // our own tests need no display
	}
	if code, done := start(os.Args[1:], os.Getenv, os.Stdout, os.Stderr); done {
		os.Exit(code)
	}
}

// start says whether the process is done, and with which code.
func start(args []string, getenv func(string) string, stdout, stderr io.Writer) (code int, done bool) {
	for _, a := range args {
		switch a {
		case "--help", "-help", "-h":
			fmt.Fprint(stdout, Usage)
			return 0, true
		case "--version", "-version":
			fmt.Fprintln(stdout, "dango", Version())
			return 0, true
		}
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return 0, false // the desktop is always there
	}
	if err := reach(getenv("DISPLAY"), authorityFile(getenv), answerWithin); err != nil {
		fmt.Fprintf(stderr, "dango: no display: %v; %s\n", err, hint(getenv))
		return 1, true
	}
	return 0, false
}

func hint(getenv func(string) string) string {
	const without = "without a desktop, petctl core runs the core alone"
	switch {
	case getenv("DISPLAY") != "":
		return "check DISPLAY and that its X server runs; " + without
	case getenv("WAYLAND_DISPLAY") != "":
		return "dango needs XWayland: turn it on in your compositor and set DISPLAY; " + without
	default:
		return "start dango inside a desktop session, or set DISPLAY, such as DISPLAY=:0; " + without
	}
}

// version is for packagers: -ldflags "-X dango/cmd/internal/display.version=1.2.3".
var version string

// Version is what the packager said, else the module's version or the commit it was built from; "devel" when none is known.
func Version() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "devel " + s.Value[:12]
		}
	}
	return "devel"
}
