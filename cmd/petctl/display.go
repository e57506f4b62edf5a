package main

import (
	"context"
	"io"
	"io/fs"
	"log"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/go-text/typesetting/fontscan"

	"dango/emit/hook"
	"dango/prefs"
	"dango/prefs/lang"
)

// display looks at what the pet needs of the desktop: a display, a compositor, a tray, notifications, sound, fonts.
func display(ctx context.Context, getenv func(string) string, cfg *prefs.Config) []hook.Finding {
	found := screen(getenv)
	if runtime.GOOS == "linux" {
		found = append(found, services(ctx, getenv, cfg)...)
	}
	return append(found, fonts())
}

// screen looks at the display that the pet would be shown on.
func screen(getenv func(string) string) []hook.Finding {
	wayland := getenv("WAYLAND_DISPLAY") != ""
	if runtime.GOOS == "linux" && getenv("DISPLAY") == "" {
		f := hook.Finding{ID: "display", Severity: hook.Warning, What: lang.T("there is no display here: DISPLAY is not set"),
			Why: lang.T("the pet cannot be shown; agents can still be watched with petctl"),
			Fix: lang.T("run dango in a desktop session, or petctl core without one")}
		if wayland {
			f.What, f.Fix = lang.T("this is Wayland without XWayland: DISPLAY is not set"), lang.T("install XWayland and log in again")
		}
		return []hook.Finding{f}
	}
	soft, err := composited(getenv("DISPLAY"))
	if err != nil {
		return []hook.Finding{{ID: "display", Severity: hook.Warning, What: err.Error(), Why: lang.T("the pet cannot be shown"),
			Fix: lang.T("run this inside your desktop session, as the user who is logged in")}}
	}
	how := runtime.GOOS
	if how == "linux" {
		if how = "X11"; wayland {
			how = "XWayland"
		}
	}
	found := []hook.Finding{{ID: "display", Severity: hook.OK, What: lang.T("the display answers (%s)", how)}}
	if wayland {
		found = append(found, hook.Finding{ID: "wayland", Severity: hook.OK,
			What: lang.T("this is Wayland: the pet does not see the pointer over other windows, and its shortcuts reach it from X windows alone; elsewhere a key of your desktop's can run petctl summon")})
	}
	if soft {
		return append(found, hook.Finding{ID: "compositor", Severity: hook.OK, What: lang.T("a compositor runs: the pet's edges are soft")})
	}
	return append(found, hook.Finding{ID: "compositor", Severity: hook.Warning, What: lang.T("no compositor runs"),
		Why: lang.T("the pet is cut out with hard edges and has no shadow"), Fix: lang.T("start one, for example picom")})
}

// fonts looks for fonts of the system, which are asked for what the built-in ones lack.
func fonts() hook.Finding {
	dirs, _ := fontscan.DefaultFontDirectories(log.New(io.Discard, "", 0)) // none: nothing is found
	n := 0
	for _, dir := range dirs {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				switch strings.ToLower(filepath.Ext(path)) {
				case ".ttf", ".otf", ".ttc", ".otc":
					n++
				}
			}
			return nil // what cannot be read is not counted
		})
	}
	if n == 0 {
		return hook.Finding{ID: "fonts", Severity: hook.Warning, What: lang.T("the system has no fonts"),
			Why: lang.T("letters outside Latin, Greek and Cyrillic are drawn coarsely, and emoji not at all"),
			Fix: lang.T("install some, for example the packages fonts-noto and fonts-noto-cjk")}
	}
	return hook.Finding{ID: "fonts", Severity: hook.OK, What: lang.T("the system has %d font files for what the built-in fonts lack", n)}
}
