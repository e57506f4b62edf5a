//go:build linux

package main

import (
	"path/filepath"
	"slices"
	"testing"

	"dango/game/desktop/sound/soundtest"
	"dango/ingress/bus/bustest"
	"dango/prefs"
)

func TestNoServices(t *testing.T) {
	cfg := prefs.Default()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+t.TempDir()+"/nobody")
	t.Setenv("PULSE_SERVER", "unix:"+t.TempDir()+"/nobody")
	for _, env := range []map[string]string{{}, {"XDG_RUNTIME_DIR": t.TempDir()}} {
		got := brief(t, services(t.Context(), func(name string) string { return env[name] }, &cfg))
		if !slices.Equal(got, []string{"warning tray", "warning notifications", "ok sound"}) {
			t.Errorf("%v: found %v", env, got)
		}
	}
	cfg.Sound.Failed = "knock"
	if f := loudspeaker(&cfg); f.Severity != "warning" {
		t.Errorf("a sound that nobody plays is %+v", f)
	}
}

func TestServices(t *testing.T) {
	bustest.Need(t)
	socket := filepath.Join(t.TempDir(), "bus")
	bustest.Start(t, socket)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+socket)
	env := map[string]string{"DBUS_SESSION_BUS_ADDRESS": "unix:path=" + socket, "XDG_CURRENT_DESKTOP": "ubuntu:GNOME"}
	cfg := prefs.Default()
	look := func() []string {
		return brief(t, services(t.Context(), func(name string) string { return env[name] }, &cfg))[:2]
	}
	if got := look(); !slices.Equal(got, []string{"warning tray", "warning notifications"}) {
		t.Errorf("on an empty bus: %v", got)
	}
	bustest.Service(t, socket, trayWatcher)
	bustest.ServeNotifications(t, socket)
	if got := look(); !slices.Equal(got, []string{"ok tray", "ok notifications"}) {
		t.Errorf("with both: %v", got)
	}
}

func TestLoudspeaker(t *testing.T) {
	address, _ := soundtest.Start(t)
	t.Setenv("PULSE_SERVER", address)
	cfg := prefs.Default()
	cfg.Sound.Finished = "chime"
	if f := loudspeaker(&cfg); f.Severity != "ok" {
		t.Errorf("with a sound server: %+v", f)
	}
}
