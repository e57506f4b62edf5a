package core

import (
	"path/filepath"
	"testing"

	"github.com/godbus/dbus/v5/prop"

	"dango/ingress/bus/bustest"
	"dango/session/event"
)

// The desktop's own switch counts while the setting says so.
func TestQuietAsDesktop(t *testing.T) {
	bustest.Need(t)
	path := filepath.Join(t.TempDir(), "bus")
	bustest.Start(t, path)
	const name, at = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
	conn := bustest.Service(t, path, "org.example.Other")
	inhibited, err := prop.Export(conn, at, prop.Map{name: {"Inhibited": {Value: true, Emit: prop.EmitTrue}}})
	if err != nil {
		t.Fatal(err)
	}
	bustest.Take(t, conn, name)
	home := t.TempDir()
	env := func(n string) string {
		if n == "DBUS_SESSION_BUS_ADDRESS" {
			return "unix:path=" + path
		}
		return home // nothing else of this machine is found
	}
	c := runningAs(t, Options{Screen: true, Getenv: env}, `{"events":{"port":0},"hold":{"showWithin":"30s"}}`)
	held := ask(t, c, "r1")
	until(t, "the request", func() bool { return cards(c) })
	set(t, c, "doNotDisturb", `"system"`)
	if d := held(); d != event.Ask {
		t.Errorf("a held request was answered %q, want no opinion", d)
	}
	inhibited.SetMust(name, "Inhibited", false)
	until(t, "the end", func() bool { return !c.Quiet() })
	inhibited.SetMust(name, "Inhibited", true)
	until(t, "quiet again", c.Quiet)
	set(t, c, "doNotDisturb", `"off"`)
	until(t, "the desktop not to count", func() bool { return !c.Quiet() })
}
