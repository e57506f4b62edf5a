package still

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"

	"github.com/godbus/dbus/v5"

	"dango/ingress/bus/bustest"
)

// desktop plays the portal: it knows the settings that it was given.
type desktop struct {
	mu  sync.Mutex
	all map[string]any
}

// Read is the portal's method. Values are wrapped twice, as the real one does.
func (d *desktop) Read(namespace, key string) (dbus.Variant, *dbus.Error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	v, ok := d.all[namespace+" "+key]
	if !ok {
		return dbus.Variant{}, dbus.MakeFailedError(errors.New("no such setting"))
	}
	return dbus.MakeVariant(dbus.MakeVariant(v)), nil
}

func TestPortal(t *testing.T) {
	bustest.Need(t)
	for _, c := range []struct {
		namespace, key string
		moves, still   any
	}{
		{"org.freedesktop.appearance", "reduced-motion", uint32(0), uint32(1)},
		{"org.gnome.desktop.interface", "enable-animations", true, false},
		{"org.kde.kdeglobals.KDE", "AnimationDurationFactor", "0.5", "0"},
	} {
		t.Run(c.key, func(t *testing.T) {
			address := filepath.Join(t.TempDir(), "bus")
			bustest.Start(t, address)
			conn := bustest.Service(t, address, "org.example.Other")
			d := &desktop{all: map[string]any{c.namespace + " " + c.key: c.still}}
			if err := conn.Export(d, path, settings); err != nil {
				t.Fatal(err)
			}
			bustest.Take(t, conn, service)
			env := map[string]string{"DBUS_SESSION_BUS_ADDRESS": "unix:path=" + address}
			reports := bustest.Watching(t, env, func(ctx context.Context, getenv func(string) string, report func(bool)) error {
				return Watch(ctx, Options{Getenv: getenv}, report)
			})
			tell := func(key string, v any) {
				t.Helper()
				if err := conn.Emit(path, settings+".SettingChanged", c.namespace, key, dbus.MakeVariant(v)); err != nil {
					t.Fatal(err)
				}
			}
			reports.Want("still from the beginning", true)
			tell("something-else", c.moves)
			tell(c.key, c.moves)
			reports.Want("it moves", false)
			tell(c.key, c.still)
			reports.Want("still again", true)
			if err := conn.Close(); err != nil {
				t.Fatal(err)
			}
			reports.Want("the portal is gone", false)
		})
	}
}
