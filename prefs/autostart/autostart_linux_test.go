package autostart

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// home gives a folder of settings, and a program with a name that is hard to quote.
func home(t *testing.T, name string) (entry, program string) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config"))
	program = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(program), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "config", "autostart", "dango.desktop"), program
}

func TestEnableReadsBack(t *testing.T) {
	for _, name := range []string{"dango", "my pets/dango", `a"b\c$d` + "`e%f", "团子/dango"} {
		entry, program := home(t, name)
		if s, err := Read(); err != nil || s.Enabled || s.Where != entry {
			t.Errorf("Read of nothing = %+v, %v", s, err)
		}
		s, err := Enable(program)
		if err != nil || !s.Enabled || s.Program != program || s.Problem != "" {
			t.Errorf("Enable(%q) = %+v, %v", program, s, err)
		}
		for range 2 {
			if s, err := Disable(); err != nil || s.Enabled {
				t.Errorf("Disable = %+v, %v", s, err)
			}
		}
	}
}

func TestEnableRefuses(t *testing.T) {
	entry, program := home(t, "dango")
	if err := os.Chmod(program, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"dango": "not an absolute path", program + "-gone": "does not exist", filepath.Dir(program): "is not a file",
		program: "is not executable",
	} {
		if _, err := Enable(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Enable(%q) = %v, want %q", path, err, want)
		}
	}
	if _, err := os.Stat(entry); err == nil {
		t.Error("an entry was written all the same")
	}
}

// Entries that others wrote, or that became false since.
func TestRead(t *testing.T) {
	entry, program := home(t, "dango")
	if err := os.MkdirAll(filepath.Dir(entry), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, text string
		want       Status
	}{
		{"unquoted, with an argument", "Exec=" + program + " --size 1\n", Status{Enabled: true, Program: program}},
		{"hidden is off", "Exec=" + program + "\nHidden=true\n", Status{Program: program}},
		{"switched off by GNOME", "Exec=" + program + "\nX-GNOME-Autostart-enabled=false\n", Status{Program: program}},
		{"the program is gone", "Exec=/no/dango\n", Status{Enabled: true, Program: "/no/dango", Problem: "does not exist"}},
		{"no program", "Name=Dango\n", Status{Enabled: true, Problem: "does not exist"}},
	} {
		if err := os.WriteFile(entry, []byte("[Desktop Entry]\n"+c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		c.want.Where = entry
		if got, err := Read(); err != nil || got != c.want {
			t.Errorf("%s: %+v, %v, want %+v", c.name, got, err, c.want)
		}
	}
}
