package prefs

import (
	"testing"
	"time"
)

func TestQuiet(t *testing.T) {
	now := time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)
	later := now.Add(30 * time.Minute)
	for _, c := range []struct {
		value string
		valid bool
		on    bool
		until time.Time
	}{
		{`"off"`, true, false, time.Time{}},
		{`"on"`, true, true, time.Time{}},
		{QuietUntil(later), true, true, later},
		{`"2026-11-30T09:30:00+01:00"`, true, true, later},
		{QuietUntil(now), true, false, time.Time{}},
		{`"30m"`, false, false, time.Time{}},
		{`true`, false, false, time.Time{}},
	} {
		s := open(t, home(t, `{"doNotDisturb":`+c.value+`}`))
		if got := len(s.Problems()) == 0; got != c.valid {
			t.Errorf("%s: problems %v", c.value, s.Problems())
		}
		if on, until := s.Config().Quiet(now); on != c.on || !until.Equal(c.until) {
			t.Errorf("%s: %v until %v, want %v until %v", c.value, on, until, c.on, c.until)
		}
	}
}
