package screenlock

import (
	"context"

	"github.com/godbus/dbus/v5"
)

// Names of logind, as org.freedesktop.login1(5) has them.
const (
	login1       = "org.freedesktop.login1"
	login1Path   = "/org/freedesktop/login1"
	manager      = login1 + ".Manager"
	loginSession = login1 + ".Session"
	properties   = "org.freedesktop.DBus.Properties"
	lockedHint   = "LockedHint"
)

// login is logind: the lock of the session that this process belongs to, and the machine's sleep.
func login(getenv func(string) string) []topic {
	session := dbus.ObjectPath("") // found anew whenever logind starts
	return []topic{{
		service: login1,
		reasons: []reason{wanted, locked, asleep},
		matches: func(ctx context.Context, conn *dbus.Conn) [][]dbus.MatchOption {
			from := dbus.WithMatchSender(login1)
			m := [][]dbus.MatchOption{{from, dbus.WithMatchInterface(manager), dbus.WithMatchMember("PrepareForSleep")}}
			if session = findSession(ctx, conn, getenv("XDG_SESSION_ID")); session != "" {
				at := dbus.WithMatchObjectPath(session)
				m = append(m,
					[]dbus.MatchOption{from, at, dbus.WithMatchInterface(loginSession)},
					[]dbus.MatchOption{from, at, dbus.WithMatchInterface(properties), dbus.WithMatchMember("PropertiesChanged")})
			}
			return m
		},
		ask: func(ctx context.Context, conn *dbus.Conn) []fact {
			on := false
			if session == "" || call(ctx, conn.Object(login1, session), properties+".Get", loginSession, lockedHint).Store(&on) != nil {
				return nil
			}
			return []fact{{locked, on}}
		},
		read: readLogin,
	}}
}

// findSession gives the object of the session with an id; without one, or when logind does not know it, that of the
// session which logind finds for this process. "" when there is none.
func findSession(ctx context.Context, conn *dbus.Conn, id string) (path dbus.ObjectPath) {
	for _, id := range []string{id, "auto"} {
		if id != "" && call(ctx, conn.Object(login1, login1Path), manager+".GetSession", id).Store(&path) == nil {
			return path
		}
	}
	return ""
}

func readLogin(s *dbus.Signal) []fact {
	switch s.Name {
	case loginSession + ".Lock":
		return []fact{{wanted, true}}
	case loginSession + ".Unlock":
		return []fact{{wanted, false}}
	case manager + ".PrepareForSleep":
		return one(asleep, s)
	case properties + ".PropertiesChanged":
		var (
			of      string
			changed map[string]dbus.Variant
			unknown []string
			on      bool
		)
		if dbus.Store(s.Body, &of, &changed, &unknown) != nil || of != loginSession {
			return nil
		}
		if v, ok := changed[lockedHint]; ok && v.Store(&on) == nil {
			return []fact{{locked, on}}
		}
	}
	return nil
}

// savers are the screen savers and lockers of the desktops. They share a shape: a method GetActive, and a signal
// ActiveChanged with the same truth value.
func savers() (list []topic) {
	for _, s := range []struct {
		name string
		path dbus.ObjectPath
	}{
		{"org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"}, // KDE
		{"org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"},
		{"org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver"},
		{"org.mate.ScreenSaver", "/org/mate/ScreenSaver"},
	} {
		why := reason(s.name)
		list = append(list, topic{
			service: s.name,
			reasons: []reason{why},
			matches: func(context.Context, *dbus.Conn) [][]dbus.MatchOption {
				return [][]dbus.MatchOption{{
					dbus.WithMatchSender(s.name), dbus.WithMatchInterface(s.name), dbus.WithMatchMember("ActiveChanged"),
				}}
			},
			ask: func(ctx context.Context, conn *dbus.Conn) []fact {
				on := false
				if call(ctx, conn.Object(s.name, s.path), s.name+".GetActive").Store(&on) != nil {
					return nil
				}
				return []fact{{why, on}}
			},
			read: func(sig *dbus.Signal) []fact {
				if sig.Name != s.name+".ActiveChanged" {
					return nil
				}
				return one(why, sig)
			},
		})
	}
	return list
}

// one reads a signal that carries a single truth value.
func one(r reason, s *dbus.Signal) []fact {
	on := false
	if dbus.Store(s.Body, &on) != nil {
		return nil
	}
	return []fact{{r, on}}
}
