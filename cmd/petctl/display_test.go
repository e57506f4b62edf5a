//go:build linux

package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dango/cmd/internal/xtest"
	"dango/emit/hook"
)

// brief is "severity id" of each finding, and checks that whoever reads one knows what to do.
func brief(t *testing.T, findings []hook.Finding) (all []string) {
	t.Helper()
	for _, f := range findings {
		if f.What == "" || f.Severity != hook.OK && (f.Why == "" || f.Fix == "") {
			t.Errorf("a finding says too little: %+v", f)
		}
		all = append(all, fmt.Sprintf("%s %s", f.Severity, f.ID))
	}
	return all
}

func TestScreen(t *testing.T) {
	for _, c := range []struct {
		name    string
		options xtest.Options
		env     map[string]string
		want    []string
	}{
		{"X11 with a compositor", xtest.Options{NoWindowManager: true}, nil, []string{"ok display", "ok compositor"}},
		{"X11 without", xtest.Options{NoWindowManager: true, NoCompositor: true}, nil, []string{"ok display", "warning compositor"}},
		{"XWayland", xtest.Options{NoWindowManager: true}, map[string]string{"WAYLAND_DISPLAY": "wayland-0"},
			[]string{"ok display", "ok wayland", "ok compositor"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := xtest.New(t, c.options)
			for _, kv := range d.Env() { // X clients read it themselves
				name, value, _ := strings.Cut(kv, "=")
				t.Setenv(name, value)
			}
			getenv := func(name string) string {
				if name == "DISPLAY" {
					return d.Name()
				}
				return c.env[name]
			}
			if got := brief(t, screen(getenv)); !slices.Equal(got, c.want) {
				t.Errorf("found %v, want %v", got, c.want)
			}
		})
	}
}

func TestNoScreen(t *testing.T) {
	t.Setenv("DISPLAY", ":54321") // where nobody is
	for _, env := range []map[string]string{{}, {"WAYLAND_DISPLAY": "wayland-0"}, {"DISPLAY": ":54321"}} {
		if got := brief(t, screen(func(name string) string { return env[name] })); !slices.Equal(got, []string{"warning display"}) {
			t.Errorf("%v: found %v", env, got)
		}
	}
}
