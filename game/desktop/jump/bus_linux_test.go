package jump

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/introspect"

	"dango/ingress/bus/bustest"
)

// serve puts objects on a bus of the test's own: path, then interface, then methods. It gives the bus's address and the
// service's name there.
func serve(t *testing.T, objects map[string]map[string]map[string]any) (address, service string) {
	bustest.Need(t)
	socket := filepath.Join(t.TempDir(), "bus")
	bustest.Start(t, socket)
	conn := bustest.Service(t, socket, "dango.test.Terminal")
	below := map[string][]introspect.Node{}
	for path, interfaces := range objects {
		for name, methods := range interfaces {
			if err := conn.ExportMethodTable(methods, dbus.ObjectPath(path), name); err != nil {
				t.Fatal(err)
			}
		}
		dir, name := path[:strings.LastIndexByte(path, '/')], path[strings.LastIndexByte(path, '/')+1:]
		below[dir] = append(below[dir], introspect.Node{Name: name})
	}
	for dir, children := range below {
		node := introspect.NewIntrospectable(&introspect.Node{Name: dir, Children: children})
		if err := conn.Export(node, dbus.ObjectPath(dir), "org.freedesktop.DBus.Introspectable"); err != nil {
			t.Fatal(err)
		}
	}
	return "unix:path=" + socket, conn.Names()[0]
}

// A Konsole as version 22.12.3 is: one process, three windows. The tab of session 1 was moved out of the first one, into
// the third.
func TestKonsole(t *testing.T) {
	told := make(chan string, 8)
	holder := func(name string, sessions ...string) map[string]map[string]any {
		return map[string]map[string]any{"org.kde.konsole.Window": {
			"sessionList":       func() ([]string, *dbus.Error) { return sessions, nil },
			"setCurrentSession": func(n int32) *dbus.Error { told <- name + " " + string('0'+n); return nil },
		}}
	}
	number := func(n int64) map[string]map[string]any {
		return map[string]map[string]any{"org.kde.KMainWindow": {"winId": func() (int64, *dbus.Error) { return n, nil }}}
	}
	address, service := serve(t, map[string]map[string]map[string]any{
		"/Windows/1": holder("first", "4", "3", "2"), "/Windows/2": holder("second", "5", "6"), "/Windows/10": holder("third", "1"),
		"/konsole/MainWindow_1": number(10485767), "/konsole/MainWindow_2": number(10485788), "/konsole/MainWindow_3": number(10485793),
	})
	t.Setenv("DISPLAY", ":no-such-display")
	near := surroundings{"DBUS_SESSION_BUS_ADDRESS": address, "KONSOLE_DBUS_SERVICE": service, "KONSOLE_DBUS_WINDOW": "/Windows/1"}
	for session, want := range map[string]string{"3": "first 3", "6": "second 6", "1": "third 1"} {
		if _, err := toKonsole(t.Context(), Place{ID: "/Sessions/" + session}, near); err != errNowhere { // which process it is
			t.Errorf("toKonsole(%s) = %v", session, err)
		}
		if got := <-told; got != want {
			t.Errorf("Konsole was told %q, want %q", got, want)
		}
	}
	b, err := busOf(t.Context(), near)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	k := konsole{b, service}
	for window, want := range map[string]string{"/Windows/1": "10485767", "/Windows/2": "10485788", "/Windows/10": "10485793", "/Windows/4": ""} {
		if got := k.onDesktop(t.Context(), window); got != want {
			t.Errorf("%s is %q on the desktop, want %q", window, got, want)
		}
	}
	for name, tt := range map[string]struct{ id, service, want string }{
		"closed":  {"/Sessions/7", service, "its tab in Konsole is closed"},
		"gone":    {"/Sessions/3", ":1.999", "Konsole does not answer"},
		"unknown": {"", service, "its tab in Konsole is not known"},
	} {
		_, err := toKonsole(t.Context(), Place{ID: tt.id}, near.with("KONSOLE_DBUS_SERVICE", tt.service))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
}

// A GNOME Terminal as version 3.46.8 is: with the shell's search it can be asked for a tab, and says nothing about one that
// is closed; without, it has no such object.
func TestGnomeTerminal(t *testing.T) {
	activated := make(chan string, 1)
	address, service := serve(t, map[string]map[string]map[string]any{
		"/org/gnome/Terminal/SearchProvider": {strings.TrimSuffix(searches, "."): {
			"GetInitialResultSet": func(terms []string) ([]string, *dbus.Error) {
				return []string{"801ba943-ba13-4d17-81e8-4f11c95b9cb8", "15b6642c-0101-40ed-9d73-2dc0aef461a6"}, nil
			},
			"ActivateResult": func(id string, terms []string, at uint32) *dbus.Error { activated <- id; return nil },
		}},
	})
	t.Setenv("DISPLAY", ":no-such-display")
	near := surroundings{"DBUS_SESSION_BUS_ADDRESS": address, "GNOME_TERMINAL_SERVICE": service}
	tab := Place{ID: "/org/gnome/Terminal/screen/15b6642c_0101_40ed_9d73_2dc0aef461a6"}
	if level, err := toGnomeTerminal(t.Context(), tab, near); level != Tab || err != nil {
		t.Errorf("toGnomeTerminal = %v, %v", level, err)
	}
	if got, want := <-activated, "15b6642c-0101-40ed-9d73-2dc0aef461a6"; got != want {
		t.Errorf("%s was activated, want %s", got, want)
	}
	closed := Place{ID: "/org/gnome/Terminal/screen/15b6642c_0101_40ed_9d73_000000000000"}
	if _, err := toGnomeTerminal(t.Context(), closed, near); err == nil || err.Error() != "its tab in GNOME Terminal is closed" {
		t.Errorf("a closed tab: %v", err)
	}
	address, service = serve(t, map[string]map[string]map[string]any{"/org/gnome/Terminal/window/1": {}})
	near = surroundings{"DBUS_SESSION_BUS_ADDRESS": address, "GNOME_TERMINAL_SERVICE": service}
	if _, err := toGnomeTerminal(t.Context(), tab, near); err == nil || !strings.Contains(err.Error(), "shell-integration-enabled true") {
		t.Errorf("without the shell's search: %v", err)
	}
	if _, err := toGnomeTerminal(t.Context(), tab, near.with("GNOME_TERMINAL_SERVICE", ":1.999")); err == nil ||
		err.Error() != "GNOME Terminal does not answer" {
		t.Errorf("gone: %v", err)
	}
}
