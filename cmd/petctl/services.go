package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"

	"dango/emit/hook"
	"dango/game/desktop/sound"
	"dango/prefs"
	"dango/prefs/lang"
)

// busWithin bounds the questions to the session bus; it answers in a millisecond or not at all.
const busWithin = time.Second

// Names on the session bus: of whoever collects tray icons, and of whoever shows notifications.
const (
	trayWatcher  = "org.kde.StatusNotifierWatcher"
	notification = "org.freedesktop.Notifications"
)

// services looks at the programs of a Linux desktop that the pet makes use of: tray, notifications, sound.
func services(ctx context.Context, getenv func(string) string, cfg *prefs.Config) []hook.Finding {
	ctx, cancel := context.WithTimeout(ctx, busWithin)
	defer cancel()
	bus, why := sessionBus(ctx, getenv)
	if bus != nil {
		defer bus.Close()
	}
	return []hook.Finding{tray(ctx, bus, why, getenv("XDG_CURRENT_DESKTOP")), notifications(ctx, bus, why), loudspeaker(cfg)}
}

// sessionBus connects to the session bus; nil and why when there is none.
func sessionBus(ctx context.Context, getenv func(string) string) (bus *dbus.Conn, why string) {
	if getenv("DBUS_SESSION_BUS_ADDRESS") == "" && getenv("XDG_RUNTIME_DIR") == "" {
		return nil, lang.T("there is no session bus")
	}
	bus, err := dbus.ConnectSessionBus(dbus.WithContext(ctx))
	if err != nil {
		return nil, lang.T("the session bus does not answer: %v", err)
	}
	return bus, ""
}

// tray asks whether anybody shows tray icons. bus may be nil.
func tray(ctx context.Context, bus *dbus.Conn, why, desktop string) hook.Finding {
	f := hook.Finding{ID: "tray", Severity: hook.OK, What: lang.T("a tray shows Dango's icon")}
	if bus != nil && owned(ctx, bus, trayWatcher) {
		return f
	}
	f.Severity, f.What, f.Why = hook.Warning, lang.T("no tray is there"), lang.T("there is no icon to reach a hidden pet by")
	f.Fix = lang.T("petctl show and petctl hide do the same; some desktops need an extension for tray icons")
	switch {
	case bus == nil:
		f.What = lang.T("no tray is there: %s", why)
	case strings.Contains(desktop, "GNOME"):
		f.Fix = lang.T("GNOME shows tray icons with the extension AppIndicator (package gnome-shell-extension-appindicator); petctl show and petctl hide work without")
	}
	return f
}

// notifications asks whether anybody shows them. bus may be nil.
func notifications(ctx context.Context, bus *dbus.Conn, why string) hook.Finding {
	f := hook.Finding{ID: "notifications", Severity: hook.OK}
	if bus != nil && (owned(ctx, bus, notification) || startable(ctx, bus, notification)) {
		f.What = lang.T("the desktop shows notifications")
		return f
	}
	f.Severity, f.What = hook.Warning, lang.T("nobody shows notifications")
	f.Why = lang.T("while the pet is hidden, nobody tells you that an agent waits in its terminal")
	f.Fix = lang.T("install what shows them, for example the package dunst; they come as soon as it runs")
	if bus == nil {
		f.What = lang.T("nobody shows notifications: %s", why)
	}
	return f
}

// owned says whether a program has that name on the bus.
func owned(ctx context.Context, bus *dbus.Conn, name string) (yes bool) {
	err := bus.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0, name).Store(&yes)
	return err == nil && yes
}

// startable says whether the bus starts a program of that name when it is needed.
func startable(ctx context.Context, bus *dbus.Conn, name string) bool {
	var names []string
	err := bus.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.ListActivatableNames", 0).Store(&names)
	return err == nil && slices.Contains(names, name)
}

// loudspeaker asks whether anybody plays sounds, which matters to those who want some.
func loudspeaker(cfg *prefs.Config) hook.Finding {
	f := hook.Finding{ID: "sound", Severity: hook.OK}
	who, err := sound.Reach()
	wanted := slices.ContainsFunc([]string{cfg.Sound.Requests, cfg.Sound.Failed, cfg.Sound.Finished},
		func(tone string) bool { return tone != prefs.SoundOff })
	switch {
	case err == nil && wanted:
		f.What = lang.T("%s plays sounds", who)
	case err == nil:
		f.What = lang.T("%s plays sounds; all of Dango's are off", who)
	case wanted:
		f.Severity, f.What, f.Why = hook.Warning, lang.T("nobody plays sounds: %v", err), lang.T("the sounds that you chose are not heard")
		f.Fix = lang.T("install pipewire-pulse or pulseaudio, or see whether it runs")
	default:
		f.What = lang.T("nobody plays sounds, and none is wanted")
	}
	return f
}
