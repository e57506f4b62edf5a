package bus

import "testing"

func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"unix:path=/run/user/1000/bus":                     "/run/user/1000/bus",
		"unix:guid=1,path=/tmp/a%20b;tcp:host=localhost":   "/tmp/a b",
		"unix:abstract=/tmp/dbus-1":                        "",
		"disabled:":                                        "",
		"tcp:host=localhost,port=1,path=/nothing-of-a-bus": "",
	} {
		if got := (&Bus{Address: address}).socket(); got != want {
			t.Errorf("socket of %q = %q, want %q", address, got, want)
		}
	}
	none := func(string) string { return "" }
	if got := SessionAddress(none); got != "" {
		t.Errorf("without an environment the session bus is at %q", got)
	}
	run := func(name string) string { return map[string]string{"XDG_RUNTIME_DIR": "/run/user/7"}[name] }
	if got := SessionAddress(run); got != "unix:path=/run/user/7/bus" {
		t.Errorf("the session bus is at %q", got)
	}
}
