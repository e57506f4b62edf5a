package prefs

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFind(t *testing.T) {
	t.Setenv("DANGO_HOME", "/srv/dango/")
	for _, c := range []struct{ name, override, want string }{
		{"from the environment", "", "/srv/dango"},
		{"an override wins", "/tmp/x/", "/tmp/x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Find(c.override)
			if err != nil || got.Home != c.want {
				t.Errorf("Find(%q) = %q, %v, want %q", c.override, got.Home, err, c.want)
			}
		})
	}
}

func TestFindRefusesARelativeHome(t *testing.T) {
	t.Setenv("DANGO_HOME", "dango")
	if got, err := Find(""); err == nil {
		t.Errorf("Find = %q for a relative DANGO_HOME, want an error", got.Home)
	}
}

func TestCreateClosesTheHome(t *testing.T) {
	p := Paths{filepath.Join(t.TempDir(), "home")}
	if err := os.Mkdir(p.Home, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := p.Create(); err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{p.Home, p.Run(), p.Bin(), p.Logs(), p.Themes()} {
		if m := mode(t, d); m != 0o700 {
			t.Errorf("%s has mode %v, want 0700", d, m)
		}
	}
}

func mode(t *testing.T, path string) os.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}
