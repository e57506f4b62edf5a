// Package logs writes what Dango does as JSON lines: what happened, never what was said.
//
// Only the fields in keep reach a file, whatever a caller passes: no prompt, no command, no folder of the user's. A
// session's id is cut to its first eight characters. So a log may be sent to somebody who helps.
package logs

import (
	"io"
	"log/slog"
	"regexp"
	"strings"
	"unicode"
)

// keep lists the fields that may be logged, with how each value is made harmless.
var keep = map[string]func(string) string{
	slog.TimeKey:    line(40),
	slog.LevelKey:   line(8),
	slog.MessageKey: line(200),
	"error":         withoutFolders,
	"session":       prefix(8),
	"request":       prefix(8),
	"tool":          word,
	"kind":          word,
	"count":         word,
	"source":        word,
	"state":         word,
	"version":       line(60),
	"pid":           word,
}

// New writes records at or above level to w. The level may be changed while the logger is in use.
func New(w io.Writer, level slog.Leveler) *slog.Logger {
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level, ReplaceAttr: harmless}))
}

// harmless drops a field that is not kept, and everything in groups.
func harmless(groups []string, a slog.Attr) slog.Attr {
	clean, ok := keep[a.Key]
	if !ok || len(groups) > 0 {
		return slog.Attr{}
	}
	if a.Value.Kind() == slog.KindTime {
		return a
	}
	return slog.String(a.Key, clean(a.Value.String()))
}

// ParseLevel gives the level of that name in config.json: error, warn, info or debug.
func ParseLevel(name string) slog.Level {
	var l slog.Level
	if l.UnmarshalText([]byte(name)) != nil {
		return slog.LevelInfo
	}
	return l
}

// line keeps one line of at most n characters.
func line(n int) func(string) string {
	return func(s string) string {
		s = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return ' '
			}
			return r
		}, s)
		if r := []rune(s); len(r) > n {
			return string(r[:n-1]) + "…"
		}
		return s
	}
}

func prefix(n int) func(string) string {
	return func(s string) string {
		r := []rune(line(n + 1)(s))
		return string(r[:min(n, len(r))])
	}
}

// absolute is a path, up to what ends one in the words of errors. It may hold spaces, and what follows a path without a sign
// is taken for a part of it.
var absolute = regexp.MustCompile(`(^|[\s"'(=])(?:[A-Za-z]:)?[/\\][^\s"':;,()][^"':;,()\n]*`)

// withoutFolders keeps one line in which absolute paths have only their last part: the others tell who the user is, and
// what for.
func withoutFolders(s string) string {
	return line(300)(absolute.ReplaceAllStringFunc(s, func(path string) string {
		sign := path[:strings.IndexAny(path, `/\:`)]
		if len(sign) > 0 && unicode.IsLetter(rune(sign[len(sign)-1])) { // a drive
			sign = sign[:len(sign)-1]
		}
		if last := path[strings.LastIndexAny(path, `/\`):]; len(last) > 1 {
			return sign + "…" + last
		}
		return path
	}))
}

// word keeps a name of up to 32 letters, digits and joiners; anything else is not a name and not repeated.
func word(s string) string {
	odd := strings.IndexFunc(s, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.", r)
	})
	if odd >= 0 || len(s) > 32 {
		return "other"
	}
	return s
}
