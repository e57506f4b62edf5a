package jump

import (
	"context"

	"dango/prefs/lang"
)

// toAppleTerminal selects the tab by its tty. Untested.
func toAppleTerminal(ctx context.Context, p Place, near surroundings) (Level, error) {
	return script(ctx, p, near, `on run argv
	tell application "Terminal"
		repeat with w in windows
			repeat with t in tabs of w
				if tty of t is item 1 of argv then
					set selected of t to true
					set index of w to 1
					activate
					return "found"
				end if
			end repeat
		end repeat
	end tell
end run`)
}

// toITerm selects the session by its tty. Untested.
func toITerm(ctx context.Context, p Place, near surroundings) (Level, error) {
	return script(ctx, p, near, `on run argv
	tell application "iTerm2"
		repeat with w in windows
			repeat with t in tabs of w
				repeat with s in sessions of t
					if tty of s is item 1 of argv then
						select w
						select t
						select s
						activate
						return "found"
					end if
				end repeat
			end repeat
		end repeat
	end tell
end run`)
}

// script runs AppleScript with the session's tty as its argument, never as part of its text.
func script(ctx context.Context, p Place, near surroundings, text string) (Level, error) {
	if p.TTY == "" {
		return orRaise(ctx, p, near, errNowhere)
	}
	out, err := run(ctx, nil, "osascript", "-e", text, p.TTY)
	if err == nil && out != "found" {
		err = lang.Fault("no tab has its terminal")
	}
	if err != nil {
		return orRaise(ctx, p, near, err)
	}
	return Tab, nil
}
