package prefs

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A schedule follows the zone that the machine is set to, while Dango runs.
func TestZone(t *testing.T) {
	dir := t.TempDir()
	for name, data := range map[string]string{"east": posix("EST-9"), "west": posix("WST8"), "broken": "TZif"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	z := &zone{file: filepath.Join(dir, "localtime")}
	noon := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	cfg := &Config{DoNotDisturb: quietSchedule, DoNotDisturbTimes: []string{"20:00-23:00"}}
	if got := z.in(noon); got != noon {
		t.Errorf("without a zone it is %v", got)
	}
	for _, c := range []struct {
		set, clock string
		quiet      bool
	}{{"east", "21:00", true}, {"west", "04:00", false}, {"broken", "04:00", false}, {"east", "21:00", true}} {
		next := filepath.Join(dir, "next")
		if err := os.Symlink(filepath.Join(dir, c.set), next); err != nil {
			t.Skip(err)
		}
		if err := os.Rename(next, z.file); err != nil { // as timedatectl does
			t.Fatal(err)
		}
		now := z.in(noon)
		quiet, _ := cfg.Quiet(now)
		if got := now.Format("15:04"); got != c.clock || quiet != c.quiet || !now.Equal(noon) {
			t.Errorf("%s: it is %s, quiet %v; want %s, %v", c.set, got, quiet, c.clock, c.quiet)
		}
	}
}

// posix is a zone file whose times follow from its last line.
func posix(rule string) string {
	const head = "TZif2" + "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	counts := "\x00\x00\x00\x00" + "\x00\x00\x00\x00" + "\x00\x00\x00\x00" + "\x00\x00\x00\x00" + "\x00\x00\x00\x01" + "\x00\x00\x00\x04"
	body := "\x00\x00\x00\x00\x00\x00" + rule[:3] + "\x00"
	return head + counts + body + head + counts + body + "\n" + rule + "\n"
}
