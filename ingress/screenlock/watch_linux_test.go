package screenlock

import (
	"context"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"

	"dango/ingress/bus/bustest"
)

// logind is what the test plays: one session that is not the user's, and one that is.
type logind struct {
	conn *dbus.Conn
	hint *prop.Properties
}

const ours, theirs = dbus.ObjectPath("/org/freedesktop/login1/session/_37"), dbus.ObjectPath("/org/freedesktop/login1/session/_38")

// GetSession is logind's method.
func (logind) GetSession(id string) (dbus.ObjectPath, *dbus.Error) {
	if id != "7" {
		return "", dbus.MakeFailedError(fmt.Errorf("no session %q", id))
	}
	return ours, nil
}

func newLogind(t *testing.T, bus string, locked bool) *logind {
	t.Helper()
	conn, err := dbus.Connect("unix:path=" + bus)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	l := &logind{conn: conn}
	l.hint, err = prop.Export(conn, ours, prop.Map{loginSession: {lockedHint: {Value: locked, Emit: prop.EmitTrue}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.Export(l, login1Path, manager); err != nil {
		t.Fatal(err)
	}
	bustest.Take(t, conn, login1)
	return l
}

// saver is a screen saver, active or not.
type saver struct{ active atomic.Bool }

// GetActive is the saver's method.
func (s *saver) GetActive() (bool, *dbus.Error) { return s.active.Load(), nil }

// watching starts Watch on two buses.
func watching(t *testing.T, system, session string) bustest.Reports {
	t.Helper()
	env := map[string]string{
		"DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + system, "DBUS_SESSION_BUS_ADDRESS": "unix:path=" + session, "XDG_SESSION_ID": "7",
	}
	return bustest.Watching(t, env, func(ctx context.Context, getenv func(string) string, report func(bool)) error {
		return Watch(ctx, Options{Getenv: getenv}, report)
	})
}

func TestWatch(t *testing.T) {
	bustest.Need(t)
	dir := t.TempDir()
	system, session := filepath.Join(dir, "system"), filepath.Join(dir, "session")
	stop := bustest.Start(t, system)
	bustest.Start(t, session)
	l := newLogind(t, system, true)
	gnome := bustest.Service(t, session, "org.gnome.ScreenSaver")
	var screen saver
	if err := gnome.Export(&screen, "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"); err != nil {
		t.Fatal(err)
	}
	emit := func(conn *dbus.Conn, path dbus.ObjectPath, name string, body ...any) {
		t.Helper()
		if err := conn.Emit(path, name, body...); err != nil {
			t.Fatal(err)
		}
	}

	reports := watching(t, system, session)
	reports.Want("locked from the beginning", true)
	l.hint.SetMust(loginSession, lockedHint, false)
	reports.Want("unlocked", false)
	emit(l.conn, theirs, loginSession+".Lock") // somebody else's session: it would be the next report
	emit(l.conn, login1Path, manager+".PrepareForSleep", false)
	emit(l.conn, ours, loginSession+".Lock")
	reports.Want("a wish to lock", true)
	emit(l.conn, ours, loginSession+".Unlock")
	reports.Want("a wish to unlock", false)
	emit(l.conn, login1Path, manager+".PrepareForSleep", true)
	reports.Want("going to sleep", true)
	emit(l.conn, login1Path, manager+".PrepareForSleep", false)
	reports.Want("awake", false)

	const path, changed = dbus.ObjectPath("/org/gnome/ScreenSaver"), "org.gnome.ScreenSaver.ActiveChanged"
	emit(gnome, path, changed, "strange")
	screen.active.Store(true) // who is not listening yet will ask
	emit(gnome, path, changed, true)
	reports.Want("a saver", true)
	if err := gnome.Close(); err != nil {
		t.Fatal(err)
	}
	reports.Want("the saver died", false)
	kde := bustest.Service(t, session, "org.freedesktop.ScreenSaver") // one that came later, and does not know GetActive
	emit(kde, "/ScreenSaver", "org.freedesktop.ScreenSaver.ActiveChanged", true)
	reports.Want("another saver", true)
	emit(kde, "/ScreenSaver", "org.freedesktop.ScreenSaver.ActiveChanged", false)
	reports.Want("its end", false)

	l.hint.SetMust(loginSession, lockedHint, true)
	reports.Want("locked again", true)
	stop()
	reports.Want("the bus is gone", false)
	bustest.Start(t, system)
	newLogind(t, system, true)
	reports.Want("the bus is back", true)
}

// Where nothing runs, nothing is said.
func TestNoBus(t *testing.T) {
	dir := t.TempDir()
	reports := watching(t, filepath.Join(dir, "none"), "")
	reports.None("without a bus")
}
