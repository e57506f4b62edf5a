package prefs

import (
	"fmt"
	"strings"
	"time"
)

// Words of the setting doNotDisturb; anything else is the time until which it is on.
const (
	quietOff      = "off"
	quietOn       = "on"
	quietSchedule = "schedule"
	quietSystem   = "system"
)

func quietValue(v string) bool {
	switch v {
	case quietOff, quietOn, quietSchedule, quietSystem:
		return true
	}
	_, err := time.Parse(time.RFC3339, v)
	return err == nil
}

// Quiet says whether nobody wants to be disturbed at a moment, and until when; zero: until it is switched off. What the
// desktop says, which counts when QuietAsDesktop, is not known here.
func (c *Config) Quiet(now time.Time) (on bool, until time.Time) {
	switch c.DoNotDisturb {
	case quietOff, quietSystem, "":
		return false, time.Time{}
	case quietOn:
		return true, time.Time{}
	case quietSchedule:
		return c.scheduled(now)
	}
	until, err := time.Parse(time.RFC3339, c.DoNotDisturb)
	if err != nil || !now.Before(until) {
		return false, time.Time{}
	}
	return true, until
}

// QuietAsDesktop says whether the desktop's own do-not-disturb counts.
func (c *Config) QuietAsDesktop() bool { return c.DoNotDisturb == quietSystem }

// QuietChanges is the next moment at which Quiet may change by itself; zero: it does not.
func (c *Config) QuietChanges(now time.Time) time.Time {
	on, until := c.Quiet(now)
	if on || c.DoNotDisturb != quietSchedule {
		return until
	}
	var next time.Time
	for _, text := range c.DoNotDisturbTimes {
		if s, ok := parseSpan(text); ok {
			if at := s.from.after(now); next.IsZero() || at.Before(next) {
				next = at
			}
		}
	}
	return next
}

// scheduled says whether now lies in a span of the schedule, and when the last of those that follow each other ends.
func (c *Config) scheduled(now time.Time) (on bool, until time.Time) {
	end := now
	for range 2 * len(c.DoNotDisturbTimes) { // spans that touch are one; those that fill the day go round it
		before := end
		for _, text := range c.DoNotDisturbTimes {
			if s, ok := parseSpan(text); ok && s.holds(end) {
				end = s.to.after(end)
			}
		}
		if end.Equal(before) {
			break
		}
	}
	if !end.After(now) {
		return false, time.Time{}
	}
	return true, end
}

// clock is a time of the day in minutes.
type clock int

// span is from one time of the day to another, past midnight when that is earlier. The end is no longer part of it.
type span struct{ from, to clock }

// parseSpan reads "22:00-07:00".
func parseSpan(text string) (s span, ok bool) {
	a, z, _ := strings.Cut(text, "-")
	s.from, ok = parseClock(a)
	if !ok {
		return span{}, false
	}
	s.to, ok = parseClock(z)
	return s, ok && s.from != s.to
}

func parseClock(text string) (clock, bool) {
	t, err := time.Parse("15:04", strings.TrimSpace(text))
	if err != nil {
		return 0, false
	}
	return clock(60*t.Hour() + t.Minute()), true
}

// everySpan checks a schedule.
func everySpan(spans []string) bool {
	for _, text := range spans {
		if _, ok := parseSpan(text); !ok {
			return false
		}
	}
	return len(spans) > 0
}

// holds says whether t's time of the day is in s.
func (s span) holds(t time.Time) bool {
	now := clock(60*t.Hour() + t.Minute())
	if s.from < s.to {
		return s.from <= now && now < s.to
	}
	return s.from <= now || now < s.to
}

// after is the first moment after t at which the clock shows c. A clock that is put forward may skip it: then it is
// the moment that time.Date takes instead.
func (c clock) after(t time.Time) time.Time {
	y, m, d := t.Date()
	at := time.Date(y, m, d, int(c)/60, int(c)%60, 0, 0, t.Location())
	if !at.After(t) {
		at = time.Date(y, m, d+1, int(c)/60, int(c)%60, 0, 0, t.Location())
	}
	return at
}

// QuietUntil is the value of doNotDisturb that ends at a time, as it is written in the file.
func QuietUntil(t time.Time) string { return fmt.Sprintf("%q", t.UTC().Format(time.RFC3339)) }
