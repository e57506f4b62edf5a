// Package still witnesses that the desktop asks for no motion, where it says so over its portal.
package still

import "context"

// Options say where to look.
type Options struct {
	// Getenv gives the environment: XDG_RUNTIME_DIR and DBUS_SESSION_BUS_ADDRESS.
	Getenv func(name string) string
}

// Watch calls report whenever the desktop begins (true) or ceases to ask for no motion, until ctx ends; it is taken not
// to at first. All calls come from Watch's own goroutine.
//
// On Linux it asks the settings of xdg-desktop-portal, if that runs: what the specification calls reduced-motion, and
// the names that GNOME and KDE had for it before. Nothing is asked periodically. Elsewhere the window knows, and the
// error is errors.ErrUnsupported.
func Watch(ctx context.Context, o Options, report func(still bool)) error {
	return watch(ctx, o, report)
}
