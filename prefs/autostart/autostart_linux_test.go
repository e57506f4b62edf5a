package autostart

import (
	"os"
	"os/exec"
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
		s, err := Enable(program, Usual)
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
		if _, err := Enable(path, Usual); err == nil || !strings.Contains(err.Error(), want) {
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

// A systemd user unit by choice: it reads back, systemd has nothing against it, and there is never a second way.
func TestSystemd(t *testing.T) {
	t.Setenv("PATH", "") // no systemctl: the machine's own is left alone
	for _, name := range []string{"dango", "my pets/dango", "a%d", "团子/dango"} {
		entry, program := home(t, name)
		config := filepath.Dir(filepath.Dir(entry))
		unit, link := filepath.Join(config, "systemd/user/dango.service"), filepath.Join(config, "systemd/user/graphical-session.target.wants/dango.service")
		if _, err := Enable(program, Usual); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			s, err := Enable(program, Systemd)
			if err != nil || !s.Enabled || s.Program != program || s.Where != unit {
				t.Errorf("Enable(%q, Systemd) = %+v, %v", program, s, err)
			}
		}
		if _, err := os.Stat(entry); err == nil {
			t.Error("the desktop would start it, too")
		}
		verify(t, unit)
		if err := os.Remove(link); err != nil {
			t.Fatal(err)
		}
		if s, err := Read(); err != nil || s.Enabled {
			t.Errorf("Read without the link = %+v, %v", s, err)
		}
		if _, err := Enable(program, Systemd); err != nil {
			t.Fatal(err)
		}
		if s, err := Enable(program, Usual); err != nil || s.Where != entry {
			t.Errorf("Enable(%q, Usual) = %+v, %v", program, s, err)
		}
		if _, err := os.Lstat(link); err == nil {
			t.Error("systemd would start it, too")
		}
		if s, err := Disable(); err != nil || s.Enabled {
			t.Errorf("Disable = %+v, %v", s, err)
		}
	}
	for _, name := range []string{"da$h/dango", `a"b/dango`, `a\b/dango`, "a'b/dango"} {
		_, program := home(t, name)
		if _, err := Enable(program, Systemd); err == nil || !strings.Contains(err.Error(), "systemd starts no program") {
			t.Errorf("Enable(%q, Systemd) = %v", program, err)
		}
	}
}

// verify asks systemd itself, where it is.
func verify(t *testing.T, unit string) {
	t.Helper()
	const analyze = "/usr/bin/systemd-analyze"
	if _, err := os.Stat(analyze); err != nil {
		return
	}
	cmd := exec.Command(analyze, "--user", "verify", unit)
	cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+t.TempDir())
	out, _ := cmd.CombinedOutput() // it fails for what this machine lacks
	for l := range strings.Lines(string(out)) {
		if strings.Contains(l, "dango.service") && !strings.Contains(l, "Failed to create") {
			t.Errorf("systemd-analyze: %s", l)
		}
	}
}

// Whoever has no home has nothing set up, and hears why nothing can be.
func TestWithoutHome(t *testing.T) {
	_, program := home(t, "dango")
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("HOME", "")
	if s, err := Read(); err != nil || s.Enabled {
		t.Errorf("Read = %+v, %v", s, err)
	}
	if _, err := Disable(); err != nil {
		t.Errorf("Disable = %v", err)
	}
	for _, w := range []Way{Usual, Systemd} {
		if _, err := Enable(program, w); err == nil || !strings.Contains(err.Error(), "HOME") {
			t.Errorf("Enable(%q) = %v", w, err)
		}
	}
}
