package jump

import (
	"context"
	"os"
	"strconv"
	"strings"

	"github.com/godbus/dbus/v5"

	"dango/prefs/lang"
)

// toKitty asks kitty for the window of its own that has the id, which also raises the window of the desktop. It listens
// only where the user has turned remote control on.
func toKitty(ctx context.Context, p Place, near surroundings) error {
	socket := near["KITTY_LISTEN_ON"]
	if socket == "" {
		return lang.Fault("kitty takes no remote control; allow_remote_control and listen_on in kitty.conf turn it on")
	}
	if _, err := run(ctx, nil, "kitten", "@", "--to", socket, "focus-window", "--match", "id:"+p.ID); err != nil {
		return err
	}
	_, err := raise(ctx, p, near)
	return err
}

// toWezTerm activates the pane and raises its window.
func toWezTerm(ctx context.Context, p Place, near surroundings) error {
	var env []string
	if socket := near["WEZTERM_UNIX_SOCKET"]; socket != "" {
		env = append(env, "WEZTERM_UNIX_SOCKET="+socket)
	}
	if _, err := run(ctx, env, "wezterm", "cli", "activate-pane", "--pane-id", p.ID); err != nil {
		return err
	}
	_, err := raise(ctx, p, near)
	return err
}

// toKonsole makes the session's tab the current one of its window. The id is the session's object, /Sessions/3.
func toKonsole(ctx context.Context, p Place, near surroundings) error {
	service, window := near["KONSOLE_DBUS_SERVICE"], near["KONSOLE_DBUS_WINDOW"]
	n, err := strconv.ParseInt(p.ID[strings.LastIndexByte(p.ID, '/')+1:], 10, 32)
	if service == "" || window == "" || err != nil {
		return lang.Fault("its tab in Konsole is not known")
	}
	err = call(ctx, service, window, "org.kde.konsole.Window.setCurrentSession", int32(n))
	if err != nil {
		return err
	}
	_, err = raise(ctx, p, near)
	return err
}

// toGnomeTerminal asks for the tab as the shell's search does, which also raises its window: there is no other way. The
// id is the tab's object, /org/gnome/Terminal/screen/UUID with underlines.
func toGnomeTerminal(ctx context.Context, p Place, _ surroundings) error {
	id := strings.ReplaceAll(p.ID[strings.LastIndexByte(p.ID, '/')+1:], "_", "-")
	if id == "" {
		return lang.Fault("its tab in GNOME Terminal is not known")
	}
	return call(ctx, "org.gnome.Terminal", "/org/gnome/Terminal/SearchProvider",
		"org.gnome.Shell.SearchProvider2.ActivateResult", id, []string{}, uint32(0))
}

// call calls a method on the session's message bus.
func call(ctx context.Context, service, object, method string, args ...any) error {
	if !dbus.ObjectPath(object).IsValid() {
		return lang.Fault("%q is no place on the message bus", object)
	}
	if strings.HasPrefix(os.Getenv("DBUS_SESSION_BUS_ADDRESS"), "disabled:") {
		return lang.Fault("there is no message bus")
	}
	bus, err := dbus.ConnectSessionBus(dbus.WithContext(ctx))
	if err != nil {
		return lang.Fault("no message bus: %v", err)
	}
	defer bus.Close()
	return bus.Object(service, dbus.ObjectPath(object)).CallWithContext(ctx, method, 0, args...).Err
}

// toEditor has the editor show the window that has the folder open. It opens one when there is none.
func toEditor(ctx context.Context, p Place, near surroundings) error {
	if p.Cwd == "" {
		return lang.Fault("the folder of its window is not known")
	}
	name := "code"
	if near["CURSOR_TRACE_ID"] != "" || strings.EqualFold(p.App, "cursor") ||
		strings.Contains(strings.ToLower(near["VSCODE_GIT_ASKPASS_NODE"]), "cursor") {
		name = "cursor"
	}
	_, err := run(ctx, nil, name, "-r", p.Cwd)
	return err
}
