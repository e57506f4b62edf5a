package prefs

import "time"

// Words of the setting doNotDisturb; anything else is the time until which it is on.
const (
	quietOff = "off"
	quietOn  = "on"
)

func quietValue(v string) bool {
	if v == quietOff || v == quietOn {
		return true
	}
	_, err := time.Parse(time.RFC3339, v)
	return err == nil
}

// Quiet says whether nobody wants to be disturbed now, and until when; zero: until it is switched off.
func (c *Config) Quiet(now time.Time) (on bool, until time.Time) {
	switch c.DoNotDisturb {
	case quietOff, "":
		return false, time.Time{}
	case quietOn:
		return true, time.Time{}
	}
	until, err := time.Parse(time.RFC3339, c.DoNotDisturb)
	if err != nil || !now.Before(until) {
		return false, time.Time{}
	}
	return true, until
}

// QuietUntil is the value of doNotDisturb that ends at a time, as it is written in the file.
func QuietUntil(t time.Time) string { return `"` + t.UTC().Format(time.RFC3339) + `"` }
