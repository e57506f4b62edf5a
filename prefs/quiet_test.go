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
		{`"schedule"`, true, true, time.Date(2026, 11, 30, 8, 30, 0, 0, time.UTC)},
		{`"system"`, true, false, time.Time{}},
		{`"30m"`, false, false, time.Time{}},
		{`true`, false, false, time.Time{}},
	} {
		s := open(t, home(t, `{"doNotDisturb":`+c.value+`,"doNotDisturbTimes":["22:00-08:30"]}`))
		if got := len(s.Problems()) == 0; got != c.valid {
			t.Errorf("%s: problems %v", c.value, s.Problems())
		}
		if on, until := s.Config().Quiet(now); on != c.on || !until.Equal(c.until) {
			t.Errorf("%s: %v until %v, want %v until %v", c.value, on, until, c.on, c.until)
		}
	}
}

func TestQuietSchedule(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	at := func(month time.Month, day, hour, minute int) time.Time {
		return time.Date(2026, month, day, hour, minute, 0, 0, berlin)
	}
	night := []string{"22:00-07:00"}
	for _, c := range []struct {
		name  string
		times []string
		now   time.Time
		on    bool
		next  time.Time // when it changes
	}{
		{"in the evening", night, at(5, 4, 21, 59), false, at(5, 4, 22, 0)},
		{"it begins", night, at(5, 4, 22, 0), true, at(5, 5, 7, 0)},
		{"after midnight", night, at(5, 5, 0, 30), true, at(5, 5, 7, 0)},
		{"it ends", night, at(5, 5, 7, 0), false, at(5, 5, 22, 0)},
		{"within a day", []string{"12:30-13:00", "18:00-19:00"}, at(5, 5, 12, 45), true, at(5, 5, 13, 0)},
		{"between two", []string{"18:00-19:00", "12:30-13:00"}, at(5, 5, 14, 0), false, at(5, 5, 18, 0)},
		{"two that touch", []string{"12:00-13:00", "13:00-14:00"}, at(5, 5, 12, 10), true, at(5, 5, 14, 0)},
		{"two that overlap", []string{"13:00-15:00", "12:00-14:00"}, at(5, 5, 12, 10), true, at(5, 5, 15, 0)},
		{"the night in which the clock is put forward", night, at(3, 28, 23, 0), true, at(3, 29, 7, 0)},
		{"an end that the clock skips", []string{"22:00-02:30"}, at(3, 28, 23, 0), true, time.Date(2026, 3, 29, 2, 30, 0, 0, berlin)},
	} {
		cfg := Config{DoNotDisturb: quietSchedule, DoNotDisturbTimes: c.times}
		on, until := cfg.Quiet(c.now)
		if on != c.on || on && !until.Equal(c.next) {
			t.Errorf("%s: %v until %v, want %v until %v", c.name, on, until, c.on, c.next)
		}
		if next := cfg.QuietChanges(c.now); !next.Equal(c.next) {
			t.Errorf("%s: changes at %v, want %v", c.name, next, c.next)
		}
	}
	for _, bad := range []string{`["22-7"]`, `["22:00"]`, `["25:00-07:00"]`, `["07:00-07:00"]`, `[]`, `"22:00-07:00"`} {
		if s := open(t, home(t, `{"doNotDisturbTimes":`+bad+`}`)); len(s.Problems()) != 1 {
			t.Errorf("doNotDisturbTimes %s: problems %v", bad, s.Problems())
		}
	}
}

func TestReduced(t *testing.T) {
	for setting, want := range map[string][2]bool{"system": {false, true}, "on": {true, true}, "off": {false, false}} {
		c := Config{ReducedMotion: setting}
		if got := [2]bool{c.Reduced(false), c.Reduced(true)}; got != want {
			t.Errorf("%s: %v on a desktop that moves and one that does not, want %v", setting, got, want)
		}
	}
}
