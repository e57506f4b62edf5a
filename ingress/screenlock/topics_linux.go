package screenlock

import (
	"context"

	"github.com/godbus/dbus/v5"

	"dango/ingress/bus"
)

// Names of logind, as org.freedesktop.login1(5) has them.
const (
	login1       = "org.freedesktop.login1"
	login1Path   = "/org/freedesktop/login1"
	manager      = login1 + ".Manager"
	loginSession = login1 + ".Session"
	lockedHint   = "LockedHint"
)

// login is logind: the lock of the session that this process belongs to, and the machine's sleep.
func login(getenv func(string) string) []bus.Topic {
	session := dbus.ObjectPath("") // found anew whenever logind starts
	return []bus.Topic{{
		Service: login1,
		Reasons: []bus.Reason{wanted, locked, asleep},
		Matches: func(ctx context.Context, conn *dbus.Conn) [][]dbus.MatchOption {
			from := dbus.WithMatchSender(login1)
			m := [][]dbus.MatchOption{{from, dbus.WithMatchInterface(manager), dbus.WithMatchMember("PrepareForSleep")}}
			if session = findSession(ctx, conn, getenv("XDG_SESSION_ID")); session != "" {
				at := dbus.WithMatchObjectPath(session)
				m = append(m,
					[]dbus.MatchOption{from, at, dbus.WithMatchInterface(loginSession)},
					[]dbus.MatchOption{from, at, dbus.WithMatchInterface(bus.Properties), dbus.WithMatchMember("PropertiesChanged")})
			}
			return m
		},
		Ask: func(ctx context.Context, conn *dbus.Conn) []bus.Fact {
			on := false
			if session == "" || bus.Call(ctx, conn.Object(login1, session), bus.Properties+".Get", loginSession, lockedHint).Store(&on) != nil {
				return nil
			}
			return bus.Is(locked, on)
		},
		Read: readLogin,
	}}
}

// findSession gives the object of the session with an id; without one, or when logind does not know it, that of the
// session which logind finds for this process. "" when there is none.
func findSession(ctx context.Context, conn *dbus.Conn, id string) (path dbus.ObjectPath) {
	for _, id := range []string{id, "auto"} {
		if id != "" && bus.Call(ctx, conn.Object(login1, login1Path), manager+".GetSession", id).Store(&path) == nil {
			return path
		}
	}
	return ""
}

func readLogin(_ context.Context, s *dbus.Signal) []bus.Fact {
	switch s.Name {
	case loginSession + ".Lock":
		return bus.Is(wanted, true)
	case loginSession + ".Unlock":
		return bus.Is(wanted, false)
	case manager + ".PrepareForSleep":
		return bus.One(asleep, s)
	case bus.PropertiesChanged:
		if on, ok := bus.Changed[bool](s, loginSession, lockedHint); ok {
			return bus.Is(locked, on)
		}
	}
	return nil
}

// savers are the screen savers and lockers of the desktops. They share a shape: a method GetActive, and a signal
// ActiveChanged with the same truth value.
func savers() (list []bus.Topic) {
	for _, s := range []struct {
		name string
		path dbus.ObjectPath
	}{
		{"org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"}, // KDE
		{"org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"},
		{"org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver"},
		{"org.mate.ScreenSaver", "/org/mate/ScreenSaver"},
	} {
		why := bus.Reason(s.name)
		list = append(list, bus.Topic{
			Service: s.name,
			Reasons: []bus.Reason{why},
			Matches: func(context.Context, *dbus.Conn) [][]dbus.MatchOption {
				return [][]dbus.MatchOption{{
					dbus.WithMatchSender(s.name), dbus.WithMatchInterface(s.name), dbus.WithMatchMember("ActiveChanged"),
				}}
			},
			Ask: func(ctx context.Context, conn *dbus.Conn) []bus.Fact {
				on := false
				if bus.Call(ctx, conn.Object(s.name, s.path), s.name+".GetActive").Store(&on) != nil {
					return nil
				}
				return bus.Is(why, on)
			},
			Read: func(_ context.Context, sig *dbus.Signal) []bus.Fact {
				if sig.Name != s.name+".ActiveChanged" {
					return nil
				}
				return bus.One(why, sig)
			},
		})
	}
	return list
}
