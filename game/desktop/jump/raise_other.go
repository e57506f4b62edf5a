//go:build !linux && !windows

package jump

import (
	"context"
	"runtime"
	"strconv"

	"dango/ingress/process"
	"dango/prefs/lang"
)

// raiseWindow asks macOS for the application of the nearest ancestor of pid that is one. Untested.
func raiseWindow(ctx context.Context, pid int, _ surroundings) error {
	if runtime.GOOS != "darwin" {
		return lang.Fault("%s does not tell whose a window is", runtime.GOOS)
	}
	for range 64 {
		out, err := run(ctx, nil, "osascript", "-e", `on run argv
	tell application "System Events"
		set found to every application process whose unix id is (item 1 of argv as integer)
		if found is {} then return ""
		set frontmost of item 1 of found to true
	end tell
	return "found"
end run`, strconv.Itoa(pid))
		if err != nil {
			return err
		}
		if out == "found" {
			return nil
		}
		info, ok := process.Lookup(pid)
		if !ok || info.Parent <= 1 {
			break
		}
		pid = info.Parent
	}
	return lang.Fault("its terminal has no window")
}
