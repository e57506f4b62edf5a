// Package disturb witnesses that the user has told the desktop to leave him alone.
package disturb

import "context"

// Options say where to look.
type Options struct {
	// Getenv gives the environment: XDG_CURRENT_DESKTOP, XDG_RUNTIME_DIR and DBUS_SESSION_BUS_ADDRESS.
	Getenv func(name string) string
}

// Watch calls report whenever the desktop's do-not-disturb goes on (true) or off, until ctx ends; it is taken to be off
// at first. All calls come from Watch's own goroutine.
//
// On Linux it asks KDE, Xfce and dunst on the session bus, and GNOME, Cinnamon and MATE for their settings, with
// gsettings, once at the start and after each change that their bus tells of. Other desktops have nothing to say, which
// is no error. Nothing is asked periodically. On other systems the error is errors.ErrUnsupported.
func Watch(ctx context.Context, o Options, report func(on bool)) error { return watch(ctx, o, report) }
