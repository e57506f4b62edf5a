// Package lang says Dango's words in the user's language.
//
// A text is written in English where it is needed, with the verbs of fmt, and that English is its key: T("Deny"),
// T("%d sessions", n). The Chinese stands in zh-CN.json, and what English needs beyond its keys (its singulars) in
// en.json; both are meant to be edited by hand. A test reads the whole program and fails on a text that has no
// Chinese, on Chinese that nobody uses, and on verbs that do not agree.
//
// Everything may be called from any goroutine. Words of the machine (JSON, logs, what is sent to an agent) stay
// English and never pass through here.
package lang

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Text is an English text that has a translation. Only constants become one, so that all of them can be found; tables
// of texts are made of it, and T says them.
type Text string

// Language is one that Dango speaks, by its BCP 47 tag.
type Language string

// The languages. System is the setting that leaves the choice to the desktop.
const (
	English Language = "en"
	Chinese Language = "zh-CN"
	System           = "system"
)

// spoken are the languages in the order of Choices.
var spoken = []Language{English, Chinese}

// Choices are the values of the setting.
func Choices() []string { return []string{System, string(English), string(Chinese)} }

// tongue is a language with its words.
type tongue struct {
	is      Language
	words   map[Text]string // texts that need no arguments; what is absent is said as it is written
	printer *message.Printer
}

// now is the language in use; nil is English, because nothing was chosen.
var now atomic.Pointer[tongue]

// tongues are made when they are first needed.
var tongues = map[Language]func() *tongue{
	English: sync.OnceValue(func() *tongue { return newTongue(English, language.English, "en.json") }),
	Chinese: sync.OnceValue(func() *tongue { return newTongue(Chinese, language.SimplifiedChinese, "zh-CN.json") }),
}

// Use speaks what the setting says: "en", "zh-CN", or "system". Anything else is as "system".
func Use(setting string) {
	l := Language(setting)
	if tongues[l] == nil {
		l = OfSystem()
	}
	if l != Now() {
		now.Store(tongues[l]())
	}
}

// Now is the language in use: English until Use. Whoever keeps texts, or their measures, makes them anew when it changes.
func Now() Language {
	if t := now.Load(); t != nil {
		return t.is
	}
	return English
}

// T says a text. Arguments are formatted as by fmt.Sprintf, with numbers as the language writes them ("12,345"): a
// number that is a name, such as a port, is passed as a string. Without arguments nothing is formatted or allocated.
func T(text Text, args ...any) string {
	t := now.Load()
	if len(args) > 0 {
		if t == nil {
			t = tongues[English]()
		}
		return t.printer.Sprintf(string(text), args...)
	}
	if t != nil {
		if word, ok := t.words[text]; ok {
			return word
		}
	}
	return string(text)
}

// Phrase is a text with its arguments, to be said later in the language of then. Its String is English, for logs and
// programs.
type Phrase struct {
	text Text
	args []any
}

// Later makes a phrase of what T would say at once.
func Later(text Text, args ...any) Phrase { return Phrase{text, args} }

// Say says the phrase in the language in use.
func (p Phrase) Say() string { return T(p.text, p.args...) }

func (p Phrase) String() string {
	if len(p.args) == 0 {
		return string(p.text)
	}
	return tongues[English]().printer.Sprintf(string(p.text), p.args...)
}

// Fault is an error in words of ours, for users and logs: its Error is English, Explain says it in the user's language.
// Errors among the arguments are wrapped.
func Fault(text Text, args ...any) error { return &fault{Later(text, args...)} }

type fault struct{ Phrase }

func (f *fault) Error() string   { return f.String() }
func (f *fault) Unwrap() []error { return causes(f.args) }

// Explain says an error: a fault in the language in use, any other in its own words.
func Explain(err error) string {
	f, ok := errors.AsType[*fault](err)
	if !ok || f.Error() != err.Error() { // somebody has added words of his own
		return err.Error()
	}
	args := slices.Clone(f.args)
	for i, a := range args {
		if cause, ok := a.(error); ok {
			args[i] = Explain(cause)
		}
	}
	return T(f.text, args...)
}

// Errorf is an error that says a text; errors among the arguments, written with %v, are wrapped.
func Errorf(text Text, args ...any) error {
	return &said{text: T(text, args...), causes: causes(args)}
}

// causes are the errors among arguments.
func causes(args []any) (errs []error) {
	for _, a := range args {
		if err, ok := a.(error); ok {
			errs = append(errs, err)
		}
	}
	return errs
}

type said struct {
	text   string
	causes []error
}

func (e *said) Error() string   { return e.text }
func (e *said) Unwrap() []error { return e.causes }
