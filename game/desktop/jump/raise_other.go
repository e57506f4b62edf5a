//go:build !linux && !windows

package jump

import (
	"context"
	"runtime"
	"strconv"

	"dango/ingress/process"
	"dango/prefs/lang"
)

// raiseWindow asks macOS for the application of the nearest ancestor of p.PID that is one. Untested.
func raiseWindow(ctx context.Context, p Place, _ surroundings) (raised, error) {
	if runtime.GOOS != "darwin" {
		return raised{}, lang.Fault("%s does not tell whose a window is", runtime.GOOS)
	}
	pids := []string{}
	for pid := range process.Ancestors(p.PID) {
		pids = append(pids, strconv.Itoa(pid))
	}
	out, err := run(ctx, nil, "osascript", append([]string{"-e", `on run argv
	tell application "System Events"
		repeat with pid in argv
			set found to every application process whose unix id is (pid as integer)
			if found is not {} then
				set frontmost of item 1 of found to true
				return pid as text
			end if
		end repeat
	end tell
	return ""
end run`}, pids...)...)
	if err != nil {
		return raised{}, err
	}
	host, err := strconv.Atoi(out)
	if err != nil {
		return raised{}, lang.Fault("its terminal has no window")
	}
	return raised{host: host}, nil
}

// shows has a terminal show its window, where nobody can tell whether it has.
func shows(_ context.Context, _ Place, ask func(at uint32) error) error { return ask(0) }
