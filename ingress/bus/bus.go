// Package bus listens to what services on a D-Bus message bus say about the user's screen. A bus that is not there has
// nothing to say, which is no error; when it comes back, it is listened to again. Nothing is asked periodically, and no
// service is started.
package bus

import "path/filepath"

// A Reason is one thing that can be true, by a name of whoever asks for it.
type Reason string

// A Fact is a reason that came or went.
type Fact struct {
	Reason Reason
	On     bool
}

// Is is one fact alone.
func Is(r Reason, on bool) []Fact { return []Fact{{r, on}} }

// SystemAddress is where the system bus listens.
func SystemAddress(getenv func(string) string) string {
	if a := getenv("DBUS_SYSTEM_BUS_ADDRESS"); a != "" {
		return a
	}
	return "unix:path=/var/run/dbus/system_bus_socket"
}

// SessionAddress is where the session bus listens; "" when nothing says so. No bus is ever started.
func SessionAddress(getenv func(string) string) string {
	if a := getenv("DBUS_SESSION_BUS_ADDRESS"); a != "" {
		return a
	}
	if dir := getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) {
		return "unix:path=" + filepath.Join(dir, "bus")
	}
	return ""
}
