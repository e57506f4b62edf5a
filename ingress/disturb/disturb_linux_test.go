package disturb

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"

	"dango/ingress/bus/bustest"
)

const patient = 20 * time.Second

// watching starts Watch on a bus.
func watching(t *testing.T, path, desktop string) bustest.Reports {
	t.Helper()
	env := map[string]string{"DBUS_SESSION_BUS_ADDRESS": "unix:path=" + path, "XDG_CURRENT_DESKTOP": desktop}
	return bustest.Watching(t, env, func(ctx context.Context, getenv func(string) string, report func(bool)) error {
		return Watch(ctx, Options{Getenv: getenv}, report)
	})
}

// newBus runs a bus of the test's own.
func newBus(t *testing.T) (path string) {
	t.Helper()
	bustest.Need(t)
	path = filepath.Join(t.TempDir(), "bus")
	bustest.Start(t, path)
	return path
}

func TestNotificationService(t *testing.T) {
	for _, s := range switches {
		t.Run(s.of, func(t *testing.T) {
			path := newBus(t)
			conn := bustest.Service(t, path, "org.example.Other")
			p, err := prop.Export(conn, notificationsPath, prop.Map{s.of: {s.property: {Value: true, Emit: prop.EmitTrue}}})
			if err != nil {
				t.Fatal(err)
			}
			bustest.Take(t, conn, notifications)
			reports := watching(t, path, "KDE")
			reports.Want("on from the beginning", true)
			p.SetMust(s.of, s.property, false)
			reports.Want("switched off", false)
			p.SetMust(s.of, s.property, true)
			reports.Want("switched on", true)
			if err := conn.Close(); err != nil {
				t.Fatal(err)
			}
			reports.Want("the service died", false)
		})
	}
}

// start runs a program on a test's own bus, with a home of its own, until the end of the test. It skips the test where
// there is no such program.
func start(t *testing.T, path string, places ...string) (env []string) {
	t.Helper()
	home := t.TempDir()
	env = append(os.Environ(), "DBUS_SESSION_BUS_ADDRESS=unix:path="+path, "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_RUNTIME_DIR="+t.TempDir())
	for _, place := range places {
		found, _ := filepath.Glob(place)
		if len(found) == 0 {
			continue
		}
		cmd := exec.Command(found[0])
		cmd.Env = env
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
		return env
	}
	t.Skipf("there is none of %v", places)
	return nil
}

// until waits until a service is on the bus.
func until(t *testing.T, conn *dbus.Conn, name string) {
	t.Helper()
	for late := time.Now().Add(patient); ; time.Sleep(10 * time.Millisecond) {
		var on bool
		if err := conn.BusObject().Call("org.freedesktop.DBus.NameHasOwner", 0, name).Store(&on); err != nil || on {
			return
		}
		if time.Now().After(late) {
			t.Fatalf("%s does not come", name)
		}
	}
}

// The real settings of GNOME, as its switch changes them.
func TestGNOME(t *testing.T) {
	path := newBus(t)
	env := start(t, path, "/usr/libexec/dconf-service", "/usr/lib/dconf/dconf-service")
	set := func(value string) {
		t.Helper()
		cmd := exec.Command("gsettings", "set", "org.gnome.desktop.notifications", "show-banners", value)
		cmd.Env = env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("gsettings: %v: %s", err, out)
		}
	}
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"} {
		for _, e := range env {
			if len(e) > len(name) && e[:len(name)+1] == name+"=" {
				t.Setenv(name, e[len(name)+1:]) // the last one counts; the witness's own gsettings reads there
			}
		}
	}
	until(t, bustest.Service(t, path, "org.example.Other"), dconf)
	set("false")
	reports := watching(t, path, "ubuntu:GNOME")
	reports.Want("on from the beginning", true)
	set("true")
	reports.Want("switched off", false)
	set("false")
	reports.Want("switched on", true)
}

// The real store of Xfce's settings.
func TestXfce(t *testing.T) {
	path := newBus(t)
	env := start(t, path, "/usr/lib/*/xfce4/xfconf/xfconfd", "/usr/lib/xfce4/xfconf/xfconfd")
	query := func(args ...string) {
		t.Helper()
		cmd := exec.Command("xfconf-query", append([]string{"-c", xfceChannel, "-p", xfceProperty}, args...)...)
		cmd.Env = env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("xfconf-query: %v: %s", err, out)
		}
	}
	until(t, bustest.Service(t, path, "org.example.Other"), xfconf)
	query("-n", "-t", "bool", "-s", "true")
	reports := watching(t, path, "XFCE")
	reports.Want("on from the beginning", true)
	query("-s", "false")
	reports.Want("switched off", false)
	query("-s", "true")
	reports.Want("switched on", true)
	query("-r")
	reports.Want("forgotten", false)
}

func TestAbout(t *testing.T) {
	const path = "/org/gnome/desktop/notifications/show-banners"
	for _, c := range []struct {
		prefix  string
		changes []string
		want    bool
	}{
		{path, []string{""}, true},
		{"/org/gnome/desktop/notifications/", []string{"application-children", "show-banners"}, true},
		{"/org/gnome/desktop/", []string{"notifications/"}, true}, // a reset of the folder
		{"/org/gnome/desktop/notifications/", []string{"show-in-lock-screen"}, false},
		{"/org/gnome/desktop/notifications/show", []string{""}, false},
	} {
		s := &dbus.Signal{Name: dconfNotify, Body: []any{c.prefix, c.changes, "tag"}}
		if got := about(s, path); got != c.want {
			t.Errorf("%q %q: %v", c.prefix, c.changes, got)
		}
	}
}
