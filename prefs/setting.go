package prefs

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"dango/prefs/lang"
)

// errNotAllowed is what a row's read says about a value of the right type that is out of range.
var errNotAllowed = errors.New("not allowed")

func boolean(key string, def bool, doc lang.Text, field func(*Config) *bool) Setting {
	return row(Setting{Key: key, Type: Boolean, Allowed: lang.Later("true or false"), Doc: doc}, def, field,
		func(bool) bool { return true })
}

func number(key string, def, low, high float64, doc lang.Text, field func(*Config) *float64) Setting {
	f := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	s := Setting{Key: key, Type: Number, Allowed: lang.Later("a number from %s to %s", f(low), f(high)), Doc: doc, Range: []float64{low, high}}
	return row(s, def, field, func(v float64) bool { return v >= low && v <= high })
}

// lifted reads numbers from old up that were allowed once as the smallest one of now.
func lifted(old float64, s Setting) Setting {
	read := s.read
	s.read = func(lit []byte, c *Config) error {
		var v float64
		if json.Unmarshal(lit, &v) == nil && v >= old && v < s.Range[0] {
			lit = strconv.AppendFloat(nil, s.Range[0], 'g', -1, 64)
		}
		return read(lit, c)
	}
	return s
}

func choice(key, def string, choices []string, doc lang.Text, field func(*Config) *string) Setting {
	last := len(choices) - 1
	s := Setting{Key: key, Type: String, Choices: choices, Doc: doc,
		Allowed: lang.Later("%s or %s", strings.Join(choices[:last], ", "), choices[last])}
	return row(s, def, field, func(v string) bool { return slices.Contains(choices, v) })
}

func text(key, def string, ok func(string) bool, allowed, doc lang.Text, field func(*Config) *string) Setting {
	return row(Setting{Key: key, Type: String, Allowed: lang.Later(allowed), Doc: doc}, def, field, ok)
}

func duration(key string, def, low, high time.Duration, doc lang.Text, field func(*Config) *time.Duration) Setting {
	s := Setting{Key: key, Type: Duration, Doc: doc,
		Allowed: lang.Later("a duration from %s to %s, such as %s", short(low), short(high), quote(def))}
	return durationRow(s, def, field, func(v time.Duration) bool { return v >= low && v <= high })
}

// limit is a duration of at least a second, or 0 for no limit.
func limit(key string, def, high time.Duration, doc lang.Text, field func(*Config) *time.Duration) Setting {
	s := Setting{Key: key, Type: Duration, Doc: doc,
		Allowed: lang.Later("a duration from 1s to %s, such as \"90s\", or \"0s\" for no limit", short(high))}
	return durationRow(s, def, field, func(v time.Duration) bool { return v == 0 || v >= time.Second && v <= high })
}

// durationRow differs from row: the value in the file is a string.
func durationRow(s Setting, def time.Duration, field func(*Config) *time.Duration, ok func(time.Duration) bool) Setting {
	s.Default = quote(def)
	s.of = reflect.TypeFor[string]()
	s.reset = func(c *Config) { *field(c) = def }
	s.write = func(c *Config) string { return quote(*field(c)) }
	s.read = func(lit []byte, c *Config) error {
		var text string
		if err := json.Unmarshal(lit, &text); err != nil {
			return errNotAllowed
		}
		v, err := time.ParseDuration(text)
		if err != nil || !ok(v) {
			return errNotAllowed
		}
		*field(c) = v
		return nil
	}
	return s
}

// whole is a number without a fraction.
func whole(key string, def int, ok func(int) bool, allowed, doc lang.Text, field func(*Config) *int) Setting {
	return row(Setting{Key: key, Type: Integer, Allowed: lang.Later(allowed), Doc: doc}, def, field, ok)
}

// structured is a setting that is a list or an object by itself.
func structured[T any](key string, typ Type, def T, ok func(T) bool, allowed, doc lang.Text, field func(*Config) *T) Setting {
	return row(Setting{Key: key, Type: typ, Allowed: lang.Later(allowed), Doc: doc}, def, field, ok)
}

// row fills in what all rows whose value is plain JSON share.
func row[T any](s Setting, def T, field func(*Config) *T, ok func(T) bool) Setting {
	s.Default = literal(def)
	s.of = reflect.TypeFor[T]()
	s.reset = func(c *Config) { *field(c) = def }
	s.write = func(c *Config) string { return literal(*field(c)) }
	s.read = func(lit []byte, c *Config) error {
		var v T
		if string(lit) == "null" || json.Unmarshal(lit, &v) != nil || !ok(v) {
			return errNotAllowed
		}
		*field(c) = v
		return nil
	}
	return s
}

// literal writes a value as it stands in the file, which people read: "&" stays "&".
func literal(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("prefs: a setting's value has no JSON: " + err.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func quote(d time.Duration) string { return strconv.Quote(short(d)) }

// short writes 23h30m, not 23h30m0s.
func short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
