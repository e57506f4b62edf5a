package disturb

import (
	"bytes"
	"context"
	"os/exec"
	"slices"
	"strings"

	"github.com/godbus/dbus/v5"

	"dango/ingress/bus"
)

// topics are all desktops that say whether they are to be left alone.
func topics(getenv func(string) string) []bus.Topic {
	return append(settings(getenv("XDG_CURRENT_DESKTOP")), server(), xfce())
}

// The service that shows notifications, as its specification has it.
const (
	notifications     = "org.freedesktop.Notifications"
	notificationsPath = "/org/freedesktop/Notifications"
)

// switches are the properties with which such a service says that it shows none for now.
var switches = []struct{ of, property string }{
	{notifications, "Inhibited"},        // KDE
	{"org.dunstproject.cmd0", "paused"}, // dunst
}

// server is the service that shows notifications.
func server() bus.Topic {
	t := bus.Topic{Service: notifications}
	for _, s := range switches {
		t.Reasons = append(t.Reasons, bus.Reason(s.property))
	}
	t.Matches = func(context.Context, *dbus.Conn) [][]dbus.MatchOption {
		return [][]dbus.MatchOption{{
			dbus.WithMatchSender(notifications), dbus.WithMatchObjectPath(notificationsPath),
			dbus.WithMatchInterface(bus.Properties), dbus.WithMatchMember("PropertiesChanged"),
		}}
	}
	t.Ask = func(ctx context.Context, conn *dbus.Conn) (facts []bus.Fact) {
		for _, s := range switches {
			on, o := false, conn.Object(notifications, notificationsPath)
			if bus.Call(ctx, o, bus.Properties+".Get", s.of, s.property).Store(&on) == nil {
				facts = append(facts, bus.Fact{Reason: bus.Reason(s.property), On: on})
			}
		}
		return facts
	}
	t.Read = func(_ context.Context, sig *dbus.Signal) []bus.Fact {
		for _, s := range switches {
			if on, ok := bus.Changed[bool](sig, s.of, s.property); ok {
				return bus.Is(bus.Reason(s.property), on)
			}
		}
		return nil
	}
	return t
}

// Names of Xfce's store of settings, and of the setting in it.
const (
	xfconf       = "org.xfce.Xfconf"
	xfconfPath   = "/org/xfce/Xfconf"
	xfceChannel  = "xfce4-notifyd"
	xfceProperty = "/do-not-disturb"
	xfceReason   = bus.Reason("xfce")
)

func xfce() bus.Topic {
	return bus.Topic{
		Service: xfconf,
		Reasons: []bus.Reason{xfceReason},
		Matches: func(context.Context, *dbus.Conn) [][]dbus.MatchOption {
			return [][]dbus.MatchOption{{
				dbus.WithMatchSender(xfconf), dbus.WithMatchInterface(xfconf), dbus.WithMatchArg(0, xfceChannel),
			}}
		},
		Ask: func(ctx context.Context, conn *dbus.Conn) []bus.Fact {
			on := false
			if bus.Call(ctx, conn.Object(xfconf, xfconfPath), xfconf+".GetProperty", xfceChannel, xfceProperty).Store(&on) != nil {
				return nil
			}
			return bus.Is(xfceReason, on)
		},
		Read: func(_ context.Context, s *dbus.Signal) []bus.Fact {
			var channel, property string
			var value dbus.Variant
			switch s.Name {
			case xfconf + ".PropertyChanged":
				on := false
				if dbus.Store(s.Body, &channel, &property, &value) == nil && property == xfceProperty && value.Store(&on) == nil {
					return bus.Is(xfceReason, on)
				}
			case xfconf + ".PropertyRemoved":
				if dbus.Store(s.Body, &channel, &property) == nil && property == xfceProperty {
					return bus.Is(xfceReason, false)
				}
			}
			return nil
		},
	}
}

// kept are the desktops that keep their switch among the settings of GNOME's libraries.
var kept = []struct {
	desktop     string // in XDG_CURRENT_DESKTOP
	schema, key string
	on          string // the value that means to be left alone
}{
	{"GNOME", "org.gnome.desktop.notifications", "show-banners", "false"},
	{"Unity", "org.gnome.desktop.notifications", "show-banners", "false"},
	{"Budgie", "org.gnome.desktop.notifications", "show-banners", "false"},
	{"X-Cinnamon", "org.cinnamon.desktop.notifications", "display-notifications", "false"},
	{"MATE", "org.mate.NotificationDaemon", "do-not-disturb", "true"},
}

// The service that writes those settings down. It comes and goes as it likes; the settings stay.
const (
	dconf       = "ca.desrt.dconf"
	dconfNotify = dconf + ".Writer.Notify"
)

// settings are the switches of the desktops that XDG_CURRENT_DESKTOP names.
func settings(desktop string) (list []bus.Topic) {
	named := strings.Split(desktop, ":")
	for _, k := range kept {
		if !slices.Contains(named, k.desktop) || len(list) > 0 {
			continue
		}
		why := bus.Reason(k.schema)
		ask := func(ctx context.Context) []bus.Fact {
			value, err := exec.CommandContext(ctx, "gsettings", "get", k.schema, k.key).Output()
			if err != nil { // it is another desktop after all
				return nil
			}
			return bus.Is(why, string(bytes.TrimSpace(value)) == k.on)
		}
		list = append(list, bus.Topic{
			Service: dconf,
			Reasons: []bus.Reason{why},
			Lasting: true,
			Matches: func(context.Context, *dbus.Conn) [][]dbus.MatchOption {
				return [][]dbus.MatchOption{{
					dbus.WithMatchInterface(dconf + ".Writer"), dbus.WithMatchMember("Notify"),
				}}
			},
			Ask: func(ctx context.Context, _ *dbus.Conn) []bus.Fact { return ask(ctx) },
			Read: func(ctx context.Context, s *dbus.Signal) []bus.Fact {
				if !about(s, "/"+strings.ReplaceAll(k.schema, ".", "/")+"/"+k.key) {
					return nil
				}
				return ask(ctx)
			},
		})
	}
	return list
}

// about says whether a signal tells of a change of a setting: the start of its path and the rests that changed.
func about(s *dbus.Signal, path string) bool {
	var prefix, tag string
	var changes []string
	if s.Name != dconfNotify || dbus.Store(s.Body, &prefix, &changes, &tag) != nil {
		return false
	}
	for _, c := range changes {
		if all := prefix + c; path == all || strings.HasSuffix(all, "/") && strings.HasPrefix(path, all) {
			return true
		}
	}
	return false
}
