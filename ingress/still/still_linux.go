package still

import (
	"context"
	"fmt"
	"strconv"

	"github.com/godbus/dbus/v5"

	"dango/ingress/bus"
)

func watch(ctx context.Context, o Options, report func(bool)) error {
	bus.Any(ctx, bus.SessionAddress(o.Getenv), []bus.Topic{portal()}, report)
	return nil
}

// The portal's settings, as its specification has them.
const (
	service  = "org.freedesktop.portal.Desktop"
	path     = "/org/freedesktop/portal/desktop"
	settings = "org.freedesktop.portal.Settings"
)

// wishes are the settings that ask for no motion, with the values that do.
var wishes = []struct {
	namespace, key string
	still          func(any) bool
}{
	{"org.freedesktop.appearance", "reduced-motion", func(v any) bool { return v == uint32(1) }},
	{"org.gnome.desktop.interface", "enable-animations", func(v any) bool { return v == false }},
	{"org.kde.kdeglobals.KDE", "AnimationDurationFactor", func(v any) bool {
		f, err := strconv.ParseFloat(fmt.Sprint(v), 64)
		return err == nil && f == 0
	}},
}

func portal() bus.Topic {
	t := bus.Topic{Service: service}
	for _, w := range wishes {
		t.Reasons = append(t.Reasons, bus.Reason(w.key))
	}
	t.Matches = func(context.Context, *dbus.Conn) [][]dbus.MatchOption {
		return [][]dbus.MatchOption{{
			dbus.WithMatchSender(service), dbus.WithMatchInterface(settings), dbus.WithMatchMember("SettingChanged"),
		}}
	}
	t.Ask = func(ctx context.Context, conn *dbus.Conn) (facts []bus.Fact) {
		for _, w := range wishes {
			var v dbus.Variant
			if bus.Call(ctx, conn.Object(service, path), settings+".Read", w.namespace, w.key).Store(&v) == nil {
				facts = append(facts, bus.Fact{Reason: bus.Reason(w.key), On: w.still(inner(v))})
			}
		}
		return facts
	}
	t.Read = func(_ context.Context, s *dbus.Signal) []bus.Fact {
		var namespace, key string
		var v dbus.Variant
		if s.Name != settings+".SettingChanged" || dbus.Store(s.Body, &namespace, &key, &v) != nil {
			return nil
		}
		for _, w := range wishes {
			if w.namespace == namespace && w.key == key {
				return bus.Is(bus.Reason(key), w.still(inner(v)))
			}
		}
		return nil
	}
	return t
}

// inner takes a value out of its wrappings: Read wraps once more than is said.
func inner(v dbus.Variant) any {
	for {
		next, ok := v.Value().(dbus.Variant)
		if !ok {
			return v.Value()
		}
		v = next
	}
}
