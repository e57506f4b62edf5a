package jump

import (
	"context"

	"dango/prefs/lang"
)

// toAppleTerminal selects the tab by its tty. Untested.
func toAppleTerminal(ctx context.Context, p Place, _ surroundings) error {
	return script(ctx, p.TTY, `on run argv
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
func toITerm(ctx context.Context, p Place, _ surroundings) error {
	return script(ctx, p.TTY, `on run argv
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

// script runs AppleScript with the tty as its argument, never as part of its text.
func script(ctx context.Context, tty, text string) error {
	if tty == "" {
		return errNowhere
	}
	out, err := run(ctx, nil, "osascript", "-e", text, tty)
	if err == nil && out != "found" {
		err = lang.Fault("no tab has its terminal")
	}
	return err
}
