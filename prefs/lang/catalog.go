package lang

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"
)

//go:embed *.json
var files embed.FS

// entry is what stands behind a key: a text, or one for each plural form, chosen by the first argument.
type entry struct {
	text  string
	forms map[string]string // "one", "other", "=0"; see golang.org/x/text/feature/plural
}

func (e *entry) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '{' {
		return json.Unmarshal(b, &e.forms)
	}
	return json.Unmarshal(b, &e.text)
}

// read gives the entries of an embedded file.
func read(name string) (map[Text]entry, error) {
	b, err := files.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("lang: %w", err)
	}
	entries := map[Text]entry{}
	if err := json.Unmarshal(b, &entries); err != nil {
		return nil, fmt.Errorf("lang: read %s: %w", name, err)
	}
	return entries, nil
}

// newTongue makes a language of its file. The file is part of the program and tested: a fault in it is a panic.
func newTongue(is Language, tag language.Tag, file string) *tongue {
	entries, err := read(file)
	if err != nil {
		panic(err)
	}
	t := &tongue{is: is, words: map[Text]string{}}
	b := catalog.NewBuilder(catalog.Fallback(tag))
	for key, e := range entries {
		if e.forms == nil {
			t.words[key] = e.text
		}
		if err := b.Set(tag, string(key), e.message()); err != nil {
			panic(fmt.Errorf("lang: %s: %q: %w", file, key, err))
		}
	}
	t.printer = message.NewPrinter(tag, message.Catalog(b))
	return t
}

// message is the entry as the library takes it: the most particular form first.
func (e *entry) message() catalog.Message {
	if e.forms == nil {
		return catalog.String(e.text)
	}
	var first, rest []any
	for form, text := range e.forms {
		switch {
		case strings.HasPrefix(form, "="):
			first = append(first, form, text)
		case form != "other":
			rest = append(rest, form, text)
		}
	}
	return plural.Selectf(1, "%d", append(append(first, rest...), "other", e.forms["other"])...)
}
